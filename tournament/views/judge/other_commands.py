"""The secondary commands of the judge."""

from collections.abc import Callable

from tournament.core.next_action import Action
from tournament.core.states import LIVE_TURN_STATES, GameState, Source, TurnState
from tournament.models import Game, Turn
from tournament.services.play.playing_time import UNOPENED_TURN_STATES


def list_other_commands(
    game: Game, current_turn: Turn | None, action: Action, correctable: Callable[[], Turn | None]
) -> list[str]:
    """List the names of the secondary commands that are possible now.

    ``correctable`` returns the turn whose word may be taken back.
    """
    state = GameState(game.state)
    turn = TurnState(current_turn.state) if current_turn else None
    if state is GameState.INTERRUPTED:
        possible = {
            "resume-late": action is Action.OVERDUE,
            "cancel": turn in LIVE_TURN_STATES,
            "finish": action is not Action.OVERDUE,
        }
        return [name for name, is_possible in possible.items() if is_possible]
    if state is not GameState.RUNNING:
        return []
    by_hand = game.source == Source.HAND
    possible = {
        "stop": turn is TurnState.OPEN,
        "time": turn in UNOPENED_TURN_STATES,
        "retype-refused": by_hand and action is Action.DRAW and bool(game.refused),
        "retype": by_hand and turn is TurnState.DRAWN,
        "rectify": by_hand and turn is TurnState.ANNOUNCED,
        "redraw": turn is TurnState.DRAWN and bool(current_turn and current_turn.may_reject),
        "take-back": correctable() is not None,
        "cancel": turn in LIVE_TURN_STATES and action is not Action.CANCEL,
        "interrupt": turn is not TurnState.OPEN,
        "finish": turn not in {TurnState.OPEN, TurnState.CLOSED},
    }
    return [name for name, is_possible in possible.items() if is_possible]
