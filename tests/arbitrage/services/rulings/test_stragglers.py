"""Bulletins handed in before the end and stored after the correction: the database remembers that
one is due, whatever becomes of the process, the broker or the tablet."""

from datetime import timedelta

import pytest

from arbitrage.models import RulingStatus
from arbitrage.presentation.sentences import explain_proposal
from arbitrage.queries.listing import get_row
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services import rulings
from arbitrage.services.correction import correct_turn
from arbitrage.services.turn_lock import lock_turn
from tests.arbitrage.services.broker import Broker, list_queued, perform_queued
from tests.arbitrage.services.rulings.test_resends import Process, build_bulletin, correct
from tests.arbitrage.services.test_races import run_in_thread
from tests.bulletins import play_first_turn
from tests.room import Room, ring
from tests.waiting import TIMEOUT_S
from tournament.models import Bulletin, Straggler, Turn
from tournament.queries import clock
from tournament.services.play import closing, work
from tournament.services.play.work import TASK


@pytest.fixture
def turn(first_turn: Turn, broker: Broker) -> Turn:
    """The first turn, closed and corrected a while ago, and looked at a second time."""
    turn = first_turn
    ring(turn)
    perform_queued()
    closing.rescue_stuck_turns(clock.now() + closing.CHECK_AFTER + timedelta(seconds=1))
    perform_queued()
    broker.sent.clear()
    return turn


def rescue() -> None:
    closing.rescue_stuck_turns(clock.now() + 3 * closing.CHECK_AFTER)


def get_points(turn: Turn, room: Room, table: int) -> int:
    return get_current_rulings(turn)[room.entries[table - 1].pk].points


def test_a_bulletin_of_a_killed_process_needs_no_resend(
    room: Room, turn: Turn, broker: Broker
) -> None:
    assert get_points(turn, room, 6) == 0
    Process().store(build_bulletin(room, turn))
    rescue()
    assert list_queued() == [("correct", turn.pk)]
    perform_queued()
    assert get_points(turn, room, 6) > 0
    closing.rescue_stuck_turns(clock.now() + 6 * closing.CHECK_AFTER)
    assert list_queued() == []


def test_messages_lost_by_the_broker_are_sent_again(room: Room, turn: Turn, broker: Broker) -> None:
    Process().take(build_bulletin(room, turn))
    rescue()
    assert broker.sent == [(TASK,)]
    broker.sent.clear()
    rescue()
    assert broker.sent == [(TASK,)]
    assert list_queued() == [("correct", turn.pk)]


def test_an_unreported_late_bulletin_is_always_found(
    room: Room, turn: Turn, broker: Broker
) -> None:
    Process().store(build_bulletin(room, turn, late=True))
    Process().take(build_bulletin(room, turn, late=True, rev=2))
    rescue()
    assert list_queued() == [("correct", turn.pk)]
    correct(turn)
    assert get_current_rulings(turn)[room.entries[5].pk].motives == ["temps-depasse"]


def test_storing_during_a_correction_neither_waits_nor_is_lost(
    room: Room, turn: Turn, broker: Broker
) -> None:
    with lock_turn(turn):  # another worker, which has read all there was
        storing = run_in_thread(lambda: Process().store(build_bulletin(room, turn)))
        storing.join(TIMEOUT_S)
        assert not storing.is_alive()
    rescue()
    assert list_queued() == [("correct", turn.pk)]
    correct(turn)
    assert get_points(turn, room, 6) > 0
    assert not Straggler.objects.exists()


def test_the_notified_turn_is_marked_as_not_corrected(
    room: Room, turn: Turn, broker: Broker
) -> None:
    """The standings are not final until it is."""
    Process().take(build_bulletin(room, turn))
    turn.refresh_from_db()
    assert turn.corrected_at is None
    assert list_queued() == [("correct", turn.pk)]


def test_every_turn_is_checked_a_second_time_only_once(room: Room, broker: Broker) -> None:
    """A bulletin stored while the turn closed may be committed after the correction."""
    turn = play_first_turn(room)
    ring(turn)
    perform_queued()
    soon, later, much_later = (
        clock.now() + factor * closing.CHECK_AFTER for factor in (0.5, 1.1, 1.2)
    )
    closing.rescue_stuck_turns(soon)
    assert list_queued() == []
    closing.rescue_stuck_turns(later)
    assert list_queued() == [("correct", turn.pk)]
    perform_queued()
    for moment in (much_later, later + closing.CHECK_AFTER):
        closing.rescue_stuck_turns(moment)
    assert list_queued() == []


def test_a_late_correction_needs_no_second_look(room: Room, broker: Broker) -> None:
    """As of many rooms that end together: nothing can be committed so late."""
    turn = play_first_turn(room)
    ring(turn)
    while work.perform_next(lambda: clock.now() + closing.CHECK_AFTER):
        pass
    closing.rescue_stuck_turns(clock.now() + 2 * closing.CHECK_AFTER)
    assert list_queued() == []


@pytest.mark.parametrize(("table", "rev"), [(6, 1), (3, 2)], ids=["nothing before", "another"])
def test_a_decision_without_the_bulletin_returns_to_the_arbiter(
    room: Room, turn: Turn, broker: Broker, table: int, rev: int
) -> None:
    entry = room.entries[table - 1]
    version = get_current_rulings(turn)[entry.pk].version
    rulings.confirm_ruling(turn=turn, entry=entry, version=version, **room.get_author_and_time())
    Process().take(build_bulletin(room, turn, table=table, rev=rev))
    assert list_queued() == [("correct", turn.pk)]
    correct_turn(turn_id=turn.pk, now=clock.now())

    row = get_row(turn=turn, entry_id=entry.pk)
    assert row is not None
    assert (row.ruling.status, row.ruling.rev, row.is_open) == (RulingStatus.UNDECIDED, rev, True)
    text = explain_proposal(row.ruling)
    assert text.endswith("Enregistré après la décision, mais remis à temps.")
    rulings.confirm_ruling(
        turn=turn, entry=entry, version=row.ruling.version, **room.get_author_and_time()
    )
    row = get_row(turn=turn, entry_id=entry.pk)
    assert row is not None
    assert (row.ruling.status, row.ruling.came_since, row.is_open) == (
        RulingStatus.CONFIRMED,
        False,
        False,
    )
    assert row.points > 0


def test_the_same_bulletin_again_changes_no_decision(
    room: Room, turn: Turn, broker: Broker
) -> None:
    """A revision that says the same, stored after the decision."""
    entry = room.entries[2]
    ruling = get_current_rulings(turn)[entry.pk]
    rulings.confirm_ruling(
        turn=turn, entry=entry, version=ruling.version, **room.get_author_and_time()
    )
    Bulletin.objects.filter(turn=turn, entry=entry).update(rev=9)
    correct(turn)
    assert get_current_rulings(turn)[entry.pk].status == RulingStatus.CONFIRMED
