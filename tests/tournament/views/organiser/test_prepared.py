"""Prepared games: wishes, import with preview, the seal, permissions."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.room import Room, script_of
from tests.tournament.services.lists import bring
from tests.tournament.views.office import HTMX, SignIn, read_text, reverse_for
from tournament.core.jobs import JobState
from tournament.core.states import GameState, Role
from tournament.models import Game, GamePreparation, Journal, Organisation
from tournament.protocol.update_channel import read_update_token
from tournament.queries import clock
from tournament.services.play import games
from tournament.tasks import prepare_game
from tournament.views.organiser.prepared import COMMANDS

WISHES = {"format": "normal", "time": "180", "warn_s": "30", "most_tries": "50"}


def ask(room: Room, organiser: Client, **wishes: Any) -> GamePreparation:
    organiser.post(reverse_for(room, "office-prepare"), WISHES | {"seed": "essai"} | wishes)
    return GamePreparation.objects.get()


@pytest.fixture
def sealed(room: Room, organiser: Client) -> Game:
    """Return a prepared game, found by the worker."""
    prepare_game(ask(room, organiser).pk)
    return Game.objects.get()


# --- preparing -------------------------------------------------------------------------


def test_worker_prepares_a_game_while_the_page_shows_progress(
    room: Room, organiser: Client
) -> None:
    job = ask(room, organiser, turns_least="18", scrabbles_least="1")
    page = reverse_for(room, "office-preparation", job.pk)
    shown = read_text(organiser.get(page))
    assert "<progress" in shown
    assert "18 au moins" in shown
    part = read_text(organiser.get(page, headers=HTMX))
    followed = re.search(r'data-update-token="([^"]+)"', part)
    assert followed
    assert read_update_token(followed[1]) == {job.update_channel}
    assert 'hx-trigger="live, every 10s"' in part
    assert "<html" not in part
    prepare_game(job.pk)
    done = read_text(organiser.get(page))
    assert "La partie 1 est écrite et scellée" in done
    assert "<progress" not in done
    game = Game.objects.get()
    assert script_of(game)["turns"][0]["word"] not in done
    assert reverse_for(room, "office-game", 1) in done


def test_unmet_wishes_are_listed(room: Room, organiser: Client) -> None:
    job = ask(room, organiser, turns_least="10", total_least="4900", most_tries="2")
    prepare_game(job.pk)
    page = read_text(organiser.get(reverse_for(room, "office-preparation", job.pk)))
    assert "Parties essayées : 2 ; aucune" in page
    assert "4900 au moins" in page
    assert "2 / 2" in page
    assert "0 / 2" in page
    assert "Changer les vœux" in page
    assert "sans résultat" in read_text(organiser.get(reverse_for(room, "office-prepare")))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"turns_least": "22", "turns_most": "18"}, "Le maximum est plus petit que le minimum."),
        ({"total_least": "-3"}, "supérieure ou égale à 1"),
        ({"most_tries": "100000"}, "inférieure ou égale à"),
        ({"longest_least": "9", "longest_most": "8"}, "Le maximum est plus petit"),
        ({"scrabbles_least": "1", "longest_most": "6"}, "Allongez le mot le plus long"),
        ({"format": "joker", "jokers_least": "1"}, "Laissez ce vœu vide"),
        ({"vocabulary": "Inconnue"}, "Sélectionnez un choix valide."),
        ({"vocabulary": "fr-libre", "outside_most": "-1"}, "supérieure ou égale à 0"),
        ({"most_tries": ""}, "Ce champ est obligatoire."),
        ({"format": "9sur8"}, "Sélectionnez un choix valide."),
        ({"time": "custom", "custom_s": "2"}, "supérieure ou égale à 5"),
    ],
)
def test_bad_wishes_are_refused_with_their_input_kept(
    room: Room, organiser: Client, changes: dict[str, str], sentence: str
) -> None:
    response = organiser.post(
        reverse_for(room, "office-prepare"), WISHES | {"seed": "abc"} | changes
    )
    assert response.status_code == 422
    page = read_text(response)
    assert sentence in page
    assert 'value="abc"' in page
    assert not GamePreparation.objects.exists()


def test_a_search_that_stands_still_can_be_asked_for_again(room: Room, organiser: Client) -> None:
    job = ask(room, organiser)
    again = reverse_for(room, "office-preparation-retry", job.pk)
    assert "Ce travail est en cours" in read_text(organiser.post(again, follow=True))
    GamePreparation.objects.update(state=JobState.RUNNING, beat_at="2000-01-01T00:00Z")
    page = read_text(organiser.get(reverse_for(room, "office-preparation", job.pk)))
    assert "Le travail n’avance pas" in page
    organiser.post(again)
    assert GamePreparation.objects.get().state == JobState.WAITING


def test_a_search_is_stopped_and_goes_on_by_buttons(room: Room, organiser: Client) -> None:
    job = ask(room, organiser, total_least="4900", most_tries="2")
    page = reverse_for(room, "office-preparation", job.pk)
    assert "Arrêter la recherche" in read_text(organiser.get(page))
    stopped = read_text(
        organiser.post(reverse_for(room, "office-preparation-stop", job.pk), follow=True)
    )
    assert "La recherche est arrêtée : rien n’est enregistré." in stopped
    assert "<progress" not in stopped
    assert "arrêtée" in read_text(organiser.get(reverse_for(room, "office-prepare")))
    again = read_text(
        organiser.post(reverse_for(room, "office-preparation-stop", job.pk), follow=True)
    )
    assert "Ce travail est terminé" in again
    prepare_game(job.pk)
    assert "Continuer : 2 essais de plus" in read_text(organiser.get(page))
    assert "<progress" in read_text(
        organiser.post(reverse_for(room, "office-preparation-resume", job.pk), follow=True)
    )
    prepare_game(job.pk)
    failed = read_text(organiser.get(page))
    assert "Top de la partie : aucune n’a dépassé" in failed
    assert "Continuer : 500 essais de plus" in failed


def test_the_wishes_of_a_search_are_there_to_be_changed(room: Room, organiser: Client) -> None:
    job = ask(room, organiser, total_least="4900", turns_most="21", format="789", most_tries="2")
    page = read_text(organiser.get(reverse_for(room, "office-prepare") + f"?from={job.pk}"))
    for field in ('value="4900"', 'value="21"', 'value="2"', '<option value="789" selected>'):
        assert field in page
    assert "essai" not in page.partition('name="seed"')[2].partition(">")[0]
    for wrong in ("999999", "x"):
        answer = organiser.get(reverse_for(room, "office-prepare") + f"?from={wrong}")
        assert answer.status_code == (404 if wrong.isdecimal() else 200)


def test_tops_of_a_school_list_are_wished_with_that_list(room: Room, organiser: Client) -> None:
    bring(room, "École", "AS\nCAS")
    job = ask(room, organiser, vocabulary="École", most_tries="1", turns_least="10")
    assert job.wishes[-1] == {"wish": "outside", "least": None, "most": 0}
    prepare_game(job.pk)
    page = read_text(organiser.get(reverse_for(room, "office-preparation", job.pk)))
    for sentence in ("École", "Tops hors de la liste", "0 au plus", "manqué", "La plus proche"):
        assert sentence in page
    again = read_text(organiser.get(reverse_for(room, "office-prepare") + f"?from={job.pk}"))
    assert '<option value="École" selected>' in again
    GamePreparation.objects.all().delete()
    without = ask(room, organiser, outside_most="3")
    assert (without.wishes, without.vocabulary) == ([], None)


def test_a_list_of_another_organisation_is_no_school_list(room: Room, organiser: Client) -> None:
    other = Organisation.objects.create(name="Ailleurs")
    root = User.objects.create_superuser("racine")
    bring(room, "Leur école", "AS\nCAS", by=root, organisation=other)
    assert "Leur école" not in read_text(organiser.get(reverse_for(room, "office-prepare")))
    response = organiser.post(
        reverse_for(room, "office-prepare"), WISHES | {"vocabulary": "Leur école"}
    )
    assert response.status_code == 422
    assert not GamePreparation.objects.exists()


def test_a_search_whose_game_was_removed_says_so(
    room: Room, organiser: Client, sealed: Game
) -> None:
    organiser.post(reverse_for(room, "office-game-delete", 1))
    job = GamePreparation.objects.get()
    page = read_text(organiser.get(reverse_for(room, "office-preparation", job.pk)))
    assert "La partie trouvée a été supprimée depuis" in page


# --- the seal --------------------------------------------------------------------------


def test_sheet_is_shown_only_by_a_journaled_command(
    room: Room, organiser: Client, sealed: Game
) -> None:
    page = reverse_for(room, "office-sheet", 1)
    first = script_of(sealed)["turns"][0]["word"].upper()
    for name in ("office-sheet", "office-game"):
        assert first not in read_text(organiser.get(reverse_for(room, name, 1))).upper()
    assert "Personne ne l’a ouverte" in read_text(organiser.get(page))
    assert not Journal.objects.exists()
    organiser.post(page)
    assert not Journal.objects.exists()
    opened = organiser.post(page, {"open": "1"})
    assert "no-store" in opened["Cache-Control"]
    shown = read_text(opened)
    for turn in script_of(sealed)["turns"]:
        assert turn["ref"] in shown
    assert f">{sum(turn['score'] for turn in script_of(sealed)['turns'])}<" in shown
    row = Journal.objects.get()
    assert (row.kind, row.by.username if row.by else "") == ("unsealed", "organiser")
    assert first not in read_text(organiser.get(page)).upper()
    assert "– organiser" in read_text(organiser.get(page))


def test_only_the_organiser_comes_near_a_sealed_sheet(
    room: Room, sign_in: SignIn, sealed: Game
) -> None:
    secret = script_of(sealed)["turns"][3]["drawn"]
    for role in (Role.JUDGE, Role.ARBITER, Role.DOUBLE_ARBITER, None):
        browser = sign_in(role) if role else sign_in()
        job = GamePreparation.objects.get()
        for name, key in (("office-sheet", 1), ("office-preparation", job.pk)):
            assert browser.get(reverse_for(room, name, key)).status_code == 403
        for name, key, data in (
            ("office-sheet", 1, {"open": "1"}),
            *((f"office-preparation-{name}", job.pk, {}) for name in COMMANDS),
        ):
            assert browser.post(reverse_for(room, name, key), data).status_code == 403
    assert not Journal.objects.exists()
    games.prepare_game(game=sealed, **room.get_author_and_time())
    for client, name in (
        (sign_in(Role.JUDGE), "judge-desk"),
        (sign_in(Role.ARBITER), "arbiter-list"),
        (Client(), "public-draws"),
        (Client(), "public-screen"),
    ):
        page = read_text(client.get(reverse_for(room, name)))
        assert secret not in page
        assert sealed.seed not in page


def test_the_public_page_says_what_the_seal_proves(room: Room, sealed: Game) -> None:
    games.prepare_game(game=sealed, **room.get_author_and_time())
    page = read_text(Client().get(reverse_for(room, "public-draws")))
    assert "pas que ses lettres sont venues au hasard" in page
    assert "Sceau (HMAC-SHA256" in page


def test_after_the_game_the_sheet_is_open(room: Room, organiser: Client, sealed: Game) -> None:
    Game.objects.update(state=GameState.FINISHED, finished_at=clock.now())
    page = read_text(organiser.get(reverse_for(room, "office-sheet", 1)))
    assert script_of(sealed)["turns"][-1]["ref"] in page
    assert not Journal.objects.exists()


def test_a_game_without_script_has_no_sheet(room: Room, organiser: Client) -> None:
    room.game()
    assert organiser.get(reverse_for(room, "office-sheet", 1)).status_code == 404
