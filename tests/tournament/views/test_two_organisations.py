"""Two organisations on one installation: nothing of one exists for the other.

Every address of the site is tested (``two_walks``) with an account that has every power in the
other organisation.
"""

import re
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from tests.room import Room
from tests.rows import every_row
from tests.tournament.services.own_folder import fill_own_folder
from tests.tournament.views.addresses import ACCESS_RULES
from tests.tournament.views.office import read_text
from tests.tournament.views.posted_data import FIELDS, list_stored_rows
from tests.tournament.views.two_sides import (
    MANAGER,
    MARKER,
    Side,
    create_own_side,
    create_private_side,
)
from tests.tournament.views.two_walks import (
    list_addresses,
    list_own_paths,
    list_public_paths,
)
from tournament.models import (
    GamePreparation,
    Group,
    LexiconImport,
    Membership,
    Organisation,
    RosterPlayer,
    StaffMember,
    Team,
    Tournament,
    Turn,
)
from tournament.protocol.tokens import read_token

#: Queries that could find the other organisation.
SEARCHED = "zqx"
#: Parameters of searches.
SEARCHES = ("q", "query", "search", "term", "name", "username", "last_name", "licence", "who")
#: Stands for all parameters, where a page reads all.
ANY = "*"
ONE_NAME = ("get", "getlist", "__getitem__", "__contains__")
ALL_NAMES = (
    "items",
    "lists",
    "keys",
    "values",
    "dict",
    "copy",
    "urlencode",
    "__iter__",
    "__copy__",
)
#: Statuses of what does not exist, is not for this account, or takes no such request.
CLOSED = {HTTPStatus.NOT_FOUND, HTTPStatus.FORBIDDEN, HTTPStatus.METHOD_NOT_ALLOWED}
#: Addresses that answer an unknown number with the list.
AS_IF_REMOVED = "office-lexicon"
#: Some addresses of pages that declare their roles.
WITH_ROLES = {"office-entry", "arbiter-paper", "judge-desk"}
#: Addresses of the same page, by bulletin and by player.
SAME_PAGES = {"arbiter-bulletin-account": "arbiter-account"}


