"""Scores of a turn and leaders on the pages that follow a room, and the ranking after a turn."""

import re

import pytest
from django.test import Client

from tests.room import Room
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.views.office import read_text, reverse_for
from tournament.models import Tournament
from tournament.services.play.turns import draw_turn

pytestmark = pytest.mark.usefixtures("nobody_works")


def read(room: Room, name: str, *arguments: int) -> str:
    return read_text(Client().get(reverse_for(room, name, *arguments)))


def test_charts_appear_at_the_reveal_and_not_before(room: Room) -> None:
    game = room.game()
    assert "score-strip" not in read(room, "public-charts")
    play_turn(room, game)
    for name in ("public-charts", "public-home"):
        text = read(room, name)
        assert "Les scores du coup 1" in text
        assert "au top sur 6, personne sans point" in text
        assert "Les premiers, écart au top" not in text
    play_turn(room, game)
    assert "Les premiers, écart au top" in read(room, "public-charts")

    Tournament.objects.filter(pk=room.tournament.pk).update(publicity="game")
    assert "score-strip" not in read(room, "public-charts")
    Tournament.objects.filter(pk=room.tournament.pk).update(publicity="live")
    revealed = read(room, "public-charts")
    draw_turn(game=game, **room.get_author_and_time())
    assert read(room, "public-charts") == revealed


def test_page_of_a_turn_ranks_by_its_turns_only(room: Room) -> None:
    game = room.game()
    first = play_turn(room, game)
    after_first = read(room, "public-turn", 1, 1)
    play_turn(room, game)
    for text in (after_first, read(room, "public-turn", 1, 1)):
        assert "Classement après ce coup" in text
        values = re.findall(r'class="leader-value">(\d+)<', text)
        assert values[0] == str(first.score)
    assert re.findall(r'class="leader-value">(\d+)<', read(room, "public-turn", 1, 2)) != values
