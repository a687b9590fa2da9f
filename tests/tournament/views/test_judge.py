"""The judge's desk: a whole turn by its buttons, refusals that show where the game is."""

from typing import Any

import pytest
from django.test import Client

from engine.bag import Bag
from engine.remainder import Remainder
from tests.room import Room, ring, solve_now
from tests.tournament.views.office import HTMX, at, seen
from tournament import clock
from tournament.core.states import GameState, Source, TurnState
from tournament.models import Bulletin, Game, Journal, Tournament, Turn
from tournament.queries import position
from tournament.queries.tops import choice_of
from tournament.services import turns
from tournament.services.games import create_game
from tournament.services.turns import cancel_turn, draw_turn, reveal_turn


class Desk:
    """The desk in a browser: presses buttons with what the page holds."""

    def __init__(self, client: Client, room: Room) -> None:
        self.client, self.room = client, room

    def look(self) -> str:
        return seen(self.client.get(at(self.room, "judge-desk")))

    def press(self, name: str, **fields: Any) -> Any:
        game = self.room.tournament.games.order_by("-number").first()
        assert game is not None
        turn = game.turns.order_by("-ordinal").first()
        held = {"game": game.pk, "turn": turn.pk if turn else ""}
        return self.client.post(at(self.room, "judge-command", name), held | fields, headers=HTMX)


@pytest.fixture
def desk(judge: Client, room: Room) -> Desk:
    return Desk(judge, room)


def last_turn(room: Room) -> Turn:
    return Turn.objects.filter(game__tournament=room.tournament).latest("ordinal")


def test_without_a_game_the_desk_says_who_must_act(desk: Desk) -> None:
    assert "L’organisation doit d’abord créer une partie" in desk.look()


def test_a_whole_turn_goes_by_the_one_button(desk: Desk, room: Room) -> None:
    create_game(tournament=room.tournament, **room.by())
    assert "Déclarer la partie prête" in desk.look()
    assert "Commencer la partie" in seen(desk.press("prepare"))
    assert "Tirer les lettres" in seen(desk.press("start"))

    page = seen(desk.press("draw"))
    turn = last_turn(room)
    assert "Montrer les lettres" in page
    assert "Nouvelles lettres" in page
    assert "Tirage complet" in page
    solve_now(turn)

    assert "Lancer le chrono" in seen(desk.press("announce"))
    page = seen(desk.press("open"))
    assert "Le temps de jeu court" in page
    assert 'data-closes="' in page
    turn.refresh_from_db()
    assert turn.state == TurnState.OPEN

    ring(turn)
    page = desk.look()
    assert "Donner la solution" in page
    chosen = page.split('name="top" value="')[1].split('"')[0]
    page = seen(desk.press("reveal", top=chosen))
    assert "Annonce de la solution" in page
    assert "Rappel" in page
    assert "Tirer les lettres" in page
    turn.refresh_from_db()
    assert f"{turn.word} {turn.ref}" == chosen

    desk.press("draw")
    assert last_turn(room).number == 2


def test_the_desk_names_the_tables_without_a_bulletin(desk: Desk, room: Room) -> None:
    turn = draw_turn(game=room.game(), **room.by())
    assert turn is not None
    desk.press("announce")
    page = seen(desk.press("open"))
    assert 'id="held">0<' in page
    Bulletin.objects.create(
        turn=turn, entry=room.entries[2], rev=1, device="d", arrived_at=clock.now()
    )
    page = desk.look()
    assert 'id="held">1<' in page
    assert 'id="missing">5<' in page
    assert '<li data-table="3" title="Canada" hidden>' in page
    assert '<li data-table="2" title="Belgique">' in page


@pytest.mark.parametrize("name", ["announce", "open", "stop", "reveal"])
def test_a_command_that_lost_a_race_shows_where_the_turn_is(
    desk: Desk, room: Room, name: str
) -> None:
    game = room.game()
    gone = draw_turn(game=game, **room.by())
    assert gone is not None
    cancel_turn(turn=gone, reason="essai", **room.by())
    fields = {"game": game.pk, "turn": gone.pk, "top": "MOT H8"}
    response = desk.client.post(at(room, "judge-command", name), fields, headers=HTMX)
    assert response.status_code == 409
    page = seen(response)
    assert 'class="alert bad"' in page
    assert 'id="desk"' in page
    assert "Coup annulé" in page
    assert "<html" not in page


