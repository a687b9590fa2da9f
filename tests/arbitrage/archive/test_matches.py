"""Classic matches in archives: verified without a server, and restored."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from arbitrage.archive.core.manifest import MANIFEST_FILE, UnfinishedGames
from arbitrage.archive.core.matches import MatchEventRow
from arbitrage.archive.core.reading import read_archive
from arbitrage.archive.services.anonymising import anonymise_player
from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.report import DiscrepancyKind
from arbitrage.archive.verify.verification import Verification
from tests.arbitrage.archive.archive_bytes import (
    Lines,
    archive_and_restore,
    archive_now,
    expect_bad_values,
    forge,
    read_content_members,
    read_members,
    remove_tournament,
    write_archive,
)
from tests.arbitrage.archive.verify.forgeries import change_scope, list_places, verify
from tests.room import make_room
from tests.rows import every_row
from tests.snapshots import STAGES, Stage
from tests.tournament.classic.services.tables import ARBITER, DIRECTOR, MatchTable
from tests.tournament.views.office import SignIn, read_text, reverse_for
from tournament.classic.core.commands import Command
from tournament.classic.core.terms import MatchTerms
from tournament.classic.models import Match, MatchEvent, MatchGame
from tournament.classic.queries.games import load_state
from tournament.classic.services.play import SenderFields, run_command
from tournament.core.chain import ERASED_TEXT
from tournament.core.errors import WrongState
from tournament.core.states import Discipline, Role
from tournament.models import Entry
from tournament.queries.clock import now
from tournament.services.lifecycle import delete_tournament
from tournament.services.people.entry_removal import delete_entry

REASON = "Il a soufflé un mot à Algérie"


def play_match() -> Stage:
    """One game that ended by passes, after a refused word, an exchange and a sanction; one that has
    begun."""
    room = make_room()
    room.tournament.discipline = Discipline.CLASSIC
    room.tournament.save()
    table = MatchTable(room, MatchTerms(games_to_win=2))
    table.start()
    table.play_two_letters(table.first)
    word = table.state.moves[0].word.upper()
    table.run(Command.PRESS, table.first)
    table.run(Command.DRAW, table.first, n=2)
    table.run(Command.CHALLENGE, table.second)
    table.run(Command.SLIP, table.second, words=[word])
    table.run(Command.VERDICT, ARBITER, words={word: False})
    table.run(Command.EXCHANGE, table.second, n=2, letters=table.rack(table.second)[:2])
    run_command(
        game_id=table.game.pk, command=Command.SANCTION, actor=ARBITER,
        data={"side": "X", "sanction": "points"}, sender_fields=SenderFields(reason=REASON),
        **table.get_author_and_time(),
    )  # fmt: skip
    for _ in range(3):
        table.run(Command.PASS, table.first)
        table.run(Command.PASS, table.second)
    table.open()
    table.run(Command.DRAW, table.first, n=7)
    return Stage(room, table=table, keeps_times=True)


STAGES["played_match"] = play_match


@pytest.fixture
def played_match(_stage: Stage) -> Stage:
    return _stage


@pytest.fixture
def table(played_match: Stage) -> MatchTable:
    assert played_match.table
    return played_match.table


def find_discrepancies(content: bytes) -> list[DiscrepancyKind]:
    return [discrepancy.kind for discrepancy in Verification(content, Lexica()).run().discrepancies]


def change_first(kind: Command, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    """Return a change of the first event of that kind."""

    def change_first_line(lines: Lines) -> Lines:
        index = next(n for n, line in enumerate(lines) if line["command"] == kind)
        return [*lines[:index], change(lines[index]), *lines[index + 1 :]]

    return change_first_line


def change_row(values: dict[str, Any]) -> Callable[[Lines], Lines]:
    """Return a change of the only row."""
    return lambda lines: [lines[0] | values]


def change_data(**values: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda line: line | {"data": line["data"] | values}


FORGERIES: list[tuple[str, Any, set[DiscrepancyKind]]] = [
    (
        "match_events",
        change_first(Command.TOSS, change_data(letter="?")),
        {DiscrepancyKind.LETTERS},
    ),
    (
        "match_events",
        change_first(Command.DRAW, change_data(letters="AAAAAAA")),
        {DiscrepancyKind.LETTERS},
    ),
    (
        "match_events",
        change_first(Command.PLAY, change_data(ref="A1")),
        {DiscrepancyKind.MATCH_EVENT},
    ),
    (
        "match_events",
        change_first(Command.PASS, lambda line: line | {"actor": "arbiter"}),
        {DiscrepancyKind.MATCH_EVENT},
    ),
    (
        "match_events",
        change_first(Command.SANCTION, change_data(sanction="warning")),
        {DiscrepancyKind.STATE},
    ),
    (
        "match_games",
        lambda lines: [line | {"score_x": 999} for line in lines],
        {DiscrepancyKind.STATE},
    ),
    (
        "match_games",
        lambda lines: [line | {"seed": "0" * 64} for line in lines],
        {DiscrepancyKind.LETTERS},
    ),
    ("matches", lambda lines: [lines[0] | {"winner": "X", "points_x": 9}], {DiscrepancyKind.MATCH}),
]


def test_matches_are_restored_unchanged(table: MatchTable) -> None:
    second = table.second
    before, restored = archive_and_restore(table.room.tournament, is_verified=True)
    assert read_content_members(archive_now(restored)) == read_content_members(before)
    assert restored.discipline == Discipline.CLASSIC
    game = MatchGame.objects.get(match__tournament=restored, number=2)
    assert game.word_list
    assert game.phase == "racks"
    continued = run_command(
        game_id=game.pk,
        command=Command.DRAW,
        actor=second,
        data={"n": 7},
        **table.get_author_and_time(),
    )
    assert continued.phase == "start", "it goes on where it was"
    assert not Match.objects.filter(pk=table.match.pk).exists()


def test_impossible_values_of_matches_are_refused(table: MatchTable) -> None:
    content = archive_now(table.room.tournament)
    remove_tournament(table.room.tournament)
    rows: list[tuple[str, dict[str, Any]]] = [
        ("matches", {"points_x": -1, "points_y": 2, "over_at": "2026-01-01T00:00:00.000000Z"}),
        ("matches", {"points_x": 500, "points_y": 2, "over_at": "2026-01-01T00:00:00.000000Z"}),
        ("matches", {"terms": {"clock": "x"}}),
        ("matches", {"terms": {"time_s": -1}}),
        ("match_games", {"terms": {"games_to_win": 99}}),
        ("match_games", {"seed": "zz"}),
        ("match_games", {"seed": ""}),
        ("match_games", {"seq": -1}),
        ("tournament", {"classic": {"system": "x"}}),
    ]
    expect_bad_values(content, rows)


def test_a_running_game_is_restored_stopped_and_verified(
    table: MatchTable,
) -> None:
    """No time is counted until the restoration, and an arbiter sets the clocks."""
    table.run(Command.DRAW, table.second, n=7)
    table.run(Command.PRESS, table.second)
    remaining = table.state.clock.x.remaining_ms
    _, restored = archive_and_restore(table.room.tournament, is_verified=True)
    game = MatchGame.objects.get(match__tournament=restored, number=2)
    assert (game.phase, game.waiting, game.expires_at) == ("held", 1, None)
    assert game.table_calls.get().kind == "clock"
    clock = load_state(game).clock
    assert (clock.x.remaining_ms, clock.y.remaining_ms) == (remaining, remaining)
    assert find_discrepancies(archive_now(restored)) == []
    for kind, values in ((Command.SET_CLOCKS, {"X": 60, "Y": 90}), (Command.RESUME, {})):
        game = run_command(
            game_id=game.pk, command=kind, actor=ARBITER, data=values, by=None, now=now()
        )
    assert game.phase == "play"
    assert find_discrepancies(archive_now(restored)) == []


def test_verification_replays_games_and_finds_changes(table: MatchTable) -> None:
    content = archive_now(table.room.tournament)
    assert find_discrepancies(content) == []
    with every_row() as row:
        for member, change, kinds in FORGERIES:
            with row(f"{member}: {kinds}"):
                assert kinds <= set(find_discrepancies(forge(content, member, change)))
        with row("said to be the archive of a turn, whose matches nobody looks at"):
            discrepancies = list_places(
                verify(change_scope(content, kind="turn", game=1, turn=1), Lexica())
            )
            members = {member for kind, member, _ in discrepancies if kind is DiscrepancyKind.SCOPE}
            assert members >= {"matches", "match_games", "match_events"}


def test_an_excluded_leader_has_lost_the_verified_match(table: MatchTable) -> None:
    """The director excludes players of the second game, and stops it (9.3, C-13)."""
    leader = Match.objects.get(pk=table.match.pk).games.get(number=1).winner
    with every_row() as row:
        for excluded, winner in ((leader, {"X": "Y", "Y": "X"}[leader]), ("XY", "")):
            with row(excluded), transaction.atomic():
                for side in excluded:
                    table.run(Command.SANCTION, DIRECTOR, side=side, sanction="exclusion")
                table.run(Command.STOP, DIRECTOR)
                table.match.refresh_from_db()
                assert (table.match.winner, table.match.over_at is None) == (winner, False)
                content = archive_now(table.room.tournament)
                assert find_discrepancies(content) == []
                for changes in ({"winner": leader}, {"points_x": 2, "points_y": 2}):
                    forged = forge(content, "matches", change_row(changes))
                    assert find_discrepancies(forged) == [DiscrepancyKind.MATCH]
                transaction.set_rollback(True)


def test_an_anonymised_player_is_named_in_no_event(table: MatchTable) -> None:
    tournament = table.room.tournament
    (player,) = table.room.entries[0].players.all()
    with pytest.raises(WrongState):
        anonymise_player(player=player, typed_name=str(player), **table.get_author_and_time())
    table.run(Command.STOP, DIRECTOR)
    anonymise_player(player=player, typed_name=str(player), **table.get_author_and_time())
    assert MatchEvent.objects.get(command=Command.SANCTION).reason == ERASED_TEXT
    rows = read_archive(archive_now(tournament)).list_rows(MatchEventRow)
    assert not any("Algérie" in row.reason for row in rows)
    assert find_discrepancies(archive_now(tournament)) == []


def test_an_unfinished_game_makes_the_file_a_confirmed_secret(
    table: MatchTable, sign_in: SignIn
) -> None:
    room, browser = table.room, sign_in(Role.ORGANISER)
    take = reverse_for(room, "tournament-file-take")
    assert "accepts_secrets" in read_text(browser.get(reverse_for(room, "tournament-file")))
    assert browser.post(take).status_code == 422
    content = browser.post(take, {"accepts_secrets": "on"}).content
    archive = read_archive(content)
    assert archive.manifest.unfinished_games == UnfinishedGames(match_games=[str(table.game.uid)])
    assert len(archive.rows["ways_in"]) == len(room.entries), "the cards serve again"
    publication = read_text(browser.get(reverse_for(room, "office-publication")))
    assert "Fichier d’archive pris, 1 partie de match non finie." in publication
    members = read_members(content)
    denied = json.loads(members[MANIFEST_FILE]) | {"secret": {}}
    assert find_discrepancies(write_archive(members, denied)) == [DiscrepancyKind.SECRET]
    table.run(Command.STOP, DIRECTOR)
    assert "qui l’a peut jouer à la place d’un autre" in read_text(
        browser.get(reverse_for(room, "tournament-file"))
    )
    assert browser.post(take).status_code == 422
    archive = read_archive(browser.post(take, {"accepts_secrets": "on"}).content)
    assert not archive.manifest.unfinished_games
    assert archive.rows["ways_in"], "of the next round"


def test_entries_and_tournaments_with_matches_are_not_deleted(table: MatchTable) -> None:
    room = table.room
    with pytest.raises(WrongState):
        delete_entry(entry=room.entries[0], **table.get_author_and_time())
    with pytest.raises(WrongState) as caught:
        delete_tournament(
            tournament=room.tournament, typed_name="Essai", **table.get_author_and_time()
        )
    assert caught.value.reason == "match-under-way"
    table.run(Command.STOP, DIRECTOR)
    with pytest.raises(WrongState) as caught:
        delete_tournament(
            tournament=room.tournament, typed_name="Essai", **table.get_author_and_time()
        )
    assert caught.value.reason == "archive-first"
    remove_tournament(room.tournament)
    assert not Match.objects.exists()
    assert not MatchEvent.objects.exists()
    assert not Entry.objects.exists()
