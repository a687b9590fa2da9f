"""Every page and command of the office asks who is there, and a refusal changes nothing."""

from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.auth.models import User
from django.test import Client

from arbitrage.models import Ruling
from tests.room import Room, solve_now
from tests.tournament.views.office import HTMX, SignIn, at
from tournament.core.states import Role
from tournament.models import Entry, Game, StaffMember, Table, Tournament, Turn
from tournament.services.turns import draw_turn
from tournament.views.judge.commands import COMMANDS
from tournament.views.organiser.games import COMMANDS as GAME_COMMANDS

ORGANISER = frozenset({Role.ORGANISER})
JUDGE = frozenset({Role.JUDGE})
ARBITERS = frozenset({Role.ARBITER, Role.DOUBLE_ARBITER})

PAGES: list[tuple[str, tuple[Any, ...], frozenset[Role]]] = [
    ("office-tournament", (), ORGANISER),
    ("office-settings", (), ORGANISER),
    ("office-game-create", (), ORGANISER),
    ("office-game", (1,), ORGANISER),
    ("office-prepare", (), ORGANISER),
    ("office-game-import", (), ORGANISER),
    ("office-entries", (), ORGANISER),
    ("office-tables", (), ORGANISER),
    ("office-print", (), ORGANISER),
    ("office-staff", (), ORGANISER),
    ("judge-desk", (), JUDGE),
    ("judge-desk-part", (), JUDGE),
    ("judge-token", (), JUDGE),
    ("judge-ask", ("cancel",), JUDGE),
    ("arbiter-list", (), ARBITERS),
    ("arbiter-rows", (), ARBITERS),
    ("arbiter-print", (), ARBITERS),
    ("arbiter-token", (), ARBITERS),
]
POSTS: list[tuple[str, tuple[Any, ...], frozenset[Role]]] = [
    ("office-settings", (), ORGANISER),
    ("office-game-create", (), ORGANISER),
    ("office-game", (1,), ORGANISER),
    *((f"office-game-{name}", (1,), ORGANISER) for name in GAME_COMMANDS),
    ("office-prepare", (), ORGANISER),
    ("office-game-import", (), ORGANISER),
    ("office-register", (), ORGANISER),
    ("office-import", (), ORGANISER),
    ("office-entry", ("entry",), ORGANISER),
    ("office-withdraw", ("entry",), ORGANISER),
    ("office-restore", ("entry",), ORGANISER),
    ("office-assign", (), ORGANISER),
    ("office-renew", (), ORGANISER),
    ("office-staff", (), ORGANISER),
    ("office-staff-remove", ("member",), ORGANISER),
    *(("judge-command", (name,), JUDGE) for name in COMMANDS),
    ("arbiter-confirm", (1, 1, "entry"), ARBITERS),
    ("arbiter-change", (1, 1, "entry"), ARBITERS),
    ("arbiter-equal", (1, 1, "entry"), ARBITERS),
    ("arbiter-undo", (1, 1), ARBITERS),
]
#: A form that would do something for somebody who may.
FIELDS = {
    "name": "Volé",
    "starts_on": "2026-01-01",
    "lexicon": "fr-libre",
    "links_valid_until": "2099-01-01",
    "username": "intrus",
    "role": "organiser",
    "last_name": "Intrus",
    "time": "60",
    "warn_s": "10",
    "source": "software",
    "format": "normal",
    "most_tries": "1",
    "sheet": "1 AECC?NU C(H)ACUNE H4 76",
    "store": "",
    "first": "1",
    "last": "6",
    "reason": "other",
    "detail": "intrusion",
    "version": "1",
    "gesture": "1",
    "points": "0",
    "sanction": "zero",
    "motives": "discipline",
}


def everything() -> list[Any]:
    """All that a command of the office could change."""
    tables = [Tournament, Game, Turn, Entry, StaffMember, Table, Ruling, User]
    rows = [list(model._default_manager.order_by("pk").values()) for model in tables]
    for row in rows[-1]:
        del row["last_login"]
    return rows


def ids(room: Room, arguments: tuple[Any, ...]) -> list[Any]:
    known = {"entry": room.entries[0].pk, "member": room.tournament.staff.earliest("pk").pk}
    return [known.get(argument, argument) for argument in arguments]


@pytest.fixture
def playing(room: Room) -> Room:
    """The room with a turn drawn, so that most commands would be possible.

    It is solved here, so that a worker which runs beside the tests changes nothing any more.
    """
    turn = draw_turn(game=room.game(), **room.by())
    assert turn is not None
    solve_now(turn)
    return room


@pytest.mark.parametrize("role", [*Role, None])
def test_a_page_opens_for_its_roles_only(playing: Room, sign_in: SignIn, role: Role | None) -> None:
    browser = sign_in(role) if role else sign_in()
    for name, arguments, allowed in PAGES:
        response = browser.get(at(playing, name, *ids(playing, arguments)))
        assert response.status_code == (200 if role in allowed else 403), name


@pytest.mark.parametrize("role", [*Role, None])
def test_another_roles_command_is_refused_and_changes_nothing(
    playing: Room, sign_in: SignIn, role: Role | None
) -> None:
    browser = sign_in(role) if role else sign_in()
    game = playing.tournament.games.get()
    fields = FIELDS | {"game": game.pk, "turn": game.turns.get().pk}
    before = everything()
    for name, arguments, allowed in POSTS:
        if role in allowed:
            continue
        url = at(playing, name, *ids(playing, arguments))
        for headers in ({}, HTMX):
            response = browser.post(url, fields, headers=headers)
            assert response.status_code == 403, (name, arguments)
            assert everything() == before, (name, arguments)


def test_a_stranger_is_sent_to_sign_in(playing: Room) -> None:
    before = everything()
    for name, arguments, _ in POSTS:
        url = at(playing, name, *ids(playing, arguments))
        response = Client().post(url, FIELDS)
        assert response.status_code == 302, name
        assert response["Location"] == f"/accounts/login/?next={quote(url)}"
        answer = Client().post(url, FIELDS, headers=HTMX)
        assert answer["HX-Redirect"] == "/accounts/login/", name
    assert everything() == before


def test_a_refusal_to_htmx_is_an_alert_in_french(room: Room, judge: Client) -> None:
    response = judge.post(at(room, "office-register"), FIELDS, headers=HTMX)
    assert response.status_code == 403
    assert response["HX-Retarget"] == "#alerts"
    assert "Votre compte n’a pas ce rôle dans ce tournoi" in response.content.decode()


def test_a_role_in_another_tournament_opens_nothing_here(room: Room, sign_in: SignIn) -> None:
    foreign = Tournament.objects.create(name="Ailleurs", slug="ailleurs")
    stranger = User.objects.create_user("ailleurs")
    for role in Role:
        StaffMember.objects.create(tournament=foreign, user=stranger, role=role)
    client = Client()
    client.force_login(stranger)
    for name, arguments, _ in PAGES:
        if arguments == (1,):
            continue
        assert client.get(at(room, name, *ids(room, arguments))).status_code == 403
