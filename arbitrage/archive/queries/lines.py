"""The lines of the members that are the rows of a model."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from arbitrage.archive.queries.kept import KeptField, KeptPart
from arbitrage.archive.queries.names import Named, Names
from tournament.models import Tournament, Turn

type KeptLine = dict[str, Any]

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

    def rows(self, part: KeptPart) -> QuerySet[Any, Any]:
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
            if by_turn := "turn" if part.turn else part.turn_by:
                rows = rows.filter(**{by_turn: self.turn})
        return rows.order_by(*part.order)


def lines_of(part: KeptPart, wanted: Extent, names: Names) -> Iterator[KeptLine]:
    """The lines of a member, in their order."""
    lines = _lines(part, wanted, names)
    if part.sort is None:
        return lines
    return iter(sorted(lines, key=lambda line: [line[name] for name in part.sort or ()]))


def _lines(part: KeptPart, wanted: Extent, names: Names) -> Iterator[KeptLine]:
    sources = [column.source for column in part.columns]
    if part.turn:
        sources.append("turn_id")
    for values in wanted.rows(part).values_list(*sources).iterator(chunk_size=_AT_ONCE):
        line = {
            column.name: _named(names, column, value)
            for column, value in zip(part.columns, values, strict=False)
        }
        if part.turn:
            line["game"], line["turn"] = names.of(Named.TURN, values[-1])
        yield _FINISH[part.member](line, names) if part.member in _FINISH else line


def _named(names: Names, column: KeptField, value: Any) -> Any:
    if isinstance(column.how, Named):
        return names.of(column.how, value)
    return column.write(value)


def _journal(line: KeptLine, _names: Names) -> KeptLine:
    """Its turn is said by the ordinal alone: the game is there already."""
    return line | {"turn": line["turn"][1] if line["turn"] else None}


def _act(line: KeptLine, names: Names) -> KeptLine:
    """An average names the entries that it is made of."""
    others = line["data"].get("others")
    if others is None:
        return line
    uids = [names.of(Named.ENTRY, one) for one in others]
    return line | {"data": line["data"] | {"others": uids}}


def _seating(line: KeptLine, names: Names) -> KeptLine:
    moves = [[names.of(Named.ENTRY, entry), *tables] for entry, *tables in line["moves"]]
    return line | {"moves": moves}


_FINISH = {"journal": _journal, "acts": _act, "seating": _seating}
