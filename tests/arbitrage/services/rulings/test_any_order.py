"""Whatever is typed, sent, corrected and decided in whatever order: every slip that counts is
judged in the end, and nobody has decided on one that they did not see."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings, strategies as st
from msgspec import structs

from arbitrage.models import BulletinOrigin, Ruling, RulingStatus
from arbitrage.queries.bulletins.received import is_to_be_judged, list_received
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.queries.undoable_decisions import find_undoable_decision
from arbitrage.services import rulings
from arbitrage.services.correction import correct_turn
from arbitrage.services.recounting import recount_game
from tests.arbitrage.services.rulings.test_outdated_rulings import WRITTEN, build_target, type_in
from tests.arbitrage.services.rulings.test_resends import Process, build_bulletin
from tests.room import Room
from tournament.core.errors import RoomError
from tournament.models import Turn
from tournament.queries import clock


@pytest.fixture
def turn(first_results: Turn) -> Turn:
    """The first turn, collected and corrected; table 6 handed nothing in."""
    return first_results


class Step(NamedTuple):
    """``seen``: how many versions ago the arbiter looked at the list. ``what``: of ``WRITTEN``."""

    act: str
    table: int = 6
    what: int = 0
    seen: int = 0


ACTS = (
    "type",
    "send",
    "send-late",
    "correct",
    "confirm",
    "change",
    "change-equal",
    "equal",
    "undo",
)
STEPS = st.lists(
    st.builds(
        Step,
        st.sampled_from(ACTS),
        st.sampled_from([2, 3, 5, 6]),
        st.integers(0, len(WRITTEN) - 1),
        st.integers(0, 1),
    ),
    min_size=2,
    max_size=14,
)


@contextmanager
def roll_back() -> Iterator[None]:
    """Undo everything that happens inside in the database."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


class StepPlayer:
    """Plays steps; a refused step changes nothing."""

    def __init__(self, room: Room, turn: Turn) -> None:
        self.room, self.turn, self.revs = room, turn, 1

    def take(self, step: Step) -> None:
        try:
            with transaction.atomic():
                self._take(step)
        except RoomError:
            return

    def _take(self, step: Step) -> None:
        match step.act:
            case "type":
                type_in(self.room, self.turn, step.table, step.what)
            case "send" | "send-late":
                self._send(step)
            case "correct":
                correct_turn(turn_id=self.turn.pk, now=clock.now())
            case "undo":
                last = find_undoable_decision(self.turn, self.room.user)
                if last is not None:
                    rulings.undo_rulings(
                        turn=self.turn, journal_row=last.pk, **self.room.get_author_and_time()
                    )
            case _:
                self._decide(step)

    def _send(self, step: Step) -> None:
        self.revs += 1
        late = step.act == "send-late"
        received = build_bulletin(self.room, self.turn, step.table, late=late, rev=self.revs)
        word, reference, score = WRITTEN[step.what]
        save = structs.replace(received.save, rows=[word], reference=reference, score=score)
        Process().store(replace(received, save=save))

    def _decide(self, step: Step) -> None:
        entry = self.room.entries[step.table - 1]
        version = get_current_rulings(self.turn)[entry.pk].version - step.seen
        arguments = {"version": version, **build_target(self.room, self.turn, step.table)}
        everybody = self.room.entry_ids
        match step.act:
            case "confirm":
                rulings.confirm_ruling(**arguments)
            case "equal":
                rulings.apply_to_equal(entries=everybody, **arguments)
            case _:
                rulings.change_ruling(
                    points=3,
                    sanction="none",
                    motives=[],
                    article="5.5",
                    reason="essai",
                    is_free_ruling=True,
                    entries=everybody if step.act == "change-equal" else [],
                    **arguments,
                )


@settings(
    max_examples=8,
    suppress_health_check=[
        *settings().suppress_health_check,
        HealthCheck.function_scoped_fixture,
    ],
)
@given(steps=STEPS)
@example(steps=[Step("type"), Step("confirm"), Step("correct")])
@example(steps=[Step("confirm"), Step("send-late"), Step("correct"), Step("undo")])
@example(steps=[Step("confirm", 2), Step("type", 2), Step("undo"), Step("correct"), Step("undo")])
@example(steps=[Step("type", 3, 2), Step("change-equal", 2), Step("type", 3, 0), Step("equal", 2)])
def test_every_slip_that_counts_is_judged_in_the_end(
    room: Room, turn: Turn, steps: list[Step]
) -> None:
    with roll_back():
        afternoon = StepPlayer(room, turn)
        for step in steps:
            afternoon.take(step)
        correct_turn(turn_id=turn.pk, now=clock.now())
        in_force = get_current_rulings(turn)
        for slip in list_received(turn):
            ruling = in_force[slip.entry_id]
            assert not is_to_be_judged(slip, ruling), (slip, ruling)
            assert (ruling.origin == BulletinOrigin.NOTHING) == (
                slip.origin == BulletinOrigin.NOTHING
            )
            assert ruling.key == slip.key or ruling.origin == BulletinOrigin.LATE
        _check_decided_on_seen(turn)
        assert recount_game(game=turn.game, **room.get_author_and_time()) == 0


def _check_decided_on_seen(turn: Turn) -> None:
    """A decision is about the slip of the ruling before it; only a correction brings another."""
    history: dict[int, Ruling] = {}
    for ruling in Ruling.objects.filter(turn=turn).order_by("entry", "version"):
        before = history.get(ruling.entry_id)
        if before is not None and ruling.status == RulingStatus.CONFIRMED:
            assert (ruling.origin, ruling.rev, ruling.key) == (
                before.origin,
                before.rev,
                before.key,
            )
        history[ruling.entry_id] = ruling
