"""Which bulletins are due for a second look, and how a difference goes on (5.9; before: 5.7)."""

from arbitrage.core.second_looks import (
    LOOK_TRANSITIONS,
    OPEN_LOOKS,
    LookCandidate,
    LookCommand,
    LookState,
    RuledAs,
    Twice,
    covers,
    due,
    followed,
)
from arbitrage.core.verdict import Sanction
from tests.rows import every_row

#: By table: a top of the leader, a clean one, a zero, a penalty, a warning of the third.
TURN = [
    LookCandidate(1, Sanction.NONE, is_top=True, rank=1),
    LookCandidate(2, Sanction.NONE, rank=2),
    LookCandidate(3, Sanction.ZERO, rank=5),
    LookCandidate(4, Sanction.PENALTY, rank=4),
    LookCandidate(5, Sanction.WARNING, rank=3),
    LookCandidate(6, Sanction.NONE),
]
DUE = [
    (Twice(), 1, set()),
    (Twice(everything=True), 1, {1, 2, 3, 4, 5, 6}),
    (Twice(sanctioned=True), 1, {3, 4}),
    (Twice(tops=True), 1, {1}),
    (Twice(sanctioned=True, tops=True), 1, {1, 3, 4}),
    (Twice(every=1), 1, {1, 2, 3, 4, 5, 6}),
    (Twice(every=3), 3, {1, 4}),
    (Twice(every=3), 4, {3, 6}),
    (Twice(every=3), 5, {2, 5}),
    (Twice(every=50), 3, set()),
    (Twice(first=3), 1, {1, 2, 5}),
    (Twice(first=1, sanctioned=True), 1, {1, 3, 4}),
]
FIRST = RuledAs("one", 0, Sanction.ZERO)
OTHER = RuledAs("one", 24, Sanction.NONE)
RETYPED = RuledAs("two", 0, Sanction.ZERO)
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


def test_what_is_due_is_all_that_one_part_of_the_plan_wants() -> None:
    with every_row() as row:
        for plan, turn, wanted in DUE:
            with row(f"{plan} at turn {turn}"):
                assert due(plan, TURN, turn) == wanted
                assert Twice.from_dict(plan.to_dict()) == plan
                assert bool(plan) == (plan != Twice())


def test_one_in_so_many_reaches_every_table_in_as_many_turns() -> None:
    reached = [due(Twice(every=3), TURN, turn) for turn in (7, 8, 9)]
    assert set.union(*reached) == {one.entry for one in TURN}
    assert sum(map(len, reached)) == len(TURN)


def test_a_decision_settles_a_difference_and_taking_it_back_opens_it() -> None:
    with every_row() as row:
        for state, motive, now, after in FOLLOWED:
            with row(f"{state} {now}"):
                assert followed(state, motive, FIRST, now) is after


def test_only_an_open_difference_takes_commands_and_every_pair_is_decided() -> None:
    with every_row() as row:
        for state in LookState:
            for command in LookCommand:
                with row(f"{state} {command}"):
                    target = LOOK_TRANSITIONS.get((state, command))
                    again = (state, command) == (LookState.CONTESTED, LookCommand.CONTEST)
                    assert (target is not None) == (state in OPEN_LOOKS and not again)


def test_a_look_stands_for_what_it_ended_with_and_for_nothing_decided_since() -> None:
    assert covers(LookState.AGREED, FIRST, FIRST)
    assert not covers(LookState.AGREED, FIRST, OTHER)
    assert not covers(LookState.LAPSED, FIRST, FIRST)
