"""The next action of the judge, derived from the states of the game and its turn."""

from enum import StrEnum

from tournament.core.states import GameState, TurnState


class Action(StrEnum):
    PREPARE = "prepare"
    START = "start"
    DRAW = "draw"
    ANNOUNCE = "announce"
    OPEN = "open"
    WAIT_CLOCK = "wait_clock"
    WAIT_SOLUTIONS = "wait_solutions"
    REVEAL = "reveal"
    #: The solution is being read out: the pause before the next announcement begins after it (3.1).
    READ_OUT = "read-out"
    #: The judge plays: their own bulletin must be handed in before any solution is shown.
    OWN_BULLETIN = "own_bulletin"
    #: No solution exists: the turn is cancelled and drawn again (3.6).
    CANCEL = "cancel"
    RESUME = "resume"
    #: The interruption is too long: the game ends, unless the judge decides to go on (3.7).
    OVERDUE = "overdue"
    NONE = "none"


_BY_GAME = {
    GameState.DRAFT: Action.PREPARE,
    GameState.READY: Action.START,
    GameState.INTERRUPTED: Action.RESUME,
    GameState.FINISHED: Action.NONE,
    GameState.VOID: Action.NONE,
}
_BY_TURN = {
    TurnState.DRAWN: Action.ANNOUNCE,
    TurnState.ANNOUNCED: Action.OPEN,
    TurnState.OPEN: Action.WAIT_CLOCK,
    TurnState.REVEALED: Action.DRAW,
    TurnState.DONE: Action.DRAW,
    TurnState.CANCELLED: Action.DRAW,
}

_PLAYED = frozenset({TurnState.DRAWN, TurnState.ANNOUNCED, TurnState.OPEN, TurnState.CLOSED})


def find_next_action(
    game: GameState,
    turn: TurnState | None,
    *,
    solutions: int | None = None,
    is_overdue: bool = False,
    is_reading_out: bool = False,
) -> Action:
    """Return the next command for a game whose last turn is in state ``turn`` (None: no turn yet).

    ``solutions`` is the number of legal moves of the turn, None while unknown; ``is_overdue``: the
    interruption is longer than the edition allows; ``is_reading_out``: the solution is being read
    out, and its end is to be noted.
    """
    if game is GameState.INTERRUPTED and is_overdue:
        return Action.OVERDUE
    if game is not GameState.RUNNING:
        return _BY_GAME[game]
    if turn is None:
        return Action.DRAW
    if solutions == 0 and turn in _PLAYED:
        return Action.CANCEL
    if turn is TurnState.CLOSED:
        return Action.WAIT_SOLUTIONS if solutions is None else Action.REVEAL
    return Action.READ_OUT if is_reading_out and turn is TurnState.REVEALED else _BY_TURN[turn]
