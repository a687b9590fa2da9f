"""The big screen: its scenes, the choice of the judge, the logo."""

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.pictures import PICTURES
from tests.room import Listener, Room
from tests.rows import every_row
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.views.office import HTMX, SignIn, read_text, reverse_for
from tournament.core.scenes import SCENE_PANELS, Scene
from tournament.core.states import Role
from tournament.models import BigScreen, Journal, Score, Tournament, Turn
from tournament.protocol import Audience, parts
from tournament.queries import clock
from tournament.queries.screen import get_scene
from tournament.services import tasks
from tournament.services.play.games import create_game, finish_game
from tournament.services.play.turns import announce_turn, draw_turn
from tournament.services.screen import choose_scene


@pytest.fixture(autouse=True)
def nobody_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent a worker of an earlier test from correcting turns of these tests."""
    monkeypatch.setattr(tasks, "_send", lambda _name, _ids: True)


def read_scene(room: Room, name: str) -> str:
    response = Client().get(reverse_for(room, "public-scene"), {"scene": name})
    assert response.status_code == 200
    return read_text(response)


def test_the_judges_choice_reaches_all_screens(room: Room, judge: Client) -> None:
    judge.get(reverse_for(room, "judge-desk"))
    answer = judge.post(reverse_for(room, "judge-scene"), {"scene": "tables"}, headers=HTMX)

    assert answer.status_code == 200
    assert 'value="tables" selected' in read_text(answer)
    snapshot = parts.build_snapshot(room.tournament.pk, Audience.PUBLIC)
    assert (snapshot.state, snapshot.scene) == (None, Scene.TABLES)
    room.game()
    assert parts.build_snapshot(room.tournament.pk, Audience.PUBLIC).scene == Scene.TABLES
    assert not Journal.objects.filter(kind="scene").exists()


def test_an_unknown_scene_is_refused(room: Room, judge: Client) -> None:
    for data in ({}, {"scene": "welcome"}, {"scene": "<b>"}):
        answer = judge.post(reverse_for(room, "judge-scene"), data, headers=HTMX)
        assert answer.status_code == 422
        assert "Choisissez ce que montre l’écran dans la liste." in read_text(answer)
    assert not BigScreen.objects.exists()


def test_a_watching_device_cannot_choose_the_scene(room: Room, sign_in: SignIn) -> None:
    first, second = (sign_in(Role.JUDGE, name=name) for name in ("alice", "bruno"))
    first.get(reverse_for(room, "judge-desk"))
    answer = second.post(reverse_for(room, "judge-scene"), {"scene": "podium"}, headers=HTMX)

    assert answer.status_code == 409
    assert get_scene(room.tournament.pk) is Scene.AUTO


def test_letters_announced_are_shown_whatever_was_chosen(room: Room, listener: Listener) -> None:
    game = room.game()
    choose_scene(tournament=room.tournament, scene=Scene.PROGRAMME, now=clock.now())
    turn = draw_turn(game=game, **room.get_author_and_time())
    assert turn is not None
    assert get_scene(room.tournament.pk) is Scene.PROGRAMME
    announce_turn(turn=turn, **room.get_author_and_time())

    assert get_scene(room.tournament.pk) is Scene.AUTO
    listener.check()


def test_each_scene_shows_its_panels_to_all(room: Room) -> None:
    Tournament.objects.filter(pk=room.tournament.pk).update(
        venue="Salle des fêtes", starts_on=date(2026, 5, 2)
    )
    words_by_scene = {
        "welcome": [">samedi 2 mai 2026<", "Salle des fêtes", "<svg"],
        "programme": ["Aucune partie n’est encore annoncée."],
        "tables": ["Algérie", "table"],
        "ranking": ["Le classement se lira ici après le premier coup."],
        "address": [f"/{room.tournament.slug}/", "<svg"],
        "podium": ["Le podium se lira ici après la dernière partie."],
        "solos": ["Les solos se liront ici à la fin de la partie."],
        "between": ['data-panel="ranking"', 'data-panel="address"'],
    }
    assert words_by_scene.keys() == SCENE_PANELS.keys()
    with every_row() as row:
        for name, words in words_by_scene.items():
            with row(name):
                assert [word for word in words if word not in read_scene(room, name)] == []
    for name in ("auto", "grid", "nothing"):
        address = reverse_for(room, "public-scene")
        assert Client().get(address, {"scene": name}).status_code == 404


def test_a_ranking_that_is_kept_back_says_until_when(room: Room) -> None:
    Tournament.objects.filter(pk=room.tournament.pk).update(publicity="game")
    game = room.game()
    play_turn(room, game)
    with every_row() as row:
        for name in ("ranking", "between", "podium"):
            with row(name):
                shown = read_scene(room, name)
                assert "Les résultats seront publiés à la fin de la partie." in shown
                assert "après le premier coup" not in shown
                assert "panel-rank" not in shown.replace("panel-ranking", "")


def test_solos_are_shown_at_the_end_if_results_are_public(room: Room) -> None:
    game = room.game()
    turn = play_turn(room, game)
    Score.objects.filter(turn=turn).update(word="TEST", ref="H4")
    assert "Algérie" not in read_scene(room, "solos")
    finish_game(game=game, reason="judge_decision", **room.get_author_and_time())
    shown = read_scene(room, "solos")
    assert "Solos de la partie 1" in shown
    assert "Algérie" in shown
    assert "TEST" in shown
    create_game(tournament=room.tournament, **room.get_author_and_time())
    Tournament.objects.update(publicity="end")
    assert "Algérie" not in read_scene(room, "solos")
    assert "seront publiés à la fin du tournoi" in read_scene(room, "solos")


def test_the_podium_waits_for_the_final_ranking(room: Room) -> None:
    """Check that a provisional ranking says so and is not shown as a podium."""
    game = room.game()
    later = create_game(tournament=room.tournament, **room.get_author_and_time())
    play_turn(room, game)
    finish_game(
        game=game, reason="judge_decision", open_bulletins_stay=True, **room.get_author_and_time()
    )
    Turn.objects.filter(game=game).update(corrected_at=None)

    assert "Partie 1" in read_scene(room, "programme")
    assert "Partie 2" not in read_scene(room, "programme")  # a draft is not public
    later.delete()
    between = read_scene(room, "between")
    assert 'data-panel="podium"' not in between
    assert "provisoire" in between
    assert "provisoire" in read_scene(room, "podium")

    Turn.objects.filter(game=game).update(corrected_at=room.get_author_and_time()["now"])
    between = read_scene(room, "between")
    assert "provisoire" not in between
    assert between.index('data-panel="podium"') < between.index('data-panel="ranking"')
    assert 'data-panel="programme"' not in between


def test_organisers_logo_is_served_as_a_picture_only(room: Room, organiser: Client) -> None:
    address, logo = reverse_for(room, "office-screen"), reverse_for(room, "public-logo")
    assert Client().get(logo).status_code == 404
    for kind, data in PICTURES.items():
        upload = SimpleUploadedFile("logo.svg", data, content_type="text/html")
        assert organiser.post(address, {"file": upload}).status_code == 302
        answer = Client().get(logo)
        assert (answer["Content-Type"], answer.content) == (kind, data)
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert "sandbox" in answer["Content-Security-Policy"]
    assert logo in read_scene(room, "welcome")

    for data, sentence in [
        (b"<svg onload='alert(1)'/>", "n’est pas une image PNG, JPEG ou WebP entière"),
        (b"", "n’est pas une image PNG, JPEG ou WebP entière"),
        (PICTURES["image/png"] + bytes(1024 * 1024), "dépasse 1 Mo"),
    ]:
        answer = organiser.post(address, {"file": SimpleUploadedFile("logo.png", data)})
        assert answer.status_code == 422
        assert sentence in read_text(answer)
    assert Client().get(logo).content == PICTURES["image/webp"]

    assert organiser.post(reverse_for(room, "office-screen-without-logo")).status_code == 302
    assert Client().get(logo).status_code == 404
    assert logo not in read_scene(room, "welcome")
