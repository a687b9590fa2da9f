"""The organiser's office: forms with good and bad input, games, accounts."""

from datetime import date
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from engine.board.formats import FORMATS
from tests.room import Room
from tests.tournament.views.browser import Browser
from tests.tournament.views.office import HTMX, SignIn, read_html, read_text, reverse_for
from tournament.core.states import GameKind, GameState, Role
from tournament.models import Game, RoleChange, StaffMember, Tournament, Turn
from tournament.queries.access import get_roles
from tournament.services.accounts.accounts import find_account
from tournament.services.accounts.organisations import join_organisation
from tournament.services.play.games import create_game, prepare_game

RULES = {"lexicon": "fr-libre", "edition": "2023"}
GAME = {"format": "normal", "time": "180", "warn_s": "30", "source": "software"}


# --- tournaments -----------------------------------------------------------------------


def test_office_lists_each_tournament_with_the_desks_of_its_roles(
    room: Room, sign_in: SignIn
) -> None:
    page = read_text(sign_in(Role.JUDGE, Role.ARBITER).get(reverse("office")))
    assert "Essai" in page
    assert reverse_for(room, "judge-desk") in page
    assert reverse_for(room, "arbiter-list") in page
    assert reverse_for(room, "office-tournament") not in page


def test_an_account_without_role_gets_advice(sign_in: SignIn) -> None:
    assert "Vous n’avez encore de rôle dans aucun tournoi" in read_text(
        sign_in().get(reverse("office"))
    )


def test_the_overview_leads_to_the_desks_of_the_roles_only(room: Room, sign_in: SignIn) -> None:
    desk = f'href="{reverse_for(room, "judge-desk")}"'
    organiser = sign_in(Role.ORGANISER).get(reverse_for(room, "office-tournament"))
    assert desk not in read_html(organiser)
    both = sign_in(Role.ORGANISER, Role.JUDGE).get(reverse_for(room, "office-tournament"))
    assert desk in read_html(both)


def test_without_a_table_the_overview_says_where_they_come_from(
    room: Room, organiser: Client
) -> None:
    room.tournament.entries.all().delete()
    page = read_text(organiser.get(reverse_for(room, "office-tournament")))
    assert "Aucune table : elles se créent avec les inscriptions." in page
    assert "Chaque table a son arbitre." not in page


def test_the_exact_spelling_chooses_between_similar_accounts(room: Room) -> None:
    other = User.objects.create(username="Bureau")
    assert [find_account("bureau"), find_account("Bureau")] == [room.user, other]
    assert find_account("personne") is None


def test_creating_a_tournament_makes_its_creator_the_organiser(sign_in: SignIn) -> None:
    client = sign_in(name="bureau")
    fields = {"name": "Coupe d’Épinal", "venue": "Épinal", "starts_on": "2026-05-02"} | RULES
    response = client.post(reverse("office-create"), fields)
    created = Tournament.objects.get(name="Coupe d’Épinal")
    assert response["Location"] == reverse("office-entries", args=[created.slug])
    assert created.starts_on == date(2026, 5, 2)
    assert client.get(response["Location"]).status_code == 200


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": "", "starts_on": "2026-05-02"}, "Ce champ est obligatoire."),
        ({"name": "Coupe", "starts_on": "hier"}, "Saisissez une date valide."),
        ({"name": "C" * 121, "starts_on": "2026-05-02"}, "au plus 120 caractères"),
    ],
)
def test_a_bad_tournament_is_refused_with_its_input_kept(
    sign_in: SignIn, fields: dict[str, str], sentence: str
) -> None:
    before = Tournament.objects.count()
    response = sign_in(name="bureau").post(reverse("office-create"), fields)
    assert response.status_code == 422
    assert sentence in read_text(response)
    assert f'value="{fields["starts_on"]}"' in read_html(response)
    assert Tournament.objects.count() == before


