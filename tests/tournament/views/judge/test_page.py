"""The judge's desk: a whole turn by its buttons, and refusals."""

import re

import pytest
from django.test import Client

from engine.rules.bag import Bag
from engine.rules.remainder import Remainder
from tests.cached_results import clear_cached_results
from tests.room import Room, ring, solve_now
from tests.tournament.services.lists import bring
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.views.judge_desk import Desk, get_last_turn
from tests.tournament.views.office import HTMX, read_text, reverse_for
from tournament.core.states import GameState, Role, TurnState
from tournament.models import (
    Bulletin,
    Journal,
    Organisation,
    Score,
    Solutions,
    StaffMember,
    Tournament,
    Turn,
)
from tournament.queries import clock
from tournament.queries.position import GamePosition
from tournament.queries.results.open_turns import list_open_turns
from tournament.services.play.games import create_game, finish_game
from tournament.services.play.turns import NO_SOLUTION, cancel_turn, draw_turn, reveal_turn
from tournament.services.tournaments import update_tournament


@pytest.fixture
def desk(judge: Client, room: Room) -> Desk:
    return Desk(judge, room)


def test_without_a_game_the_desk_names_the_organiser(desk: Desk) -> None:
    assert "L’organisateur doit d’abord créer une partie" in desk.read_page()


def test_a_whole_turn_goes_by_the_one_button(desk: Desk, room: Room) -> None:
    create_game(tournament=room.tournament, **room.get_author_and_time())
    assert "Déclarer la partie prête" in desk.read_page()
    assert "Commencer la partie" in read_text(desk.press("prepare"))
    assert "Tirer les lettres" in read_text(desk.press("start"))

    page = read_text(desk.press("draw"))
    turn = get_last_turn(room)
    assert "Montrer les lettres" in page
    assert "Nouvelles lettres" in page
    assert "Tirage complet" in page
    solve_now(turn)

    assert "Lancer le chrono" in read_text(desk.press("announce"))
    page = read_text(desk.press("open"))
    assert "Le temps de jeu court" in page
    assert 'data-closes="' in page
    turn.refresh_from_db()
    assert turn.state == TurnState.OPEN

    ring(turn)
    page = desk.read_page()
    assert "Donner la solution" in page
    chosen = page.split('name="top" value="')[1].split('"')[0]
    page = read_text(desk.press("reveal", top=chosen))
    assert "Annonce de la solution" in page
    assert "Rappel" in page
    assert "Annonce terminée" in page
    assert "Tirer les lettres" in read_text(desk.press("read-out"))
    turn.refresh_from_db()
    assert f"{turn.word} {turn.ref}" == chosen

    desk.press("draw")
    assert get_last_turn(room).number == 2


def test_the_desk_names_the_tables_without_a_bulletin(desk: Desk, room: Room) -> None:
    turn = draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    desk.press("announce")
    page = read_text(desk.press("open"))
    assert 'id="handed-in-count">0<' in page
    Bulletin.objects.create(
        turn=turn, entry=room.entries[2], rev=1, device="d", arrived_at=clock.now()
    )
    page = desk.read_page()
    assert 'id="handed-in-count">1<' in page
    assert 'id="missing">5<' in page
    assert '<li data-table="3" title="Canada" hidden>' in page
    assert '<li data-table="2" title="Belgique">' in page


@pytest.mark.parametrize("name", ["announce", "open", "stop", "reveal"])
def test_command_that_lost_a_race_shows_the_current_turn(desk: Desk, room: Room, name: str) -> None:
    game = room.game()
    cancelled = draw_turn(game=game, **room.get_author_and_time())
    assert cancelled is not None
    cancel_turn(turn=cancelled, reason="essai", **room.get_author_and_time())
    fields = {"game": game.pk, "turn": cancelled.pk, "top": "MOT H8"}
    response = desk.client.post(reverse_for(room, "judge-command", name), fields, headers=HTMX)
    assert response.status_code == 409
    page = read_text(response)
    assert 'class="alert bad"' in page
    assert 'id="desk"' in page
    assert "Coup annulé" in page
    assert "<html" not in page


def test_a_second_press_of_draw_draws_nothing(desk: Desk, room: Room) -> None:
    game = room.game()
    first = desk.press("draw")
    assert first.status_code == 200
    fields = {"game": game.pk, "turn": ""}
    again = desk.client.post(reverse_for(room, "judge-command", "draw"), fields, headers=HTMX)
    assert again.status_code == 409
    assert "Quelqu’un a agi sur le coup juste avant vous" in read_text(again)
    assert Turn.objects.count() == 1


