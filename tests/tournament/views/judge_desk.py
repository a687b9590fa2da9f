"""The judge's desk as used by the tests."""

from typing import Any

from django.test import Client

from tests.room import Room
from tests.tournament.views.office import HTMX, read_text, reverse_for
from tournament.models import Turn


class Desk:
    """The desk in a browser: presses buttons with the data of the page."""

    def __init__(self, client: Client, room: Room) -> None:
        self.client, self.room = client, room

    def read_page(self) -> str:
        return read_text(self.client.get(reverse_for(self.room, "judge-desk")))

    def press(self, name: str, **fields: Any) -> Any:
        game = self.room.tournament.games.order_by("-number").first()
        assert game is not None
        turn = game.turns.order_by("-ordinal").first()
        shown = {"game": game.pk, "turn": turn.pk if turn else ""}
        return self.client.post(
            reverse_for(self.room, "judge-command", name), shown | fields, headers=HTMX
        )


def get_last_turn(room: Room) -> Turn:
    return Turn.objects.filter(game__tournament=room.tournament).latest("ordinal")