def test_settings_are_changed_and_kept(room: Room, organiser: Client) -> None:
    fields = {
        "name": "Essai bis",
        "venue": "Salle des fêtes",
        "starts_on": "2026-05-02",
        "links_valid_until": "2026-05-03",
        "confirm_clean": "on",
        "confirm_refused": "on",
        "points_on_slips": "on",
        "plays_on": "paper",
        "publicity": "end",
        "solo_points": "15",
        "solo_players": "8",
        **RULES,
    }
    assert organiser.post(reverse_for(room, "office-settings"), fields).status_code == 302
    room.tournament.refresh_from_db()
    assert room.tournament.name == "Essai bis"
    assert room.tournament.confirm_clean
    assert room.tournament.confirm_refused
    assert room.tournament.points_on_slips
    assert room.tournament.plays_on == "paper"
    assert (room.tournament.solo_points, room.tournament.solo_players) == (15, 8)
    page = read_text(Client().get(reverse_for(room, "public-home")))
    assert "Règle de l’épreuve : prime de solo, 15 points à partir de 8 joueurs (3.5)." in page
    assert room.tournament.links_valid_until.astimezone().date() == date(2026, 5, 3)


# --- games -----------------------------------------------------------------------------


def test_a_game_is_created_prepared_reopened_and_removed(room: Room, organiser: Client) -> None:
    organiser.post(reverse_for(room, "office-game-create"), GAME | {"time": "120"})
    game = Game.objects.get()
    assert (game.number, game.time_s, game.warn_s) == (1, 120, 30)
    organiser.post(reverse_for(room, "office-game-prepare", 1))
    game.refresh_from_db()
    assert game.state == GameState.READY
    assert "prête" in read_text(organiser.get(reverse_for(room, "office-tournament")))
    organiser.post(reverse_for(room, "office-game-reopen", 1))
    fields = {"time": "custom", "custom_s": "20", "warn_s": "10"}
    organiser.post(reverse_for(room, "office-game", 1), fields)
    game.refresh_from_db()
    assert (game.state, game.time_s, game.warn_s) == (GameState.DRAFT, 20, 10)
    organiser.post(reverse_for(room, "office-game-delete", 1))
    assert not Game.objects.exists()


def test_every_format_of_the_engine_can_be_chosen(room: Room, organiser: Client) -> None:
    for key in FORMATS:
        organiser.post(reverse_for(room, "office-game-create"), GAME | {"format": key})
    assert [game.format for game in Game.objects.order_by("number")] == list(FORMATS)
    last = read_text(organiser.get(reverse_for(room, "office-game", len(FORMATS))))
    assert "7, 8 et 9, joker" in last


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"format": "8sur9"}, "Sélectionnez un choix valide."),
        ({"time": "custom"}, "Indiquez la durée en secondes."),
        ({"time": "custom", "custom_s": "2"}, "supérieure ou égale à 5"),
        ({"time": "custom", "custom_s": "20"}, "Le signal doit venir avant la fin"),
        ({"time": "170"}, "Sélectionnez un choix valide."),
        ({"source": "reve"}, "Sélectionnez un choix valide."),
        ({"source": "replay"}, "Sélectionnez un choix valide."),
    ],
)
def test_a_bad_game_is_refused_with_a_sentence(
    room: Room, organiser: Client, changes: dict[str, str], sentence: str
) -> None:
    response = organiser.post(reverse_for(room, "office-game-create"), GAME | changes)
    assert response.status_code == 422
    assert sentence in read_text(response)
    assert not Game.objects.exists()


