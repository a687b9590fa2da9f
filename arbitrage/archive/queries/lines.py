"""The lines of the members that are the rows of a model."""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from django.db.models import QuerySet

from arbitrage.archive.core.row import Reference
from arbitrage.archive.queries.names import Names
from arbitrage.archive.queries.parts import Part
from tournament.models import Tournament, Turn

type Line = dict[str, Any]

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

    def rows(self, part: Part) -> QuerySet[Any, Any]:
        whole = self.tournament
        rows: QuerySet[Any, Any] = QuerySet(part.model).filter(
            **{part.owner: whole.organisation_id if part.house else whole}
        )
        if self.turn is not None:
            if part.member in _NOT_OF_A_TURN:
                return rows.none()
            if part.member in _OF_GAME:
                rows = rows.filter(game=self.turn.game_id)
            if part.member == "turns":
                rows = rows.filter(ordinal__lte=self.turn.ordinal)
            if by_turn := "turn" if part.is_of_turn else part.turn_by:
                rows = rows.filter(**{by_turn: self.turn})
        return rows.order_by(*part.order)


def lines_of(part: Part, wanted: Extent, names: Names) -> Iterator[Line]:
    """The lines of a member, in their order."""
    lines = _lines(part, wanted, names)
    if not part.sort:
        return lines
    return iter(sorted(lines, key=itemgetter(*part.sort)))


def _lines(part: Part, wanted: Extent, names: Names) -> Iterator[Line]:
    sources = [column.source for column in part.columns]
    if part.is_of_turn:
        sources.append("turn_id")
    for values in wanted.rows(part).values_list(*sources).iterator(chunk_size=_AT_ONCE):
        line = {
            column.name: column.write(value, names.name_of)
            for column, value in zip(part.columns, values, strict=False)
        }
        if part.is_of_turn:
            line["game"], line["turn"] = names.name_of(Reference.TURN, values[-1])
        yield _FINISH[part.member](line, names) if part.member in _FINISH else line


def _journal(line: Line, _names: Names) -> Line:
    """Its turn is said by the ordinal alone: the game is there already."""
    return line | {"turn": line["turn"][1] if line["turn"] else None}


def _act(line: Line, names: Names) -> Line:
    """An average names the entries that it is made of."""
    others = line["data"].get("others")
    if others is None:
        return line
    uids = [names.name_of(Reference.ENTRY, one) for one in others]
    return line | {"data": line["data"] | {"others": uids}}


def _seating(line: Line, names: Names) -> Line:
    moves = [[names.name_of(Reference.ENTRY, entry), *tables] for entry, *tables in line["moves"]]
    return line | {"moves": moves}


_FINISH = {"journal": _journal, "acts": _act, "seating": _seating}
