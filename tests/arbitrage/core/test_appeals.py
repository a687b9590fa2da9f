"""Cases: transitions, appeal windows and recusal reasons."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from arbitrage.core.appeals import (
    CASE_TRANSITIONS,
    AppealWindow,
    CaseCommand,
    CaseInvolvement,
    CaseState,
    GameTimes,
    RecusalReason,
    compute_completion_due,
    compute_window,
    find_widest,
)
from arbitrage.services.referral import get_case_target
from engine.regulation.editions import EDITIONS
from tests.rows import every_row
from tournament.core.errors import WrongState

NINE = datetime(2026, 5, 2, 9, 0, tzinfo=UTC)


def test_a_closed_case_takes_no_command() -> None:
    ends = {
        CaseCommand.ALLOW: CaseState.ALLOWED,
        CaseCommand.DISMISS: CaseState.DISMISSED,
        CaseCommand.WITHDRAW: CaseState.WITHDRAWN,
        CaseCommand.LAPSE: CaseState.MOOT,
    }
    assert set(ends) == set(CaseCommand)
    assert set(ends.values()) | {CaseState.OPEN} == set(CaseState)
    assert len(CASE_TRANSITIONS) == len(ends)
    with every_row() as row:
        for state, command in product(CaseState, CaseCommand):
            with row(f"{command} of a case that is {state}"):
                if state is CaseState.OPEN:
                    assert get_case_target(state, command) is ends[command]
                else:
                    with pytest.raises(WrongState):
                        get_case_target(state, command)


def test_the_window_is_closed_before_the_game() -> None:
    window = compute_window(GameTimes(None, None), [], EDITIONS["2023"], NINE)
    assert not window.is_open


def test_an_annulled_game_does_not_keep_the_window_open() -> None:
    played = GameTimes(NINE, NINE + timedelta(hours=1))
    never = GameTimes(None, None, void=True)
    window = compute_window(played, [never], EDITIONS["2023"], NINE + timedelta(hours=2))
    assert (window.is_open, window.closes_at) == (False, NINE + timedelta(minutes=75))


def test_the_file_of_a_further_appeal_has_two_weeks() -> None:
    due = {key: compute_completion_due(edition, NINE) for key, edition in EDITIONS.items()}
    two_weeks = NINE + timedelta(days=14)
    assert due == dict.fromkeys(("2023", "2019", "2017"), two_weeks) | {"2014": None, "2011": None}


def test_every_recusal_reason_is_listed() -> None:
    part = CaseInvolvement(
        ruling_accounts=frozenset({1, 2}),
        acting_accounts=frozenset({2}),
        second_look_accounts=frozenset({3}),
        playing_accounts=frozenset({4}),
    )
    reasons = {account: part.list_recusal_reasons(account) for account in range(1, 6)}
    assert reasons == {
        1: [RecusalReason.RULED],
        2: [RecusalReason.RULED, RecusalReason.ACTED],
        3: [RecusalReason.LOOKED],
        4: [RecusalReason.PLAYS],
        5: [],
    }
    assert CaseInvolvement(leading_accounts=frozenset({5})).list_recusal_reasons(5) == [
        RecusalReason.LED
    ]


def test_a_later_decision_is_contested_from_then_on() -> None:
    edition = EDITIONS["2023"]

    def at_hour(hours: float) -> datetime:
        return NINE + timedelta(hours=hours)

    first, second = GameTimes(NINE, at_hour(1)), GameTimes(at_hour(2), at_hour(3))
    running, to_come = GameTimes(at_hour(2), None), GameTimes(None, None)
    others_game = GameTimes(at_hour(2), None, is_own=False)
    third, void = GameTimes(at_hour(4), None), GameTimes(at_hour(2), None, void=True)
    quarter = timedelta(minutes=15)
    late = AppealWindow(is_open=True, closes_at=at_hour(2.5) + quarter)
    closed, until_next = (
        AppealWindow(is_open=False, closes_at=None),
        AppealWindow(is_open=True, closes_at=None),
    )
    rows = [
        ("while it is played", [second], at_hour(0.5), at_hour(2.5), closed),
        ("before the next game", [running], at_hour(1.5), at_hour(2.1), closed),
        ("during the next game", [running], at_hour(2.5), at_hour(2.9), until_next),
        (
            "during the last game",
            [second],
            at_hour(2.5),
            at_hour(3.2),
            AppealWindow(True, at_hour(3) + quarter),
        ),
        (
            "after the last game",
            [second],
            at_hour(5),
            at_hour(5.2),
            AppealWindow(True, at_hour(5) + quarter),
        ),
        (
            "and too late",
            [second],
            at_hour(5),
            at_hour(5.3),
            AppealWindow(False, at_hour(5) + quarter),
        ),
        ("with a game to come", [second, to_come], at_hour(3.5), at_hour(9), until_next),
        ("once that has begun", [second, third], at_hour(3.5), at_hour(4.1), closed),
        ("during one annulled since", [void], at_hour(2.5), at_hour(2.6), late),
        ("during a mort subite of others", [others_game], at_hour(1), at_hour(2.5), until_next),
        (
            "after a mort subite of others",
            [replace(others_game, finished_at=at_hour(3))],
            at_hour(1),
            at_hour(3.2),
            AppealWindow(True, at_hour(3) + quarter),
        ),
        ("during their own mort subite", [running], at_hour(1), at_hour(2.5), closed),
    ]
    with every_row() as row:
        for name, others, decided, now, expected in rows:
            with row(name):
                assert compute_window(first, others, edition, now, decided) == expected
    assert find_widest(
        [closed, AppealWindow(True, NINE), AppealWindow(True, at_hour(1))]
    ).closes_at == at_hour(1)
    assert find_widest([AppealWindow(True, NINE), until_next, until_next]) == until_next
