"""A stored bulletin is reported to the arbitration; no acknowledgement waits for the report."""

import contextlib
from collections.abc import Callable, Collection, Iterator
from typing import Any

import django.db
import pytest
from django.db import connection
from psycopg_pool import PoolTimeout

from tests.tournament.live.hall import LiveHall
from tests.tournament.services.hand_in.test_writer import submit
from tests.waiting import TIMEOUT_S, wait_for
from tournament.core.states import TurnState
from tournament.protocol import Saved
from tournament.services.hand_in import late_corrections
from tournament.services.hand_in.writer import BulletinWriter

#: A turn and entries of it.
type Told = tuple[int, set[int]]


@pytest.fixture
def corrections(monkeypatch: pytest.MonkeyPatch) -> list[Told]:
    """Return the corrections that were asked for: turn and entries."""
    reports: list[Told] = []
    monkeypatch.setattr(
        late_corrections,
        "request_correction",
        lambda turn, entries: reports.append((turn, set(entries))),
    )
    return reports


def test_a_bulletin_stored_after_the_close_is_corrected_too(
    hall: LiveHall, writer: BulletinWriter, corrections: list[Told]
) -> None:
    writer.start()
    submit(writer, hall.build_submission(entry=0)).result(TIMEOUT_S)
    assert writer.stop(TIMEOUT_S)
    assert corrections == []
    hall.change(state=TurnState.CLOSED, closed_at=hall.turn.collects_at)
    following = BulletinWriter()
    following.start()
    submit(following, hall.build_submission(entry=1)).result(TIMEOUT_S)
    assert following.stop(TIMEOUT_S)
    assert corrections == [(hall.turn.pk, {hall.entries[1].pk})]


def test_only_the_first_late_bulletin_of_a_table_is_reported(
    hall: LiveHall, writer: BulletinWriter, corrections: list[Told]
) -> None:
    hall.change(state=TurnState.CLOSED, closed_at=hall.turn.collects_at)
    writer.start()
    for rev in (1, 2):
        submit(writer, hall.build_submission(rev=rev, arrived=hall.bell + rev)).result(TIMEOUT_S)
    assert writer.stop(TIMEOUT_S)
    assert corrections == [(hall.turn.pk, {hall.entries[0].pk})]


@pytest.fixture
def use_all_connections() -> Iterator[Callable[[], None]]:
    """Use every connection of the process's pool; return the function that frees them."""
    pool: Any = getattr(connection, "pool")  # noqa: B009 - of PostgreSQL's wrapper alone
    connection.ensure_connection()
    connections: list[Any] = []
    with contextlib.suppress(PoolTimeout):
        while True:  # threads of other tests may have some
            connections.append(pool.getconn(timeout=1.0))

    def leave() -> None:
        while connections:
            pool.putconn(connections.pop())

    yield leave
    leave()


@pytest.mark.parametrize("after_the_bell", [-60, 1])
def test_acknowledgements_and_batches_do_not_wait_for_the_pool(
    hall: LiveHall,
    writer: BulletinWriter,
    corrections: list[Told],
    use_all_connections: Callable[[], None],
    after_the_bell: int,
) -> None:
    hall.change(state=TurnState.CLOSED, closed_at=hall.turn.collects_at)
    writer.start()
    for entry in (0, 1):
        sent = hall.build_submission(entry=entry, arrived=hall.bell + after_the_bell)
        answer = submit(writer, sent).result(TIMEOUT_S)
        assert answer == Saved(turn=1, rev=1, late=after_the_bell > 0)
    assert corrections == []  # that much waits
    use_all_connections()
    pks = {entry.pk for entry in hall.entries[:2]}
    wait_for(lambda: {entry for _, entries in corrections for entry in entries} == pks)


def test_a_failed_report_is_repeated_when_the_database_is_back(
    hall: LiveHall, writer: BulletinWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(late_corrections, "RETRY_PAUSE_S", 0.01)
    reports: list[set[int]] = []

    def lose_connection_once(_: int, entries: Collection[int]) -> None:
        reports.append(set(entries))
        if len(reports) == 1:
            raise django.db.OperationalError("gone")

    monkeypatch.setattr(late_corrections, "request_correction", lose_connection_once)
    hall.change(state=TurnState.CLOSED, closed_at=hall.turn.collects_at)
    writer.start()
    submit(writer, hall.build_submission()).result(TIMEOUT_S)
    wait_for(lambda: reports == [{hall.entries[0].pk}] * 2)


def test_an_unexpected_error_does_not_stop_the_reviewer(
    hall: LiveHall, writer: BulletinWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports: list[set[int]] = []

    def raise_once(_: int, entries: Collection[int]) -> None:
        reports.append(set(entries))
        if len(reports) == 1:
            raise RuntimeError("unforeseen")

    monkeypatch.setattr(late_corrections, "request_correction", raise_once)
    hall.change(state=TurnState.CLOSED, closed_at=hall.turn.collects_at)
    writer.start()
    for entry in (0, 1):
        submit(writer, hall.build_submission(entry=entry)).result(TIMEOUT_S)
        wait_for(lambda: len(reports) == entry + 1)  # noqa: B023 - called at once
    assert reports == [{entry.pk} for entry in hall.entries[:2]]
