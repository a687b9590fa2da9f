"""Every pair of state and command, for both life cycles."""

import itertools

from tests.rows import every_row
from tournament.core.states import (
    GAME_TRANSITIONS,
    LIVE_TURN_STATES,
    TOURNAMENT_TRANSITIONS,
    TURN_TRANSITIONS,
    GameCommand,
    GameState,
    TournamentCommand,
    TournamentState,
    TurnCommand,
    TurnState,
)

#: Written out independently of the tables: command, states it starts from, state it leads to.
GAME_MOVES = {
    GameCommand.PREPARE: ({"draft"}, "ready"),
    GameCommand.REOPEN: ({"ready"}, "draft"),
    GameCommand.START: ({"ready"}, "running"),
    GameCommand.INTERRUPT: ({"running"}, "interrupted"),
    GameCommand.RESUME: ({"interrupted"}, "running"),
    GameCommand.FINISH: ({"running", "interrupted"}, "finished"),
    GameCommand.ANNUL: ({"draft", "ready", "running", "interrupted"}, "void"),
}
TURN_MOVES = {
    TurnCommand.RETYPE: ({"drawn"}, "drawn"),
    TurnCommand.REDRAW: ({"drawn"}, "drawn"),
    TurnCommand.ANNOUNCE: ({"drawn"}, "announced"),
    TurnCommand.RECTIFY: ({"announced"}, "announced"),
    TurnCommand.OPEN: ({"announced"}, "open"),
    TurnCommand.CLOSE: ({"open"}, "closed"),
    TurnCommand.REVEAL: ({"closed"}, "revealed"),
    TurnCommand.READ_OUT: ({"revealed"}, "revealed"),
    TurnCommand.COMPLETE: ({"revealed"}, "done"),
    TurnCommand.TAKE_BACK: ({"revealed", "done"}, "closed"),
    TurnCommand.CANCEL: ({"drawn", "announced", "open", "closed", "revealed"}, "cancelled"),
}
#: The same of a tournament, whose commands start from one state each.
TOURNAMENT_MOVES = {
    TournamentCommand.PUBLISH: ("draft", "published"),
    TournamentCommand.HIDE: ("published", "draft"),
    TournamentCommand.ARCHIVE: ("published", "archived"),
    TournamentCommand.BRING_BACK: ("archived", "published"),
}


def test_a_game_moves_exactly_as_its_life_cycle_says() -> None:
    with every_row() as row:
        for state, command in itertools.product(GameState, GameCommand):
            with row(f"{command} in {state}"):
                starts, target = GAME_MOVES[command]
                expected = GameState(target) if state in starts else None
                assert GAME_TRANSITIONS.get((state, command)) == expected


def test_a_turn_moves_exactly_as_its_life_cycle_says() -> None:
    with every_row() as row:
        for state, command in itertools.product(TurnState, TurnCommand):
            with row(f"{command} in {state}"):
                starts, target = TURN_MOVES[command]
                expected = TurnState(target) if state in starts else None
                assert TURN_TRANSITIONS.get((state, command)) == expected


def test_a_tournament_moves_exactly_as_its_life_cycle_says() -> None:
    with every_row() as row:
        for state, command in itertools.product(TournamentState, TournamentCommand):
            with row(f"{command} in {state}"):
                start, target = TOURNAMENT_MOVES[command]
                expected = TournamentState(target) if state == start else None
                assert TOURNAMENT_TRANSITIONS.get((state, command)) == expected


def test_a_done_or_cancelled_turn_allows_the_next() -> None:
    assert {"done", "cancelled"} == set(TurnState) - LIVE_TURN_STATES
