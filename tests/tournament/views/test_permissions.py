"""Every page and command of the office checks its roles, and a refusal changes nothing."""

from collections.abc import Iterator
from http import HTTPStatus
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from arbitrage.core.appeals import CaseSubject
from arbitrage.services.appeals import ContestedDecision, file_case
from tests.room import Room, solve_now
from tests.rows import every_row
from tests.tournament.topping.services.toppings import create_topping_for as make_topping
from tests.tournament.views.addresses import (
    ACCESS_RULES,
    MANY,
    OF_ROUNDS,
    OFFICERS,
    PUBLIC_ADDRESSES,
    TESTED_ELSEWHERE,
    AccessRule,
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


def get_expected_status(roles: frozenset[Role], role: Role | None) -> int:
    if not roles:
        return HTTPStatus.METHOD_NOT_ALLOWED
    return HTTPStatus.OK if role in roles else HTTPStatus.FORBIDDEN


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


def sign_in_without(sign_in: SignIn, roles: frozenset[Role]) -> Client:
    """Return a browser of an account with every role but these: more roles never open less."""
    return sign_in(*(role for role in Role if role not in roles))


def get_expected_read_status(name: str, doors: AccessRule, role: Role | None) -> int:
    """Return the expected status of a read of the address."""
    status = get_expected_status(doors.read, role)
    if status != HTTPStatus.OK:
        return status
    if name in NOTHING_THERE:
        return HTTPStatus.NOT_FOUND
    if name in TOO_EARLY:
        return HTTPStatus.CONFLICT
    if name in NOTHING_TO_PRINT:
        return HTTPStatus.UNPROCESSABLE_ENTITY
    return status if role in OFFICERS else BEFORE_THE_TOP.get(name, status)


class Opened(Exception):  # noqa: N818 - no error: the page would be made
    """The request has passed the checks of ``for_roles``."""


def is_let_through(browser: Client, path: str) -> bool:
    """Return True if the page would be made for this account; it is not."""
    with pytest.MonkeyPatch.context() as patch:

        def stop(_request: object, _place: object) -> None:
            raise Opened

        patch.setattr(shortcuts, "use_zone_and_paper", stop)
        try:
            browser.get(path)
        except Opened:
            return True
    return False


def test_a_page_opens_for_its_roles_only(first_results: Turn, room: Room, sign_in: SignIn) -> None:
    """Each page is made for one of its roles; the others are let through."""
    add_appeal_case(room, first_results)
    make_topping(room, mode=ToppingMode.JUDGE)
    browsers = {role: sign_in(role) for role in Role}
    strangers: dict[frozenset[Role], Client] = {}
    with every_row() as row:
        for number, (name, doors, path) in enumerate(list_addresses(room, once=True)):
            if doors.read not in strangers:
                strangers[doors.read] = sign_in_without(sign_in, doors.read)
            with row(f"every other role: {path}"):
                status = strangers[doors.read].get(path, follow=True).status_code
                assert status == get_expected_status(doors.read, None)
            roles = sorted(doors.read)
            for index, role in enumerate(roles):
                with row(f"{role}: {path}"):
                    if index == number % len(roles) or name in BEFORE_THE_TOP:
                        answer = browsers[role].get(path, follow=True)
                        assert answer.status_code == get_expected_read_status(name, doors, role)
                    else:
                        assert is_let_through(browsers[role], path)


def test_another_roles_command_is_refused_and_changes_nothing(
    playing: Room, sign_in: SignIn
) -> None:
    game = playing.tournament.games.get()
    named = {"game": game.pk, "turn": game.turns.get().pk, "entries": playing.entry_ids}
    fields = FIELDS | named
    guarded = list(list_addresses(playing))
    strangers = {
        roles: sign_in_without(sign_in, roles) for roles in {doors.post for _, doors, _ in guarded}
    }
    before = list_stored_rows()
    with every_row() as row:
        for _name, doors, path in guarded:
            browser, status = strangers[doors.post], get_expected_status(doors.post, None)
            with row(path):
                assert browser.post(path, fields).status_code == status
                response = browser.post(path, SLIPS, content_type="application/json")
                assert response.status_code == status
    assert list_stored_rows() == before


def test_archived_tournament_takes_only_the_commands_for_archives(
    first_results: Turn, room: Room, sign_in: SignIn
) -> None:
    add_appeal_case(room, first_results)
    make_topping(room, mode=ToppingMode.JUDGE)
    Game.objects.update(state=GameState.FINISHED, finished_at=clock.now())
    move_tournament(
        tournament=room.tournament, command=TournamentCommand.ARCHIVE, **room.get_author_and_time()
    )
    browser = sign_in(*Role)
    turn = room.tournament.games.get().turns.get()
    fields = FIELDS | {"game": turn.game_id, "turn": turn.pk, "entries": room.entry_ids}
    before = list_stored_rows()
    with every_row() as row:
        for name, doors, path in list_addresses(room, once=True):
            with row(path):
                if doors.post and name not in FOR_ARCHIVED:
                    response = browser.post(path, fields)
                    assert response.status_code == HTTPStatus.CONFLICT
                    assert "Ce tournoi est archivé" in response.content.decode()
                if doors.read and name not in NOTHING_THERE | TOO_EARLY | NOTHING_TO_PRINT:
                    assert is_let_through(browser, path)
        for name in READ_AS_ARCHIVED:
            with row(f"{name}: its page"):
                answer = browser.get(reverse_for(room, name), follow=True)
                assert answer.status_code == HTTPStatus.OK
        address = reverse_for(room, "arbiter-paper", 1, 1)
        response = browser.post(address, SLIPS, content_type="application/json")
        assert response.status_code == HTTPStatus.CONFLICT
    DeskHold.objects.all().delete()  # who looks at the desk is at it; nothing else is kept
    assert list_stored_rows() == before


def test_a_stranger_is_sent_to_sign_in(playing: Room) -> None:
    before = list_stored_rows()
    with every_row() as row:
        for _name, doors, path in list_addresses(playing):
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
    assert list_stored_rows() == before


def test_a_refusal_to_htmx_is_an_alert_in_french(room: Room, judge: Client) -> None:
    response = judge.post(reverse_for(room, "office-register"), FIELDS, headers=HTMX)
    assert response.status_code == 403
    assert response["HX-Retarget"] == "#alerts"
    assert "Votre compte n’a pas ce rôle dans ce tournoi" in response.content.decode()
