"""All services lock rows in one order (``tournament/services/locks.py``): no two wait for each
other."""

import os
from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from random import Random
from threading import Barrier, Thread
from time import sleep
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection, transaction

from tests.arbitrage.services.gestures import AT_THE_END, ENDING, IN_PLAY, Gesture, GestureTable
from tests.arbitrage.services.lock_trace import is_locking, trace_locks
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns
from tests.rows import every_row
from tests.waiting import TIMEOUT_S
from tournament.core.errors import RoomError
from tournament.models import Game, Turn

#: Pairs of gestures that are raced in each situation; ``make races`` races more.
ROUNDS = int(os.environ.get("RACE_ROUNDS", "12"))
SEED = int(os.environ.get("RACE_SEED", "7"))
#: Errors of a gesture that comes too late.
REFUSALS = (RoomError, ObjectDoesNotExist, AssertionError)


def test_every_gesture_locks_rows_in_the_one_order(sanctioned_turns: SanctionedTurns) -> None:
    office = GestureTable(sanctioned_turns)
    with every_row() as row:
        for name, gesture in [*IN_PLAY.items(), *ENDING.items(), *AT_THE_END.items()]:
            with row(name), trace_locks() as trace:
                gesture(office)
                assert not trace.violations, "\n".join(trace.violations)


def test_an_unordered_statement_and_a_wrong_order_are_seen(
    sanctioned_turns: SanctionedTurns,
) -> None:
    with trace_locks() as trace, transaction.atomic():
        Game.objects.select_for_update().get(pk=sanctioned_turns.game.pk)
        Turn.objects.update(to_decide=0)
    assert [text.split(":")[0] for text in trace.violations] == [
        f"Turn ({sanctioned_turns.game.pk}, 1) after Game ({sanctioned_turns.game.pk},)",
        "2 rows in no order",
    ]


class Racer:
    """Makes its gesture of each round at the same time as the other racer.

    After each lock it pauses for a random time; errors that are no refusals are in ``problems``.
    """

    def __init__(
        self, office: GestureTable, gestures: Sequence[str], start: Barrier, seed: int
    ) -> None:
        self.problems: list[str] = []
        self._office, self._gestures, self._start = office, gestures, start
        self._random = Random(seed)
        self._thread = Thread(target=self._run)
        self._thread.start()

    def finish(self) -> list[str]:
        self._thread.join(TIMEOUT_S)
        assert not self._thread.is_alive()
        return self.problems

    def _run(self) -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET deadlock_timeout = '100ms'")
            with connection.execute_wrapper(self._pause):
                for name in self._gestures:
                    self._start.wait(TIMEOUT_S)
                    self._act(name)
        finally:
            connection.close()

    def _act(self, name: str) -> None:
        try:
            {**IN_PLAY, **AT_THE_END}[name](self._office)
        except REFUSALS:
            pass
        except Exception as error:  # noqa: BLE001 - reported with its gesture
            self.problems.append(f"{name}: {type(error).__name__} {error}")

    def _pause(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if is_locking(sql):
            sleep(self._random.random() / 50)
        return result


def race(office: GestureTable, gestures: Mapping[str, Gesture]) -> None:
    """Make random pairs of the gestures at the same time; fail for a deadlock."""
    pairs = list(combinations_with_replacement(gestures, 2))
    chosen = Random(SEED).sample(pairs, k=min(ROUNDS, len(pairs)))
    start = Barrier(2)
    racers = [Racer(office, [pair[side] for pair in chosen], start, SEED + side) for side in (0, 1)]
    problems = [problem for racer in racers for problem in racer.finish()]
    assert not problems, "\n".join(problems)


def test_no_two_gestures_wait_for_each_other(sanctioned_turns: SanctionedTurns) -> None:
    office = GestureTable(sanctioned_turns)
    race(office, IN_PLAY)
    for gesture in ENDING.values():
        gesture(office)
    race(office, AT_THE_END)
