"""The judge's desk: the next game, the pace, the end of the time."""

from typing import Any

import pytest
from django.test import Client

from tests.room import Room, ring, solve_now
from tests.tournament.services.lists import bring
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.views.judge_desk import Desk, get_last_turn
from tests.tournament.views.office import read_text, reverse_for
from tournament.core.states import Source
from tournament.models import Journal, Tournament
from tournament.queries import clock
from tournament.queries.results.tops import load_choice
from tournament.services.play.games import create_game
from tournament.services.play.turns import draw_turn, reveal_turn
from tournament.services.tournaments import update_tournament


@pytest.fixture
def desk(judge: Client, room: Room) -> Desk:
    return Desk(judge, room)


def read_facts(page: str) -> dict[str, str]:
    """Return the texts of the lists of facts of a page."""
    lines = [part.split("</dd>")[0] for part in page.split("<dt>")[1:]]
    return dict(line.split("</dt><dd>") for line in lines)


def test_next_game_is_announced_with_all_its_terms(desk: Desk, room: Room) -> None:
    bring(room, "Liste du club", "KIWIS\n")
    changes = {"lexicon": "Liste du club", "edition": "2017"}
    update_tournament(tournament=room.tournament, changes=changes, **room.get_author_and_time())
    settings: dict[str, Any] = {"fmt": "7sur8-joker", "time_s": 60, "warn_s": 20}
    settings["source"] = Source.HAND
    create_game(tournament=room.tournament, **settings, **room.get_author_and_time())
    facts_before = {
        "Formule": "7 sur 8, joker",
        "Temps de jeu": "1 min",
        "Signal avant la fin": "20 s",
        "Tirage": "à la main",
        "Règlement": "édition 2017",
        "Lexique": "Liste du club",
        "Joueurs": "6",
    }
    page = desk.read_page()
    assert "Partie 1, en préparation" in page
    assert read_facts(page) == facts_before
    page = read_text(desk.press("prepare"))
    assert "Partie 1, prête" in page
    assert read_facts(page[page.index("Partie 1, prête") :]) == facts_before
    assert "Le temps est réduit et la formule originale" in page


@pytest.mark.parametrize(
    ("fmt", "time_s", "sentence"),
    [
        ("normal", 180, None),
        ("normal", 200, None),
        ("normal", 120, "Le temps est réduit : annoncez-le"),
        ("joker", 180, "La formule est originale : annoncez-la"),
    ],
)
def test_unusual_terms_are_marked_for_the_announcement(
    desk: Desk, room: Room, fmt: str, time_s: int, sentence: str | None
) -> None:
    create_game(tournament=room.tournament, fmt=fmt, time_s=time_s, **room.get_author_and_time())
    page = read_text(desk.press("prepare"))
    assert ("avant de commencer (3)" in page) is (sentence is not None)
    assert sentence is None or sentence in page


@pytest.mark.parametrize("fmt", ["normal", "7sur8-joker", "7et8", "789"])
def test_the_kind_of_game_is_read_out_before_it(desk: Desk, room: Room, fmt: str) -> None:
    create_game(tournament=room.tournament, fmt=fmt, time_s=150, **room.get_author_and_time())
    desk.press("prepare")
    for page in (desk.read_page(), read_text(desk.press("start"))):
        assert "Annonce de la partie" in page
        assert "2 minutes 30 par coup (temps réduit)" in page
        assert ("Un joker accompagne chaque tirage" in page) is fmt.endswith("joker")
        assert ("9 lettres, qui peuvent toutes être posées" in page) is fmt.startswith("789")
        assert ("8 lettres, dont 7 au plus" in page) is fmt.startswith("7sur8")
        assert ("75 pour 8" in page) is (fmt[:3] in {"7et", "789"})
    assert "Annonce de la partie" not in read_text(desk.press("draw"))


@pytest.mark.parametrize(("edition", "pace"), [("2023", 20), ("2017", None)])
def test_the_pace_between_announcements_is_the_edition_s(
    desk: Desk, room: Room, edition: str, pace: int | None
) -> None:
    changes = {"edition": edition}
    update_tournament(tournament=room.tournament, changes=changes, **room.get_author_and_time())
    room.game()
    desk.press("draw")
    # nothing was announced before the first letters
    assert 'id="time-since-announcement"' not in desk.read_page()
    turn = get_last_turn(room)
    solve_now(turn)
    desk.press("announce")
    desk.press("open")
    turn.refresh_from_db()
    ring(turn)
    top = load_choice(turn).proposed_top
    assert top
    reveal_turn(turn=turn, word=top.word, ref=str(top.place), **room.get_author_and_time())
    page = desk.read_page()
    assert ("Annonce terminée" in page) is (pace is not None)
    assert ("Tirer les lettres" in page) is (pace is None)
    assert 'id="time-since-announcement"' not in page  # the solution is still being read out
    if pace is not None:
        assert "Tirer les lettres" in read_text(desk.press("read-out"))
        assert desk.press("read-out").status_code == 200
    page = read_text(desk.press("draw"))
    assert (f'data-length="{pace}"' in page) is (pace is not None)
    assert ("secondes entre deux annonces (3.1)" in page) is (pace is not None)
    if pace is not None:
        row = Journal.objects.get(kind="read_out")
        assert f'data-since="{clock.to_milliseconds(row.at)}"' in page


def test_the_pause_begins_at_the_draw_by_default(desk: Desk, room: Room) -> None:
    game = room.game()
    play_turn(room, game)
    turn = draw_turn(game=game, **room.get_author_and_time())
    assert turn is not None
    assert (
        f'data-since="{clock.to_milliseconds(Journal.objects.get(turn=turn).at)}"'
        in desk.read_page()
    )


def test_a_word_taken_back_is_read_out_anew(desk: Desk, room: Room) -> None:
    first = play_turn(room, room.game())
    desk.press("read-out")
    desk.press("take-back", reason="choice")
    first.refresh_from_db()
    top = load_choice(first).proposed_top
    assert top
    reveal_turn(turn=first, word=top.word, ref=str(top.place), **room.get_author_and_time())
    assert "Annonce terminée" in desk.read_page()


def test_ending_the_time_warns_that_it_is_no_pause(desk: Desk, room: Room) -> None:
    room.game()
    desk.press("draw")
    desk.press("announce")
    page = read_text(desk.press("open"))
    assert "Finir le coup : ramasser" in page
    assert "Arrêter le chrono" not in page
    dialog = read_text(desk.client.get(reverse_for(room, "judge-ask", "stop")))
    assert "Ce n’est pas une pause" in dialog
    assert "les bulletins sont ramassés" in dialog
    assert dialog.count("Finir le coup : ramasser") == 2  # heading and button


def test_a_dialog_cites_the_edition_of_its_tournament(desk: Desk, room: Room) -> None:
    draw_turn(game=room.game(), **room.get_author_and_time())
    for edition, minutes, interruption, cancellation in (
        ("2023", 30, "3.7", "3.6"),
        ("2019", 15, "3.6", "6.2"),
        ("2017", 15, "3.6", "6.2"),
    ):
        Tournament.objects.update(edition=edition)
        dialogs = {
            name: read_text(desk.client.get(reverse_for(room, "judge-ask", name)))
            for name in ("interrupt", "cancel")
        }
        sentence = f"plus de {minutes} minutes d’affilée finit la partie ({interruption})"
        assert sentence in dialogs["interrupt"], edition
        assert f"lettres sont tirées ({cancellation})" in dialogs["cancel"], edition
