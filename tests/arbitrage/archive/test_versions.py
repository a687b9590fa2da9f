"""Archives of older versions of the format are read, verified and restored as those of today."""

import json
from pathlib import Path

import pytest

from arbitrage.archive.core import reading, versions
from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.manifest import NAME, VERSION
from arbitrage.archive.core.people import TournamentRow
from arbitrage.archive.core.play import GameRow
from arbitrage.archive.core.reading import check_chains, read
from arbitrage.archive.core.rows import MEMBERS
from arbitrage.archive.services.restoring import restore
from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.whole import Verification
from tests.arbitrage.archive.comings_and_goings import (
    Lines,
    archived,
    forged,
    members_of,
    of_content,
    written,
)
from tests.arbitrage.services.books import Books
from tournament.queries import clock

#: Made by the software as it was before *mort subite*, *topping* and matches of two: two games
#: with every kind of decision, cases, looks and slips (``verify.played``), and a third under way.
VERSION_1 = (Path(__file__).parent / "version-1.duplicata.zip").read_bytes()
#: What that software knew nothing of.
NEWER = {
    *("contenders", "toppings", "topping_runs", "topping_events"),
    *("rounds", "matches", "match_games", "match_events", "match_results", "calls"),
}


def test_an_archive_from_before_matches_of_two_is_read() -> None:
    manifest = json.loads(members_of(VERSION_1)[NAME])
    assert manifest["version"] == 1
    assert {one["name"] for one in manifest["members"]} == MEMBERS.keys() - NEWER
    archive = read(VERSION_1)
    check_chains(archive)
    assert archive.rows.keys() == MEMBERS.keys()
    assert not any(archive.rows[member] for member in NEWER)
    (tournament,) = archive.list_rows(TournamentRow)
    assert (tournament.discipline, tournament.classic) == ("duplicate", {})
    assert {(game.kind, game.settles) for game in archive.list_rows(GameRow)} == {
        ("duplicate", None)
    }
    assert archive.manifest.secret.games == [3]
    assert not archive.manifest.secret.match_games
    assert Verification(VERSION_1, Lexica()).run().lies == []


def test_an_archive_from_before_matches_of_two_is_restored(transactional_db: None) -> None:
    made = restore(content=VERSION_1, by=None, now=clock.now())
    before, after = of_content(VERSION_1), of_content(archived(made))
    added = {
        "tournament": {"discipline": "duplicate", "classic": {}},
        "games": {"kind": "duplicate", "settles": None},
    }
    for name, text in before.items():
        lines = [json.loads(line) | added.get(name, {}) for line in text.splitlines()]
        assert [json.loads(line) for line in after[name].splitlines()] == lines, name
    assert after.keys() - before.keys() == NEWER


def test_an_older_format_is_brought_up_to_date(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = archived(books.room.tournament)

    def without_venue(lines: versions.Lines) -> versions.Lines:
        return lines | {"tournament": [line | {"venue": ""} for line in lines["tournament"]]}

    def less(lines: Lines) -> Lines:
        return [{key: value for key, value in lines[0].items() if key != "venue"}]

    older = forged(content, "tournament", less)
    for module in (reading, versions):
        monkeypatch.setattr(module, "VERSION", VERSION + 1)
    upgrades = {**versions.UPGRADES, VERSION: without_venue}
    monkeypatch.setattr(versions, "UPGRADES", upgrades)
    assert read(older).of(TournamentRow)[0].venue == ""


def test_an_older_archive_without_what_it_had_is_refused() -> None:
    members = members_of(VERSION_1)
    manifest = json.loads(members[NAME])
    kept = [one for one in manifest["members"] if one["name"] != "games"]
    said = json.dumps(manifest | {"members": kept}).encode()
    less = {name: text for name, text in members.items() if name != "games.jsonl"}
    with pytest.raises(BadArchive) as refused:
        read(written(less | {NAME: said}), tell=lambda _: None)
    assert refused.value.reason == "bad-manifest"
