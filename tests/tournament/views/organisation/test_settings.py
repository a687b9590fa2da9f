"""The settings of an organisation, for its managers only."""

from http import HTTPStatus

from django.test import Client
from django.urls import reverse

from tests.room import Room
from tests.tournament.views.browser import Browser
from tests.tournament.views.office import SignIn
from tournament.core.states import Role


def test_a_manager_renames_the_organisation(room: Room, sign_in: SignIn) -> None:
    organisation = room.tournament.organisation
    path = reverse("organisation", args=[organisation.pk])
    manager = Browser()
    manager.force_login(room.user)
    assert manager.post(path, {"name": "  Club  du Lac "}).status_code == HTTPStatus.FOUND
    organisation.refresh_from_db()
    assert organisation.name == "Club du Lac"
    assert manager.post(path, {"name": " "}).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert sign_in(Role.ORGANISER).get(path).status_code == HTTPStatus.NOT_FOUND
    assert "/accounts/login/" in Client().get(path).headers["Location"]
