"""Two organisations on one installation: for the one, nothing of the other exists.

Every address of the site is walked, also those that were added since: an argument that nobody has
explained here fails the test by its name.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus
from itertools import product
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Model
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from arbitrage.core.appeals import CaseSubject
from arbitrage.models import SecondLook
from arbitrage.services.appeals import Contested
from arbitrage.services.appeals import bring as bring_case
from engine.regulation.editions import CURRENT
from tests.room import Room, solve_now
from tests.rows import every_row
from tests.tournament.services.lists import bring
from tests.tournament.views.office import seen
from tests.tournament.views.test_permissions import FIELDS, MANY, PUBLIC, everything, patterns
from tournament.core.people import PlayerData
from tournament.core.seating import SeatingKind
from tournament.core.states import GroupKind, Role
from tournament.models import (
    ColumnMatching,
    EntryImport,
    GamePreparation,
    Group,
    LexiconImport,
    Membership,
    Organisation,
    PendingFile,
    RosterPlayer,
    SeatingChange,
    StaffMember,
    Team,
    Tournament,
    Turn,
)
from tournament.protocol.tokens import read_token
from tournament.queries import clock
from tournament.services.accounts import make_account
from tournament.services.organisations import found
from tournament.services.preparation import new_preparation
from tournament.services.registration import register_entry
from tournament.services.tournaments import create_tournament
from tournament.services.turns import draw_turn

#: In every name of the first organisation that is nobody else's business.
MARKER = "zqxprive"
#: What somebody may type to find it.
SEARCHED = "zqx"
#: Names under which an address may be asked to look for something.
SEARCHES = ("q", "query", "search", "term", "name", "username", "last_name", "licence", "who")
#: Addresses whose argument belongs to no organisation, or is itself the secret that opens it.
OPEN = {
    *("regulation-edition", "regulation-differences", "table-road"),
    *("enter-by-key", "sign-in-link", "invitation", "new-password", "sign-up-confirm"),
}
#: What does not exist, or is not for this account, or takes no such request.
CLOSED = {HTTPStatus.NOT_FOUND, HTTPStatus.FORBIDDEN, HTTPStatus.METHOD_NOT_ALLOWED}
#: Here a number that is not one's own is answered as one that never was: with the list.
AS_IF_REMOVED = "office-lexicon"


@dataclass
class Side:
    """An organisation, and by argument the values that address what is its own."""

    organisation: Organisation
    tournament: Tournament
    values: dict[str, list[Any]]


def _values(room: Room, user: User) -> dict[str, list[Any]]:
    """Of every argument that an address of the site has."""
    home, tournament = room.tournament.organisation, room.tournament
    who_and_when = room.by()
    lexicon = bring(room, f"{MARKER} liste", "AS\nCAS\n12", room.user, home)
    preparation = new_preparation(
        tournament=tournament,
        settings={"fmt": "normal", "time_s": 180, "warn_s": 30},
        wishes=[],
        **who_and_when,
    )
    known = RosterPlayer.objects.create(
        organisation=home,
        last_name=f"{MARKER} nom",
        licence=f"{MARKER}-1",
        club=f"{MARKER} club",
        updated_at=who_and_when["now"],
    )
    group = Group.objects.create(
        organisation=home, kind=GroupKind.SERIES, code=f"{MARKER} série", name=f"{MARKER} série"
    )
    ColumnMatching.objects.create(
        organisation=home, headers=[MARKER], fields=[""], used_at=who_and_when["now"]
    )
    team = Team.objects.create(tournament=tournament, name="Équipe")
    file = EntryImport.objects.create(
        tournament=tournament, file_name=f"{MARKER}.csv", by=room.user, at=who_and_when["now"]
    )
    pending = PendingFile.objects.create(
        organisation=home,
        tournament=tournament,
        file_name=f"{MARKER} en attente.csv",
        data=b"nom\nX\n",
        expires_at=who_and_when["now"] + timedelta(hours=1),
        by=room.user,
    )
    change = SeatingChange.objects.create(
        tournament=tournament,
        kind=SeatingKind.HAND,
        moves=[],
        by=room.user,
        at=who_and_when["now"],
    )
    about = Contested(Turn.objects.get(), room.entries[0], CaseSubject.DECISION)
    case = bring_case(about=about, grounds=f"{MARKER} recours", **who_and_when)
    look = SecondLook.objects.create(
        turn=Turn.objects.get(),
        entry=room.entries[0],
        version=1,
        settled_version=1,
        points=3,
        sanction="none",
        state="contested",
        motive=f"{MARKER} motif",
        by=user,
        at=who_and_when["now"],
    )
    return {
        "organisation_id": [home.pk],
        "look_id": [look.pk],
        "slug": [tournament.slug],
        "user_id": [user.pk],
        "member_id": [tournament.staff.earliest("pk").pk],
        "entry_id": [room.entries[0].pk],
        "job_id": [lexicon.pk, preparation.pk],
        "player_id": [known.pk],
        "group_id": [group.pk],
        "team_id": [team.pk],
        "import_id": [file.pk],
        "file_id": [pending.pk],
        "change_id": [change.pk],
        "case": [case.number],
        "number": [1],
        "table_number": [1],
        "ordinal": [1],
        "turn": [1],
        "name": ["essai"],
        "edition": [CURRENT],
    }


@pytest.fixture
def theirs(first_results: Turn, room: Room, settings: Any, tmp_path: Any) -> Side:
    """The first organisation: a game under way, a list, people, everything with its marker."""
    settings.LEXICON_DIR = tmp_path / "lexicon"
    home = room.tournament.organisation
    Organisation.objects.filter(pk=home.pk).update(name=f"{MARKER} organisation")
    User.objects.filter(pk=room.user.pk).update(username=f"{MARKER}-bureau")
    room.user.refresh_from_db()
    user = make_account(
        organisation=home, username=f"{MARKER}-camille", name=f"{MARKER} Camille", **room.by()
    )
    StaffMember.objects.create(tournament=room.tournament, user=user, role=Role.ARBITER)
    values = _values(room, user)
    Tournament.objects.filter(pk=room.tournament.pk).update(lexicon=f"{MARKER} liste")
    room.tournament.refresh_from_db()
    return Side(home, room.tournament, values)


#: Accounts of the other organisation: who manages it, and one for each role.
ACCOUNTS = ("gerant", *(str(role) for role in Role))


@pytest.fixture
def ours(theirs: Side) -> Side:
    """The second organisation, with a tournament of its own and an account for each power."""
    now = clock.now()
    manager = User.objects.create_user("gerant")
    home = found(name="Club d’ici", by=manager, now=now)
    cup = create_tournament(
        name="Coupe d’ici", starts_on=now.date(), edition=CURRENT, by=manager, now=now
    )
    entries = [
        register_entry(tournament=cup, players=[PlayerData(last_name=name)], by=manager, now=now)
        for name in ("Gabon", "Haïti")
    ]
    for role in Role:
        user = make_account(organisation=home, username=str(role), by=manager, now=now)
        for user_with_it in (user, manager):
            StaffMember.objects.get_or_create(tournament=cup, user=user_with_it, role=role)
    room = Room(cup, manager, entries)
    turn = draw_turn(game=room.game(), **room.by())
    assert turn is not None
    solve_now(turn)
    own: dict[str, list[Any]] = {
        "organisation_id": [home.pk],
        "slug": [cup.slug],
        "user_id": [manager.pk],
        "member_id": [cup.staff.earliest("pk").pk],
        "entry_id": [entries[0].pk],
    }
    return Side(home, cup, own)


def browser_of(name: str) -> Client:
    browser = Client()
    browser.force_login(User.objects.get(username=name))
    return browser


def _choices(one: URLPattern, values: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    """Every way to fill the arguments of an address."""
    known = dict(values)
    if one.name in MANY:
        known["name"] = MANY[one.name]
    arguments = list(one.pattern.converters)
    if missing := [argument for argument in arguments if argument not in known]:
        pytest.fail(
            f"the address {one.name!r} has an argument that tests/tournament/views/"
            f"test_two_organisations.py does not know: {missing}. Say in _values which value of "
            "the first organisation it has, or in OPEN why it belongs to none."
        )
    for chosen in product(*(known[argument] for argument in arguments)):
        yield dict(zip(arguments, chosen, strict=True))


def addresses_of(side: Side, inner: Side | None = None) -> Iterator[tuple[str, str]]:
    """Name and path of every address of what is a side's own.

    With ``inner``: the tournament or organisation is the side's, what is in it the other's.
    """
    for one in patterns(get_resolver()):
        arguments = set(one.pattern.converters)
        if not arguments or one.name in OPEN | PUBLIC:
            continue
        assert one.name
        values = side.values
        if inner is not None:
            outer = {"slug", "organisation_id"} & arguments
            if not outer or not any(name.endswith("_id") for name in arguments - outer):
                continue
            values = inner.values | {name: side.values[name] for name in outer}
        for given in _choices(one, values):
            yield one.name, _reversed(one.name, given)


def _reversed(name: str, given: Any) -> str:
    """The interface for programs has names of its own."""
    own = name.startswith(("api-", "openapi-"))
    return reverse(f"api-v1:{name}" if own else name, kwargs=given)


def closed(browser: Client, name: str, path: str, response: Any) -> bool:
    if name.startswith(AS_IF_REMOVED) and response.status_code == HTTPStatus.FOUND:
        never = browser.get(reverse("office-lexicon", args=[10**8]))
        return str(response["Location"]) in {never["Location"], reverse("office-lexica")}
    own_turn_first = response.status_code == HTTPStatus.CONFLICT and "/coupe-dici/" in path
    return response.status_code in CLOSED or own_turn_first


def test_every_address_of_one_organisation_is_closed_to_the_accounts_of_another(
    theirs: Side, ours: Side
) -> None:
    before = everything()
    with every_row() as row:
        for account in ACCOUNTS:
            browser = browser_of(account)
            walked = [*addresses_of(theirs), *addresses_of(ours, inner=theirs)]
            for name, path in walked:
                with row(f"{account}: {name} {path}"):
                    for response in (browser.get(path), browser.post(path, FIELDS)):
                        assert closed(browser, name, path, response), response.status_code
                        assert MARKER not in seen(response)
    assert everything() == before


def _own_paths(ours: Side) -> Iterator[tuple[str, str]]:
    """Every address that could show something to an account of this organisation."""
    own: dict[str, list[Any]] = {
        "number": [1],
        "ordinal": [1],
        "turn": [1],
        "case": [1],
        "job_id": [1],
        "name": ["essai"],
    }
    for one in patterns(get_resolver()):
        if one.name is None or one.name in OPEN:
            continue
        known = {argument: [1] for argument in one.pattern.converters} | own | ours.values
        for given in _choices(one, known):
            yield one.name, _reversed(one.name, given)


def _public_paths(side: Side) -> Iterator[tuple[str, str]]:
    """Every address at which the public sees something of this organisation."""
    of_games = {"number": [1], "turn": [1], "other_id": side.values["entry_id"]}
    for one in patterns(get_resolver()):
        if one.name in PUBLIC:
            for given in _choices(one, side.values | of_games):
                yield one.name, _reversed(one.name, given)


def test_no_page_search_or_export_of_one_organisation_says_anything_of_another(
    theirs: Side, ours: Side
) -> None:
    opened: set[str] = set()
    searches = dict.fromkeys(SEARCHES, SEARCHED)
    with every_row() as row:
        for account in ACCOUNTS:
            browser = browser_of(account)
            for name, path in _own_paths(ours):
                with row(f"{account}: {name} {path}"):
                    for response in (browser.get(path), browser.get(path, searches)):
                        if response.status_code == HTTPStatus.OK:
                            opened.add(name)
                        assert MARKER not in _whole(response)
        for name, path in _public_paths(theirs):
            with row(f"{name} {path}"):
                assert MARKER not in _whole(browser_of("gerant").get(path))
    assert opened >= {
        *("home", "office", "office-create", "office-lexica", "office-staff", "office-entries"),
        *("organisation", "organisation-accounts", "organisation-changes", "bench", "account"),
        *("judge-desk", "arbiter-list", "journal", "journal-csv", "public-ranking-csv"),
    }


def _whole(response: Any) -> str:
    """What came, with the addresses that it leads to."""
    body = b"".join(response) if response.streaming else response.content
    return body.decode(errors="replace") + str(response.headers)


def test_a_ticket_for_the_sockets_is_of_ones_own_tournament(theirs: Side, ours: Side) -> None:
    browser = browser_of("gerant")
    with every_row() as row:
        for name in ("judge-token", "arbiter-token"):
            with row(name):
                token = browser.get(reverse(name, args=[ours.tournament.slug])).json()["token"]
                assert read_token(token).tournament_id == ours.tournament.pk
                foreign = browser.get(reverse(name, args=[theirs.tournament.slug]))
                assert foreign.status_code in CLOSED


def _rows_of(side: Side) -> dict[type[Model], int]:
    """How many there are of what an organisation has: none may be added by another."""
    tournaments = {"tournament": side.tournament}
    models: list[tuple[type[Model], dict[str, Any]]] = [
        (Membership, {"organisation": side.organisation}),
        (Tournament, {"organisation": side.organisation}),
        (LexiconImport, {"organisation": side.organisation}),
        (RosterPlayer, {"organisation": side.organisation}),
        (Group, {"organisation": side.organisation}),
        (StaffMember, tournaments),
        (Team, tournaments),
        (GamePreparation, tournaments),
    ]
    return {model: model._default_manager.filter(**of).count() for model, of in models}


def test_what_one_sends_about_another_changes_nothing_there(theirs: Side, ours: Side) -> None:
    """Every form of one's own, filled with the numbers and names of the other."""
    ids = {name: values[0] for name, values in theirs.values.items()}
    named = {
        "organisation": ids["organisation_id"],
        "accounts": [ids["user_id"]],
        "user": ids["user_id"],
        "arbiter": ids["user_id"],
        "entries": [ids["entry_id"]],
        "entry": ids["entry_id"],
        "known": ids["player_id"],
        "player": ids["player_id"],
        "team": ids["team_id"],
        "username": f"{MARKER}-camille",
        "lexicon": f"{MARKER} liste",
        "tournament": ids["slug"],
    }
    rows, was = _rows_of(theirs), _kept_of(theirs)
    browser = browser_of("gerant")
    with every_row() as row:
        for name, path in _own_paths(ours):
            with row(f"{name} {path}"), transaction.atomic():
                browser.post(path, FIELDS | ids | named)
                assert _rows_of(theirs) == rows
                assert _kept_of(theirs) == was
                transaction.set_rollback(True)
            browser = browser_of("gerant")  # a sign-out was rolled back with the rest


def _kept_of(side: Side) -> list[Any]:
    """The rows of an organisation that a form could reach, with all that is in them."""
    staff = StaffMember.objects.filter(tournament=side.tournament)
    users = User.objects.filter(pk__in=staff.values("user"))
    about = {
        "tournament": Tournament.objects.filter(pk=side.tournament.pk),
        "organisation": Organisation.objects.filter(pk=side.organisation.pk),
        "members": Membership.objects.filter(organisation=side.organisation),
        "staff": staff,
        "entries": side.tournament.entries.all(),
        "tables": side.tournament.tables.all(),
        "games": side.tournament.games.all(),
        "lists": LexiconImport.objects.filter(organisation=side.organisation),
        "roster": RosterPlayer.objects.filter(organisation=side.organisation),
    }
    passwords = list(users.order_by("pk").values_list("pk", "password", "is_active", "first_name"))
    return [passwords, *(list(rows.order_by("pk").values()) for rows in about.values())]
