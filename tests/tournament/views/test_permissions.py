"""Every page and command of the office asks who is there, and a refusal changes nothing."""

from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from arbitrage.core.appeals import CaseSubject
from arbitrage.services.appeals import Contested, bring
from tests.room import Room, solve_now
from tests.rows import every_row
from tests.tournament.views.office import HTMX, SignIn, at
from tournament.core.states import GameState, Role, TournamentCommand
from tournament.models import DeskHold, Game, Organisation, StaffMember, Tournament, Turn
from tournament.queries import clock
from tournament.services.life import move_tournament
from tournament.services.turns import announce_turn, draw_turn
from tournament.views.judge.commands import COMMANDS
from tournament.views.organisation.account import COMMANDS as ACCOUNT_COMMANDS
from tournament.views.organiser.games import COMMANDS as GAME_COMMANDS
from tournament.views.organiser.prepared import COMMANDS as SEARCH_COMMANDS
from tournament.words.exports import PROFILES

ORGANISER = frozenset({Role.ORGANISER})
JUDGE = frozenset({Role.JUDGE})
ARBITERS = frozenset({Role.ARBITER, Role.DOUBLE_ARBITER})
COMMISSION = frozenset({Role.COMMISSION})
OFFICERS = ARBITERS | JUDGE
SECOND = frozenset({Role.DOUBLE_ARBITER})
PLANNERS = ORGANISER | JUDGE

EVERYBODY = frozenset(Role)
#: What an address does not take is answered with 405, whoever asks.
NOT_TAKEN: frozenset[Role] = frozenset()


@dataclass(frozen=True)
class Doors:
    """Who may read an address of a tournament, and who may post to it."""

    read: frozenset[Role] = NOT_TAKEN
    post: frozenset[Role] = NOT_TAKEN


def _pages(roles: frozenset[Role], *names: str) -> dict[str, Doors]:
    return dict.fromkeys(names, Doors(read=roles))


def _commands(roles: frozenset[Role], *names: str) -> dict[str, Doors]:
    return dict.fromkeys(names, Doors(post=roles))


def _both(roles: frozenset[Role], *names: str) -> dict[str, Doors]:
    return dict.fromkeys(names, Doors(read=roles, post=roles))