def test_a_second_press_of_draw_draws_nothing(desk: Desk, room: Room) -> None:
    game = room.game()
    first = desk.press("draw")
    assert first.status_code == 200
    fields = {"game": game.pk, "turn": ""}
    again = desk.client.post(at(room, "judge-command", "draw"), fields, headers=HTMX)
    assert again.status_code == 409
    assert "Quelqu’un a agi sur le coup juste avant vous" in seen(again)
    assert Turn.objects.count() == 1


def test_a_game_of_another_tournament_is_out_of_reach(desk: Desk, room: Room) -> None:
    foreign = Tournament.objects.create(name="Ailleurs", slug="ailleurs")
    game = create_game(tournament=foreign, **room.by())
    response = desk.client.post(at(room, "judge-command", "prepare"), {"game": game.pk})
    assert response.status_code == 409
    game.refresh_from_db()
    assert game.state == GameState.DRAFT


def test_an_unknown_command_is_not_found(desk: Desk, room: Room) -> None:
    room.game()
    assert desk.press("detruire").status_code == 404
    assert desk.client.get(at(room, "judge-ask", "announce")).status_code == 404


# --- letters by hand -------------------------------------------------------------------


@pytest.fixture
def by_hand(room: Room) -> Game:
    return room.game(source=Source.HAND)


def test_letters_from_the_bag_are_typed_in_order(desk: Desk, room: Room, by_hand: Game) -> None:
    assert "Tirez 7 lettres du sac et tapez-les dans l’ordre" in desk.look()
    page = seen(desk.press("draw", letters="taesinr"))
    assert "Tunisie-T" in page
    assert last_turn(room).drawn == "TAESINR"


@pytest.mark.parametrize(
    ("letters", "sentence"),
    [
        ("KKAEINR", "le sac ne contient plus assez de"),
        ("TAES", "Il faut 7 lettres ; vous avez saisi « TAES »."),
        ("TAES1NR", "n’est pas une suite de lettres"),
        ("", "Il faut 7 lettres"),
    ],
)
def test_impossible_letters_are_refused_and_kept_for_correction(
    desk: Desk, room: Room, by_hand: Game, letters: str, sentence: str
) -> None:
    response = desk.press("draw", letters=letters)
    page = seen(response)
    assert response.status_code == 422
    assert sentence in page
    assert f'name="letters" value="{letters}"' in page
    assert not Turn.objects.exists()


def test_a_rejected_draw_asks_for_a_whole_new_rack(desk: Desk, room: Room, by_hand: Game) -> None:
    response = desk.press("draw", letters="BCDFGHL")
    page = seen(response)
    assert response.status_code == 422
    assert "art. 3.2" in page
    assert "remettez tout dans le sac" in page
    assert 'name="letters" value=""' in page
    page = seen(desk.press("draw", letters="TAESINR"))
    assert "Rejet (3.2)" in page
    assert "BCDFGHL" in page


def test_in_a_joker_game_the_judge_draws_six_letters_and_is_told_of_the_joker(
    desk: Desk, room: Room
) -> None:
    room.game(fmt="joker", source=Source.HAND)
    page = desk.look()
    assert "Tirez 6 lettres du sac" in page
    assert "Un joker accompagne le tirage ; ne le tapez pas." in page
    desk.press("draw", letters="EJOSTU")
    turn = last_turn(room)
    assert turn.drawn == "?EJOSTU"
    solve_now(turn)
    desk.press("announce")
    desk.press("open")
    turn.refresh_from_db()
    ring(turn)
    move = choice_of(turn).proposed
    assert move is not None
    reveal_turn(turn=turn, word=move.word, ref=move.ref, **room.by())
    page = desk.look()
    letter = next(one for one in move.word if one.islower()).upper()
    assert f"Joker : prenez un {letter} dans le sac" in page


def test_a_draw_that_counts_a_joker_may_be_rejected(desk: Desk, room: Room, by_hand: Game) -> None:
    page = seen(desk.press("draw", letters="?ABCDFG"))
    assert "Rejeter ce tirage" in page
    dialog = seen(desk.client.get(at(room, "judge-ask", "redraw"), headers=HTMX))
    assert "à votre gré (3.2)" in dialog
    assert desk.press("redraw", letters="TAESINR").status_code == 200
    assert last_turn(room).drawn == "TAESINR"


# --- choice of the top -----------------------------------------------------------------


def closed_turn(desk: Desk, room: Room, letters: str) -> Turn:
    desk.press("draw", letters=letters)
    turn = last_turn(room)
    solve_now(turn)
    desk.press("announce")
    desk.press("open")
    turn.refresh_from_db()
    ring(turn)
    return turn


