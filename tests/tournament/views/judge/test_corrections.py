"""What the judge mends from his desk: a word that was given."""

from datetime import timedelta

import pytest
from django.test import Client

from tests.room import Room
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.views.office import at, seen
from tests.tournament.views.pressing import Desk
from tournament.core.states import TurnState
from tournament.models import Game, Journal, Turn
from tournament.queries import clock
from tournament.services.play.turns import draw_turn


@pytest.fixture
def desk(room: Room, judge: Client) -> Desk:
    return Desk(judge, room)


def test_a_word_is_taken_back_with_its_reason_and_the_turn_drawn_after_it(
    desk: Desk, room: Room
) -> None:
    game = room.game()
    assert "ask-take-back" not in desk.look()
    first = play_turn(room, game)
    assert "ask-take-back" in desk.look()
    draw_turn(game=game, **room.by())
    asked = seen(desk.client.get(at(room, "judge-ask", "take-back")))
    assert first.word.upper() in asked.upper()
    assert "Le coup 2, tiré et pas encore ouvert, est annulé" in asked
    assert "écrite d’avance" not in asked

    assert "Choisissez l’erreur à corriger." in seen(desk.press("take-back"))
    assert "Précisez l’erreur." in seen(desk.press("take-back", reason="other"))
    page = seen(desk.press("take-back", reason="placement", detail="H4 pour 4H"))
    assert "Choix du mot" in page
    assert "ask-take-back" not in page
    first.refresh_from_db()
    assert (first.state, first.word) == (TurnState.CLOSED, "")
    told = Journal.objects.get(kind="taken_back")
    assert (told.data["reason"], told.data["detail"]) == ("placement", "H4 pour 4H")


def test_a_turn_gets_another_time_which_is_read_out(desk: Desk, room: Room) -> None:
    draw_turn(game=room.game(), **room.by())
    assert "Temps de ce coup" not in desk.look()
    asked = seen(desk.client.get(at(room, "judge-ask", "time")))
    assert 'value="180"' in asked
    assert desk.press("time", seconds="2", scope="turn").status_code == 422
    page = seen(desk.press("time", seconds="150", scope="turn"))
    assert "Temps de ce coup" in page
    assert "2:30" in page


def test_a_desk_that_shows_another_turn_takes_no_word_back(desk: Desk, room: Room) -> None:
    game = room.game()
    first = play_turn(room, game)
    draw_turn(game=game, **room.by())
    old = {"game": game.pk, "turn": first.pk, "reason": "choice"}
    answer = desk.client.post(at(room, "judge-command", "take-back"), old)
    assert answer.status_code == 409
    assert "Quelqu’un a agi sur le coup juste avant vous" in seen(answer)
    assert Turn.objects.get(pk=first.pk).state == TurnState.DONE


def test_after_the_limit_the_judge_ends_the_game_or_goes_on_with_a_word(
    desk: Desk, room: Room
) -> None:
    game = room.game()
    page = seen(desk.press("interrupt", minutes="10"))
    assert "Pause jusqu’à" in page
    assert "ask-resume-late" not in page
    long_ago = clock.now() - timedelta(minutes=31)
    Game.objects.filter(pk=game.pk).update(interrupted_at=long_ago)
    assert "Reprendre malgré la limite" in seen(desk.press("resume"))
    assert "Dites pourquoi la partie continue." in seen(desk.press("resume-late"))
    page = seen(desk.press("resume-late", detail="panne de courant"))
    assert "Premier tirage" in page
    assert Journal.objects.latest("seq").data["past_limit"] == 30
