"""A recorded game that an earlier version took and this one does not: who hears of it, when."""

import json

from django.test import Client

from tests.room import GAMES, Room
from tests.tournament.views.office import at, seen
from tests.tournament.views.pressing import Desk
from tournament.core.states import GameState, Source
from tournament.models import Game
from tournament.services.play import games


def draft(room: Room, rack: str) -> Game:
    """Kept long ago: nothing that is asked of a game today was asked of it."""
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


def test_a_game_that_cannot_be_replayed_is_refused_with_what_to_do(
    room: Room, judge: Client
) -> None:
    game = draft(room, "?KIKOTX")
    Game.objects.update(state=GameState.READY)  # by the earlier version, too
    response = Desk(judge, room).press("start")
    assert response.status_code == 422
    page = seen(response)
    assert "Cette partie enregistrée ne peut pas être rejouée." in page
    assert "importe sa feuille de nouveau" in page
    game.refresh_from_db()
    assert game.state == GameState.READY


def test_the_organiser_hears_it_when_he_declares_the_game_ready(
    room: Room, organiser: Client
) -> None:
    game = draft(room, "?KIKOTX")
    page = seen(organiser.post(at(room, "office-game-prepare", 1), follow=True))
    assert "Cette partie enregistrée ne peut pas être rejouée." in page
    assert "est prête" not in page
    game.refresh_from_db()
    assert game.state == GameState.DRAFT
    assert not game.journal.exists()


def test_a_recorded_game_that_can_be_replayed_is_declared_ready(
    room: Room, organiser: Client
) -> None:
    game = draft(room, "?TIOEXG")
    assert "est prête" in seen(organiser.post(at(room, "office-game-prepare", 1), follow=True))
    game.refresh_from_db()
    assert game.state == GameState.READY