#: Every address of a tournament that is not everybody's, by name.
DOORS: dict[str, Doors] = {
    **_pages(ORGANISER, "office-tournament", "office-preparation", "office-entries"),
    **_both(ORGANISER, "office-ranking"),
    **_pages(ORGANISER, "office-tables", "office-print", "office-seating", "office-plan"),
    **_commands(ORGANISER, "office-share", "office-seating-apply", "office-seating-swap"),
    **_commands(ORGANISER, "office-seating-hand", "office-seating-undo"),
    **_both(ORGANISER, "office-screen"),
    **_commands(ORGANISER, "office-screen-without-logo"),
    **_both(ORGANISER, "office-settings", "office-game-create", "office-game", "office-prepare"),
    **_both(ORGANISER, "office-game-import", "office-sheet", "office-entry", "office-staff"),
    **_both(ORGANISER, "office-import-send", "office-import", "office-teams", "office-absent"),
    **_pages(ORGANISER, "office-known", "office-export", "office-check-in"),
    **_pages(ORGANISER, "office-check-in-print", "office-bulletins", "office-road-sheets"),
    **_pages(ORGANISER, "office-certificates", "office-game-sheet"),
    **_commands(ORGANISER, "office-import-undo", "office-tick", "office-team"),
    **_commands(ORGANISER, "office-entry-delete"),
    **_commands(ORGANISER, "office-game-judge", *(f"office-game-{name}" for name in GAME_COMMANDS)),
    **_commands(ORGANISER, "office-game-copy", "office-game-up", "office-game-down"),
    **_pages(ORGANISER, "office-publication"),
    **_commands(ORGANISER, "office-publish", "office-hide", "office-archive"),
    **_commands(ORGANISER, "office-bring-back", "office-delete"),
    **_both(ORGANISER, "office-names"),
    **_pages(ORGANISER, "tournament-file"),
    **_commands(ORGANISER, "tournament-file-take", "tournament-file-forget"),
    **_both(ORGANISER, "anonymise"),
    **_commands(ORGANISER, *(f"office-preparation-{name}" for name in SEARCH_COMMANDS)),
    **_commands(ORGANISER, "office-register", "office-withdraw", "office-restore"),
    **_commands(ORGANISER, "office-assign", "office-renew", "office-alone", "office-staff-remove"),
    **_commands(ORGANISER, "office-staff-invite"),
    **_pages(JUDGE, "judge-desk", "judge-desk-part", "judge-token", "judge-ask"),
    **_commands(JUDGE, "judge-take", "judge-command", "judge-scene"),
    **_pages(ARBITERS, "arbiter-list", "arbiter-rows", "arbiter-print", "arbiter-token"),
    **_pages(ARBITERS, "arbiter-sheet"),
    **_pages(ARBITERS, "arbiter-keying", "arbiter-turns", "arbiter-solutions", "arbiter-bulletin"),
    **_pages(ARBITERS, "arbiter-paper-state", "arbiter-paper-history", "arbiter-bench"),
    **_both(ARBITERS, "arbiter-paper", "arbiter-change", "arbiter-equal", "arbiter-in-time"),
    **_commands(ARBITERS, "arbiter-confirm", "arbiter-undo"),
    **_pages(ARBITERS, "arbiter-slips"),
    **_commands(ARBITERS, "arbiter-slips-handle", "arbiter-slips-undo"),
    **_pages(SECOND, "second-looks"),
    **_commands(SECOND, "second-look"),
    **_pages(ARBITERS, "second-look-sheet"),
    **_pages(OFFICERS, "differences"),
    **_commands(OFFICERS, "difference-settle"),
    **_both(PLANNERS, "second-look-plan"),
    **_both(OFFICERS, "arbiter-account", "arbiter-bulletin-account", "player-cheating"),
    **_both(OFFICERS | ORGANISER, "players"),
    **_pages(EVERYBODY, "cases", "cases-part", "cases-record", "case", "case-part", "case-print"),
    **_pages(ARBITERS, "cases-token"),
    **_pages(COMMISSION | ORGANISER, "case-dossier"),
    **_commands(COMMISSION | ORGANISER, "case-further", "case-answer"),
    **_both(OFFICERS, "case-new"),
    **_commands(OFFICERS | COMMISSION, "case-say"),
    **_commands(OFFICERS, "case-withdraw", "case-done"),
    **_commands(COMMISSION, "case-decide"),
    **_pages(EVERYBODY, "journal", "journal-print", "journal-csv"),
}
#: Of a tournament, and everybody's.
PUBLIC = {
    *("public-home", "public-screen", "public-token", "public-ranking", "public-ranking-csv"),
    *("public-ranking-pdf", "public-tables", "public-scene", "public-logo", "public-overlay"),
    *("public-players", "public-player", "public-players-compared"),
    *("public-game", "public-game-text", "public-game-record", "public-turn"),
    *("api-tournament", "api-entries", "api-games", "api-turns"),
    "api-ranking",
}
#: Of no tournament: tried where they are; each has its own way of asking who is there.
ELSEWHERE = {
    *("home", "login", "logout", "sign-in-link", "javascript-catalog"),
    *("manifest", "shell-worker"),
    *("health-alive", "health-ready", "bench", "regulation", "regulation-edition"),
    *("regulation-differences", "enter-by-key", "table", "table-enter", "table-token"),
    "table-take",
    *(
        "table-appeals",
        "table-appeal-withdraw",
        "table-road",
        "table-bulletin",
        "table-slip",
        "office",
        "office-create",
        "office-lexica",
    ),
    *("office-lexicon", "office-lexicon-report", "office-lexicon-replace"),
    *("office-lexicon-retry", "office-lexicon-remove", "office-lexicon-delete"),
    *("organisation", "organisation-players", "organisation-player", "organisation-player-add"),
    *(
        "anonymise-known",
        "organisation-player-delete",
        "organisation-import-send",
        "organisation-import",
    ),
    *("organisation-lists", "organisation-lists-usual", "organisation-group"),
    *("organisation-group-move", "organisation-group-delete"),
    *("organisation-accounts", "organisation-cards", "organisation-invite"),
    *("organisation-changes", "organisation-account", "organisation-account-password"),
    *(f"organisation-account-{name}" for name in ACCOUNT_COMMANDS),
    *("account", "invitation", "password-reset", "new-password", "sign-up", "sign-up-confirm"),
    *("api-root", "openapi-json", "api-tournaments"),
    *("organisation", "organisation-tournaments", "restore-file"),
}
#: Commands of an archived tournament.
FOR_ARCHIVED = {"office-publish", "office-hide", "office-archive", "office-bring-back"}
FOR_ARCHIVED |= {"office-delete", "tournament-file-take", "tournament-file-forget", "anonymise"}
#: In the room of these tests there is nothing behind them to be seen.
NOTHING_THERE = {"office-preparation", "office-sheet", "office-import", "office-game-sheet"}
#: Refused as long as anything can change.
TOO_EARLY = {"office-certificates", "case-dossier"}
#: What who is no arbiter is told of a case while its turn has no top yet.
BEFORE_THE_TOP = {
    **dict.fromkeys(("case", "case-part", "case-print"), HTTPStatus.CONFLICT),
    "cases-record": HTTPStatus.UNPROCESSABLE_ENTITY,
}
#: Nothing is looked at twice in the room of these tests.
NOTHING_TO_PRINT = {"second-look-sheet"}
#: Every value that an argument of an address can have, if there is more than one.
MANY = {
    "judge-command": list(COMMANDS),
    "judge-ask": [n for n, c in COMMANDS.items() if c.asks],
    "office-export": list(PROFILES),
}
#: A form that would do something for somebody who may.
FIELDS = {
    "name": "Volé",
    "names": "Intrus",
    "count": "1",
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
    "plays_on": "paper",
    "publicity": "live",
    "table": "2",
    "decision": "conduct",
    "outcome": "dismiss",
    "speaker": "Intrus",
    "text": "Intrusion.",
    "step": "informed",
    "informed": "1",
    "scene": "podium",
    "sanctioned": "on",
    "command": "keep",
    "done": "handed",
    "newest": "99999999",
}
#: What the keying page posts.
SLIPS = {"bulletins": [{"table": 1, "rows": ["ZZZ"], "reference": "H4", "score": "12"}]}


