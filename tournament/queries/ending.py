"""Whether the rules end a game where it stands (3.6, 3.7)."""

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
from tournament.queries.mort_subite import LEAST, is_mort_subite, still_in
from tournament.queries.position import GamePosition


def ending_of(position: GamePosition) -> Ending | None:
    """Why no further turn may be drawn after the last one, placed, cancelled or without solution.

    None while the game goes on. Whether a letter can still be placed is never asked of anybody:
    the worker that solves a turn says so (``tournament.tasks.solve_turn``), of the last letters
    as of a draw without solution.
    """
    game, last = position.game, position.at_hand
    if last is not None and is_mort_subite(game) and len(still_in(game)) < LEAST:
        return build_mort_subite_ending(game.tournament.regulation)
    found = None if last is None else _after(position, last)
    return found if found is not None and found.is_over else None


def _after(position: GamePosition, last: Turn) -> Ending | None:
    fmt, edition = position.fmt, position.game.tournament.regulation
    everything = position.whole_bag.letters
    if last.state in PLACED_TURN_STATES:
        final = Solutions.objects.filter(turn=last).values_list("final", flat=True).first() or []
        left, nothing = position.remainder.letters, [last.word, last.ref] in final
        found = check_end_after_placement(fmt, left, edition=edition, nothing_playable=nothing)
        if found.is_over or not _same_letters(position.last, everything):
            return found
        return check_end_after_cancellation(fmt, everything, edition=edition)
    none = Solutions.objects.filter(turn=last, moves=[]).first()
    if none is not None:
        return check_end_without_move(
            fmt, everything, edition=edition, nothing_playable=none.nothing_playable
        )
    if last.state == TurnState.CANCELLED:
        return check_end_after_cancellation(fmt, everything, edition=edition)
    return None


def _same_letters(turn: Turn | None, letters: str) -> bool:
    """Whether the turn set aside had all that is left: no other rack can be drawn (3.6)."""
    return turn is not None and turn.set_aside and sort_letters(turn.rack) == sort_letters(letters)