def test_a_game_of_another_tournament_is_out_of_reach(desk: Desk, room: Room) -> None:
    foreign = Tournament.objects.create(
        organisation=Organisation.objects.create(name="Ailleurs"), name="Ailleurs", slug="ailleurs"
    )
    game = create_game(tournament=foreign, **room.get_author_and_time())
    response = desk.client.post(reverse_for(room, "judge-command", "prepare"), {"game": game.pk})
    assert response.status_code == 409
    game.refresh_from_db()
    assert game.state == GameState.DRAFT


def test_an_unknown_command_is_not_found(desk: Desk, room: Room) -> None:
    room.game()
    assert desk.press("detruire").status_code == 404
    assert desk.client.get(reverse_for(room, "judge-ask", "announce")).status_code == 404


# --- other actions ---------------------------------------------------------------------


def test_cancelling_needs_a_reason_and_goes_into_the_journal(desk: Desk, room: Room) -> None:
    draw_turn(game=room.game(), **room.get_author_and_time())
    assert "Annuler le coup" in desk.read_page()
    response = desk.press("cancel")
    assert response.status_code == 422
    assert response["HX-Retarget"] == "#ask-body"
    assert "Choisissez le motif de l’annulation." in read_text(response)
    assert get_last_turn(room).state == TurnState.DRAWN

    assert "Précisez l’erreur." in read_text(desk.press("cancel", reason="other"))
    response = desk.press("cancel", reason="spelling", detail="N pour M")
    assert "Coup annulé" in read_text(response)
    assert get_last_turn(room).state == TurnState.CANCELLED
    row = Journal.objects.get(kind="cancelled")
    assert (row.data["reason"], row.data["detail"]) == ("spelling", "N pour M")


def test_a_game_is_interrupted_resumed_and_ended(desk: Desk, room: Room) -> None:
    game = room.game()
    page = read_text(desk.press("interrupt"))
    assert "Partie interrompue" in page
    assert "la partie finit au dernier coup ramassé" in page
    assert "Reprendre la partie" in desk.read_page()
    assert "Premier tirage" in read_text(desk.press("resume"))
    response = desk.press("finish")
    assert "Choisissez la raison de la fin." in read_text(response)
    assert "Précisez la raison." in read_text(desk.press("finish", reason="other"))
    page = read_text(desk.press("finish", reason="other", detail="salle inondée"))
    assert "Partie terminée" in page
    assert "Aucun solo à annoncer (3.5)." in page
    assert "Décision du juge-arbitre." in page
    game.refresh_from_db()
    assert game.state == GameState.FINISHED
    row = Journal.objects.get(game=game, data__command="finish")
    assert row.data["detail"] == "salle inondée"


def test_solos_are_announced_with_turn_player_and_word(desk: Desk, room: Room) -> None:
    Tournament.objects.update(solo_players=6)
    game = room.game()
    first, second = (play_turn(room, game) for _ in range(2))
    Score.objects.update(word="TESt", ref="H4")
    Score.objects.filter(turn=second, entry=room.entries[0]).update(gross=0)
    clear_cached_results()
    assert "Solos à annoncer" not in desk.read_page()
    for entry in room.entries:
        Bulletin.objects.create(turn=first, entry=entry, rev=1, device="d", arrived_at=clock.now())
    finish_game(game=game, reason="judge_decision", **room.get_author_and_time())
    page = re.sub(r"<[^>]*>", "", desk.read_page())
    assert f"Coup 1 : Algérie, table 1, TEST H4, {first.score} points" in page
    assert f"Coup 2 : Belgique, table 2, TEST H4, {second.score - 1} points" in page
    assert "Prime : 10 points par solo, compris dans le classement." in page
    assert "Règle propre à l’épreuve." in page
    Tournament.objects.update(solo_players=None)
    assert "Sans prime : 6 joueurs seulement." in desk.read_page()


def test_a_turn_is_cancelled_in_an_interrupted_game(desk: Desk, room: Room) -> None:
    draw_turn(game=room.game(), **room.get_author_and_time())
    assert 'id="ask-cancel"' in read_text(desk.press("interrupt"))
    page = read_text(desk.press("cancel", reason="other", detail="salle évacuée"))
    assert 'id="ask-cancel"' not in page
    assert get_last_turn(room).state == TurnState.CANCELLED


def test_end_of_a_game_stays_visible_during_the_preparation(desk: Desk, room: Room) -> None:
    room.game()
    desk.press("finish", reason="other", detail="essai")
    following = create_game(tournament=room.tournament, **room.get_author_and_time())
    page = desk.read_page()
    assert "La partie 1 est terminée" in page
    assert "Déclarer la partie prête" in page
    page = read_text(desk.press("prepare"))
    following.refresh_from_db()
    assert following.state == GameState.READY
    assert "La partie 1 est terminée" in page
    assert "Commencer la partie" in page
    assert "La partie 1 est terminée" not in read_text(desk.press("start"))


