"""Two actions at the same moment: corrections, decisions and typed bulletins."""

from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Act, Ruling, Slip
from arbitrage.queries.listing import get_answer_line, get_row, list_sorted_rows
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services import acts, rulings
from arbitrage.services.correction import correct_turn
from arbitrage.services.receipts import store_receipts
from arbitrage.services.turn_lock import lock_turn
from tests.arbitrage.services.broker import Broker, list_queued, perform_queued
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns
from tests.arbitrage.services.slips import decide, get_current_slip
from tests.arbitrage.services.test_locks import is_a_session_waiting, wait_for_a_lock
from tests.bulletins import collect
from tests.room import Room, ring
from tests.waiting import TIMEOUT_S, wait_for
from tournament.core.errors import LostRace, WrongState
from tournament.core.events import EventKind
from tournament.models import Bulletin, Journal, Turn
from tournament.ports import SlipReceipt
from tournament.queries import clock
from tournament.queries.results.tops import load_choice
from tournament.services.play import closing, games, turns
from tournament.services.play.work import TASK


@pytest.fixture
def turn(first_turn: Turn) -> Turn:
    return first_turn


def run_in_thread(call: Callable[[], object]) -> Thread:
    """Run ``call`` in a thread with a connection of its own."""

    def run() -> None:
        try:
            call()
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    return thread


def run_while_locked(call: Callable[[], object]) -> Thread:
    """Run ``call`` likewise, until it waits for our lock."""
    thread = run_in_thread(call)
    wait_for_a_lock()
    return thread


def test_a_waiting_correction_judges_the_latest_bulletins(room: Room, turn: Turn) -> None:
    ring(turn)
    entry = room.entries[1]
    with lock_turn(turn):
        waiting = run_while_locked(lambda: correct_turn(turn_id=turn.pk, now=clock.now()))
        Bulletin.objects.filter(turn=turn, entry=entry).update(rev=2, score="66")
        correct_turn(turn_id=turn.pk, now=clock.now())
    waiting.join(TIMEOUT_S)
    rulings_ = Ruling.objects.filter(turn=turn, entry=entry)
    assert list(rulings_.values_list("version", "rev")) == [(1, 2)]


def test_a_turn_cancelled_during_its_correction_stays_cancelled(room: Room, turn: Turn) -> None:
    ring(turn)
    with lock_turn(turn):
        waiting = run_while_locked(lambda: correct_turn(turn_id=turn.pk, now=clock.now()))
        turns.cancel_turn(turn=turn, reason="essai", **room.get_author_and_time())
    waiting.join(TIMEOUT_S)
    assert not Ruling.objects.filter(turn=turn).exists()
    assert Journal.objects.latest("pk").kind == EventKind.TURN_CANCELLED


def test_a_correction_the_broker_refused_is_requested_again(
    room: Room, turn: Turn, broker: Broker
) -> None:
    """The bulletin came after the first correction, and nobody else would ask."""
    broker.away = True
    collect(turn)
    write_alike(room, turn, 6)
    closing.request_correction(turn.pk, [room.entries[5].pk])
    broker.away = False
    assert broker.sent == []
    closing.rescue_stuck_turns(clock.now())
    assert (TASK,) in broker.sent
    perform_queued()
    closing.rescue_stuck_turns(clock.now())
    assert list_queued() == []


def test_a_correction_lost_at_the_end_is_requested_again(
    room: Room, turn: Turn, broker: Broker
) -> None:
    """The last turn counts in the final ranking like any other."""
    broker.away = True
    ring(turn)
    top = load_choice(turn).allowed_tops[0]
    turns.reveal_turn(turn=turn, word=top.word, ref=top.ref, **room.get_author_and_time())
    games.finish_game(
        game=turn.game,
        reason="judge_decision",
        open_bulletins_stay=True,
        **room.get_author_and_time(),
    )
    broker.away = False
    closing.rescue_stuck_turns(clock.now())
    assert list_queued() == [("correct", turn.pk)]
    assert (TASK,) in broker.sent
    perform_queued()
    closing.rescue_stuck_turns(clock.now() + 2 * closing.RESCUE_PERIOD)
    assert list_queued() == []


def test_a_correction_without_work_publishes_nothing(turn: Turn) -> None:
    collect(turn)
    before = Journal.objects.count()
    assert correct_turn(turn_id=turn.pk, now=clock.now()) == 0
    assert Journal.objects.count() == before


def write_alike(room: Room, turn: Turn, count: int) -> None:
    """Store the same bulletin for the first ``count`` tables."""
    for entry in room.entries[:count]:
        written = {"rev": 1, "device": "d", "rows": ["RATINES"], "reference": "H2", "score": "66"}
        Bulletin.objects.update_or_create(
            turn=turn, entry=entry, defaults=written | {"arrived_at": clock.now()}
        )


