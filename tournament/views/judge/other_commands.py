"""What the judge may do besides the next action."""

from collections.abc import Callable

from tournament.core.next_action import Action
from tournament.core.states import LIVE_TURN_STATES, GameState, TurnState
from tournament.models import Game, Turn
from tournament.services.play.playing_time import NOT_OPENED


def sensible(
    game: Game, at_hand: Turn | None, action: Action, correctable: Callable[[], Turn | None]
) -> list[str]:
    """Secondary commands that make sense now, by name; ``correctable``: the turn of which the word
    may be taken back."""
    state = GameState(game.state)
    turn = TurnState(at_hand.state) if at_hand else None
    if state is GameState.INTERRUPTED:
        found = {
            "resume-late": action is Action.OVERDUE,
            "cancel": turn in LIVE_TURN_STATES,
            "finish": action is not Action.OVERDUE,
        }
        return [name for name, makes_sense in found.items() if makes_sense]
    if state is not GameState.RUNNING:
        return []
    found = {
        "stop": turn is TurnState.OPEN,
        "time": turn in NOT_OPENED,
        "redraw": turn is TurnState.DRAWN and bool(at_hand and at_hand.may_reject),
        "take-back": correctable() is not None,
        "cancel": turn in LIVE_TURN_STATES and action is not Action.CANCEL,
        "interrupt": turn is not TurnState.OPEN,
        "finish": turn not in {TurnState.OPEN, TurnState.CLOSED},
    }
    return [name for name, makes_sense in found.items() if makes_sense]
