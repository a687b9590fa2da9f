"""Archives of older versions, stored in ``cases/archives``: they are verified and restored, with
what later versions added."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from arbitrage.archive.services.restoring import restore_tournament
from arbitrage.archive.verify.lexica import Lexica
from tests.arbitrage.archive.archive_bytes import archive_now, read_content_members
from tests.arbitrage.archive.verify.forgeries import verify
from tournament.queries import clock

#: Columns and members that versions 3 to 8 added to these archives of version 2.
ADDED = {
    "tournament": {
        "solo_points": None,
        "solo_players": None,
        "unverified": None,
        "venue_address": "",
        "contact": "",
        "is_embeddable": False,
        "ends_on": None,
        "points_on_slips": False,
        "counted_over": "whole",
    },
    "staff": {"centre": None},
    "roles": {"centre": ""},
    "tables": {"centre": None},
    "seats": {"centre": None},
    "games": {"starts_at": None},
    "rounds": {"clock_left_ms": None, "clock_ends_at": None},
    "topping_runs": {"board": None},
}
NEWER = dict.fromkeys(
    ("table_clocks", "clock_events", "tournament_journal", "match_standings", "centres"), b""
)
ARCHIVES = Path(__file__).parents[3] / "cases" / "archives"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["duplicate", "matches", "topping"])
def test_a_stored_archive_agrees_and_is_restored_unchanged(name: str) -> None:
    content = (ARCHIVES / f"{name}.duplicata.zip").read_bytes()
    assert verify(content, Lexica()).discrepancies == []
    restored = restore_tournament(content=content, by=None, now=clock.now())
    before, after = read_content_members(content), read_content_members(archive_now(restored))
    for member, text in before.items():
        lines = [json.loads(line) | ADDED.get(member, {}) for line in text.splitlines()]
        assert [json.loads(line) for line in after[member].splitlines()] == lines, member
    assert {member: after[member] for member in after.keys() - before.keys()} == NEWER


@pytest.mark.django_db
def test_an_old_database_is_refused_with_instructions() -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_applied("tournament", "0001_squashed")
    recorder.record_unapplied("tournament", "0001_initial")
    with pytest.raises(CommandError, match="« Restaurer un tournoi »"):
        call_command("migrate", verbosity=0)
