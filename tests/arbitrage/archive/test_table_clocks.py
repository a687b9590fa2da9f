"""The clocks of tables in archives: restored, stopped, verified, anonymised."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from arbitrage.archive.core.matches import ClockEventRow
from arbitrage.archive.core.reading import read_archive
from arbitrage.archive.queries.backups import compute_stamp, count_changes_since
from arbitrage.archive.services.anonymising import anonymise_player
from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.report import DiscrepancyKind
from arbitrage.archive.verify.verification import Verification
from tests.arbitrage.archive.archive_bytes import (
    Lines,
    archive_and_restore,
    archive_now,
    forge,
    read_content_members,
)
from tests.classic_room import NAMES, ClassicRoom, make_classic_room
from tests.rows import every_row
from tournament.classic.core.commands import Command
from tournament.classic.core.rounds.countdown import CountdownCommand
from tournament.classic.core.sides import Actor
from tournament.classic.models import MatchRound, TableClock
from tournament.classic.queries.table_clocks import load_clock_state
from tournament.classic.services.countdowns import change_countdown
from tournament.classic.services.play import SenderFields
from tournament.classic.services.table_clocks import ClockRequest, run_clock_commands
from tournament.core.chain import ERASED_TEXT
from tournament.queries import clock

pytestmark = pytest.mark.django_db
WARNING = {"side": "X", "sanction": "warning", "article": "6.4.2"}


@pytest.fixture
def timed() -> ClassicRoom:
    """A match whose clock runs, with a warning that names its player."""
    room = make_classic_room(NAMES[:2], time_s=600)
    (match,) = room.matches(room.begin())
    reason = SenderFields(reason=f"{match.x.name} joue lentement")
    requests = [
        ClockRequest(Command.PRESS, Actor.Y),
        ClockRequest(Command.SANCTION, Actor.ARBITER, WARNING, reason),
    ]
    assert not run_clock_commands(
        match=match, number=1, requests=requests, **room.get_author_and_time()
    )
    return room


def find_discrepancies(content: bytes) -> set[DiscrepancyKind]:
    return {discrepancy.kind for discrepancy in Verification(content, Lexica()).run().discrepancies}


def test_a_running_clock_is_restored_stopped_with_its_time(timed: ClassicRoom) -> None:
    before, restored = archive_and_restore(timed.tournament, is_verified=True)
    table_clock = TableClock.objects.get(match__tournament=restored)
    state = load_clock_state(table_clock)
    assert (state.phase, state.call_command) == ("stopped", Command.UNWATCHED)
    assert 590_000 < state.clock.x.remaining_ms <= 600_000
    members = read_content_members(before), read_content_members(archive_now(restored))
    events = [member["clock_events"].splitlines() for member in members]
    assert events[1][: len(events[0])] == events[0]
    assert len(events[1]) == len(events[0]) + 1


def test_a_running_common_time_is_restored_stopped() -> None:
    room = make_classic_room(NAMES[:2], clock="global")
    change_countdown(
        match_round=room.begin(),
        command=CountdownCommand.START,
        seconds=600,
        **room.get_author_and_time(),
    )
    _, restored = archive_and_restore(room.tournament, is_verified=True)
    match_round = MatchRound.objects.get(tournament=restored)
    assert match_round.clock_ends_at is None
    assert 590_000 < (match_round.clock_left_ms or 0) <= 600_000


def test_the_verification_replays_clocks(timed: ClassicRoom) -> None:
    content = archive_now(timed.tournament)
    assert not find_discrepancies(content)
    changes: list[tuple[str, Callable[[Lines], Lines], DiscrepancyKind]] = [
        ("clock_events", lambda lines: lines[:1], DiscrepancyKind.STATE),
        ("clock_events", lambda lines: lines[1:], DiscrepancyKind.STATE),
        (
            "clock_events",
            lambda lines: [lines[0], lines[1] | {"data": {}}],
            DiscrepancyKind.MATCH_EVENT,
        ),
        (
            "table_clocks",
            lambda lines: [line | {"phase": "stopped"} for line in lines],
            DiscrepancyKind.STATE,
        ),
    ]
    with every_row() as row:
        for number, (member, change, kind) in enumerate(changes):
            with row(f"{member} {number}"):
                assert find_discrepancies(forge(content, member, change)) >= {kind}


def test_a_press_makes_a_backup_outdated(timed: ClassicRoom) -> None:
    before, moment = compute_stamp(timed.tournament), clock.now() - timedelta(hours=1)
    lines = count_changes_since(timed.tournament, moment).lines
    match = TableClock.objects.get().match
    press = ClockRequest(Command.PRESS, Actor.X)
    run_clock_commands(match=match, number=1, requests=[press], now=clock.now())
    assert compute_stamp(timed.tournament) != before
    assert count_changes_since(timed.tournament, moment).lines == lines + 1


def test_an_anonymised_name_leaves_the_reason_of_a_decision(timed: ClassicRoom) -> None:
    entry = TableClock.objects.get().match.x
    player = entry.players.get()
    anonymise_player(player=player, typed_name=str(player), by=timed.user, now=clock.now())
    rows = read_archive(archive_now(timed.tournament)).list_rows(ClockEventRow)
    assert ERASED_TEXT in {row.reason for row in rows}
    assert not any("lentement" in row.reason for row in rows)
