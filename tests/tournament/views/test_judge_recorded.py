"""A recorded game at the judge's desk that an earlier version took and this one does not."""

import json

from django.test import Client

from tests.room import GAMES, Room
from tests.tournament.views.office import seen
from tests.tournament.views.pressing import Desk
from tournament.core.states import GameState, Source
from tournament.models import Game
from tournament.services import games


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
    game = games.prepare_game(game=draft(room, "?KIKOTX"), **room.by())
    response = Desk(judge, room).press("start")
    assert response.status_code == 422
    page = seen(response)
    assert "Cette partie enregistrée ne peut pas être rejouée." in page
    assert "importe sa feuille de nouveau" in page
    game.refresh_from_db()
    assert game.state == GameState.READY
