"""Corrections at the judge's desk: an announced word, a playing time."""

from datetime import timedelta

import pytest
from django.test import Client

from tests.room import Room
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.views.judge_desk import Desk
from tests.tournament.views.office import read_text, reverse_for
from tournament.core.states import TurnState
from tournament.models import Game, Journal, Turn
from tournament.queries import clock
from tournament.services.play.turns import draw_turn


@pytest.fixture
def desk(room: Room, judge: Client) -> Desk:
    return Desk(judge, room)


def test_word_is_taken_back_with_its_reason_and_next_turn(desk: Desk, room: Room) -> None:
    game = room.game()
    assert "ask-take-back" not in desk.read_page()
    first = play_turn(room, game)
    assert "ask-take-back" in desk.read_page()
    draw_turn(game=game, **room.get_author_and_time())
    dialog = read_text(desk.client.get(reverse_for(room, "judge-ask", "take-back")))
    assert first.word.upper() in dialog.upper()
    assert "Le coup 2, tiré et pas encore ouvert, est annulé" in dialog
    assert "écrite d’avance" not in dialog

    assert "Choisissez l’erreur à corriger." in read_text(desk.press("take-back"))
    assert "Précisez l’erreur." in read_text(desk.press("take-back", reason="other"))
    page = read_text(desk.press("take-back", reason="placement", detail="H4 pour 4H"))
    assert "Choix du mot" in page
    assert "ask-take-back" not in page
    first.refresh_from_db()
    assert (first.state, first.word) == (TurnState.CLOSED, "")
    event = Journal.objects.get(kind="taken_back")
    assert (event.data["reason"], event.data["detail"]) == ("placement", "H4 pour 4H")


def test_a_turn_gets_another_time_which_is_read_out(desk: Desk, room: Room) -> None:
    draw_turn(game=room.game(), **room.get_author_and_time())
    assert "Temps de ce coup" not in desk.read_page()
    dialog = read_text(desk.client.get(reverse_for(room, "judge-ask", "time")))
    assert 'value="180"' in dialog
    assert desk.press("time", seconds="2", scope="turn").status_code == 422
    page = read_text(desk.press("time", seconds="150", scope="turn"))
    assert "Temps de ce coup" in page
    assert "2:30" in page


def test_a_desk_that_shows_another_turn_takes_no_word_back(desk: Desk, room: Room) -> None:
    game = room.game()
    first = play_turn(room, game)
    draw_turn(game=game, **room.get_author_and_time())
    old = {"game": game.pk, "turn": first.pk, "reason": "choice"}
    answer = desk.client.post(reverse_for(room, "judge-command", "take-back"), old)
    assert answer.status_code == 409
    assert "Quelqu’un a agi sur le coup juste avant vous" in read_text(answer)
    assert Turn.objects.get(pk=first.pk).state == TurnState.DONE


def test_after_the_limit_the_judge_ends_or_continues_the_game(desk: Desk, room: Room) -> None:
    game = room.game()
    page = read_text(desk.press("interrupt", minutes="10"))
    assert "Pause jusqu’à" in page
    assert "ask-resume-late" not in page
    long_ago = clock.now() - timedelta(minutes=31)
    Game.objects.filter(pk=game.pk).update(interrupted_at=long_ago)
    assert "Reprendre malgré la limite" in read_text(desk.press("resume"))
    assert "Dites pourquoi la partie continue." in read_text(desk.press("resume-late"))
    page = read_text(desk.press("resume-late", detail="panne de courant"))
    assert "Premier tirage" in page
    assert Journal.objects.latest("seq").data["past_limit"] == 30