def test_the_clock_is_stopped_before_its_time(desk: Desk, room: Room) -> None:
    draw_turn(game=room.game(), **room.get_author_and_time())
    desk.press("announce")
    desk.press("open")
    before = get_last_turn(room).closes_at
    assert "Finir le coup : ramasser" in desk.read_page()
    assert desk.press("stop").status_code == 200
    after = get_last_turn(room).closes_at
    assert before
    assert after
    assert after < before


def test_when_the_rules_end_the_game_the_button_says_so(
    desk: Desk, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = room.game()
    turn = draw_turn(game=game, **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    desk.press("announce")
    desk.press("open")
    turn.refresh_from_db()
    ring(turn)
    word, ref, _ = next(move for move in turn.solutions.moves if move[1][0].isalpha())
    reveal_turn(turn=turn, word=word, ref=ref, **room.get_author_and_time())
    assert "data-deliberate>Terminer la partie" not in desk.read_page()
    dialog = desk.press("finish", reason="other", detail="salle inondée")
    assert dialog.status_code == 422
    assert "salle inondée" in read_text(dialog), "what was typed stays"
    assert "restent à saisir ou à décider. Coups : 1." in read_text(dialog)
    assert "le logiciel corrige encore" in read_text(dialog)
    assert 'name="open_bulletins_stay"' in read_text(dialog)

    monkeypatch.setattr(GamePosition, "remainder", Remainder("", "", Bag("S")))
    page = desk.read_page()
    assert "data-deliberate>Terminer la partie" in page
    assert "Il ne reste qu’une seule lettre à jouer." in page
    assert "art. 3.7" in page
    refused = read_text(desk.press("draw"))
    assert "Le classement serait provisoire" in refused
    assert 'name="open_bulletins_stay"' in refused
    page = read_text(desk.press("draw", open_bulletins_stay="on"))
    assert "Partie terminée" in page
    game.refresh_from_db()
    assert game.state == GameState.FINISHED
    assert list_open_turns(game)


def test_the_desk_finds_by_itself_that_nothing_can_be_placed(desk: Desk, room: Room) -> None:
    bring(room, "Un seul mot", "KKKK\n")
    changes = {"lexicon": "Un seul mot"}
    update_tournament(tournament=room.tournament, changes=changes, **room.get_author_and_time())
    turn = draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    page = desk.read_page()
    assert "Aucune solution n’est réalisable avec les lettres qui restent" in page
    assert "data-deliberate>Annuler le coup" in page

    page = read_text(desk.press("cancel-unplayable"))
    assert "data-deliberate>Terminer la partie" in page
    assert "Il n’est plus possible de placer de lettres." in page
    assert Journal.objects.get(kind="cancelled").data["reason"] == NO_SOLUTION
    assert "Partie terminée" in read_text(desk.press("draw"))


@pytest.mark.parametrize(("edition", "article"), [("2023", "3.6"), ("2017", "6.2")])
def test_turn_without_solution_is_cancelled_by_its_article(
    desk: Desk, room: Room, edition: str, article: str
) -> None:
    bring(room, "Un seul mot", "KIWIS\n")
    changes = {"lexicon": "Un seul mot", "edition": edition}
    update_tournament(tournament=room.tournament, changes=changes, **room.get_author_and_time())
    turn = draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    assert f"le coup est annulé et tiré de nouveau ({article})" in desk.read_page()

    Solutions.objects.update(moves=[["KIWIS", "H4", 40]])
    assert f"en disant laquelle (art. {article})" in read_text(desk.press("cancel-unplayable"))


def test_judge_cannot_declare_that_nothing_can_be_placed(desk: Desk, room: Room) -> None:
    turn = draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    dialog = read_text(desk.client.get(reverse_for(room, "judge-ask", "finish")))
    assert "placer de lettres" not in dialog
    assert desk.press("finish", reason="nothing_playable").status_code == 422
    assert desk.press("cancel", reason="no-solution").status_code == 422
    solve_now(turn)
    response = desk.press("cancel-unplayable")
    assert response.status_code == 409
    assert "Une solution est réalisable avec ces lettres" in read_text(response)
    assert get_last_turn(room).state == TurnState.DRAWN


def test_the_end_of_a_game_names_and_links_open_bulletins(
    client: Client, room: Room, first_results: Turn
) -> None:
    StaffMember.objects.get_or_create(tournament=room.tournament, user=room.user, role=Role.ARBITER)
    client.force_login(room.user)
    client.get(reverse_for(room, "judge-desk"))
    page = client.get(reverse_for(room, "judge-ask", "finish")).content.decode()
    turn = f"?game={first_results.game.number}&amp;turn={first_results.ordinal}"
    assert f"{reverse_for(room, 'arbiter-list')}{turn}&amp;only=open" in page
    assert "à décider, tables 5, 6" in page
