"""Every page and command of the office checks its roles, and a refusal changes nothing."""

from collections.abc import Callable, Iterator
from html import unescape
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.test.client import MULTIPART_CONTENT
from django.urls import get_resolver, reverse

from arbitrage.core.appeals import CaseSubject
from arbitrage.services.appeals import ContestedDecision, file_case
from tests.room import Room, solve_now
from tests.rows import every_row
from tests.tournament.topping.services.toppings import create_topping_for as make_topping
from tests.tournament.views.addresses import (
    ACCESS_RULES,
    MANY,
    NOT_TAKEN,
    OF_ROUNDS,
    OFFICERS,
    PUBLIC_ADDRESSES,
    TESTED_ELSEWHERE,
    AccessRule,
    list_closures,
    list_methods,
    list_patterns,
)
from tests.tournament.views.office import HTMX, SignIn, reverse_for
from tests.tournament.views.posted_data import FIELDS, SLIPS, list_stored_rows
from tournament.core.states import GameState, Role, TournamentCommand
from tournament.models import DeskHold, Game, Turn
from tournament.presentation.files.result_files import GENERAL
from tournament.queries import clock
from tournament.services.lifecycle import move_tournament
from tournament.services.play.turns import announce_turn, draw_turn
from tournament.topping.core.topping_run import ToppingMode
from tournament.topping.models import ToppingRun
from tournament.views import shortcuts

#: Commands of an archived tournament.
FOR_ARCHIVED = {"office-publish", "office-hide", "office-archive", "office-bring-back"}
FOR_ARCHIVED |= {"office-delete", "tournament-file-take", "tournament-file-forget", "anonymise"}
FOR_ARCHIVED |= {"backup-take", "backup-check", "backup-copy", "backup-retry"}
#: Pages with other buttons once the tournament is archived.
READ_AS_ARCHIVED = (
    *("office-tournament", "office-entries", "office-tables", "office-settings"),
    *("office-publication", "office-staff", "office-ranking", "office-teams"),
    *("judge-desk", "arbiter-list", "players", "cases", "journal"),
)
#: Addresses without content in the room of these tests.
NOTHING_THERE = {"office-preparation", "office-sheet", "office-import", "office-game-sheet"}
NOTHING_THERE |= {"backup", "centre-desk"}
#: Addresses of classic tournaments (see ``classic/views/test_rounds.py``).
NOTHING_THERE |= {*OF_ROUNDS, "office-terms", "office-result", "match-record"}
NOTHING_THERE |= {"call", "match-office", "match-journal", "office-clock"}
#: Refused while the tournament can still change.
TOO_EARLY = {"office-certificates", "case-dossier"}
#: Status for other roles than arbiter, of a case whose turn has no top yet.
BEFORE_THE_TOP = {
    **dict.fromkeys(("case", "case-part", "case-print"), HTTPStatus.CONFLICT),
    "cases-record": HTTPStatus.UNPROCESSABLE_ENTITY,
}
#: The number of no centre.
NO_CENTRE = 999_999
#: Addresses of second looks, of which the room of these tests has none.
NOTHING_TO_PRINT = {"second-look-sheet"}


def list_addresses(room: Room, *, once: bool = False) -> Iterator[tuple[str, AccessRule, str]]:
    """Yield name, access rule and path of every guarded address; with ``once`` for the first of
    the values that an argument can have."""
    entry, member = room.entries[0].pk, room.tournament.staff.earliest("pk").pk
    player = room.entries[0].players.earliest("pk").pk
    values = {"slug": room.tournament.slug, "entry_id": entry, "member_id": member}
    runs = ToppingRun.objects.order_by("pk").values_list("pk", flat=True)
    values |= {"player_id": player, "run_id": runs.first() or 1}
    values |= {"key": "sigles", "scope": GENERAL, "centre_id": NO_CENTRE}
    for pattern in list_patterns(get_resolver()):
        if pattern.name in ACCESS_RULES:
            argument_names = pattern.pattern.converters.keys()
            arguments = {argument: values.get(argument, 1) for argument in argument_names}
            for value in MANY.get(pattern.name, [None])[: 1 if once else None]:
                if value is not None:
                    arguments["name"] = value
                yield (
                    pattern.name,
                    ACCESS_RULES[pattern.name],
                    reverse(pattern.name, kwargs=arguments),
                )


