"""Bulletins handed in before the end and stored after the correction: the database remembers that
one is due, whatever becomes of the process, the broker or the tablet."""

from datetime import timedelta

import pytest

from arbitrage.models import Status
from arbitrage.presentation.sentences import explain_proposal
from arbitrage.queries.listing import get_row
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services import rulings
from arbitrage.services.correction import correct_turn
from arbitrage.services.turn_lock import lock_turn
from arbitrage.tasks import TASK
from tests.arbitrage.services.broker import Broker
from tests.arbitrage.services.rulings.test_resends import Process, build_bulletin, correct
from tests.arbitrage.services.test_races import run_in_thread
from tests.bulletins import play_first_turn
from tests.room import Room, ring
from tests.waiting import TIMEOUT_S
from tournament.models import Bulletin, Straggler, Turn
from tournament.queries import clock
from tournament.services.play import closing


@pytest.fixture
def turn(first_turn: Turn, broker: Broker) -> Turn:
    """The first turn, closed and corrected a while ago, and looked at a second time."""
    turn = first_turn
    ring(turn)
    correct(turn)
    closing.rescue_stuck_turns(clock.now() + closing.STUCK_AFTER + timedelta(seconds=1))
    broker.sent.clear()
    return turn


def rescue() -> None:
    closing.rescue_stuck_turns(clock.now() + 3 * closing.STUCK_AFTER)


def get_points(turn: Turn, room: Room, table: int) -> int:
    return get_current_rulings(turn)[room.entries[table - 1].pk].points


def test_a_bulletin_of_a_killed_process_needs_no_resend(
    room: Room, turn: Turn, broker: Broker
) -> None:
    assert get_points(turn, room, 6) == 0
    Process().store(build_bulletin(room, turn))
    rescue()
    assert broker.sent == [(TASK, turn.pk)]
    correct(turn)
    assert get_points(turn, room, 6) > 0
    closing.rescue_stuck_turns(clock.now() + 6 * closing.STUCK_AFTER)
    assert broker.sent == [(TASK, turn.pk)]


def test_a_task_lost_by_the_broker_is_requested_again(
    room: Room, turn: Turn, broker: Broker
) -> None:
    Process().take(build_bulletin(room, turn))
    assert broker.sent == [(TASK, turn.pk)]
    rescue()
    assert broker.sent == [(TASK, turn.pk)] * 2


def test_an_unreported_late_bulletin_is_always_found(
    room: Room, turn: Turn, broker: Broker
) -> None:
    Process().store(build_bulletin(room, turn, late=True))
    Process().take(build_bulletin(room, turn, late=True, rev=2))
    rescue()
    assert broker.sent == [(TASK, turn.pk)]
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
    assert broker.sent == [(TASK, turn.pk)]
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
    assert broker.sent == [(TASK, turn.pk)]


def test_every_turn_is_checked_a_second_time_only_once(room: Room, broker: Broker) -> None:
    """A bulletin stored while the turn closed may be committed after the correction."""
    turn = play_first_turn(room)
    ring(turn)
    correct(turn)
    soon, later, much_later = (
        clock.now() + factor * closing.STUCK_AFTER for factor in (0.5, 1.1, 1.2)
    )
    broker.sent.clear()
    closing.rescue_stuck_turns(soon)
    assert broker.sent == []
    for moment in (later, much_later, later + closing.STUCK_AFTER):
        closing.rescue_stuck_turns(moment)
    assert broker.sent == [(TASK, turn.pk)]


@pytest.mark.parametrize(("table", "rev"), [(6, 1), (3, 2)], ids=["nothing before", "another"])
def test_a_decision_without_the_bulletin_returns_to_the_arbiter(
    room: Room, turn: Turn, broker: Broker, table: int, rev: int
) -> None:
    entry = room.entries[table - 1]
    version = get_current_rulings(turn)[entry.pk].version
    rulings.confirm_ruling(turn=turn, entry=entry, version=version, **room.get_author_and_time())
    Process().take(build_bulletin(room, turn, table=table, rev=rev))
    assert broker.sent == [(TASK, turn.pk)]
    correct_turn(turn_id=turn.pk, now=clock.now())

    row = get_row(turn=turn, entry_id=entry.pk)
    assert row is not None
    assert (row.ruling.status, row.ruling.rev, row.is_open) == (Status.UNDECIDED, rev, True)
    text = explain_proposal(row.ruling)
    assert text.endswith("Enregistré après la décision, mais remis à temps.")
    rulings.confirm_ruling(
        turn=turn, entry=entry, version=row.ruling.version, **room.get_author_and_time()
    )
    row = get_row(turn=turn, entry_id=entry.pk)
    assert row is not None
    assert (row.ruling.status, row.ruling.came_since, row.is_open) == (
        Status.CONFIRMED,
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
    assert get_current_rulings(turn)[entry.pk].status == Status.CONFIRMED
