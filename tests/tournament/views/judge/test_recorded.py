"""A recorded game that an earlier version accepted and this one refuses."""

import json

from django.test import Client

from tests.room import GAMES, Room
from tests.tournament.views.judge_desk import Desk
from tests.tournament.views.office import read_text, reverse_for
from tournament.core.states import GameState, Source
from tournament.models import Game
from tournament.services.play import games


def store_draft(room: Room, rack: str) -> Game:
    """Return a game stored without the checks of today."""
    script = json.loads((GAMES / "hiersac-2022-01-21-joker.json").read_text(encoding="utf-8"))
    script["turns"] = script["turns"][:1]
    script["turns"][0] |= {"tirage": rack, "drawn": rack}
    return games.add_game(
        room.tournament,
        format=script["format"],
        time_s=180,
        warn_s=30,
        source=Source.REPLAY,
        script=script,
    )


def test_unreplayable_game_is_refused_with_advice(room: Room, judge: Client) -> None:
    game = store_draft(room, "?KIKOTX")
    Game.objects.update(state=GameState.READY)  # by the earlier version, too
    response = Desk(judge, room).press("start")
    assert response.status_code == 422
    page = read_text(response)
    assert "Cette partie enregistrée ne peut pas être rejouée." in page
    assert "importe sa feuille de nouveau" in page
    game.refresh_from_db()
    assert game.state == GameState.READY


def test_preparing_an_unplayable_recording_is_refused(room: Room, organiser: Client) -> None:
    game = store_draft(room, "?KIKOTX")
    page = read_text(organiser.post(reverse_for(room, "office-game-prepare", 1), follow=True))
    assert "Cette partie enregistrée ne peut pas être rejouée." in page
    assert "est prête" not in page
    game.refresh_from_db()
    assert game.state == GameState.DRAFT
    assert not game.journal.exists()


def test_a_recorded_game_that_can_be_replayed_is_declared_ready(
    room: Room, organiser: Client
) -> None:
    game = store_draft(room, "?TIOEXG")
    assert "est prête" in read_text(
        organiser.post(reverse_for(room, "office-game-prepare", 1), follow=True)
    )
    game.refresh_from_db()
    assert game.state == GameState.READY
