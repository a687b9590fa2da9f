"""Matches of two go away in an archive, are verified without server, and come back."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from arbitrage.archive.core.manifest import NAME, Secret
from arbitrage.archive.core.matches import MatchEventRow
from arbitrage.archive.core.reading import read
from arbitrage.archive.services.anonymising import anonymise
from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.report import Matter
from arbitrage.archive.verify.whole import Verification
from tests.arbitrage.archive.comings_and_goings import (
    Lines,
    archived,
    forged,
    gone_and_come,
    members_of,
    of_content,
    remove,
    written,
)
from tests.arbitrage.archive.verify.forgeries import places, scoped, verified
from tests.room import Room
from tests.rows import every_row
from tests.tournament.classic.services.tables import ARBITER, DIRECTOR, MatchTable
from tests.tournament.views.office import SignIn, at, seen
from tournament.classic.core.commands import Command
from tournament.classic.core.terms import MatchTerms
from tournament.classic.models import Match, MatchEvent, MatchGame
from tournament.classic.queries.games import state_of
from tournament.classic.services.play import SentCommand, command
from tournament.core.chain import ERASED
from tournament.core.errors import WrongState
from tournament.core.states import Discipline, Role
from tournament.models import Entry
from tournament.queries.clock import now
from tournament.services.lifecycle import delete_tournament
from tournament.services.people.entry_removal import delete_entry

REASON = "Il a soufflé un mot à Algérie"


@pytest.fixture
def table(room: Room) -> MatchTable:
    """One game over by passes, after a word refused, an exchange and a sanction; one begun."""
    room.tournament.discipline = Discipline.CLASSIC
    room.tournament.save()
    table = MatchTable(room, MatchTerms(games_to_win=2))
    table.start()
    table.plays_two(table.first)
    word = table.state.moves[0].word.upper()
    table.does(Command.PRESS, table.first)
    table.does(Command.DRAW, table.first, n=2)
    table.does(Command.CHALLENGE, table.second)
    table.does(Command.SLIP, table.second, words=[word])
    table.does(Command.VERDICT, ARBITER, words={word: False})
    table.does(Command.EXCHANGE, table.second, n=2, letters=table.rack(table.second)[:2])
    command(
        game_id=table.game.pk, what=Command.SANCTION, actor=ARBITER,
        data={"side": "X", "sanction": "points"}, sent=SentCommand(reason=REASON), **table.by(),
    )  # fmt: skip
    for _ in range(3):
        table.does(Command.PASS, table.first)
        table.does(Command.PASS, table.second)
    table.open()
    table.does(Command.DRAW, table.first, n=7)
    return table


def lies(content: bytes) -> list[Matter]:
    return [lie.matter for lie in Verification(content, Lexica()).run().lies]


def of_kind(what: Command, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    """The first event of that kind is changed."""

    def changed(lines: Lines) -> Lines:
        at = next(n for n, line in enumerate(lines) if line["command"] == what)
        return [*lines[:at], change(lines[at]), *lines[at + 1 :]]

    return changed


def data(**more: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda line: line | {"data": line["data"] | more}


FORGERIES: list[tuple[str, Any, set[Matter]]] = [
    ("match_events", of_kind(Command.TOSS, data(letter="?")), {Matter.LETTERS}),
    ("match_events", of_kind(Command.DRAW, data(letters="AAAAAAA")), {Matter.LETTERS}),
    ("match_events", of_kind(Command.PLAY, data(ref="A1")), {Matter.MATCH_EVENT}),
    ("match_events", of_kind(Command.PASS, lambda line: line | {"actor": "arbiter"}),
     {Matter.MATCH_EVENT}),
    ("match_events", of_kind(Command.SANCTION, data(sanction="warning")), {Matter.STATE}),
    ("match_games", lambda lines: [line | {"score_x": 999} for line in lines], {Matter.STATE}),
    ("match_games", lambda lines: [line | {"seed": "0" * 64} for line in lines], {Matter.LETTERS}),
    ("matches", lambda lines: [lines[0] | {"winner": "X", "points_x": 9}], {Matter.MATCH}),
]  # fmt: skip


def test_matches_go_and_come_back_as_they_were(table: MatchTable) -> None:
    second = table.second
    before, made = gone_and_come(table.room.tournament)
    assert of_content(archived(made)) == of_content(before)
    assert made.discipline == Discipline.CLASSIC
    game = MatchGame.objects.get(match__tournament=made, number=2)
    assert game.word_list
    assert game.phase == "racks"
    again = command(game_id=game.pk, what=Command.DRAW, actor=second, data={"n": 7}, **table.by())
    assert again.phase == "start", "it goes on where it was"
    assert not Match.objects.filter(pk=table.match.pk).exists()


def test_a_game_that_was_going_on_comes_back_held_and_its_verification_agrees(
    table: MatchTable,
) -> None:
    """Nobody pays for the time until it is back, and an arbiter sets the clocks."""
    table.does(Command.DRAW, table.second, n=7)
    table.does(Command.PRESS, table.second)
    left = table.state.clock.x.left
    _, made = gone_and_come(table.room.tournament)
    game = MatchGame.objects.get(match__tournament=made, number=2)
    assert (game.phase, game.waiting, game.expires_at) == ("held", 1, None)
    assert game.table_calls.get().kind == "clock"
    clock = state_of(game).clock
    assert (clock.x.left, clock.y.left) == (left, left)
    assert lies(archived(made)) == []
    for what, told in ((Command.SET_CLOCKS, {"X": 60, "Y": 90}), (Command.RESUME, {})):
        game = command(game_id=game.pk, what=what, actor=ARBITER, data=told, by=None, now=now())
    assert game.phase == "play"
    assert lies(archived(made)) == []


def test_the_verification_folds_games_again_and_finds_what_was_changed(table: MatchTable) -> None:
    content = archived(table.room.tournament)
    assert lies(content) == []
    with every_row() as row:
        for member, change, matters in FORGERIES:
            with row(f"{member}: {matters}"):
                assert matters <= set(lies(forged(content, member, change)))
        with row("said to be the archive of a turn, whose matches nobody looks at"):
            found = places(verified(scoped(content, kind="turn", game=1, turn=1), Lexica()))
            elsewhere = {member for matter, member, _ in found if matter is Matter.SCOPE}
            assert elsewhere >= {"matches", "match_games", "match_events"}


def test_who_is_anonymised_is_named_in_no_event_and_every_proof_holds(table: MatchTable) -> None:
    tournament = table.room.tournament
    (player,) = table.room.entries[0].players.all()
    with pytest.raises(WrongState):
        anonymise(player=player, typed=str(player), **table.by())
    table.does(Command.STOP, DIRECTOR)
    anonymise(player=player, typed=str(player), **table.by())
    assert MatchEvent.objects.get(command=Command.SANCTION).reason == ERASED
    rows = read(archived(tournament)).of(MatchEventRow)
    assert not any("Algérie" in row.reason for row in rows)
    assert lies(archived(tournament)) == []


def test_a_game_that_is_not_over_makes_the_file_a_secret_that_is_taken_knowingly(
    table: MatchTable, sign_in: SignIn
) -> None:
    room, browser = table.room, sign_in(Role.ORGANISER)
    take = at(room, "tournament-file-take")
    assert "secrets_too" in seen(browser.get(at(room, "tournament-file")))
    assert browser.post(take).status_code == 422
    content = browser.post(take, {"secrets_too": "on"}).content
    archive = read(content)
    assert archive.manifest.secret == Secret(match_games=[str(table.game.uid)])
    assert len(archive.rows["ways_in"]) == len(room.entries), "the cards serve again"
    publication = seen(browser.get(at(room, "office-publication")))
    assert "Fichier d’archive pris, 1 partie de match non finie." in publication
    members = members_of(content)
    denied = json.loads(members[NAME]) | {"secret": {}}
    assert lies(written(members | {NAME: json.dumps(denied).encode()})) == [Matter.SECRET]
    table.does(Command.STOP, DIRECTOR)
    archive = read(browser.post(take).content)
    assert not archive.manifest.secret
    assert archive.rows["ways_in"], "of the next round"


def test_what_has_matches_is_not_removed_by_the_way(table: MatchTable) -> None:
    room = table.room
    with pytest.raises(WrongState):
        delete_entry(entry=room.entries[0], **table.by())
    with pytest.raises(WrongState) as caught:
        delete_tournament(tournament=room.tournament, typed="Essai", **table.by())
    assert caught.value.reason == "match-under-way"
    table.does(Command.STOP, DIRECTOR)
    with pytest.raises(WrongState) as caught:
        delete_tournament(tournament=room.tournament, typed="Essai", **table.by())
    assert caught.value.reason == "archive-first"
    remove(room.tournament)
    assert not Match.objects.exists()
    assert not MatchEvent.objects.exists()
    assert not Entry.objects.exists()