@pytest.fixture(scope="module")
def lexica(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for compiled words, shared by the tests of this file for speed."""
    return fill_own_folder(tmp_path_factory.mktemp("lexica"))


@pytest.fixture
def theirs(
    first_results: Turn,
    room: Room,
    monkeypatch: pytest.MonkeyPatch,
    lexica: Path,
    tmp_path: Path,
) -> Side:
    monkeypatch.setattr(settings, "LEXICON_DIR", lexica)
    monkeypatch.setattr(settings, "BACKUP_DIR", tmp_path)
    return create_private_side(room)


@pytest.fixture
def ours(theirs: Side) -> Side:
    return create_own_side()


@pytest.fixture
def read_names(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the set to which every parameter that is read is added; ANY for all at once."""
    names: set[str] = set()

    def record_names(method: Any, all_of_it: str = "") -> Any:
        def read(query: QueryDict, *arguments: Any, **options: Any) -> Any:
            names.add(all_of_it or arguments[0])
            return method(query, *arguments, **options)

        return read

    for method in ONE_NAME:
        monkeypatch.setattr(QueryDict, method, record_names(getattr(QueryDict, method)))
    for method in ALL_NAMES:
        monkeypatch.setattr(QueryDict, method, record_names(getattr(QueryDict, method), ANY))
    return names


def sign_in_as(name: str) -> Client:
    browser = Client()
    browser.force_login(User.objects.get(username=name))
    return browser


def is_closed(browser: Client, name: str, path: str, response: Any) -> bool:
    if name.startswith(AS_IF_REMOVED) and response.status_code == HTTPStatus.FOUND:
        never = browser.get(reverse("office-lexicon", args=[10**8]))
        return str(response["Location"]) in {never["Location"], reverse("office-lexica")}
    own_turn_first = response.status_code == HTTPStatus.CONFLICT and "/coupe-d-ici/" in path
    return response.status_code in CLOSED or own_turn_first


def test_every_address_of_one_organisation_is_closed_to_another(theirs: Side, ours: Side) -> None:
    """To an account with every power in the other: powers add up.

    Pages that declare their roles (``test_permissions``) find the tournament in one place, which a
    few addresses try.
    """
    before, browser = list_stored_rows(), sign_in_as(MANAGER)
    foreign = [
        (name, path)
        for name, path in list_addresses(theirs)
        if name not in ACCESS_RULES or name in WITH_ROLES
    ]
    assert {name for name, _ in foreign} > WITH_ROLES
    with every_row() as row:
        for name, path in [*list_addresses(ours, inner=theirs), *foreign]:
            with row(f"{name} {path}"):
                for response in (browser.get(path), browser.post(path, FIELDS)):
                    assert is_closed(browser, name, path, response), response.status_code
                    assert MARKER not in read_text(response)
    assert list_stored_rows() == before


def test_pages_reveal_no_other_organisation_and_have_titles_that_differ(
    theirs: Side, ours: Side, read_names: set[str]
) -> None:
    """To an account with every power in the other: powers add up."""
    paths_by_title: dict[str, set[str]] = {}
    opened: set[str] = set()
    searched: set[str] = set()
    searches = dict.fromkeys(SEARCHES, SEARCHED)
    browser = sign_in_as(MANAGER)
    with every_row() as row:
        for name, path in list_own_paths(ours, "GET"):
            with row(f"{name} {path}"):
                read_names.clear()
                response = browser.get(path)
                assert MARKER not in _read_whole(response)
                if response.status_code == HTTPStatus.OK:
                    opened.add(name)
                    if title := _find_title(response):
                        paths_by_title.setdefault(title, set()).add(SAME_PAGES.get(name, name))
                if response.status_code not in CLOSED and read_names & {*SEARCHES, ANY}:
                    assert MARKER not in _read_whole(browser.get(path, searches))
                    searched.add(name)
        for name, path in list_public_paths(theirs):
            with row(f"{name} {path}"):
                assert MARKER not in _read_whole(browser.get(path))
    assert {title: names for title, names in paths_by_title.items() if len(names) > 1} == {}
    assert searched >= {"arbiter-list"}
    assert opened >= {
        *("home", "office", "office-create", "office-lexica", "office-staff", "office-entries"),
        *("organisation", "organisation-accounts", "organisation-changes", "bench", "account"),
        *("judge-desk", "arbiter-list", "journal", "journal-csv", "public-ranking-csv"),
    }


def _find_title(response: Any) -> str | None:
    """Return the title of a whole page, None for a part of a page and for a file."""
    if response.streaming or not response["Content-Type"].startswith("text/html"):
        return None
    title = re.search(r"<title>(.*?)</title>", read_text(response))
    return " ".join(title[1].split()) if title else None


def test_parameters_that_a_page_reads_are_recorded(read_names: set[str]) -> None:
    query = QueryDict("q=1")
    for read, names in (
        (lambda: query.get("q"), {"q"}),
        (lambda: query["q"], {"q"}),
        (lambda: query.getlist("name"), {"name"}),
        (lambda: "who" in query, {"who"}),
        (query.urlencode, {ANY}),
        (query.dict, {ANY}),
        (query.copy, {ANY}),
        (lambda: list(query.items()), {ANY}),
        (lambda: list(query), {ANY}),
    ):
        read_names.clear()
        read()
        assert read_names >= names


def _read_whole(response: Any) -> str:
    """Return the content of a response with the addresses of its redirect."""
    body = b"".join(response) if response.streaming else response.content
    return body.decode(errors="replace") + str(response.headers)


def test_a_ticket_for_the_sockets_is_of_ones_own_tournament(theirs: Side, ours: Side) -> None:
    browser = sign_in_as(MANAGER)
    with every_row() as row:
        for name in ("judge-token", "arbiter-token"):
            with row(name):
                token = browser.get(reverse(name, args=[ours.tournament.slug])).json()["token"]
                assert read_token(token).tournament_id == ours.tournament.pk
                foreign = browser.get(reverse(name, args=[theirs.tournament.slug]))
                assert foreign.status_code in CLOSED


def test_forms_change_no_row_of_another_organisation(theirs: Side, ours: Side) -> None:
    """Post every form of one's own with numbers and names of the other organisation."""
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
    was = _list_stored_rows(theirs)
    changed: set[str] = set()
    session = sign_in_as(MANAGER).cookies[settings.SESSION_COOKIE_NAME].value
    with every_row() as row:
        for name, path in list_own_paths(ours, "POST"):
            browser = Client()  # a sign-out was rolled back with the rest
            browser.cookies[settings.SESSION_COOKIE_NAME] = session
            with row(f"{name} {path}"), transaction.atomic():
                browser.post(path, FIELDS | ids | named)
                if _has_written():
                    changed.add(name)
                    assert _list_stored_rows(theirs) == was
                transaction.set_rollback(True)
    assert changed >= {"office-absent", "judge-scene"}, "no form of one’s own works"


def _has_written() -> bool:
    """Return True if the transaction has changed a row: it has no id before."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_xact_id_if_assigned() IS NOT NULL")
        return bool(cursor.fetchone()[0])


def _list_stored_rows(side: Side) -> list[Any]:
    """Return the rows of an organisation that a form could change."""
    staff = StaffMember.objects.filter(tournament=side.tournament)
    users = User.objects.filter(pk__in=staff.values("user"))
    about = {
        "tournaments": Tournament.objects.filter(organisation=side.organisation),
        "organisation": Organisation.objects.filter(pk=side.organisation.pk),
        "members": Membership.objects.filter(organisation=side.organisation),
        "staff": staff,
        "entries": side.tournament.entries.all(),
        "tables": side.tournament.tables.all(),
        "games": side.tournament.games.all(),
        "lists": LexiconImport.objects.filter(organisation=side.organisation),
        "roster": RosterPlayer.objects.filter(organisation=side.organisation),
        "groups": Group.objects.filter(organisation=side.organisation),
        "teams": Team.objects.filter(tournament=side.tournament),
        "preparations": GamePreparation.objects.filter(tournament=side.tournament),
    }
    passwords = list(users.order_by("pk").values_list("pk", "password", "is_active", "first_name"))
    return [passwords, *(list(rows.order_by("pk").values()) for rows in about.values())]
