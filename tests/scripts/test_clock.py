"""The clock: time left from an absolute deadline and the measured difference of two clocks."""

from typing import Any

import pytest

from tests.scripts.scripts import Scripts


def call(scripts: Scripts, body: str, argument: Any = None) -> Any:
    source = f"""async (argument) => {{
      const clock = await import("/static/js/live/clock.js");
      {body}
    }}"""
    return scripts.evaluate(source, argument)


@pytest.mark.parametrize(
    ("ms", "shown"),
    [
        (180_000, "3:00"),
        (179_999, "3:00"),
        (179_000, "2:59"),
        (60_000, "1:00"),
        (59_001, "1:00"),
        (9_000, "0:09"),
        (1, "0:01"),
        (0, "0:00"),
        (3_600_000, "60:00"),
    ],
)
def test_time_left_is_rounded_up_so_that_zero_is_the_bell(
    scripts: Scripts, ms: int, shown: str
) -> None:
    assert call(scripts, "return clock.formatRemaining(argument)", ms) == shown


@pytest.mark.parametrize(
    ("turn", "now", "phase"),
    [
        (None, 0, "idle"),
        ({"state": "announced", "closes_at": None}, 0, "idle"),
        ({"state": "open", "closes_at": 100_000}, 0, "running"),
        ({"state": "open", "closes_at": 100_000}, 69_999, "running"),
        ({"state": "open", "closes_at": 100_000}, 70_000, "warning"),
        ({"state": "open", "closes_at": 100_000}, 99_999, "warning"),
        ({"state": "open", "closes_at": 100_000}, 100_000, "over"),
        ({"state": "closed", "closes_at": 100_000}, 50_000, "over"),
        ({"state": "revealed", "closes_at": 100_000}, 200_000, "over"),
    ],
)
def test_phases_follow_the_three_calls_of_the_judge(
    scripts: Scripts, turn: dict[str, Any] | None, now: int, phase: str
) -> None:
    argument = {"turn": turn, "now": now}

    shown = call(
        scripts,
        """
        let first = null;
        const tick = (left, phase) => { first ??= phase; };
        const countdown = new clock.Countdown({ now: () => argument.now }, tick);
        countdown.set(argument.turn, 30);
        countdown.set(null, 30); // plans no tick after this test
        return first;
        """,
        argument,
    )

    assert shown == phase


def test_the_sample_with_the_shortest_round_trip_tells_the_offset(scripts: Scripts) -> None:
    shown = call(
        scripts,
        """
        const server = new clock.ServerClock(() => 1000);
        server.sample(0, 400, 5200);     // 5000 ahead, measured slowly
        server.sample(1000, 1020, 6015); // 5005 ahead, measured fast
        server.sample(2000, 2900, 7000);
        return [server.offset, server.now()];
        """,
    )

    assert shown == [5005, 6005]


def test_before_the_first_answer_the_time_on_a_message_has_to_do(scripts: Scripts) -> None:
    shown = call(
        scripts,
        "const s = new clock.ServerClock(() => 1000); s.hint(4000); return s.now();",
    )

    assert shown == 4000


def test_a_sample_that_contradicts_the_others_counts_from_then_on(scripts: Scripts) -> None:
    """The device slept unseen, or a clock was set: the samples of before are worth nothing."""
    shown = call(
        scripts,
        """
        const server = new clock.ServerClock(() => 1000);
        server.sample(0, 10, 5005);
        server.sample(2000, 2300, 3607150);
        return server.offset;
        """,
    )

    assert shown == 3_605_000


def test_a_clock_of_the_device_that_is_set_moves_no_countdown(scripts: Scripts) -> None:
    shown = call(
        scripts,
        """
        const server = new clock.ServerClock();
        server.hint(1_000_000);
        const real = Date.now;
        Date.now = () => real() + 3_600_000;
        const shown = server.now();
        Date.now = real;
        return shown;
        """,
    )

    assert shown == pytest.approx(1_000_000, abs=60_000)


def test_a_device_that_slept_measures_again(scripts: Scripts) -> None:
    shown = call(
        scripts,
        """
        const server = new clock.ServerClock(() => 1000);
        server.sample(0, 10, 5005);
        server.forget();
        const meanwhile = server.offset;
        server.sample(0, 900, 9450); // slow, but the only one since
        return [meanwhile, server.offset];
        """,
    )

    assert shown == [5000, 9000]


def test_a_countdown_ticks_every_second_and_exactly_at_the_bell(scripts: Scripts) -> None:
    scripts.stop_time(0)
    ticks = call(
        scripts,
        """
        const server = new clock.ServerClock(() => Date.now());
        const ticks = [];
        const countdown = new clock.Countdown(server, (left, phase) => {
          ticks.push([Date.now(), left, phase]);
        });
        countdown.set({ state: "open", closes_at: 2300 }, 1);
        passTime(5000);
        return ticks;
        """,
    )

    assert ticks == [
        [0, 2300, "running"],
        [300, 2000, "running"],
        [1300, 1000, "warning"],
        [2300, 0, "over"],
    ]