def count_queries(count: int, room: Room, turn: Turn) -> int:
    write_alike(room, turn, count)
    now = clock.now()
    correct_turn(turn_id=turn.pk, now=now)
    first = room.entries[0]
    version = get_current_rulings(turn)[first.pk].version
    decision: dict[str, Any] = {
        "points": 3,
        "sanction": "none",
        "motives": [],
        "article": "",
        "reason": "essai",
        "is_free_ruling": True,
    }
    with CaptureQueriesContext(connection) as queries:
        # At the moment of the correction: a second later, standings would be sent again.
        rulings.change_ruling(
            turn=turn,
            entry=first,
            version=version,
            entries=room.entry_ids,
            by=room.user,
            now=now,
            **decision,
        )
    return len(queries)


def test_many_equal_bulletins_need_as_few_queries_as_two(room: Room, turn: Turn) -> None:
    ring(turn)
    fresh = Turn.objects.select_related("game__tournament").get(pk=turn.pk)
    two = count_queries(2, room, fresh)
    Ruling.objects.all().delete()
    Slip.objects.all().delete()
    assert count_queries(6, room, fresh) == two


def test_the_list_reads_authors_in_one_query(room: Room, turn: Turn) -> None:
    turn = collect(turn)
    for entry in room.entries:
        rulings.confirm_ruling(turn=turn, entry=entry, version=1, **room.get_author_and_time())
    rows = list_sorted_rows(turn=turn)
    with CaptureQueriesContext(connection) as queries:
        assert {row.ruling.by for row in rows} == {room.user}
    assert len(queries) == 0


def test_a_bulletin_corrected_during_reading_is_shown_as_read(room: Room, turn: Turn) -> None:
    """Between the two questions nobody has its answer any more, and it is found all the same."""
    ring(turn)
    write_alike(room, turn, 2)
    correct_turn(turn_id=turn.pk, now=clock.now())
    entry = room.entries[0]
    read = get_row(turn=turn, entry_id=entry.pk)
    assert read is not None
    Bulletin.objects.filter(turn=turn, entry=entry).update(rev=2, score="65")
    correct_turn(turn_id=turn.pk, now=clock.now())
    assert get_current_rulings(turn)[entry.pk].key != read.ruling.key
    line = get_answer_line(turn=turn, row=read)
    assert line.entries == [entry.pk, room.entries[1].pk]
    assert line.tables == [read.table, read.table + 1]


def test_two_who_take_back_one_act_get_one_refusal(room: Room, turn: Turn) -> None:
    ring(turn)
    warning = acts.give_warning(
        turn=turn, entry=room.entries[0], reason="bavardage", **room.get_author_and_time()
    )
    refused: list[LostRace] = []

    def take_back() -> None:
        try:
            acts.withdraw_act(act=warning, reason="une seule fois", **room.get_author_and_time())
        except LostRace as error:
            refused.append(error)

    with lock_turn(turn):
        waiting = run_while_locked(take_back)
        take_back()
    waiting.join(TIMEOUT_S)
    assert [error.reason for error in refused] == ["act"]
    assert Act.objects.filter(takes_back=warning).count() == 1


def test_no_act_is_written_on_a_cancelled_turn(room: Room, turn: Turn) -> None:
    refused: list[str] = []

    def warn() -> None:
        try:
            acts.give_warning(
                turn=turn, entry=room.entries[0], reason="bavardage", **room.get_author_and_time()
            )
        except WrongState as error:
            refused.append(error.reason)

    with lock_turn(turn) as locked:
        waiting = run_while_locked(warn)
        turns.cancel_turn(turn=locked, reason="essai", **room.get_author_and_time())
    waiting.join(TIMEOUT_S)
    assert refused == ["turn-cancelled"]
    assert not Act.objects.exists()


def test_a_receipt_waits_while_its_slip_is_replaced(sanctioned_turns: SanctionedTurns) -> None:
    """The new slip is made before anybody knows that the old one was read: it has to say so."""
    turn, entry = sanctioned_turns.second, sanctioned_turns.entries[0]
    sanctioned_turns.reveal(turn)
    receipt = SlipReceipt(get_current_slip(turn, entry).uid, entry.pk, clock.now())
    with lock_turn(turn):
        decide(sanctioned_turns, turn, entry, points=12, sanction="none")
        sending = run_in_thread(lambda: store_receipts([receipt]))
        wait_for(lambda: is_a_session_waiting() or not sending.is_alive())
        assert not get_current_slip(turn, entry).rectifies
    sending.join(TIMEOUT_S)
    assert get_current_slip(turn, entry).rectifies
