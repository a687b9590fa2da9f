"""The lines of the members that are the rows of a model."""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from django.db.models import QuerySet

from arbitrage.archive.core.row import Reference
from arbitrage.archive.queries.member_tables import MemberTable
from arbitrage.archive.queries.names import Names
from tournament.models import Tournament, Turn

type ArchiveLine = dict[str, Any]

#: Rows that are held at once.
_AT_ONCE = 2000
#: Members of which an archive of one turn has what is of its game, and of which nothing.
_OF_GAME = frozenset({"seats", "contenders", "turns", "journal"})
_NOT_OF_A_TURN = frozenset(
    {"groups", "changes", "staff", "seating", "toppings", "topping_runs", "topping_events"}
    | {"rounds", "matches", "match_games", "match_events", "match_results", "calls"}
)


@dataclass(frozen=True)
class Extent:
    """A tournament, or of it what is about one turn."""

    tournament: Tournament
    turn: Turn | None = None

    def rows(self, table: MemberTable) -> QuerySet[Any, Any]:
        whole = self.tournament
        rows: QuerySet[Any, Any] = QuerySet(table.model).filter(
            **{table.owner: whole.organisation_id if table.house else whole}
        )
        if self.turn is not None:
            if table.member in _NOT_OF_A_TURN:
                return rows.none()
            if table.member in _OF_GAME:
                rows = rows.filter(game=self.turn.game_id)
            if table.member == "turns":
                rows = rows.filter(ordinal__lte=self.turn.ordinal)
            if by_turn := "turn" if table.is_of_turn else table.turn_by:
                rows = rows.filter(**{by_turn: self.turn})
        return rows.order_by(*table.order)


def lines_of(table: MemberTable, wanted: Extent, names: Names) -> Iterator[ArchiveLine]:
    """The lines of a member, in their order."""
    lines = _lines(table, wanted, names)
    if not table.sort:
        return lines
    return iter(sorted(lines, key=itemgetter(*table.sort)))


def _lines(table: MemberTable, wanted: Extent, names: Names) -> Iterator[ArchiveLine]:
    sources = [column.source for column in table.columns]
    if table.is_of_turn:
        sources.append("turn_id")
    for values in wanted.rows(table).values_list(*sources).iterator(chunk_size=_AT_ONCE):
        line = {
            column.name: column.write(value, names.name_of)
            for column, value in zip(table.columns, values, strict=False)
        }
        if table.is_of_turn:
            line["game"], line["turn"] = names.name_of(Reference.TURN, values[-1])
        yield _FINISH[table.member](line, names) if table.member in _FINISH else line


def _journal(line: ArchiveLine, _names: Names) -> ArchiveLine:
    """Its turn is said by the ordinal alone: the game is there already."""
    return line | {"turn": line["turn"][1] if line["turn"] else None}


def _act(line: ArchiveLine, names: Names) -> ArchiveLine:
    """An average names the entries that it is made of."""
    others = line["data"].get("others")
    if others is None:
        return line
    uids = [names.name_of(Reference.ENTRY, one) for one in others]
    return line | {"data": line["data"] | {"others": uids}}


def _seating(line: ArchiveLine, names: Names) -> ArchiveLine:
    moves = [[names.name_of(Reference.ENTRY, entry), *tables] for entry, *tables in line["moves"]]
    return line | {"moves": moves}


_FINISH = {"journal": _journal, "acts": _act, "seating": _seating}
