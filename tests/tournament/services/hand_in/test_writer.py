"""The writer: a bulletin is acknowledged once stored; an accepted one is never lost."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

import pytest

from tests.tournament.live.hall import LiveHall, make_hall
from tests.tournament.live.outage import cut_database
from tests.waiting import TIMEOUT_S
from tournament.core.errors import BadSheet, Busy
from tournament.core.states import TurnState
from tournament.models import Bulletin
from tournament.protocol import Saved, Stale
from tournament.services.hand_in import intake, writer as module
from tournament.services.hand_in.intake import IntakeOutcome, Submission
from tournament.services.hand_in.writer import BulletinWriter, FirstBulletin, HandInAnswer


def submit(writer: BulletinWriter, sent: Submission) -> Future[HandInAnswer]:
    answer: Future[HandInAnswer] = Future()
    writer.submit(sent, answer.set_result)
    return answer


def list_answers(futures: Sequence[Future[HandInAnswer]]) -> list[HandInAnswer]:
    return [future.result(TIMEOUT_S) for future in futures]


def test_an_answer_means_that_the_bulletin_is_stored(
    hall: LiveHall, writer: BulletinWriter
) -> None:
    writer.start()
    answer = submit(writer, hall.build_submission(rev=4)).result(TIMEOUT_S)
    assert answer == Saved(turn=1, rev=4, late=False)
    assert hall.list_revs() == {1: 4}


def test_each_bulletin_of_a_batch_gets_its_own_answer(
    hall: LiveHall, writer: BulletinWriter
) -> None:
    futures = [
        submit(writer, hall.build_submission(entry=0)),
        submit(writer, hall.build_submission(entry=1, arrived=hall.bell + 1)),
        submit(writer, hall.build_submission(entry=2, turn=9)),
    ]
    writer.start()
    saved, late, refused = list_answers(futures)
    assert (saved, late) == (Saved(turn=1, rev=1, late=False), Saved(turn=1, rev=1, late=True))
    assert isinstance(refused, BadSheet)
    assert refused.reason == "no-such-turn"


def test_waiting_revisions_of_a_table_are_stored_in_order(
    hall: LiveHall, writer: BulletinWriter
) -> None:
    futures = [submit(writer, hall.build_submission(rev=rev)) for rev in (1, 2, 3)]
    futures.append(submit(writer, hall.build_submission(rev=4, arrived=hall.bell + 1)))
    writer.start()
    assert list_answers(futures) == [
        *(Saved(turn=1, rev=rev, late=False) for rev in (1, 2, 3)),
        Saved(turn=1, rev=4, late=True),
    ]
    assert (hall.list_revs(), hall.list_late_revs()) == ({1: 3}, {1: 4})


def test_another_device_that_is_behind_gets_the_newer_bulletin(
    hall: LiveHall, writer: BulletinWriter
) -> None:
    futures = [
        submit(writer, hall.build_submission(rev=2, device="new")),
        submit(writer, hall.build_submission(rev=1, device="old")),
    ]
    writer.start()
    _, stale = list_answers(futures)
    assert isinstance(stale, Stale)
    assert (stale.bulletin.rev, stale.bulletin.device) == (2, "new")


def test_a_full_queue_says_so_and_keeps_what_it_has(
    hall: LiveHall, writer: BulletinWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_QUEUE", 2)
    futures = [submit(writer, hall.build_submission(entry=entry)) for entry in (0, 1)]
    with pytest.raises(Busy):
        submit(writer, hall.build_submission(entry=2))
    writer.start()
    list_answers(futures)
    assert hall.list_revs() == {1: 1, 2: 1}


def test_more_than_a_batch_is_stored_in_several(
    transactional_db: None, writer: BulletinWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_BATCH", 7)
    crowd = make_hall("crowd", tables=50)
    futures = [submit(writer, crowd.build_submission(entry=entry)) for entry in range(50)]
    writer.start()
    assert all(isinstance(answer, Saved) for answer in list_answers(futures))
    assert len(crowd.list_revs()) == 50


def test_stopping_stores_what_waits_and_takes_no_more(
    hall: LiveHall, writer: BulletinWriter
) -> None:
    futures = [submit(writer, hall.build_submission(entry=entry)) for entry in range(4)]
    writer.start()
    assert writer.stop(TIMEOUT_S)
    assert [future.done() for future in futures] == [True] * 4
    assert hall.list_revs() == {1: 1, 2: 1, 3: 1, 4: 1}
    with pytest.raises(Busy):
        submit(writer, hall.build_submission(rev=2))


def test_a_bulletin_that_cannot_be_stored_harms_no_other(
    hall: LiveHall, writer: BulletinWriter
) -> None:
    """JSON allows NUL, the database does not."""
    futures = [
        submit(writer, hall.build_submission(entry=0)),
        submit(writer, hall.build_submission(entry=1, rows=["\x00"])),
        submit(writer, hall.build_submission(entry=2)),
        submit(writer, hall.build_submission(entry=3)),
    ]
    writer.start()
    replies = list_answers(futures)
    assert isinstance(replies[1], BadSheet)
    assert replies[1].reason == "malformed"
    assert hall.list_revs() == {1: 1, 3: 1, 4: 1}
    assert all(isinstance(replies[index], Saved) for index in (0, 2, 3))


def test_bulletins_wait_for_a_database_that_is_away(hall: LiveHall, writer: BulletinWriter) -> None:
    writer.start()
    submit(writer, hall.build_submission(rev=1)).result(TIMEOUT_S)
    with cut_database():
        waiting = [submit(writer, hall.build_submission(entry=entry, rev=2)) for entry in range(4)]
        unanswered = [not future.done() for future in waiting]
    assert all(unanswered)
    assert list_answers(waiting) == [Saved(turn=1, rev=2, late=False)] * 4
    assert hall.list_revs() == {1: 2, 2: 2, 3: 2, 4: 2}


def test_a_bulletin_in_time_stays_so_without_database(
    hall: LiveHall, writer: BulletinWriter
) -> None:
    with cut_database():
        waiting = submit(writer, hall.build_submission(arrived=hall.bell - 0.001))
        writer.start()
        hall.ring(hall.turn.collects_at)
        hall.change(state=TurnState.CLOSED, closed_at=hall.turn.collects_at)
    assert waiting.result(TIMEOUT_S) == Saved(turn=1, rev=1, late=False)


def count_prepared_statements(writer: BulletinWriter) -> int:
    assert writer._connection is not None
    [row] = writer._connection.execute("SELECT count(*) FROM pg_prepared_statements")
    return int(row[0])


def test_a_changed_session_refuses_no_bulletin(hall: LiveHall, writer: BulletinWriter) -> None:
    """As behind PgBouncer without ``DB_TRANSACTION_POOLING``."""
    writer.start()
    submit(writer, hall.build_submission(rev=1)).result(TIMEOUT_S)
    assert writer._connection is not None
    assert count_prepared_statements(writer) == 1
    # The library notices a DEALLOCATE, not what a block does.
    writer._connection.execute("DO $$ BEGIN EXECUTE 'DEALLOCATE ALL'; END $$")
    answer = submit(writer, hall.build_submission(rev=2)).result(TIMEOUT_S)
    assert answer == Saved(turn=1, rev=2, late=False)
    assert count_prepared_statements(writer) == 0


def test_transaction_pooling_prepares_no_statement(
    hall: LiveHall, transactional_db: None, settings: Any
) -> None:
    settings.DB_TRANSACTION_POOLING = True
    writer = BulletinWriter()
    writer.start()
    submit(writer, hall.build_submission()).result(TIMEOUT_S)
    assert count_prepared_statements(writer) == 0
    assert writer.stop(TIMEOUT_S)


def test_a_bulletin_overtaken_by_another_process_is_tried_again(
    hall: LiveHall, writer: BulletinWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = intake.store_submissions
    first = iter([True])

    def store_again(connection: Any, batch: Sequence[Submission]) -> list[IntakeOutcome]:
        return (
            [IntakeOutcome("again") for _ in batch]
            if next(first, False)
            else real(connection, batch)
        )

    monkeypatch.setattr(intake, "store_submissions", store_again)
    writer.start()
    assert submit(writer, hall.build_submission()).result(TIMEOUT_S) == Saved(
        turn=1, rev=1, late=False
    )


def test_an_unexpected_error_does_not_stop_the_writer(
    hall: LiveHall, writer: BulletinWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = intake.store_submissions
    exploded = threading.Event()

    def raise_once(connection: Any, batch: Sequence[Submission]) -> list[IntakeOutcome]:
        if not exploded.is_set():
            exploded.set()
            raise RuntimeError("unforeseen")
        return real(connection, batch)

    monkeypatch.setattr(intake, "store_submissions", raise_once)
    lost = submit(writer, hall.build_submission(rev=1))
    writer.start()
    assert exploded.wait(TIMEOUT_S)
    assert submit(writer, hall.build_submission(rev=2)).result(TIMEOUT_S) == Saved(
        turn=1, rev=2, late=False
    )
    assert not lost.done()


def test_only_the_first_bulletin_of_a_table_is_news(hall: LiveHall, writer: BulletinWriter) -> None:
    news: list[FirstBulletin] = []
    writer.attach(lambda call: call(), news.extend)
    writer.start()
    for entry, rev in ((2, 1), (2, 2), (0, 1)):
        submit(writer, hall.build_submission(entry=entry, rev=rev)).result(TIMEOUT_S)
    submit(writer, hall.build_submission(entry=1, arrived=hall.bell + 1)).result(TIMEOUT_S)
    assert writer.stop(TIMEOUT_S)
    assert [item.table for item in news] == [3, 1]
    assert news[0] == FirstBulletin(hall.tournament.pk, hall.game.pk, 1, 3)


def test_bulletins_are_stored_even_if_all_clients_are_gone(
    hall: LiveHall, writer: BulletinWriter
) -> None:
    def raise_closed_loop(call: Callable[[], None]) -> None:
        raise RuntimeError("Event loop is closed")

    news: list[FirstBulletin] = []
    writer.attach(raise_closed_loop, news.extend)
    submit(writer, hall.build_submission())
    writer.start()
    assert writer.stop(TIMEOUT_S)
    assert Bulletin.objects.count() == 1
