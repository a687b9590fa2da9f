"""The states of a difference between two looks (5.9; before: 5.7)."""

from arbitrage.core.codes import Sanction
from arbitrage.core.second_looks import (
    LOOK_TRANSITIONS,
    OPEN_LOOKS,
    ComparedDecision,
    LookCommand,
    LookState,
    compute_look_state,
)
from tests.rows import every_row

FIRST = ComparedDecision("one", 0, Sanction.ZERO)
OTHER = ComparedDecision("one", 24, Sanction.NONE)
RETYPED = ComparedDecision("two", 0, Sanction.ZERO)
FOLLOWED = [
    (LookState.AGREED, "", OTHER, LookState.AGREED),
    (LookState.DIFFERS, "", FIRST, LookState.DIFFERS),
    (LookState.DIFFERS, "", OTHER, LookState.RULED),
    (LookState.CONTESTED, "lu", OTHER, LookState.RULED),
    (LookState.CONTESTED, "lu", RETYPED, LookState.LAPSED),
    (LookState.RULED, "lu", FIRST, LookState.CONTESTED),
    (LookState.RULED, "", FIRST, LookState.DIFFERS),
    (LookState.RULED, "lu", OTHER, LookState.RULED),
    (LookState.KEPT, "lu", OTHER, LookState.KEPT),
    (LookState.JOINED, "", OTHER, LookState.JOINED),
]


def test_a_decision_settles_a_difference_and_its_undoing_reopens_it() -> None:
    with every_row() as row:
        for state, motive, now, after in FOLLOWED:
            with row(f"{state} {now}"):
                assert compute_look_state(state, motive, FIRST, now) is after


def test_only_an_open_difference_takes_commands() -> None:
    with every_row() as row:
        for state in LookState:
            for command in LookCommand:
                with row(f"{state} {command}"):
                    target = LOOK_TRANSITIONS.get((state, command))
                    again = (state, command) == (LookState.CONTESTED, LookCommand.CONTEST)
                    assert (target is not None) == (state in OPEN_LOOKS and not again)