def add_appeal_case(room: Room, turn: Turn) -> None:
    """Add case 1, which the addresses of cases need."""
    contested = ContestedDecision(turn, room.entries[0], CaseSubject.DECISION)
    file_case(contested=contested, grounds="Le chrono.", **room.get_author_and_time())


@pytest.fixture
def playing(room: Room) -> Room:
    """Return the room with a drawn and solved turn, in which most commands are possible."""
    turn = draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    add_appeal_case(room, announce_turn(turn=turn, **room.get_author_and_time()))
    make_topping(room, mode=ToppingMode.JUDGE)
    return room


def test_every_address_has_an_access_rule() -> None:
    patterns_found = {
        (pattern.name, "slug" in pattern.pattern.converters)
        for pattern in list_patterns(get_resolver())
    }
    of_tournaments = {
        name for name, named in patterns_found if named and name not in TESTED_ELSEWHERE
    }
    assert of_tournaments == ACCESS_RULES.keys() | PUBLIC_ADDRESSES
    assert {name for name, named in patterns_found if not named} <= TESTED_ELSEWHERE
    assert {name for name, _ in patterns_found} >= TESTED_ELSEWHERE


def read_declared_rule(page: Any) -> tuple[AccessRule, bool]:
    """Return the roles and methods of the decorators, and whether archives take the commands."""
    roles, archived = NOT_TAKEN, False
    for kept in list_closures(page):
        if "roles" in kept:  # of ``for_roles``
            roles, archived = frozenset(kept["roles"]), kept["archived"]
    methods = list_methods(page)
    read, post = (roles if method in methods else NOT_TAKEN for method in ("GET", "POST"))
    return AccessRule(read, post), archived


def test_every_address_declares_its_roles_and_methods() -> None:
    with every_row() as row:
        for pattern in list_patterns(get_resolver()):
            if pattern.name in ACCESS_RULES:
                with row(pattern.name):
                    expected = ACCESS_RULES[pattern.name], pattern.name in FOR_ARCHIVED
                    assert read_declared_rule(pattern.callback) == expected


def get_expected_read_status(name: str, role: Role) -> int:
    """Return the expected status of a read of the address by one of its roles."""
    if name in NOTHING_THERE:
        return HTTPStatus.NOT_FOUND
    if name in TOO_EARLY:
        return HTTPStatus.CONFLICT
    if name in NOTHING_TO_PRINT:
        return HTTPStatus.UNPROCESSABLE_ENTITY
    return HTTPStatus.OK if role in OFFICERS else BEFORE_THE_TOP.get(name, HTTPStatus.OK)


class Opened(Exception):  # noqa: N818 - no error: the page would be made
    """The request has passed the checks of ``for_roles``."""


def is_let_through(request: Callable[[str], object], path: str) -> bool:
    """Return True if the page would be made for this account; it is not."""
    with pytest.MonkeyPatch.context() as patch:

        def stop(_request: object, _place: object) -> None:
            raise Opened

        patch.setattr(shortcuts, "use_zone_and_paper", stop)
        try:
            request(path)
        except Opened:
            return True
    return False


def test_every_page_opens_for_one_of_its_roles(
    first_results: Turn, room: Room, sign_in: SignIn
) -> None:
    add_appeal_case(room, first_results)
    make_topping(room, mode=ToppingMode.JUDGE)
    browsers = {role: sign_in(role) for role in Role}
    with every_row() as row:
        for number, (name, doors, path) in enumerate(list_addresses(room, once=True)):
            roles = sorted(doors.read)
            for index, role in enumerate(roles):
                if index == number % len(roles) or name in BEFORE_THE_TOP:
                    with row(f"{role}: {path}"):
                        answer = browsers[role].get(path, follow=True)
                        assert answer.status_code == get_expected_read_status(name, role)


