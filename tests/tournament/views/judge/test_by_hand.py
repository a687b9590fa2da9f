"""The judge's desk of a game drawn by hand: letters from the bag, choice of the top."""

import pytest
from django.test import Client

from tests.room import Room, ring, solve_now
from tests.rows import every_row
from tests.tournament.views.judge_desk import Desk, get_last_turn
from tests.tournament.views.office import HTMX, read_text, reverse_for
from tournament.core.states import Source, TurnState
from tournament.models import Game, Turn
from tournament.queries.results.tops import load_choice
from tournament.services.play.turns import reveal_turn


@pytest.fixture
def desk(judge: Client, room: Room) -> Desk:
    return Desk(judge, room)


@pytest.fixture
def by_hand(room: Room) -> Game:
    return room.game(source=Source.HAND)


def test_letters_from_the_bag_are_typed_in_order(desk: Desk, room: Room, by_hand: Game) -> None:
    assert "Tirez 7 lettres du sac et tapez-les dans l’ordre" in desk.read_page()
    page = read_text(desk.press("draw", letters="taesinr"))
    assert "Tunisie-T" in page
    assert get_last_turn(room).drawn == "TAESINR"


@pytest.mark.parametrize(
    ("letters", "sentence"),
    [
        ("KKAEINR", "le sac ne contient plus assez de"),
        ("TAES", "Lettres à tirer : 7 ; vous avez saisi « TAES »."),
        ("TAES1NR", "n’est pas une suite de lettres"),
        ("", "Lettres à tirer : 7"),
    ],
)
def test_impossible_letters_are_refused_and_kept_for_correction(
    desk: Desk, room: Room, by_hand: Game, letters: str, sentence: str
) -> None:
    response = desk.press("draw", letters=letters)
    page = read_text(response)
    assert response.status_code == 422
    assert sentence in page
    assert f'name="letters" value="{letters}"' in page
    assert not Turn.objects.exists()


def test_a_rejected_draw_asks_for_a_whole_new_rack(desk: Desk, room: Room, by_hand: Game) -> None:
    response = desk.press("draw", letters="BCDFGHL")
    page = read_text(response)
    assert response.status_code == 422
    assert "art. 3.2" in page
    assert "remettez tout dans le sac" in page
    assert 'name="letters" value=""' in page
    page = read_text(desk.press("draw", letters="TAESINR"))
    assert "Rejet (3.2)" in page
    assert "BCDFGHL" in page


def test_the_judge_draws_six_letters_in_a_joker_game(desk: Desk, room: Room) -> None:
    room.game(fmt="joker", source=Source.HAND)
    page = desk.read_page()
    assert "Tirez 6 lettres du sac" in page
    assert "Un joker accompagne le tirage ; ne le tapez pas." in page
    desk.press("draw", letters="EJOSTU")
    turn = get_last_turn(room)
    assert turn.drawn == "?EJOSTU"
    solve_now(turn)
    desk.press("announce")
    desk.press("open")
    turn.refresh_from_db()
    ring(turn)
    move = load_choice(turn).proposed_top
    assert move is not None
    reveal_turn(turn=turn, word=move.word, ref=move.ref, **room.get_author_and_time())
    page = desk.read_page()
    letter = next(letter for letter in move.word if letter.islower()).upper()
    assert f"Joker : prenez un {letter} dans le sac" in page


def test_a_draw_that_counts_a_joker_may_be_rejected(desk: Desk, room: Room, by_hand: Game) -> None:
    page = read_text(desk.press("draw", letters="?ABCDFG"))
    assert "Rejeter ce tirage" in page
    dialog = read_text(desk.client.get(reverse_for(room, "judge-ask", "redraw"), headers=HTMX))
    assert "à votre gré (3.2)" in dialog
    assert desk.press("redraw", letters="TAESINR").status_code == 200
    assert get_last_turn(room).drawn == "TAESINR"


# --- letters typed wrong ---------------------------------------------------------------


