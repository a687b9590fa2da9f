"""Lines of the members that are rows of a model."""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from django.db.models import QuerySet

from arbitrage.archive.core.row import Reference
from arbitrage.archive.core.rows import WHOLE_TOURNAMENT_MEMBERS
from arbitrage.archive.queries.member_tables import MemberTable
from arbitrage.archive.queries.natural_keys import NaturalKeys
from tournament.models import Tournament, Turn

type ArchiveLine = dict[str, Any]

#: Rows that are fetched at once.
_BATCH_SIZE = 2000
#: Members of which an archive of one turn has the lines of its game, and those it lacks.
_OF_GAME = frozenset({"seats", "contenders", "turns", "journal"})
_NOT_IN_TURN_ARCHIVE = frozenset(
    {"groups", "changes", "staff", "seating", *WHOLE_TOURNAMENT_MEMBERS}
)


@dataclass(frozen=True)
class ArchiveSource:
    """The content of an archive: a tournament, or the part of it that concerns one turn."""

    tournament: Tournament
    turn: Turn | None = None

    def filter_rows(self, table: MemberTable) -> QuerySet[Any, Any]:
        tournament = self.tournament
        rows: QuerySet[Any, Any] = QuerySet(table.model).filter(
            **{
                table.owner_lookup: tournament.organisation_id
                if table.is_of_organisation
                else tournament
            }
        )
        if self.turn is not None:
            if table.member in _NOT_IN_TURN_ARCHIVE:
                return rows.none()
            if table.member in _OF_GAME:
                rows = rows.filter(game=self.turn.game_id)
            if table.member == "turns":
                rows = rows.filter(ordinal__lte=self.turn.ordinal)
            if turn_lookup := "turn" if table.is_of_turn else table.turn_lookup:
                rows = rows.filter(**{turn_lookup: self.turn})
        return rows.order_by(*table.order)


def list_lines(
    table: MemberTable, source: ArchiveSource, natural_keys: NaturalKeys
) -> Iterator[ArchiveLine]:
    """Return the lines of a member in the order of the file."""
    lines = _iterate_lines(table, source, natural_keys)
    if not table.sort:
        return lines
    return iter(sorted(lines, key=itemgetter(*table.sort)))


def _iterate_lines(
    table: MemberTable, source: ArchiveSource, natural_keys: NaturalKeys
) -> Iterator[ArchiveLine]:
    sources = [column.source for column in table.columns]
    if table.is_of_turn:
        sources.append("turn_id")
    for values in source.filter_rows(table).values_list(*sources).iterator(chunk_size=_BATCH_SIZE):
        line = {
            column.name: column.write(value, natural_keys.find_natural_key)
            for column, value in zip(table.columns, values, strict=False)
        }
        if table.is_of_turn:
            line["game"], line["turn"] = natural_keys.find_natural_key(Reference.TURN, values[-1])
        yield _FINISHERS[table.member](line, natural_keys) if table.member in _FINISHERS else line


def _finish_journal(line: ArchiveLine, _natural_keys: NaturalKeys) -> ArchiveLine:
    """Reduce the turn to its ordinal: the line has the game already."""
    return line | {"turn": line["turn"][1] if line["turn"] else None}


def _finish_act(line: ArchiveLine, natural_keys: NaturalKeys) -> ArchiveLine:
    """Replace the keys of the entries that an average is made of by their uids."""
    others = line["data"].get("others")
    if others is None:
        return line
    uids = [natural_keys.find_natural_key(Reference.ENTRY, key) for key in others]
    return line | {"data": line["data"] | {"others": uids}}


def _finish_seating(line: ArchiveLine, natural_keys: NaturalKeys) -> ArchiveLine:
    moves = [
        [natural_keys.find_natural_key(Reference.ENTRY, entry), *tables]
        for entry, *tables in line["moves"]
    ]
    return line | {"moves": moves}


#: Functions by member that complete a line once its columns are written.
_FINISHERS = {"journal": _finish_journal, "acts": _finish_act, "seating": _finish_seating}
