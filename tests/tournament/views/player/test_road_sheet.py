"""The road sheets of earlier games: a table reads its own, of finished games."""

from typing import Any

import pytest
from django.test import Client

from engine.regulation.editions import CURRENT
from tests.explanations import make_explanation
from tests.room import Room
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.views.office import read_text
from tournament.models import Entry, Game
from tournament.services import tasks
from tournament.services.play.games import create_game, finish_game, prepare_game
from tournament.services.play.scoreboard import ScoreLine, post_scores
from tournament.services.tournaments import create_tournament, renew_links


@pytest.fixture(autouse=True)
def nobody_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent a worker of an earlier test from correcting turns of these tests."""
    monkeypatch.setattr(tasks, "_send", lambda _name, _ids: True)


@pytest.fixture
def played(room: Room) -> Game:
    """Return a finished game of one turn, with a sentence about the third table's bulletin."""
    game = room.game()
    turn = play_turn(room, game)
    explanation = make_explanation(turn, "Essai.")
    line = ScoreLine(
        room.entries[2].pk,
        7,
        12,
        "penalty",
        word="MOT",
        ref="H7",
        explanation=explanation,
        article="5.9",
    )
    post_scores(
        turn=turn, lines=[line], to_decide=0, corrected=True, now=room.get_author_and_time()["now"]
    )
    return finish_game(game=game, reason="judge_decision", **room.get_author_and_time())


def open_tablet(entry: Entry) -> Client:
    client = Client()
    client.get(f"/t/{entry.table.key}/")
    return client


def get_road_sheet(entry: Entry, number: int = 1) -> Any:
    return open_tablet(entry).get(f"/table/road/{number}/")


def test_a_table_reads_what_it_played_and_what_was_decided(room: Room, played: Game) -> None:
    top = played.turns.get()
    response = get_road_sheet(room.entries[2])
    sheet = response.json()
    assert response["Cache-Control"].startswith("max-age=0")
    assert sheet["history"] == {
        "1": {"rack": top.rack, "word": top.word, "ref": top.ref, "score": top.score}
    }
    mine = {
        "points": 7,
        "sanction": "penalty",
        "word": "MOT",
        "ref": "H7",
        "text": "Essai.",
        "article": "5.9",
    }
    assert sheet["results"] == {"1": mine}
    assert (sheet["number"], sheet["total"], sheet["rank"], sheet["size"]) == (1, 7, 6, 6)


def test_each_table_reads_its_own_only(room: Room, played: Game) -> None:
    top = played.turns.get().score
    totals = [get_road_sheet(entry).json()["total"] for entry in room.entries]
    assert totals == [top, top - 1, 7, top - 3, top - 4, top - 5]


def test_a_game_that_is_not_over_tells_nothing(room: Room, played: Game) -> None:
    ready = create_game(tournament=room.tournament, **room.get_author_and_time())
    prepare_game(game=ready, **room.get_author_and_time())
    running = room.game()
    play_turn(room, running)
    for number in (ready.number, running.number, 99, 10**12, 10**30):
        response = get_road_sheet(room.entries[0], number)
        assert response.status_code == 404, number
        assert "n’est pas terminée" in response.json()["problem"], number


def test_a_table_of_another_tournament_reads_nothing_of_this_one(room: Room, played: Game) -> None:
    stranger = room.entries[5]
    other = create_tournament(
        name="Ailleurs",
        starts_on=played.tournament.starts_on,
        edition=CURRENT,
        **room.get_author_and_time(),
    )
    stranger.table.tournament = stranger.tournament = other
    stranger.table.save()
    stranger.save()
    assert get_road_sheet(stranger).status_code == 404


def test_without_a_good_link_nothing_is_read(room: Room, played: Game) -> None:
    entry = room.entries[0]
    entered = open_tablet(entry)
    renew_links(tournament=room.tournament, **room.get_author_and_time())
    for client in (Client(), entered):
        response = client.get("/table/road/1/")
        assert response.status_code == 403
        assert "lien" in read_text(response)