def ask(desk: Desk, room: Room, name: str) -> str:
    return read_text(desk.client.get(reverse_for(room, "judge-ask", name), headers=HTMX))


def test_letters_are_typed_again_until_the_clock_starts(
    desk: Desk, room: Room, by_hand: Game
) -> None:
    desk.press("draw", letters="TAESINR")
    with every_row() as row:
        for name, typed, letters in (
            ("retype", "TAESINR", "TAESINU"),
            ("rectify", "TAESINU", "NUITSEA"),
        ):
            with row(name):
                page = desk.read_page()
                assert f'id="ask-{name}"' in page
                dialog = ask(desk, room, name)
                assert f'name="letters" value="{typed}"' in dialog
                assert "le journal garde les deux" in dialog
                refused = read_text(desk.press(name, letters="TAESI1R"))
                assert "n’est pas une suite de lettres" in refused
                assert 'name="letters" value="TAESI1R"' in refused
                page = read_text(desk.press(name, letters=letters))
                assert get_last_turn(room).drawn == letters
                assert ("Rectification : annonce des lettres" in page) is (name == "rectify")
                if name == "retype":
                    desk.press("announce")
    page = desk.read_page()
    assert "Rectifié, montré d’abord :" in page
    desk.press("open")
    page = desk.read_page()
    assert "ask-rectify" not in page
    assert "ask-retype" not in page


def test_a_corrected_draw_that_is_invalid_asks_for_another(
    desk: Desk, room: Room, by_hand: Game
) -> None:
    desk.press("draw", letters="TAESINR")
    response = desk.press("retype", letters="bcdf ghl")
    dialog = read_text(response)
    assert response["HX-Retarget"] == "#ask-body"
    assert "art. 3.2" in dialog
    assert "Non valable, remis dans le sac : BCDFGHL" in dialog
    assert 'name="letters" value=""' in dialog
    assert "tirez-en 7 et tapez-les dans l’ordre" in dialog
    page = read_text(desk.press("retype", refused="bcdfghl", letters="TAESINU"))
    assert "Rejet (3.2)" in page
    assert (get_last_turn(room).drawn, get_last_turn(room).rejected) == (
        "TAESINU",
        [["", "BCDFGHL"]],
    )


def test_a_refusal_of_mistyped_letters_is_taken_back(desk: Desk, room: Room, by_hand: Game) -> None:
    assert "ask-retype" not in desk.read_page()
    desk.press("draw", letters="BCDFGHL")
    assert 'id="ask-retype-refused"' in desk.read_page()
    assert 'name="letters" value="BCDFGHL"' in ask(desk, room, "retype-refused")
    assert "7" in read_text(desk.press("retype-refused", letters="TAES"))
    desk.press("retype-refused", letters="TAESINR")
    assert (get_last_turn(room).drawn, get_last_turn(room).rejected) == ("TAESINR", [])


def test_letters_of_the_software_are_not_typed(desk: Desk, room: Room) -> None:
    room.game()
    desk.press("draw")
    assert "ask-retype" not in desk.read_page()
    response = desk.press("retype", letters="TAESINR")
    assert response.status_code == 409
    assert "ne sont pas tirées à la main" in read_text(response)


# --- choice of the top -----------------------------------------------------------------


def play_until_closed(desk: Desk, room: Room, letters: str) -> Turn:
    desk.press("draw", letters=letters)
    turn = get_last_turn(room)
    solve_now(turn)
    desk.press("announce")
    desk.press("open")
    turn.refresh_from_db()
    ring(turn)
    return turn


def test_excluded_tops_are_shown_with_their_rule(desk: Desk, room: Room, by_hand: Game) -> None:
    turn = play_until_closed(desk, room, "TAESINR")
    page = desk.read_page()
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
    play_until_closed(desk, room, "TAESINR")
    response = desk.press("reveal")
    assert response.status_code == 422
    assert "Choisissez le mot à retenir." in read_text(response)
