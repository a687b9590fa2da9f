"""Archives of older versions of the format: read, verified and restored."""

import json
from pathlib import Path

import pytest

from arbitrage.archive.core import reading, versions
from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.manifest import ARCHIVE_VERSION, MANIFEST_FILE
from arbitrage.archive.core.people import TournamentRow
from arbitrage.archive.core.play import GameRow
from arbitrage.archive.core.reading import check_chains, read_archive
from arbitrage.archive.core.rows import MEMBERS
from arbitrage.archive.services.restoring import restore_tournament
from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.verification import Verification
from tests.arbitrage.archive.archive_bytes import (
    Lines,
    archive_now,
    forge,
    read_content_members,
    read_members,
    rebuild_chains,
    remove_tournament,
    write_archive,
)
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns
from tournament.models import Tournament
from tournament.queries import clock

#: Written before *mort subite*, *topping* and classic matches existed: two games with every kind of
#: decision, cases, looks and slips (``verify.played_tournament``), and a third that is running.
VERSION_1 = (Path(__file__).parent / "version-1.duplicata.zip").read_bytes()
#: Fields of the tournament added by versions 3 to 8.
ADDED: dict[str, object] = {"solo_points": None, "solo_players": None, "unverified": None}
ADDED |= {"venue_address": "", "contact": "", "is_embeddable": False, "ends_on": None}
ADDED |= {"points_on_slips": False, "counted_over": "whole"}
#: Fields of other members that version 8 added.
ADDED_TO_MEMBERS: dict[str, dict[str, object]] = {
    "roles": {"centre": ""},
    "tables": {"centre": None},
    "seats": {"centre": None},
}
#: Members that this version lacks.
NEWER = {
    *("contenders", "toppings", "topping_runs", "topping_events"),
    *("rounds", "matches", "match_games", "match_events", "match_results", "calls"),
    *("table_clocks", "clock_events", "tournament_journal", "match_standings", "centres"),
}


def test_a_version_1_archive_is_read_and_verified() -> None:
    manifest = json.loads(read_members(VERSION_1)[MANIFEST_FILE])
    assert manifest["version"] == 1
    assert {member["name"] for member in manifest["members"]} == MEMBERS.keys() - NEWER
    archive = read_archive(VERSION_1)
    check_chains(archive)
    assert archive.rows.keys() == MEMBERS.keys()
    assert not any(archive.rows[member] for member in NEWER)
    (tournament,) = archive.list_rows(TournamentRow)
    assert (tournament.discipline, tournament.classic) == ("duplicate", {})
    assert {(game.kind, game.settles) for game in archive.list_rows(GameRow)} == {
        ("duplicate", None)
    }
    assert archive.manifest.unfinished_games.games == [3]
    assert not archive.manifest.unfinished_games.match_games
    assert Verification(VERSION_1, Lexica()).run().discrepancies == []


def test_a_version_1_archive_is_restored(transactional_db: None) -> None:
    restored = restore_tournament(content=VERSION_1, by=None, now=clock.now())
    before, after = read_content_members(VERSION_1), read_content_members(archive_now(restored))
    added = {
        "tournament": {"discipline": "duplicate", "classic": {}} | ADDED,
        "games": {"kind": "duplicate", "settles": None, "starts_at": None},
        **ADDED_TO_MEMBERS,
    }
    for name, text in before.items():
        lines = [json.loads(line) | added.get(name, {}) for line in text.splitlines()]
        assert [json.loads(line) for line in after[name].splitlines()] == lines, name
    assert after.keys() - before.keys() == NEWER


def test_a_version_2_archive_is_read_and_restored(sanctioned_turns: SanctionedTurns) -> None:
    rebuild_chains()
    content = archive_now(sanctioned_turns.room.tournament)

    def remove_added(lines: Lines) -> Lines:
        return [{key: value for key, value in lines[0].items() if key not in ADDED}]

    members = read_members(forge(content, "tournament", remove_added))
    manifest = json.loads(members[MANIFEST_FILE]) | {"version": 2}
    older = write_archive(members, manifest)
    remove_tournament(sanctioned_turns.room.tournament)
    restored = restore_tournament(content=older, accept_unverified=True, by=None, now=clock.now())
    Tournament.objects.update(unverified=None)
    restored.refresh_from_db()
    assert read_content_members(archive_now(restored)) == read_content_members(content)


def test_an_older_format_is_upgraded(
    sanctioned_turns: SanctionedTurns, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = archive_now(sanctioned_turns.room.tournament)

    def drop_venue(lines: versions.Lines) -> versions.Lines:
        return lines | {"tournament": [line | {"venue": ""} for line in lines["tournament"]]}

    def remove_venue(lines: Lines) -> Lines:
        return [{key: value for key, value in lines[0].items() if key != "venue"}]

    older = forge(content, "tournament", remove_venue)
    for module in (reading, versions):
        monkeypatch.setattr(module, "ARCHIVE_VERSION", ARCHIVE_VERSION + 1)
    upgrades = {**versions.UPGRADES, ARCHIVE_VERSION: drop_venue}
    monkeypatch.setattr(versions, "UPGRADES", upgrades)
    assert read_archive(older).list_rows(TournamentRow)[0].venue == ""


def test_an_older_archive_with_a_missing_member_is_refused() -> None:
    members = read_members(VERSION_1)
    manifest = json.loads(members[MANIFEST_FILE])
    members_left = [member for member in manifest["members"] if member["name"] != "games"]
    files = {name: text for name, text in members.items() if name != "games.jsonl"}
    content = write_archive(files, manifest | {"members": members_left})
    with pytest.raises(BadArchive) as refused:
        read_archive(content, on_error=lambda _: None)
    assert refused.value.reason == "bad-manifest"
