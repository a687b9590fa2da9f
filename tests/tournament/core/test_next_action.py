"""The judge has exactly one next action for every pair of states."""

import itertools

from tests.rows import every_row
from tournament.core.next_action import Action, find_next_action
from tournament.core.states import GameState, TurnState

ACTIONS: list[tuple[TurnState | None, int | None, Action]] = [
    (None, None, Action.DRAW),
    (TurnState.DRAWN, None, Action.ANNOUNCE),
    (TurnState.DRAWN, 0, Action.CANCEL),
    (TurnState.ANNOUNCED, 12, Action.OPEN),
    (TurnState.OPEN, 12, Action.WAIT_CLOCK),
    (TurnState.OPEN, 0, Action.CANCEL),
    (TurnState.CLOSED, None, Action.WAIT_SOLUTIONS),
    (TurnState.CLOSED, 12, Action.REVEAL),
    (TurnState.CLOSED, 0, Action.CANCEL),
    (TurnState.REVEALED, 12, Action.DRAW),
    (TurnState.DONE, 12, Action.DRAW),
    (TurnState.CANCELLED, None, Action.DRAW),
]


def test_the_next_action_of_a_running_game() -> None:
    with every_row() as each:
        for turn, solutions, expected in ACTIONS:
            with each(f"{turn}-{solutions}"):
                assert find_next_action(GameState.RUNNING, turn, solutions=solutions) is expected


def test_a_solution_is_read_out_before_the_next_draw() -> None:
    for turn in TurnState:
        action = find_next_action(GameState.RUNNING, turn, solutions=12, is_reading_out=True)
        assert (action is Action.READ_OUT) is (turn is TurnState.REVEALED)


def test_there_is_an_action_for_every_pair_of_states() -> None:
    for game, turn in itertools.product(GameState, [None, *TurnState]):
        assert isinstance(find_next_action(game, turn), Action)


def test_a_game_interrupted_too_long_is_overdue() -> None:
    assert find_next_action(GameState.INTERRUPTED, None) is Action.RESUME
    assert find_next_action(GameState.INTERRUPTED, None, is_overdue=True) is Action.OVERDUE
