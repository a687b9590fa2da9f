"""The clock: time left until an absolute deadline, by the measured difference of two clocks."""

from typing import Any

import pytest

from tests.rows import every_row
from tests.scripts.scripts import Scripts


def call(scripts: Scripts, body: str, argument: Any = None) -> Any:
    source = f"""async (argument) => {{
      const clock = await import("/static/js/live/clock.js");
      {body}
    }}"""
    return scripts.evaluate(source, argument)


def test_time_left_is_rounded_up(scripts: Scripts) -> None:
    samples: list[tuple[int, str]] = [
        (180_000, "3:00"),
        (179_999, "3:00"),
        (179_000, "2:59"),
        (60_000, "1:00"),
        (59_001, "1:00"),
        (9_000, "0:09"),
        (1, "0:01"),
        (0, "0:00"),
        (3_600_000, "60:00"),
    ]
    with every_row() as row:
        for ms, shown in samples:
            with row((ms, shown)):
                assert call(scripts, "return clock.formatRemaining(argument)", ms) == shown


def test_phases_follow_the_three_calls_of_the_judge(scripts: Scripts) -> None:
    samples: list[tuple[dict[str, Any] | None, int, str]] = [
        (None, 0, "idle"),
        ({"state": "announced", "closes_at": None}, 0, "idle"),
        ({"state": "open", "closes_at": 100_000}, 0, "running"),
        ({"state": "open", "closes_at": 100_000}, 69_999, "running"),
        ({"state": "open", "closes_at": 100_000}, 70_000, "warning"),
        ({"state": "open", "closes_at": 100_000}, 99_999, "warning"),
        ({"state": "open", "closes_at": 100_000}, 100_000, "over"),
        ({"state": "closed", "closes_at": 100_000}, 50_000, "over"),
        ({"state": "revealed", "closes_at": 100_000}, 200_000, "over"),
    ]
    with every_row() as row:
        for turn, now, phase in samples:
            with row((turn, now, phase)):
                argument = {"turn": turn, "now": now}

                shown = call(
                    scripts,
                    """
                    let first = null;
                    const tick = (left, phase) => { first ??= phase; };
                    const countdown = new clock.Countdown({ now: () => argument.now }, tick);
                    countdown.set(argument.turn, 30);
                    countdown.set(null, 30); // schedules no tick after this test
                    return first;
                    """,
                    argument,
                )

                assert shown == phase


def test_the_sample_with_the_shortest_round_trip_counts(scripts: Scripts) -> None:
    shown = call(
        scripts,
        """
        const server = new clock.ServerClock(() => 1000);
        server.addSample(0, 400, 5200);     // 5000 ahead, measured slowly
        server.addSample(1000, 1020, 6015); // 5005 ahead, measured fast
        server.addSample(2000, 2900, 7000);
        return [server.offset, server.now()];
        """,
    )

    assert shown == [5005, 6005]


def test_without_samples_the_time_on_a_message_counts(scripts: Scripts) -> None:
    shown = call(
        scripts,
        "const server = new clock.ServerClock(() => 1000);"
        "server.setEstimate(4000); return server.now();",
    )

    assert shown == 4000


def test_an_inconsistent_sample_replaces_the_others(scripts: Scripts) -> None:
    """The device slept, or a clock was set: the earlier samples are wrong."""
    shown = call(
        scripts,
        """
        const server = new clock.ServerClock(() => 1000);
        server.addSample(0, 10, 5005);
        server.addSample(2000, 2300, 3607150);
        return server.offset;
        """,
    )

    assert shown == 3_605_000


def test_setting_the_clock_of_the_device_moves_no_countdown(scripts: Scripts) -> None:
    shown = call(
        scripts,
        """
        const server = new clock.ServerClock();
        server.setEstimate(1_000_000);
        const real = Date.now;
        Date.now = () => real() + 3_600_000;
        const shown = server.now();
        Date.now = real;
        return shown;
        """,
    )

    assert shown == pytest.approx(1_000_000, abs=60_000)


def test_samples_are_cleared_after_sleep(scripts: Scripts) -> None:
    shown = call(
        scripts,
        """
        const server = new clock.ServerClock(() => 1000);
        server.addSample(0, 10, 5005);
        server.clearSamples();
        const clearedOffset = server.offset;
        server.addSample(0, 900, 9450); // slow, but the only one since
        return [clearedOffset, server.offset];
        """,
    )

    assert shown == [5000, 9000]


def test_a_countdown_ticks_every_second_and_at_the_end(scripts: Scripts) -> None:
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
