"""One batch of bulletins: in time, late, refused, resent, overtaken; decided by one statement."""

import threading
from collections.abc import Sequence
from typing import Any

import psycopg
import pytest
from django.db import connection

from tests.tournament.live.hall import ROWS, LiveHall, make_hall
from tests.waiting import wait_for
from tournament.core.states import PlayMedium, TournamentState, TurnState
from tournament.models import (
    Bulletin,
    Entry,
    LateBulletin,
    Straggler,
    Tournament,
    TurnParticipation,
)
from tournament.services.hand_in import intake
from tournament.services.hand_in.intake import IntakeOutcome, Submission
from tournament.services.hand_in.late_corrections import find_closed_turns


def store(*batch: Submission) -> list[IntakeOutcome]:
    connection.ensure_connection()
    return intake.store_submissions(connection.connection, batch)


def list_codes(outcomes: Sequence[IntakeOutcome]) -> list[str]:
    return [outcome.code for outcome in outcomes]


def test_a_bulletin_in_time_is_stored_as_written(hall: LiveHall) -> None:
    (outcome,) = store(hall.build_submission(struck=["......", "...x..."]))
    assert outcome == IntakeOutcome(
        "stored", first_bulletin_table=1, turn_to_correct=hall.turn.pk, is_early=True
    )
    row = hall.get_stored()
    assert row is not None
    assert (row.rev, row.device, row.rows, row.struck) == (1, "tablet", ROWS, ["......", "...x..."])
    assert (row.reference, row.score) == ("H4", "24")
    assert row.arrived_at.timestamp() == pytest.approx(hall.bell - 60, abs=1e-3)


def test_a_newer_revision_replaces_the_older_one(hall: LiveHall) -> None:
    store(hall.build_submission(rev=1))
    (outcome,) = store(hall.build_submission(rev=2, reference="8G", device="other"))
    assert (outcome.code, outcome.first_bulletin_table) == ("stored", None)
    row = hall.get_stored()
    assert row is not None
    assert (row.rev, row.reference, row.device) == (2, "8G", "other")


def test_an_older_revision_is_answered_with_the_newer_one(hall: LiveHall) -> None:
    store(hall.build_submission(rev=5, device="new", reference="8G"))
    for rev in (4, 5):
        (outcome,) = store(hall.build_submission(rev=rev, device="old"))
        assert outcome.code == "stale"
        assert outcome.stored_bulletin is not None
        assert (
            outcome.stored_bulletin.rev,
            outcome.stored_bulletin.device,
            outcome.stored_bulletin.reference,
        ) == (5, "new", "8G")
        assert (outcome.stored_bulletin.turn, outcome.stored_bulletin.rows) == (1, ROWS)
    assert hall.list_revs() == {1: 5}


def test_a_revision_sent_again_is_acknowledged_again_without_changing_anything(
    hall: LiveHall,
) -> None:
    store(hall.build_submission(rev=3))
    before = hall.get_stored()
    (outcome,) = store(hall.build_submission(rev=3, arrived=hall.bell - 1))
    assert (outcome.code, outcome.is_late, outcome.first_bulletin_table) == ("stored", False, None)
    after = hall.get_stored()
    assert before
    assert after
    assert after.arrived_at == before.arrived_at


def test_another_content_under_the_same_revision_is_not_acknowledged(hall: LiveHall) -> None:
    store(hall.build_submission(rev=3))
    assert list_codes(store(hall.build_submission(rev=3, score="99"))) == ["stale"]


def test_the_last_moment_of_the_grace_is_in_time(hall: LiveHall) -> None:
    outcomes = store(
        hall.build_submission(entry=0, arrived=hall.bell),
        hall.build_submission(entry=1, arrived=hall.bell + 0.001),
    )
    assert [outcome.is_late for outcome in outcomes] == [False, True]
    assert hall.list_revs() == {1: 1}
    assert hall.list_late_revs() == {2: 1}


def test_a_late_bulletin_is_stored_beside_the_one_in_time(hall: LiveHall) -> None:
    store(hall.build_submission(rev=1))
    (outcome,) = store(hall.build_submission(rev=2, arrived=hall.bell + 1))
    assert (outcome.code, outcome.is_late) == ("stored", True)
    assert (hall.list_revs(), hall.list_late_revs()) == ({1: 1}, {1: 2})


def test_a_repeated_late_bulletin_is_acknowledged_as_late(hall: LiveHall) -> None:
    late = hall.build_submission(rev=2, arrived=hall.bell + 1)
    assert [outcome.is_late for outcome in store(late) + store(late)] == [True, True]


def test_the_newest_late_revision_is_kept(hall: LiveHall) -> None:
    for rev in (2, 3):
        store(hall.build_submission(rev=rev, arrived=hall.bell + rev))
    assert list_codes(store(hall.build_submission(rev=1, arrived=hall.bell + 9))) == ["stale"]
    assert hall.list_late_revs() == {1: 3}


def test_a_bulletin_stored_in_time_stays_so_when_repeated(hall: LiveHall) -> None:
    store(hall.build_submission(rev=3))
    (outcome,) = store(hall.build_submission(rev=3, arrived=hall.bell + 30))
    assert (outcome.code, outcome.is_late) == ("stored", False)
    assert hall.list_late_revs() == {}