def test_excluded_tops_are_shown_with_their_rule(desk: Desk, room: Room, by_hand: Game) -> None:
    turn = closed_turn(desk, room, "TAESINR")
    page = desk.look()
    vertical = [move for move in turn.solutions.moves if not move[1][0].isalpha()]
    assert vertical, "the first word also fits vertically"
    assert "Au premier coup, le mot est placé horizontalement (art. 3.4)." in page
    word, ref, score = vertical[0]
    if score == turn.solutions.moves[0][2]:
        response = desk.press("reveal", top=f"{word} {ref}")
        assert response.status_code == 422
        turn.refresh_from_db()
        assert turn.state == TurnState.CLOSED


def test_revealing_without_a_choice_says_so(desk: Desk, room: Room, by_hand: Game) -> None:
    closed_turn(desk, room, "TAESINR")
    response = desk.press("reveal")
    assert response.status_code == 422
    assert "Choisissez le mot à retenir." in seen(response)


# --- other actions ---------------------------------------------------------------------


def test_cancelling_needs_a_reason_and_goes_into_the_journal(desk: Desk, room: Room) -> None:
    draw_turn(game=room.game(), **room.by())
    assert "Annuler le coup" in desk.look()
    response = desk.press("cancel")
    assert response.status_code == 422
    assert response["HX-Retarget"] == "#ask-body"
    assert "Choisissez le motif de l’annulation." in seen(response)
    assert last_turn(room).state == TurnState.DRAWN

    assert "Précisez l’erreur." in seen(desk.press("cancel", reason="other"))
    response = desk.press("cancel", reason="spelling", detail="N pour M")
    assert "Coup annulé" in seen(response)
    assert last_turn(room).state == TurnState.CANCELLED
    row = Journal.objects.get(kind="cancelled")
    assert row.data["reason"] == "erreur d’épellation : N pour M"


def test_a_game_is_interrupted_resumed_and_ended(desk: Desk, room: Room) -> None:
    game = room.game()
    page = seen(desk.press("interrupt"))
    assert "Partie interrompue" in page
    assert "elle ne peut plus reprendre" in page
    assert "Reprendre la partie" in desk.look()
    assert "Premier tirage" in seen(desk.press("resume"))
    response = desk.press("finish")
    assert "Choisissez la raison de la fin." in seen(response)
    page = seen(desk.press("finish", reason="nothing_playable"))
    assert "Partie terminée" in page
    assert "Aucun solo à annoncer (3.5)." in page
    assert "Il n’est plus possible de placer de lettres." in page
    assert "art. 3.7" in page
    game.refresh_from_db()
    assert game.state == GameState.FINISHED


def test_the_end_of_a_game_stays_in_sight_while_the_next_one_is_prepared(
    desk: Desk, room: Room
) -> None:
    room.game()
    desk.press("finish", reason="judge_decision")
    following = create_game(tournament=room.tournament, **room.by())
    page = desk.look()
    assert "La partie 1 est terminée" in page
    assert "Déclarer la partie prête" in page
    page = seen(desk.press("prepare"))
    following.refresh_from_db()
    assert following.state == GameState.READY
    assert "La partie 1 est terminée" in page
    assert "Commencer la partie" in page
    assert "La partie 1 est terminée" not in seen(desk.press("start"))


def test_the_clock_is_stopped_before_its_time(desk: Desk, room: Room) -> None:
    draw_turn(game=room.game(), **room.by())
    desk.press("announce")
    desk.press("open")
    before = last_turn(room).closes_at
    assert "Arrêter le chrono" in desk.look()
    assert desk.press("stop").status_code == 200
    after = last_turn(room).closes_at
    assert before
    assert after
    assert after < before


def test_when_the_rules_end_the_game_the_button_says_so(
    desk: Desk, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = room.game()
    turn = draw_turn(game=game, **room.by())
    assert turn is not None
    solve_now(turn)
    desk.press("announce")
    desk.press("open")
    turn.refresh_from_db()
    ring(turn)
    word, ref, _ = next(move for move in turn.solutions.moves if move[1][0].isalpha())
    reveal_turn(turn=turn, word=word, ref=ref, **room.by())
    assert "Terminer la partie <kbd" not in desk.look()

    for module in (position, turns):
        monkeypatch.setattr(module, "remainder", lambda _game: Remainder("", "", Bag("S")))
    page = desk.look()
    assert "Terminer la partie <kbd" in page
    assert "Il ne reste qu’une seule lettre à jouer." in page
    assert "art. 3.7" in page
    page = seen(desk.press("draw"))
    assert "Partie terminée" in page
    game.refresh_from_db()
    assert game.state == GameState.FINISHED
