"""The end of a game by the rules (3.6, 3.7)."""

from engine.board.letters import sort_letters
from engine.rules.ending import (
    Ending,
    build_mort_subite_ending,
    check_end_after_cancellation,
    check_end_after_placement,
    check_end_without_move,
)
from tournament.core.states import PLACED_TURN_STATES, TurnState
from tournament.models import Solutions, Turn
from tournament.queries.mort_subite import MIN_CONTENDERS, is_mort_subite, list_survivors
from tournament.queries.position import GamePosition


def find_ending(position: GamePosition) -> Ending | None:
    """Return the reason why no turn may follow the last one (placed, cancelled or without
    solution); None while the game goes on.

    Whether a letter can still be placed is computed by the worker that solves a turn
    (``tournament.tasks.solve_turn``), for the last letters as for a draw without solution.
    """
    game, last = position.game, position.current_turn
    if last is not None and is_mort_subite(game) and len(list_survivors(game)) < MIN_CONTENDERS:
        return build_mort_subite_ending(game.tournament.regulation)
    ending = None if last is None else _find_ending_after(position, last)
    return ending if ending is not None and ending.is_over else None


def _find_ending_after(position: GamePosition, last: Turn) -> Ending | None:
    fmt, edition = position.fmt, position.game.tournament.regulation
    all_letters = position.whole_bag.letters
    if last.state in PLACED_TURN_STATES:
        final = Solutions.objects.filter(turn=last).values_list("final", flat=True).first() or []
        remaining, nothing_playable = position.remainder.letters, [last.word, last.ref] in final
        ending = check_end_after_placement(
            fmt, remaining, edition=edition, nothing_playable=nothing_playable
        )
        if ending.is_over or not _has_all_letters(position.last_turn, all_letters):
            return ending
        return check_end_after_cancellation(fmt, all_letters, edition=edition)
    unsolvable = Solutions.objects.filter(turn=last, moves=[]).first()
    if unsolvable is not None:
        return check_end_without_move(
            fmt, all_letters, edition=edition, nothing_playable=unsolvable.nothing_playable
        )
    if last.state == TurnState.CANCELLED:
        return check_end_after_cancellation(fmt, all_letters, edition=edition)
    return None


def _has_all_letters(turn: Turn | None, letters: str) -> bool:
    """Return True if a turn set aside had all remaining letters: no other rack exists (3.6)."""
    return turn is not None and turn.set_aside and sort_letters(turn.rack) == sort_letters(letters)