def test_an_old_late_bulletin_does_not_hide_one_in_time(hall: LiveHall) -> None:
    store(hall.build_submission(rev=3, device="new"))
    assert list_codes(store(hall.build_submission(rev=2, device="old", arrived=hall.bell + 1))) == [
        "stale"
    ]
    assert hall.list_late_revs() == {}


@pytest.mark.parametrize("state", [TurnState.DRAWN, TurnState.ANNOUNCED])
def test_before_the_clock_starts_nothing_is_taken(hall: LiveHall, state: TurnState) -> None:
    hall.change(state=state, opened_at=None, closes_at=None, collects_at=None)
    assert list_codes(store(hall.build_submission(arrived=1_000_000.0))) == ["not-open"]
    assert not Bulletin.objects.exists()


def test_a_cancelled_turn_takes_nothing(hall: LiveHall) -> None:
    hall.change(state=TurnState.CANCELLED)
    assert list_codes(store(hall.build_submission())) == ["no-such-turn"]
    assert not Bulletin.objects.exists()


def test_a_bulletin_in_time_is_stored_after_the_close(
    hall: LiveHall,
) -> None:
    hall.change(state=TurnState.CLOSED, closed_at=hall.turn.collects_at)
    (outcome,) = store(hall.build_submission())
    assert (outcome.code, outcome.turn_to_correct) == ("stored", hall.turn.pk)
    assert find_closed_turns([hall.turn.pk]) == {hall.turn.pk}


def test_the_first_late_bulletin_is_reported_to_a_finished_correction(hall: LiveHall) -> None:
    hall.ring()
    hall.change(state="closed")
    first, newer = (
        store(hall.build_submission(rev=rev, arrived=hall.bell + 60))[0] for rev in (1, 2)
    )
    assert first == IntakeOutcome("stored", is_late=True, turn_to_correct=hall.turn.pk)
    assert newer == IntakeOutcome("stored", is_late=True)


def test_a_repeated_bulletin_is_reported_again(hall: LiveHall) -> None:
    """The process that stored it may have ended before it reported it."""
    late = hall.build_submission(entry=2, arrived=hall.bell + 1)
    store(
        hall.build_submission(entry=0), hall.build_submission(entry=1, arrived=hall.bell - 1), late
    )
    hall.change(state=TurnState.CLOSED, closed_at=hall.turn.collects_at)
    again = store(
        *(hall.build_submission(entry=entry, arrived=hall.bell + 5) for entry in range(3))
    )
    assert [(outcome.is_late, outcome.turn_to_correct) for outcome in again] == [
        (False, hall.turn.pk),
        (False, hall.turn.pk),
        (True, hall.turn.pk),
    ]


def test_an_open_or_cancelled_turn_needs_no_second_correction(hall: LiveHall) -> None:
    assert find_closed_turns([hall.turn.pk]) == set()
    hall.change(state=TurnState.CANCELLED)
    assert find_closed_turns([hall.turn.pk]) == set()


@pytest.mark.parametrize("place", [{"turn": 2}, {"game_id": 2**62}])
def test_an_unknown_turn_or_game_is_refused(hall: LiveHall, place: dict[str, Any]) -> None:
    assert list_codes(store(hall.build_submission(**place))) == ["no-such-turn"]


def test_a_game_of_another_tournament_is_refused(hall: LiveHall) -> None:
    elsewhere = make_hall("elsewhere")
    assert list_codes(store(hall.build_submission(game_id=elsewhere.game.pk))) == ["no-such-turn"]


def test_an_entry_of_another_tournament_is_refused(hall: LiveHall) -> None:
    stranger = make_hall("elsewhere").entries[0]
    sent = Submission(hall.save(), hall.tournament.pk, stranger.pk, hall.bell - 60)
    assert list_codes(store(sent)) == ["not-allowed"]
    assert not Bulletin.objects.exists()


def test_a_withdrawn_table_is_refused(hall: LiveHall) -> None:
    Entry.objects.filter(pk=hall.entries[0].pk).update(withdrawn=True)
    assert list_codes(store(hall.build_submission())) == ["not-allowed"]


def test_each_bulletin_of_a_batch_gets_its_own_answer(hall: LiveHall) -> None:
    store(hall.build_submission(entry=3, rev=9, device="other"))
    Entry.objects.filter(pk=hall.entries[2].pk).update(withdrawn=True)
    outcomes = store(
        hall.build_submission(entry=2),
        hall.build_submission(entry=0),
        hall.build_submission(entry=3, rev=2),
        hall.build_submission(entry=1, arrived=hall.bell + 1),
        hall.build_submission(entry=3, turn=7),
    )
    assert list_codes(outcomes) == ["not-allowed", "stored", "stale", "stored", "no-such-turn"]
    assert [outcome.is_late for outcome in outcomes] == [False, False, False, True, False]
    assert (hall.list_revs(), hall.list_late_revs()) == ({1: 1, 4: 9}, {2: 1})