def everything() -> list[Any]:
    """All rows of all tables."""
    models: list[type[Model]] = [
        User,
        *(m for app in ("tournament", "arbitrage") for m in apps.get_app_config(app).get_models()),
    ]
    rows = [list(model._default_manager.order_by("pk").values()) for model in models]
    for row in rows[0]:
        del row["last_login"]
    return rows


def patterns(within: URLResolver) -> Iterator[URLPattern]:
    """Every address of the site."""
    for one in within.url_patterns:
        if isinstance(one, URLResolver):
            yield from patterns(one)
        else:
            yield one


def addresses(room: Room) -> Iterator[tuple[str, Doors, str]]:
    """Name, doors and path of every address that is guarded."""
    entry, member = room.entries[0].pk, room.tournament.staff.earliest("pk").pk
    player = room.entries[0].players.earliest("pk").pk
    known = {"slug": room.tournament.slug, "entry_id": entry, "member_id": member}
    known |= {"player_id": player}
    for one in patterns(get_resolver()):
        if one.name in DOORS:
            asked = one.pattern.converters.keys()
            given = {argument: known.get(argument, 1) for argument in asked}
            for value in MANY.get(one.name, [None]):
                if value is not None:
                    given["name"] = value
                yield one.name, DOORS[one.name], reverse(one.name, kwargs=given)


def expected(roles: frozenset[Role], role: Role | None) -> int:
    if not roles:
        return HTTPStatus.METHOD_NOT_ALLOWED
    return HTTPStatus.OK if role in roles else HTTPStatus.FORBIDDEN


def with_a_case(room: Room, turn: Turn) -> None:
    """Case 1, which every address of cases is about."""
    contested = Contested(turn, room.entries[0], CaseSubject.DECISION)
    bring(about=contested, grounds="Le chrono.", **room.by())


@pytest.fixture
def playing(room: Room) -> Room:
    """The room with a turn drawn, so that most commands would be possible.

    It is solved here, so that a worker which runs beside the tests changes nothing any more.
    """
    turn = draw_turn(game=room.game(), **room.by())
    assert turn is not None
    solve_now(turn)
    with_a_case(room, announce_turn(turn=turn, **room.by()))
    return room


def test_every_address_says_here_who_may_open_it() -> None:
    found = {(one.name, "slug" in one.pattern.converters) for one in patterns(get_resolver())}
    of_tournaments = {name for name, named in found if named and name not in ELSEWHERE}
    assert of_tournaments == DOORS.keys() | PUBLIC
    assert {name for name, named in found if not named} <= ELSEWHERE
    assert {name for name, _ in found} >= ELSEWHERE


