"""A tablet that sends the same again and again is corrected, and the queue stays short."""

from concurrent.futures import Future
from typing import Any

import pytest
from django.db import connection

from arbitrage.models import RulingStatus
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services import rulings
from arbitrage.services.correction import correct_turn, is_correction_missing
from tests.arbitrage.services.broker import Broker, list_queued, lose_queued, perform_queued
from tests.room import Room, ring
from tests.waiting import TIMEOUT_S
from tournament.models import LateBulletin, Turn
from tournament.protocol import Save, Saved
from tournament.queries import clock
from tournament.services.hand_in import intake
from tournament.services.hand_in.intake import Submission
from tournament.services.hand_in.late_corrections import RETRY_AFTER_S, LateCorrectionLog, list_keys
from tournament.services.hand_in.writer import BulletinWriter, HandInAnswer
from tournament.services.play.turns import cancel_turn

RESENDS = 50


class Process:
    """The part of a process that stores bulletins and requests corrections.

    Its clock is set by hand.
    """

    def __init__(self) -> None:
        self.seconds = 1000.0
        self.reviews = LateCorrectionLog(lambda: self.seconds)

    def store(self, *batch: Submission) -> list[intake.IntakeOutcome]:
        """Store without a request, like a killed process."""
        connection.ensure_connection()
        return intake.store_submissions(connection.connection, batch)

    def take(self, *batch: Submission) -> None:
        self.reviews.report(list_keys(batch, self.store(*batch)))


@pytest.fixture
def turn(first_turn: Turn) -> Turn:
    """The first turn, closed and not corrected, with no work; table 6 handed nothing in."""
    ring(first_turn)
    lose_queued()
    return first_turn


@pytest.fixture
def process(turn: Turn) -> Process:
    return Process()


def build_bulletin(
    room: Room, turn: Turn, table: int = 6, *, late: bool = False, rev: int = 1
) -> Submission:
    """Return a bulletin of ``table``, stamped before the bell unless ``late``."""
    assert turn.collects_at
    arrived = turn.collects_at.timestamp() + (1 if late else -1)
    place: dict[str, Any] = {"game_id": turn.game_id, "turn": turn.ordinal}
    save = Save(**place, rev=rev, device="d", rows=["RATINES"], reference="H2", score="66")
    entry = room.entries[table - 1]
    return Submission(save, room.tournament.pk, entry.pk, arrived, table_id=entry.table_id)


def correct(turn: Turn) -> None:
    correct_turn(turn_id=turn.pk, now=clock.now())


@pytest.mark.parametrize("late", [False, True])
def test_while_the_worker_is_behind_a_tablet_queues_one_correction(
    room: Room, turn: Turn, broker: Broker, *, late: bool
) -> None:
    writer = BulletinWriter()
    answers: list[Future[HandInAnswer]] = [Future() for _ in range(RESENDS)]
    for answer in answers:
        writer.submit(build_bulletin(room, turn, late=late), answer.set_result)
    writer.start()
    assert {a.result(TIMEOUT_S) for a in answers} == {Saved(turn=1, rev=1, late=late)}
    assert writer.stop(TIMEOUT_S)
    assert list_queued() == [("correct", turn.pk)]


def test_sheet_after_sheet_that_comes_late_queues_one_correction(
    room: Room, turn: Turn, process: Process, broker: Broker
) -> None:
    for rev in range(1, RESENDS):
        for _ in range(2):
            process.take(build_bulletin(room, turn, late=True, rev=rev))
    assert list_queued() == [("correct", turn.pk)]
    assert LateBulletin.objects.get().rev == RESENDS - 1


@pytest.mark.parametrize("late", [False, True])
def test_resends_of_a_corrected_bulletin_queue_nothing(
    room: Room, turn: Turn, process: Process, broker: Broker, *, late: bool
) -> None:
    process.store(build_bulletin(room, turn, late=late))
    correct(turn)
    for another in (process, Process(), Process()):
        another.take(build_bulletin(room, turn, late=late))
    assert list_queued() == []


@pytest.mark.parametrize("late", [False, True])
def test_bulletins_of_a_killed_process_are_corrected_on_resend(
    room: Room, turn: Turn, process: Process, broker: Broker, *, late: bool
) -> None:
    correct(turn)
    process.store(build_bulletin(room, turn, late=late))
    assert is_correction_missing(turn_id=turn.pk, entries=[room.entries[5].pk])
    Process().take(build_bulletin(room, turn, late=late))
    assert list_queued() == [("correct", turn.pk)]
    correct(turn)
    assert get_current_rulings(turn)[room.entries[5].pk].motives == (
        ["temps-depasse"] if late else []
    )


def test_a_missing_correction_is_requested_again_after_a_while(
    room: Room, turn: Turn, process: Process, broker: Broker
) -> None:
    process.take(build_bulletin(room, turn))
    lose_queued()
    process.seconds += RETRY_AFTER_S - 1
    process.take(build_bulletin(room, turn))
    assert list_queued() == []
    process.seconds += 1
    process.take(build_bulletin(room, turn))
    assert list_queued() == [("correct", turn.pk)]
    perform_queued()
    process.seconds += RETRY_AFTER_S
    process.take(build_bulletin(room, turn))
    assert list_queued() == []


def test_other_tables_and_newer_sheets_queue_one_correction(
    room: Room, turn: Turn, process: Process, broker: Broker
) -> None:
    process.take(build_bulletin(room, turn))
    process.take(build_bulletin(room, turn), build_bulletin(room, turn, table=5, rev=2))
    process.take(build_bulletin(room, turn, rev=2))
    assert list_queued() == [("correct", turn.pk)]


def test_a_batch_of_resends_requests_one_correction(
    room: Room, turn: Turn, process: Process, broker: Broker
) -> None:
    resends = [build_bulletin(room, turn, table=table, rev=7) for table in (1, 2, 3)]
    process.store(*resends)
    correct(turn)
    process.take(*resends)
    assert list_queued() == []
    process.store(build_bulletin(room, turn))
    Process().take(*resends, build_bulletin(room, turn))
    assert list_queued() == [("correct", turn.pk)]


def test_decided_bulletins_and_cancelled_turns_need_no_correction(
    room: Room, turn: Turn, process: Process, broker: Broker
) -> None:
    """The additions of a tablet to a late bulletin are evidence, and change no decision (5.7)."""
    process.store(build_bulletin(room, turn, late=True))
    correct(turn)
    rulings.confirm_ruling(
        turn=turn, entry=room.entries[5], version=1, **room.get_author_and_time()
    )
    process.take(build_bulletin(room, turn, late=True, rev=2))
    assert list_queued() == []
    assert get_current_rulings(turn)[room.entries[5].pk].status == RulingStatus.CONFIRMED
    cancel_turn(turn=turn, reason="essai", **room.get_author_and_time())
    assert not is_correction_missing(turn_id=turn.pk, entries=[room.entries[0].pk])