def test_thousands_of_bulletins_fit_one_statement(hall: LiveHall) -> None:
    crowd = make_hall("crowd", tables=1500)
    outcomes = store(*(crowd.build_submission(entry=number) for number in range(1500)))
    assert list_codes(outcomes) == ["stored"] * 1500
    assert [outcome.first_bulletin_table for outcome in outcomes] == list(range(1, 1501))


@pytest.mark.parametrize(
    "overtaken",
    [{"rev": 3, "device": "old"}, {"rev": 7, "device": "old", "score": "99"}],
    ids=["older", "equal"],
)
def test_two_processes_storing_at_once_keep_the_acknowledged_bulletin(
    hall: LiveHall, overtaken: dict[str, Any]
) -> None:
    """The second sees no row, waits for the first to commit, and must then not overwrite it."""
    connection.ensure_connection()
    info = connection.connection.info.dsn
    outcomes: list[IntakeOutcome] = []
    with psycopg.connect(info) as first:
        assert list_codes(
            intake.store_submissions(first, [hall.build_submission(rev=7, device="new")])
        ) == ["stored"]

        def store_second() -> None:
            with psycopg.connect(info, autocommit=True) as other:
                outcomes.extend(
                    intake.store_submissions(other, [hall.build_submission(**overtaken)])
                )

        thread = threading.Thread(target=store_second)
        thread.start()
        wait_for(lambda: is_waited_for(first), lambda: "nobody waits")
        first.commit()
        thread.join()
    assert list_codes(outcomes) == ["again"]
    assert list_codes(store(hall.build_submission(**overtaken))) == ["stale"]
    stored = hall.get_stored()
    assert stored
    assert (stored.rev, stored.device, stored.score) == (7, "new", "24")


def is_waited_for(holder: psycopg.Connection[Any]) -> bool:
    """Return True if another connection waits for ``holder``."""
    query = "SELECT count(*) FROM pg_stat_activity WHERE %s = ANY(pg_blocking_pids(pid))"
    with connection.cursor() as cursor:
        cursor.execute(query, [holder.info.backend_pid])
        return bool(cursor.fetchone() != (0,))


def test_a_bulletin_in_time_is_stored_despite_newer_late_ones(hall: LiveHall) -> None:
    """Two processes may store them in the other order."""
    store(hall.build_submission(rev=3, arrived=hall.bell + 1))
    (outcome,) = store(hall.build_submission(rev=2, arrived=hall.bell - 1))
    assert (outcome.code, outcome.is_late) == ("stored", False)
    assert (hall.list_revs(), hall.list_late_revs()) == ({1: 2}, {1: 3})


@pytest.mark.parametrize("state", [TurnState.CLOSED, TurnState.REVEALED, TurnState.DONE])
@pytest.mark.parametrize("after_the_bell", [-1, 1])
def test_a_bulletin_for_a_closed_turn_leaves_a_mark(
    hall: LiveHall, state: TurnState, after_the_bell: int
) -> None:
    top = {"word": "MAISON", "ref": "H4"} if state != TurnState.CLOSED else {}
    hall.change(state=state, closed_at=hall.turn.collects_at, **top)
    store(hall.build_submission(rev=1, arrived=hall.bell + after_the_bell))
    assert list(Straggler.objects.values_list("turn", flat=True)) == [hall.turn.pk]
    # A second late sheet changes nothing but the evidence.
    Straggler.objects.all().delete()
    store(hall.build_submission(rev=2, arrived=hall.bell + 2))
    store(hall.build_submission(rev=3, arrived=hall.bell + 3))
    assert Straggler.objects.exists() is (after_the_bell < 0)


def test_a_bulletin_of_an_open_turn_leaves_no_straggler(hall: LiveHall) -> None:
    store(hall.build_submission(rev=1, arrived=hall.bell - 1))
    assert not Straggler.objects.exists()


def test_late_rows_are_evidence_and_never_count(hall: LiveHall) -> None:
    store(hall.build_submission(arrived=hall.bell + 3600))
    assert not Bulletin.objects.exists()
    assert LateBulletin.objects.get().rev == 1


def test_an_archived_tournament_takes_nothing_in(hall: LiveHall) -> None:
    """Earlier tokens are valid for minutes, and nobody would decide on the bulletin."""
    Tournament.objects.filter(pk=hall.turn.game.tournament_id).update(
        state=TournamentState.ARCHIVED
    )
    assert list_codes(
        store(hall.build_submission(), hall.build_submission(entry=1, arrived=hall.bell + 1))
    ) == [*("not-allowed", "not-allowed")]


def test_a_watching_table_of_a_mort_subite_is_refused(hall: LiveHall) -> None:
    TurnParticipation.objects.create(
        turn=hall.turn, entry=hall.entries[0], plays_on=PlayMedium.WATCHING
    )
    sent = (
        hall.build_submission(),
        hall.build_submission(entry=1),
        hall.build_submission(entry=0, arrived=hall.bell + 1),
    )
    assert list_codes(store(sent[0], sent[1])) == ["watches", "stored"]
    assert list_codes(store(sent[2])) == ["watches"]
    assert (hall.list_revs(), hall.list_late_revs()) == ({2: 1}, {})
