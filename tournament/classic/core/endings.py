"""The end of a game and its totals (4.2.2, 7, 8)."""

from dataclasses import replace
from enum import StrEnum

from engine.board.board import EMPTY, Board
from engine.board.letters import WILD
from engine.rules.classic.ending import (
    PointsPair,
    credit_player_without_letters,
    deduct_own_letters,
    find_player_with_fewest_points,
)
from engine.rules.classic.letters import UNSEEN, build_full_bag, is_within_set, remove_letters
from tournament.classic.core.commands import Event
from tournament.classic.core.rulings import MatchSanction
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchEndReason, MatchGameEnd, MatchState, MoveKind
from tournament.core.errors import ClassicRefused

#: Consecutive passes that end a game, three of each player (4.2.2, C-08).
MAX_PASSES = 6


class Winner(StrEnum):
    X = Side.X
    Y = Side.Y
    #: A draw, *ex æquo* (8.1).
    EQUAL = "equal"


def end_game(state: MatchState, reason: MatchEndReason, at: int) -> MatchState:
    """End the game; the remaining letters are known from the racks or from the board and an empty
    bag.

    With real tiles an arbiter may have to type them.
    """
    return replace(state, end=MatchGameEnd(reason, at, find_remaining_letters(state)))


def find_remaining_letters(state: MatchState) -> tuple[str, str] | None:
    """Return the remaining letters of X and Y, None while they are unknown."""
    racks = (state.x.letters, state.y.letters)
    if UNSEEN not in racks[0] + racks[1]:
        return racks
    if state.bag:
        return None
    unseen = find_unseen_letters(state)
    if unseen is None or len(unseen) != len(racks[0]) + len(racks[1]):
        return None
    if not racks[0] or not racks[1]:
        return (unseen, "") if racks[0] else ("", unseen)
    return None


def list_tiles_on_board(board: Board) -> str:
    """Return the tiles on the board, "?" for a joker."""
    letters = "".join(board.grid).replace(EMPTY, "")
    return "".join(WILD if letter.islower() else letter for letter in letters)


def find_unseen_letters(state: MatchState) -> str | None:
    """Return all letters not on the board; None if the board has more of a letter than exist."""
    on_board = list_tiles_on_board(state.board)
    return remove_letters(build_full_bag(), on_board) if is_within_set(on_board) else None


def end_if_passed(state: MatchState, at: int) -> MatchState | None:
    """Return the ended state after six consecutive passes, else None."""
    if state.pass_count < MAX_PASSES:
        return None
    return end_game(replace(state, to_move=None), MatchEndReason.PASSES, at)


def stop_game(state: MatchState, event: Event) -> MatchState:
    """End the game by decision of the director; each player deducts the remaining letters (9.3)."""
    return end_game(replace(state, challenge=None, contest=None), MatchEndReason.STOPPED, event.at)


def type_letters(state: MatchState, event: Event) -> MatchState:
    """Store the remaining letters of both racks, typed by an arbiter."""
    if state.end is None:
        raise ClassicRefused("not-over")
    remaining = tuple(
        _read_letters(event, side.value, state.get_player(side).letter_count) for side in Side
    )  # fmt: skip
    unseen = find_unseen_letters(state)
    if unseen is not None:
        for letter in remaining[0] + remaining[1]:
            if letter not in unseen:
                raise ClassicRefused("not-left", letter=letter)
            unseen = remove_letters(unseen, letter)
    return replace(state, end=replace(state.end, remaining_letters=(remaining[0], remaining[1])))


def _read_letters(event: Event, name: str, size: int) -> str:
    letters = event.data.get(name)
    if not isinstance(letters, str):
        raise event.build_refusal(name)
    if len(letters) != size:
        raise ClassicRefused("letters-left", side=name, size=size)
    return letters


def compute_deductions(state: MatchState) -> PointsPair:
    """Return the points of the remaining letters, for X and for Y."""
    end = state.end
    if end is None or end.remaining_letters is None or end.reason is MatchEndReason.TOTALS:
        return 0, 0
    is_out = end.reason is MatchEndReason.OUT
    return (credit_player_without_letters if is_out else deduct_own_letters)(end.remaining_letters)


def sum_penalty_points(state: MatchState, side: Side) -> int:
    """Return all points that the regulation and the officers deduct from a player; time costs none
    (C-05)."""
    penalty_points = sum(penalty.points for penalty in state.penalties if penalty.side is side)
    points_rulings = sum(
        ruling.side is side and ruling.sanction is MatchSanction.POINTS for ruling in state.rulings
    )
    return penalty_points + points_rulings * state.terms.lost_points


def compute_totals(state: MatchState) -> PointsPair:
    """Return the totals of X and Y from the recorded moves, before any settlement."""
    letter_points = compute_deductions(state)

    def compute_total(side: Side) -> int:
        points = sum(move.points for move in state.moves if move.side is side and move.stands)
        points -= sum_penalty_points(state, side)
        return state.points_before[side.position] + points + letter_points[side.position]

    return compute_total(Side.X), compute_total(Side.Y)


def compute_scores(state: MatchState) -> PointsPair:
    """Return the totals of X and Y."""
    computed = compute_totals(state)
    return computed[0] + state.adjustment[0], computed[1] + state.adjustment[1]


def has_word(state: MatchState) -> bool:
    """Return True if a word is on the board (8.2)."""
    return state.has_words_before or any(
        move.kind is MoveKind.PLAY and move.stands for move in state.moves
    )


def has_result(state: MatchState) -> bool:
    """Return True if the game counts for its match: it has a winner, or both have lost it."""
    return state.is_decided and (
        find_winner(state) is not None or bool(state.sides_that_cannot_win)
    )


def find_winner(state: MatchState) -> Winner | None:
    """Return the winner of a finished game (8, 9.2, 10); None before, or if both lose.

    Without a word on the board only the remaining letters count (8.2, C-03).
    """
    if state.sides_that_cannot_win:
        winners = [side for side in Side if side not in state.sides_that_cannot_win]
        return Winner(winners[0].value) if winners else None
    end = state.end
    if end is None or (end.remaining_letters is None and end.reason is not MatchEndReason.TOTALS):
        return None
    if (
        end.reason is MatchEndReason.PASSES
        and end.remaining_letters is not None
        and not has_word(state)
    ):
        position = find_player_with_fewest_points(end.remaining_letters)
        return Winner.EQUAL if position is None else (Winner.X, Winner.Y)[position]
    x, y = compute_scores(state)
    if x == y:
        return Winner.EQUAL
    return Winner.X if x > y else Winner.Y