def test_declaring_a_game_ready_saves_the_times_of_the_form(room: Room, organiser: Client) -> None:
    game = create_game(tournament=room.tournament, **room.get_author_and_time())
    page = organiser.get(reverse_for(room, "office-game", 1)).content.decode()
    assert "office-game-prepare" not in page
    assert page.count("Enregistrer et déclarer prête") == 1
    times = {"time": "60", "warn_s": "20", "table": "9", "prepare": "1"}
    refused = organiser.post(reverse_for(room, "office-game", 1), times)
    assert "Personne ne joue à la table 9." in read_text(refused)
    game.refresh_from_db()
    assert (game.state, game.time_s, game.judge_plays) == (GameState.DRAFT, 180, None)
    response = organiser.post(
        reverse_for(room, "office-game", 1), times | {"table": "2"}, follow=True
    )
    assert "La partie 1 est prête" in read_text(response)
    game.refresh_from_db()
    assert (game.state, game.time_s, game.judge_plays) == (GameState.READY, 60, room.entries[1])


def test_a_draft_saves_times_and_the_judges_table(room: Room, organiser: Client) -> None:
    game = create_game(tournament=room.tournament, **room.get_author_and_time())
    times = {"time": "60", "warn_s": "20"}
    answers = [
        read_text(organiser.post(reverse_for(room, "office-game", 1), times | changes, follow=True))
        for changes in ({"table": "3"}, {}, {"table": ""}, {"table": "3", "mort-subite": "1"})
    ]
    assert "Le juge-arbitre joue, table 3." in answers[0]
    assert 'name="table" value="3"' in answers[1]
    assert "Le juge-arbitre joue" not in answers[1]
    assert "Il ne joue pas." in answers[2]
    assert "est une mort subite" in answers[3]
    game.refresh_from_db()
    assert (game.kind, game.judge_plays) == (GameKind.MORT_SUBITE, room.entries[2])
    assert "Ce choix s’enregistre avec ce bouton seul" in answers[3]
    two = {"entries": [entry.pk for entry in room.entries[:2]], "prepare": "1"}
    ready = read_text(organiser.post(reverse_for(room, "office-game-players", 1), two, follow=True))
    assert "Elle est prête" in ready
    game.refresh_from_db()
    assert (game.state, game.contenders.count()) == (GameState.READY, 2)


def test_a_prepared_game_keeps_its_times(room: Room, organiser: Browser) -> None:
    game = create_game(tournament=room.tournament, **room.get_author_and_time())
    version = organiser.find_version(reverse_for(room, "office-game", 1))
    prepare_game(game=game, **room.get_author_and_time())
    times = {"time": "60", "warn_s": "20", "version": version}
    response = organiser.post(reverse_for(room, "office-game", 1), times)
    assert response.status_code == 422
    assert "Cette action n’est pas possible" in read_text(response)
    game.refresh_from_db()
    assert game.time_s == 180


def test_forbidden_command_is_explained_and_changes_nothing(room: Room, organiser: Client) -> None:
    game = room.game()
    response = organiser.post(reverse_for(room, "office-game-prepare", 1), follow=True)
    assert "Cette action n’est pas possible" in read_text(response)
    game.refresh_from_db()
    assert game.state == GameState.RUNNING


# --- staff -----------------------------------------------------------------------------


def test_new_account_gets_roles_and_a_card_shown_once(room: Room, organiser: Client) -> None:
    fields = {"username": "dominique", "name": "Dominique  Lac", "role": ["judge", "arbiter"]}
    response = organiser.post(reverse_for(room, "office-staff"), fields, headers=HTMX)
    card = urlsplit(read_text(response).split('<a class="code" href="')[1].split('"')[0]).path
    assert "no-store" in response["Cache-Control"]
    assert card not in read_text(organiser.get(reverse_for(room, "office-staff")))
    user = User.objects.get(username="dominique")
    assert user.get_full_name() == "Dominique Lac"
    assert get_roles(user, room.tournament) == {Role.JUDGE, Role.ARBITER}
    guest = Client()
    assert guest.post(card)["Location"] == reverse("account")
    assert "Choisissez votre mot de passe maintenant" in read_text(guest.get(reverse("account")))


