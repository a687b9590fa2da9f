"""What whoever types bulletins in has before him: tables, what was typed, what became of it."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from arbitrage.models import PaperBulletin, Ruling
from arbitrage.queries.rulings import current_papers, current_rulings, waiting_entries
from engine.board.board import Board
from engine.board.place import Direction, Place
from tournament.models import Turn
from tournament.queries.results.hand_ins import AwaitedSeat, seats_of


@dataclass(frozen=True, slots=True)
class KeyedBulletin:
    """A table, what was typed in for it, and what others typed in otherwise."""

    seat: AwaitedSeat
    paper: PaperBulletin | None
    rivals: list[PaperBulletin]
    ruling: Ruling | None
    #: Somebody still has to decide.
    open: bool


def keyed_of(turn: Turn, seats: Collection[AwaitedSeat] | None = None) -> list[KeyedBulletin]:
    """One for each of ``seats``, or of those from whom ``turn`` awaits a bulletin."""
    seats = seats_of(turn) if seats is None else seats
    entries = [seat.entry for seat in seats]
    papers = current_papers(turn, entries)
    rivals: dict[int, list[PaperBulletin]] = {}
    contesting = PaperBulletin.objects.filter(contests__in=list(papers.values()))
    for rival in contesting.select_related("by").order_by("version"):
        rivals.setdefault(rival.entry_id, []).append(rival)
    rulings = current_rulings(turn, entries)
    waiting = waiting_entries(turn, entries)
    return [
        KeyedBulletin(
            seat=seat,
            paper=papers.get(seat.entry),
            rivals=rivals.get(seat.entry, []),
            ruling=rulings.get(seat.entry),
            open=seat.entry in waiting,
        )
        for seat in seats
    ]


def solutions_to_key(turn: Turn, board: Board) -> list[list[Any]]:
    """The solutions (word, reference, score) that a few keys may stand for, on ``board``.

    Of the first turn those written horizontally: of a vertical one an arbiter decides (reading
    A-07), so that it is typed as it is written.
    """
    moves: list[list[Any]] = turn.solutions.moves
    if not board.is_empty:
        return moves
    return [move for move in moves if Place.parse(move[1]).direction is Direction.HORIZONTAL]


def history_of(turn: Turn, entry: int) -> list[PaperBulletin]:
    """Everything that was typed in for one entry, the last first."""
    rows = PaperBulletin.objects.filter(turn=turn, entry=entry).select_related("by", "contests")
    return list(rows.order_by("-version"))


def tables_of(user: User, seats: Collection[AwaitedSeat]) -> set[int]:
    """Entries whose bulletins are ``user``'s to type: those of his tables; without any, those of
    nobody's."""
    own = {seat.entry for seat in seats if seat.arbiter == user.pk}
    return own or {seat.entry for seat in seats if seat.arbiter is None}