def test_other_roles_are_refused_and_change_nothing(playing: Room, sign_in: SignIn) -> None:
    """At one address for each set of roles; more roles never open less."""
    game = playing.tournament.games.get()
    named = {"game": game.pk, "turn": game.turns.get().pk, "entries": playing.entry_ids}
    fields = FIELDS | named
    addresses = {
        (bool(doors.post), doors.read | doors.post): path
        for _, doors, path in list_addresses(playing, once=True)
    }
    browsers = {role: sign_in(role) for role in Role}
    strangers = {
        roles: sign_in(*(role for role in Role if role not in roles)) for _, roles in addresses
    }
    before = list_stored_rows()
    with every_row() as row:
        for (posts, roles), path in addresses.items():
            with row(f"other roles: {path}"):
                others = strangers[roles]
                answers = [others.get(path, follow=True)]
                if posts:
                    json = others.post(path, SLIPS, content_type="application/json")
                    answers = [others.post(path, fields), json]
                assert {answer.status_code for answer in answers} == {HTTPStatus.FORBIDDEN}
            for role in roles:
                with row(f"{role}: {path}"):
                    browser = browsers[role]
                    assert is_let_through(browser.post if posts else browser.get, path)
    assert list_stored_rows() == before


def test_archived_tournament_takes_only_the_commands_for_archives(
    first_results: Turn, room: Room, sign_in: SignIn
) -> None:
    """The decorators of the pages say which these are."""
    Game.objects.update(state=GameState.FINISHED, finished_at=clock.now())
    move_tournament(
        tournament=room.tournament, command=TournamentCommand.ARCHIVE, **room.get_author_and_time()
    )
    browser = sign_in(*Role)
    fields = FIELDS | {"entries": room.entry_ids}
    before = list_stored_rows()
    with every_row() as row:
        for path, data, kind in (
            (reverse_for(room, "office-register"), fields, MULTIPART_CONTENT),
            (reverse_for(room, "arbiter-paper", 1, 1), SLIPS, "application/json"),
        ):
            with row(path):
                response = browser.post(path, data, content_type=kind)
                assert response.status_code == HTTPStatus.CONFLICT
                assert "Ce tournoi est archivé" in unescape(response.content.decode())
        for name in READ_AS_ARCHIVED:
            with row(f"{name}: its page"):
                answer = browser.get(reverse_for(room, name), follow=True)
                assert answer.status_code == HTTPStatus.OK
        with row("a command for archives"):
            assert is_let_through(browser.post, reverse_for(room, "office-bring-back"))
    DeskHold.objects.all().delete()  # who looks at the desk is at it; nothing else is kept
    assert list_stored_rows() == before


def test_a_stranger_is_sent_to_sign_in(playing: Room) -> None:
    browser = Client()
    with every_row() as row:
        for _name, doors, path in list_addresses(playing, once=True):
            sign_in_page = f"/accounts/login/?next={quote(path)}"
            with row(path):
                answers = (browser.get(path), doors.read), (browser.post(path, FIELDS), doors.post)
                for answer, roles in answers:
                    if roles:
                        assert answer["Location"] == sign_in_page
                    else:
                        assert answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED
    answer = browser.post(reverse_for(playing, "office-register"), FIELDS, headers=HTMX)
    assert answer["HX-Redirect"] == "/accounts/login/"


def test_a_refusal_to_htmx_is_an_alert_in_french(room: Room, judge: Client) -> None:
    response = judge.post(reverse_for(room, "office-register"), FIELDS, headers=HTMX)
    assert response.status_code == 403
    assert response["HX-Retarget"] == "#alerts"
    assert "Votre compte n’a pas ce rôle dans ce tournoi" in response.content.decode()
