"""The data for typing in bulletins: tables, what was typed, and its rulings."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from arbitrage.models import PaperBulletin, Ruling
from arbitrage.queries.rulings import find_waiting_entries, get_current_papers, get_current_rulings
from engine.board.board import Board
from engine.board.place import Direction, Place
from tournament.models import Turn
from tournament.queries.people.table_scope import TableScope
from tournament.queries.results.hand_ins import AwaitedSeat, list_awaited_seats


@dataclass(frozen=True, slots=True)
class KeyedBulletin:
    """A table, the bulletin typed in for it, and differing versions typed in by others."""

    seat: AwaitedSeat
    paper: PaperBulletin | None
    differing_papers: list[PaperBulletin]
    ruling: Ruling | None
    #: True if somebody still has to decide.
    is_open: bool


def list_typed_bulletins(
    turn: Turn, seats: Collection[AwaitedSeat] | None = None
) -> list[KeyedBulletin]:
    """Return one line for each of ``seats``, or of those from whom ``turn`` awaits a bulletin."""
    seats = list_awaited_seats(turn) if seats is None else seats
    entries = [seat.entry for seat in seats]
    papers = get_current_papers(turn, entries)
    rivals: dict[int, list[PaperBulletin]] = {}
    contesting = PaperBulletin.objects.filter(contests__in=list(papers.values()))
    for rival in contesting.select_related("by").order_by("version"):
        rivals.setdefault(rival.entry_id, []).append(rival)
    rulings = get_current_rulings(turn, entries)
    waiting_entries = find_waiting_entries(turn, entries)
    return [
        KeyedBulletin(
            seat=seat,
            paper=papers.get(seat.entry),
            differing_papers=rivals.get(seat.entry, []),
            ruling=rulings.get(seat.entry),
            is_open=seat.entry in waiting_entries,
        )
        for seat in seats
    ]


def list_solutions_to_key(turn: Turn, board: Board) -> list[list[Any]]:
    """Return the solutions (word, reference, score) that a few keys may stand for, on ``board``.

    On the first turn only those written horizontally: an arbiter decides on vertical ones (reading
    A-07), so they are typed as written.
    """
    moves: list[list[Any]] = turn.solutions.moves
    if not board.is_empty:
        return moves
    return [move for move in moves if Place.parse(move[1]).direction is Direction.HORIZONTAL]


def list_typed_versions(turn: Turn, entry: int) -> list[PaperBulletin]:
    """Return everything that was typed in for one entry, the last first."""
    rows = PaperBulletin.objects.filter(turn=turn, entry=entry).select_related("by", "contests")
    return list(rows.order_by("-version"))


def find_entries_in(scope: TableScope, seats: Collection[AwaitedSeat]) -> set[int]:
    """Return the entries of ``seats`` at the tables of ``scope``."""
    return {seat.entry for seat in seats if seat.is_in(scope)}
