"""How a game ends, and what each has then (4.2.2, 7, 8)."""

from dataclasses import replace
from enum import StrEnum

from engine.board.board import EMPTY, Board
from engine.board.letters import WILD
from engine.rules.classic.ending import (
    PointsPair,
    credit_player_out,
    deduct_own_letters,
    find_fewest_points,
)
from engine.rules.classic.letters import UNSEEN, build_full_bag, is_within_set, remove_letters
from tournament.classic.core.commands import Event
from tournament.classic.core.rulings import MatchSanction
from tournament.classic.core.sides import Side
from tournament.classic.core.state import End, MatchEndReason, MatchState, MoveKind
from tournament.core.errors import ClassicRefused

#: "I pass" in a row, by whoever says it: three times each while both play (4.2.2, C-08).
PASSES = 6


class Winner(StrEnum):
    X = Side.X
    Y = Side.Y
    #: *Ex æquo* (8.1).
    EQUAL = "equal"


def ended(state: MatchState, reason: MatchEndReason, at: int) -> MatchState:
    """The letters that are left are on the racks, or follow from the board when the bag is empty;
    with real tiles an arbiter may have to type them."""
    return replace(state, end=End(reason, at, letters_left(state)))


def letters_left(state: MatchState) -> tuple[str, str] | None:
    held = (state.x.letters, state.y.letters)
    if UNSEEN not in held[0] + held[1]:
        return held
    if state.bag:
        return None
    unseen = unseen_letters(state)
    if unseen is None or len(unseen) != len(held[0]) + len(held[1]):
        return None
    if not held[0] or not held[1]:
        return (unseen, "") if held[0] else ("", unseen)
    return None


def lying(board: Board) -> str:
    """The tiles on the board, "?" for a joker."""
    letters = "".join(board.grid).replace(EMPTY, "")
    return "".join(WILD if letter.islower() else letter for letter in letters)


def unseen_letters(state: MatchState) -> str | None:
    """All letters but those on the board; None when it holds more of one than there are."""
    on_board = lying(state.board)
    return remove_letters(build_full_bag(), on_board) if is_within_set(on_board) else None


def passed_enough(state: MatchState, at: int) -> MatchState | None:
    if state.passes < PASSES:
        return None
    return ended(replace(state, to_move=None), MatchEndReason.PASSES, at)


def stop(state: MatchState, event: Event) -> MatchState:
    """The director ends the game as it stands: each deducts his letters (9.3)."""
    return ended(replace(state, challenge=None, contest=None), MatchEndReason.STOPPED, event.at)


def type_letters(state: MatchState, event: Event) -> MatchState:
    """What each has on his rack, told by an arbiter."""
    if state.end is None:
        raise ClassicRefused("not-over")
    left = tuple(
        _typed(event, side.value, state.of(side).size) for side in (Side.X, Side.Y)
    )  # fmt: skip
    unseen = unseen_letters(state)
    if unseen is not None:
        for letter in left[0] + left[1]:
            if letter not in unseen:
                raise ClassicRefused("not-left", letter=letter)
            unseen = remove_letters(unseen, letter)
    return replace(state, end=replace(state.end, left=(left[0], left[1])))


def _typed(event: Event, name: str, size: int) -> str:
    letters = event.data.get(name)
    if not isinstance(letters, str):
        raise event.malformed(name)
    if len(letters) != size:
        raise ClassicRefused("letters-left", side=name, size=size)
    return letters


def deductions(state: MatchState) -> PointsPair:
    """By the end of the game, to X and to Y."""
    end = state.end
    if end is None or end.left is None or end.reason is MatchEndReason.TOTALS:
        return 0, 0
    return (
        credit_player_out(end.left)
        if end.reason is MatchEndReason.OUT
        else deduct_own_letters(end.left)
    )


def penalty_points(state: MatchState, side: Side) -> int:
    """All that is taken from a player, by the text and by officers; time costs nothing (C-05)."""
    text = sum(one.points for one in state.penalties if one.side is side)
    ruled = sum(one.side is side and one.sanction is MatchSanction.POINTS for one in state.rulings)
    return text + ruled * state.terms.lost_points


def counted(state: MatchState) -> PointsPair:
    """Totals of X and Y by what is recorded, whatever they were settled at."""
    ends = deductions(state)

    def total(side: Side, rank: int) -> int:
        points = sum(one.points for one in state.moves if one.side is side and one.stands)
        return state.base[rank] + points - penalty_points(state, side) + ends[rank]

    return total(Side.X, 0), total(Side.Y, 1)


def scores(state: MatchState) -> PointsPair:
    """Totals of X and Y."""
    total = counted(state)
    return total[0] + state.adjust[0], total[1] + state.adjust[1]


def word_laid(state: MatchState) -> bool:
    """Whether some word stands on the grid (8.2)."""
    return state.words_before or any(
        one.kind is MoveKind.PLAY and one.stands for one in state.moves
    )


def winner(state: MatchState) -> Winner | None:
    """Who has won the game, once it is over (8, 9.2, 10); None before, or when both lose.

    Without a word the letters alone decide (8.2, C-03)."""
    if state.beaten:
        won = [side for side in Side if side not in state.beaten]
        return Winner(won[0].value) if won else None
    end = state.end
    if end is None or (end.left is None and end.reason is not MatchEndReason.TOTALS):
        return None
    if end.reason is MatchEndReason.PASSES and end.left is not None and not word_laid(state):
        rank = find_fewest_points(end.left)
        return Winner.EQUAL if rank is None else (Winner.X, Winner.Y)[rank]
    x, y = scores(state)
    if x == y:
        return Winner.EQUAL
    return Winner.X if x > y else Winner.Y
