"""Tournaments are copied with what is asked for, and may last several days."""

from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.urls import reverse

from arbitrage.core.second_looks import LookCriteria
from arbitrage.queries.second_looks import get_current_plan
from arbitrage.services.second_looks import choose_plan
from tests.room import Room
from tests.tournament.views.office import SignIn, read_text, reverse_for
from tournament.core.states import GameState, Role
from tournament.models import Game, Membership, Tournament
from tournament.queries.access import get_roles
from tournament.services.play.games import create_game
from tournament.services.tournaments import update_tournament

COPY = {"name": "Essai bis", "starts_on": "2026-05-02", "published": "on"}


@pytest.fixture
def manager(room: Room, organiser: Client) -> Client:
    """Return a browser of the organiser, who manages the organisation."""
    user = room.tournament.staff.get(user__username="organiser").user
    Membership.objects.update_or_create(
        organisation=room.tournament.organisation, user=user, defaults={"manages": True}
    )
    return organiser


def copy(room: Room, browser: Client, **fields: str) -> Tournament:
    response = browser.post(reverse_for(room, "office-copy"), COPY | fields)
    created = Tournament.objects.latest("pk")
    assert response["Location"] == reverse("office-tournament", args=[created.slug])
    return created


def test_a_copy_has_the_settings_alone(room: Room, manager: Client) -> None:
    original = room.tournament
    changes = {"venue": "Vichy", "solo_points": 15, "short_minors": True, "points_on_slips": True}
    update_tournament(tournament=original, changes=changes, **room.get_author_and_time())
    Tournament.objects.filter(pk=original.pk).update(ranking={"best": 5})
    author_and_time = room.get_author_and_time()
    choose_plan(tournament=original, plan=LookCriteria(sanctioned=True), **author_and_time)
    created = copy(room, manager)
    assert (created.venue, created.solo_points, created.short_minors) == ("Vichy", 15, True)
    assert created.points_on_slips
    assert (created.ranking, created.starts_on) == ({"best": 5}, date(2026, 5, 2))
    assert get_current_plan(created) == get_current_plan(original)
    assert not created.games.exists()
    assert not created.entries.exists()


def test_a_copy_takes_games_players_and_roles(room: Room, manager: Client) -> None:
    original = room.tournament
    original.starts_on = date(2026, 4, 4)
    original.save()
    game = create_game(tournament=original, time_s=120, **room.get_author_and_time())
    Game.objects.filter(pk=game.pk).update(starts_at=datetime(2026, 4, 4, 12, 30, tzinfo=UTC))
    withdrawn = original.entries.first()
    assert withdrawn is not None
    original.entries.filter(pk=withdrawn.pk).update(withdrawn=True)
    created = copy(room, manager, games="on", players="on", staff="on")
    copied = created.games.get(time_s=120)
    assert copied.state == GameState.READY
    assert copied.starts_at == datetime(2026, 5, 2, 12, 30, tzinfo=UTC)
    assert copied.seed != game.seed
    tables = original.entries.filter(withdrawn=False).values_list("table__number", "name")
    assert sorted(created.entries.values_list("table__number", "name")) == sorted(tables)
    names = original.players.exclude(entries=withdrawn).values_list("last_name", flat=True)
    assert sorted(created.players.values_list("last_name", flat=True)) == sorted(names)
    for member in original.staff.select_related("user"):
        assert get_roles(member.user, created) >= {Role(member.role)}


def test_only_a_manager_copies(room: Room, sign_in: SignIn) -> None:
    browser, before = sign_in(Role.ORGANISER, name="camille"), Tournament.objects.count()
    for response in (
        browser.get(reverse_for(room, "office-copy")),
        browser.post(reverse_for(room, "office-copy"), COPY),
    ):
        assert response.status_code == 403
    assert Tournament.objects.count() == before
    assert reverse_for(room, "office-copy") not in read_text(browser.get(reverse("office")))


def test_a_tournament_lasts_several_days(room: Room, manager: Client) -> None:
    address = reverse_for(room, "office-copy")
    refused = read_text(manager.post(address, COPY | {"ends_on": "2026-05-02"}))
    assert "Le dernier jour vient après le premier" in refused
    created = copy(room, manager, ends_on="2026-05-04")
    assert created.ends_on == date(2026, 5, 4)
    assert "2 – 4 mai 2026" in read_text(manager.get(reverse("office")))
    assert "2 – 4 mai 2026" in read_text(Client().get(reverse("public-home", args=[created.slug])))


def test_creation_puts_the_cursor_where_something_is_missing(room: Room, manager: Client) -> None:
    page = read_text(manager.get(reverse("office-create")))
    assert page.count("autofocus") == 1
    assert page.split("autofocus")[0].rsplit("name=", 1)[1].startswith('"name"')
    page = read_text(manager.post(reverse("office-create"), {"name": "Coupe", "starts_on": ""}))
    assert page.split("autofocus")[0].rsplit("name=", 1)[1].startswith('"starts_on"')
