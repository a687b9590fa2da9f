"""Publicity of results: each setting at each moment, on the sockets and on the pages."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.room import Listener, Room
from tests.rows import every_row
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.views.office import make_sign_in, read_text, reverse_for
from tournament.core.errors import BadSetting
from tournament.core.states import ResultVisibility, Role, TournamentCommand
from tournament.models import Game
from tournament.protocol import STAFF, Audience, EntryState, encode, parts
from tournament.queries.results.publicity import (
    are_results_public,
    find_hidden_results,
    list_public_games,
)
from tournament.services import tasks
from tournament.services.lifecycle import move_tournament
from tournament.services.play.games import create_game, finish_game
from tournament.services.tournaments import update_tournament


@pytest.fixture(autouse=True)
def stop_corrections(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send no tasks, so that a worker of an earlier test corrects no turn of these tests."""
    monkeypatch.setattr(tasks, "_send", lambda _name, _ids: True)


def set_publicity(room: Room, publicity: ResultVisibility) -> None:
    update_tournament(
        tournament=room.tournament, changes={"publicity": publicity}, **room.get_author_and_time()
    )


def get_api_ranking(room: Room) -> Any:
    return Client().get(f"/api/v1/tournaments/{room.tournament.slug}/ranking/").json()


def list_public_places(room: Room) -> set[str]:
    """Return the places where a stranger finds a person's total."""
    places = set()
    public = parts.build_snapshot(room.tournament.pk, Audience.PUBLIC).state
    if public and public.ranking.rows:
        places.add("screen")
    entry = parts.build_snapshot(room.tournament.pk, Audience.ENTRY, room.entries[0].pk).state
    assert isinstance(entry, EntryState)
    assert entry.total > 0, "the own points are always shown"
    if entry.ranking.rows or entry.rank is not None:
        places.add("tablet")
    response = Client().get(reverse_for(room, "public-ranking"), {"game": 1})
    if "Classement de la partie 1" in read_text(response):
        places.add("page")
    if "Classement de la partie 1" in read_text(
        Client().get(reverse_for(room, "public-ranking"))
    ) or any(row["sums"]["total"] for row in get_api_ranking(room)["entries"]):
        places.add("api")
    games = list_public_games(room.tournament)
    assert [are_results_public(game) for game in games] == [True] * len(games)
    if games:
        places.add("query")
    return places


EVERYWHERE = {"screen", "tablet", "page", "api", "query"}


def test_each_setting_opens_the_results_at_its_own_moment(room: Room) -> None:
    with every_row() as row:
        game = room.game()
        play_turn(room, game)
        during = {
            ResultVisibility.LIVE: EVERYWHERE,
            ResultVisibility.GAME: set(),
            ResultVisibility.END: set(),
        }
        for publicity, expected in during.items():
            with row(f"during the game, {publicity}"):
                set_publicity(room, publicity)
                assert list_public_places(room) == expected
                waits = None if expected else publicity
                assert find_hidden_results(room.tournament, []) == waits, "it began meanwhile"
        finish_game(game=game, reason="judge_decision", **room.get_author_and_time())
        second = create_game(tournament=room.tournament, **room.get_author_and_time())
        between = {
            ResultVisibility.LIVE: EVERYWHERE,
            ResultVisibility.GAME: EVERYWHERE,
            ResultVisibility.END: set(),
        }
        for publicity, expected in between.items():
            with row(f"another game is to come, {publicity}"):
                set_publicity(room, publicity)
                assert list_public_places(room) == expected
        with row("archived before its last game"):
            move_tournament(
                tournament=room.tournament,
                command=TournamentCommand.ARCHIVE,
                **room.get_author_and_time(),
            )
            assert list_public_places(room) >= {"page", "api", "query"}
            move_tournament(
                tournament=room.tournament,
                command=TournamentCommand.BRING_BACK,
                **room.get_author_and_time(),
            )
        Game.objects.filter(pk=second.pk).delete()
        with row("the end"):
            assert list_public_places(room) == EVERYWHERE


def test_withheld_results_are_sent_at_the_end_only(room: Room, listener: Listener) -> None:
    set_publicity(room, ResultVisibility.GAME)
    listener.join(room.entries)
    game = room.game()
    play_turn(room, game)
    listener.check()
    for client in listener.clients:
        ranking = client.held["state"]["ranking"]
        if client.audience in STAFF:
            assert ranking["withheld"] is None
            assert len(ranking["rows"]) == len(room.entries)
        else:
            assert (ranking["withheld"], ranking["rows"]) == ("game", [])
            assert client.held["state"].get("rank") is None
    sheet = parts.build_road_sheet(game, room.entries[0].pk)
    assert (sheet.rank, sheet.total > 0) == (None, True)
    others = json.dumps(listener.clients[0].held, ensure_ascii=False)
    assert not [entry.name for entry in room.entries if entry.name in others]

    finish_game(game=game, reason="judge_decision", **room.get_author_and_time())

    listener.check()
    for client in listener.clients:
        assert len(client.held["state"]["ranking"]["rows"]) == len(room.entries)
    assert b"withheld" in encode(parts.build_snapshot(room.tournament.pk, Audience.PUBLIC))


def test_the_page_says_until_when_results_are_withheld(room: Room) -> None:
    set_publicity(room, ResultVisibility.END)
    play_turn(room, room.game())

    for query in ({}, {"game": 1}):
        page = read_text(Client().get(reverse_for(room, "public-ranking"), query))
        assert "Les résultats seront publiés à la fin du tournoi." in page
    assert get_api_ranking(room)["withheld"] == "end"
    team = make_sign_in(room)(Role.ARBITER)
    page = read_text(team.get(reverse_for(room, "public-ranking"), {"game": 1}))
    assert "Classement de la partie 1" in page
    assert "seront publiés" not in page


def test_an_unknown_setting_is_refused(room: Room) -> None:
    with pytest.raises(BadSetting, match="unknown-publicity"):
        update_tournament(
            tournament=room.tournament, changes={"publicity": "x"}, **room.get_author_and_time()
        )