def test_existing_account_gets_a_role_and_keeps_its_password(
    room: Room, organiser: Client, sign_in: SignIn
) -> None:
    sign_in(name="claude")
    fields = {"username": "claude", "role": "arbiter"}
    page = read_text(organiser.post(reverse_for(room, "office-staff"), fields, headers=HTMX))
    assert "Le nom de compte « claude » est pris : choisissez-en un autre." in page
    user = User.objects.get(username="claude")
    join_organisation(
        organisation=room.tournament.organisation, user=user, **room.get_author_and_time()
    )
    page = read_text(organiser.post(reverse_for(room, "office-staff"), fields, headers=HTMX))
    assert "Le compte claude existait déjà" in page
    assert get_roles(user, room.tournament) == {Role.ARBITER}


@pytest.mark.parametrize(
    "fields",
    [
        {"username": "", "role": "judge"},
        {"username": "deux mots", "role": "judge"},
        {"username": "claude", "role": "roi"},
    ],
)
def test_a_bad_account_is_refused(room: Room, organiser: Client, fields: dict[str, str]) -> None:
    before = StaffMember.objects.count()
    response = organiser.post(reverse_for(room, "office-staff"), fields, headers=HTMX)
    assert response.status_code == 422
    assert 'class="errorlist"' in read_html(response)
    assert StaffMember.objects.count() == before


def test_the_last_organiser_stays(room: Room, organiser: Client) -> None:
    for member in room.tournament.staff.filter(role=Role.ORGANISER).order_by("pk"):
        response = organiser.post(reverse_for(room, "office-staff-remove", member.pk), follow=True)
        last = response
    assert room.tournament.staff.filter(role=Role.ORGANISER).count() == 1
    assert "C’est le dernier organisateur du tournoi" in read_text(last)


def test_one_person_takes_all_roles_and_gives_them_back(room: Room, sign_in: SignIn) -> None:
    alone = {Role.ORGANISER, Role.JUDGE, Role.ARBITER, Role.COMMISSION}
    client = sign_in(name="bureau")
    fields = {"name": "Club", "starts_on": "2026-05-02", "all_roles": "on"} | RULES
    client.post(reverse("office-create"), fields)
    club = Tournament.objects.get(name="Club")
    assert get_roles(room.user, club) == alone
    desk = read_text(client.get(reverse("judge-desk", args=[club.slug])))
    for desk_name in ("arbiter-list", "arbiter-keying", "office-tournament", "journal"):
        assert f'href="{reverse(desk_name, args=[club.slug])}"' in desk
    staff = reverse("office-alone", args=[club.slug])
    assert "Vous restez organisateur, sans autre rôle" in read_text(
        client.post(staff, {"end": "1"}, follow=True)
    )
    assert get_roles(room.user, club) == {Role.ORGANISER}
    page = read_text(client.post(staff, follow=True))
    assert "Vous tenez tous les rôles" in page
    assert get_roles(room.user, club) == alone
    changes = RoleChange.objects.filter(tournament=club, user=room.user, by=room.user)
    assert list(changes.values_list("role", "given")) == [
        *((role, True) for role in ("organiser", "judge", "arbiter", "commission")),
        *((role, False) for role in ("judge", "arbiter", "commission")),
        *((role, True) for role in ("judge", "arbiter", "commission")),
    ]


def test_all_roles_are_offered_to_who_is_alone(room: Room, sign_in: SignIn) -> None:
    client = sign_in(name="bureau")
    page = client.get(reverse("office-create"))
    assert page.context["form"]["all_roles"].value()
    colleague = User.objects.create_user("camille")
    room.tournament.organisation.memberships.create(user=colleague)
    page = client.get(reverse("office-create"))
    assert not page.context["form"]["all_roles"].value()


def test_the_overview_says_what_is_to_do_now(
    organiser: Client, room: Room, first_results: Turn
) -> None:
    assert first_results.game.tournament == room.tournament
    page = read_text(organiser.get(reverse_for(room, "office-tournament")))
    assert "À faire maintenant" in page
    assert "Avant le premier coup" not in page
    assert "à décider, tables 5, 6" in page