@pytest.mark.parametrize("role", [*Role, None])
def test_a_page_opens_for_its_roles_only(
    first_results: Turn, room: Room, sign_in: SignIn, role: Role | None
) -> None:
    with_a_case(room, first_results)
    browser = sign_in(role) if role else sign_in()
    with every_row() as row:
        for name, doors, path in addresses(room):
            with row(path):
                status = expected(doors.read, role)
                if status == HTTPStatus.OK and name in NOTHING_THERE:
                    status = HTTPStatus.NOT_FOUND
                if status == HTTPStatus.OK and name in TOO_EARLY:
                    status = HTTPStatus.CONFLICT
                if status == HTTPStatus.OK and name in NOTHING_TO_PRINT:
                    status = HTTPStatus.UNPROCESSABLE_ENTITY
                if status == HTTPStatus.OK and role not in OFFICERS:
                    status = BEFORE_THE_TOP.get(name, status)
                assert browser.get(path, follow=True).status_code == status


@pytest.mark.parametrize("role", [*Role, None])
def test_another_roles_command_is_refused_and_changes_nothing(
    playing: Room, sign_in: SignIn, role: Role | None
) -> None:
    browser = sign_in(role) if role else sign_in()
    game = playing.tournament.games.get()
    named = {"game": game.pk, "turn": game.turns.get().pk, "entries": playing.everybody}
    fields = FIELDS | named
    before = everything()
    with every_row() as row:
        for _name, doors, path in addresses(playing):
            if role in doors.post:
                continue
            with row(path):
                for headers in ({}, HTMX):
                    response = browser.post(path, fields, headers=headers)
                    assert response.status_code == expected(doors.post, role)
                response = browser.post(path, SLIPS, content_type="application/json")
                assert response.status_code == expected(doors.post, role)
    assert everything() == before


def test_an_archived_tournament_takes_no_command_but_those_that_are_for_it(
    first_results: Turn, room: Room, sign_in: SignIn
) -> None:
    with_a_case(room, first_results)
    Game.objects.update(state=GameState.FINISHED, finished_at=clock.now())
    move_tournament(tournament=room.tournament, command=TournamentCommand.ARCHIVE, **room.by())
    browser = sign_in(*Role)
    turn = room.tournament.games.get().turns.get()
    fields = FIELDS | {"game": turn.game_id, "turn": turn.pk, "entries": room.everybody}
    before = everything()
    with every_row() as row:
        for name, doors, path in addresses(room):
            with row(path):
                if doors.post and name not in FOR_ARCHIVED:
                    response = browser.post(path, fields)
                    assert response.status_code == HTTPStatus.CONFLICT
                    assert "Ce tournoi est archivé" in response.content.decode()
                    response = browser.post(path, SLIPS, content_type="application/json")
                    assert response.status_code == HTTPStatus.CONFLICT
                if doors.read and name not in NOTHING_THERE | TOO_EARLY | NOTHING_TO_PRINT:
                    assert browser.get(path, follow=True).status_code == HTTPStatus.OK
    DeskHold.objects.all().delete()  # who looks at the desk is at it; nothing else is kept
    assert everything() == before


def test_a_stranger_is_sent_to_sign_in(playing: Room) -> None:
    before = everything()
    with every_row() as row:
        for _name, doors, path in addresses(playing):
            with row(path):
                if doors.post:
                    response = Client().post(path, FIELDS)
                    assert response.status_code == HTTPStatus.FOUND
                    assert response["Location"] == f"/accounts/login/?next={quote(path)}"
                    answer = Client().post(path, FIELDS, headers=HTMX)
                    assert answer["HX-Redirect"] == "/accounts/login/"
                if doors.read:
                    response = Client().get(path)
                    assert response["Location"] == f"/accounts/login/?next={quote(path)}"
    assert everything() == before


def test_a_refusal_to_htmx_is_an_alert_in_french(room: Room, judge: Client) -> None:
    response = judge.post(at(room, "office-register"), FIELDS, headers=HTMX)
    assert response.status_code == 403
    assert response["HX-Retarget"] == "#alerts"
    assert "Votre compte n’a pas ce rôle dans ce tournoi" in response.content.decode()


def test_a_role_in_another_tournament_opens_nothing_here(room: Room, sign_in: SignIn) -> None:
    foreign = Tournament.objects.create(
        organisation=Organisation.objects.create(name="Ailleurs"), name="Ailleurs", slug="ailleurs"
    )
    stranger = User.objects.create_user("ailleurs")
    for role in Role:
        StaffMember.objects.create(tournament=foreign, user=stranger, role=role)
    client = Client()
    client.force_login(stranger)
    with every_row() as row:
        for _name, doors, path in addresses(room):
            with row(path):
                assert client.get(path).status_code == expected(doors.read, None)
                assert client.post(path).status_code == expected(doors.post, None)
