"""Two people change one thing, or one sends it twice: nothing is lost, nothing is done twice."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django import forms
from django.conf import settings
from django.test import Client
from django.urls import get_resolver, reverse

from tests.classic_room import make_classic_room
from tests.roles import give_role
from tests.room import Room
from tests.rows import every_row
from tests.tournament.services.own_folder import fill_own_folder
from tests.tournament.views.addresses import (
    ACCESS_RULES,
    CREATES,
    EDITS,
    TESTED_ELSEWHERE,
    list_methods,
    list_patterns,
)
from tests.tournament.views.browser import Browser
from tests.tournament.views.forms_without_version import ACTIONS, WITHOUT_VERSION
from tests.tournament.views.office import read_text
from tests.tournament.views.posted_data import FIELDS, list_stored_rows
from tests.tournament.views.two_sides import MARKER, Side, create_private_side
from tests.tournament.views.two_walks import list_addresses
from tournament.classic.models import Match
from tournament.core.states import Role
from tournament.models import Membership, PendingFile, Turn
from tournament.queries import clock
from tournament.services.play.games import create_game
from tournament.services.play.mort_subite import make_mort_subite
from tournament.views.versions import ShownPage, VersionedForm

OWN_MODULES = ("tournament.", "arbitrage.")
#: Beginnings of the names of addresses of the office that belong to no tournament.
OF_THE_OFFICE = ("office", "organisation", "restore", "anonymise", "event")
#: Addresses that only a classic tournament has.
CLASSIC = ("office-terms", "office-result", "office-round-swap")


@pytest.fixture
def side(
    first_results: Turn,
    room: Room,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> Side:
    """Return an organisation with data for every address, of which room.user has every power."""
    monkeypatch.setattr(settings, "LEXICON_DIR", fill_own_folder(tmp_path_factory.mktemp("lexica")))
    monkeypatch.setattr(settings, "BACKUP_DIR", tmp_path_factory.mktemp("backups"))
    home = room.tournament.organisation
    Membership.objects.update_or_create(
        organisation=home, user=room.user, defaults={"manages": True}
    )
    for role in Role:
        give_role(room.tournament, room.user, role)
    PendingFile.objects.create(
        organisation=home,
        file_name="fichier.csv",
        data=b"nom\nX\n",
        expires_at=clock.now() + timedelta(hours=1),
        by=room.user,
    )
    return create_private_side(room)


@pytest.fixture
def owner(side: Side, room: Room) -> Browser:
    browser = Browser()
    browser.force_login(room.user)
    return browser


def list_form_classes(base: type[forms.Form] = forms.Form) -> Iterator[type[forms.Form]]:
    for form in base.__subclasses__():
        yield form
        yield from list_form_classes(form)


def list_form_addresses(side: Side) -> Iterator[tuple[str, str]]:
    """Yield name and path of every address of the office."""
    for name, path in list_addresses(side):
        yield name, path.replace("/rule/essai/", "/rule/stop/")
    roster_file = PendingFile.objects.filter(tournament=None).get()
    arguments = [side.organisation.pk, roster_file.pk]
    yield "organisation-import", reverse("organisation-import", args=arguments)
    for pattern in list_patterns(get_resolver()):
        if (pattern.name or "").startswith(OF_THE_OFFICE) and not pattern.pattern.converters:
            yield str(pattern.name), reverse(str(pattern.name))


def list_classic_addresses(match: Match) -> Iterator[tuple[str, str]]:
    arguments = {"office-terms": [], "office-result": [1, match.pk], "office-round-swap": [1]}
    for name, numbers in arguments.items():
        yield name, reverse(name, args=[match.tournament.slug, *numbers])


def make_drafts(room: Room) -> Iterator[tuple[str, str]]:
    """Yield addresses of two games in draft, one of them a *mort subite*."""
    first, second = (
        create_game(tournament=room.tournament, **room.get_author_and_time()) for _ in range(2)
    )
    make_mort_subite(game=second, **room.get_author_and_time())
    for name in ("office-game", "office-game-hour"):
        yield name, reverse(name, args=[room.tournament.slug, first.number])
    for name in ("office-game-judge", "office-game-players"):
        yield name, reverse(name, args=[room.tournament.slug, second.number])


def prepare_match(room: Room) -> Match:
    """Return a match of a round that is not published, of another tournament."""
    classic = make_classic_room(user=room.user, rounds=3)
    return classic.matches(classic.prepare())[0]


def test_every_form_carries_a_version_or_has_a_reason() -> None:
    list(list_patterns(get_resolver()))  # imports the views
    own = [form for form in list_form_classes() if form.__module__.startswith(OWN_MODULES)]
    without = {form.__name__ for form in own if not issubclass(form, VersionedForm)}
    assert without == set().union(*WITHOUT_VERSION.values())


def test_every_posted_address_is_a_form_or_button() -> None:
    taking = {name for name, doors in ACCESS_RULES.items() if doors.post}
    taking |= {
        str(pattern.name)
        for pattern in list_patterns(get_resolver())
        if pattern.name in TESTED_ELSEWHERE
        and pattern.name.startswith(OF_THE_OFFICE)
        and "POST" in list_methods(pattern.callback)
    }
    assert taking == EDITS.keys() | CREATES | set().union(*ACTIONS.values())


def check_that_no_form_is_accepted_without_a_version(
    side: Side, owner: Browser, match: Match
) -> None:
    paths = [pair for pair in list_form_addresses(side) if pair[0] in EDITS or pair[0] in CREATES]
    paths += list_classic_addresses(match)
    sent = {name: value for name, value in FIELDS.items() if name != "version"}
    before, refused = list_stored_rows(), set()
    for name, path in paths:
        kind = {"kind": "series"} if name == "organisation-lists" else {}
        response = Client.post(owner, path, sent | kind, follow=True)
        if "cette page est trop ancienne" in read_text(response):
            refused.add(name)
    assert refused == EDITS.keys() | CREATES
    assert list_stored_rows() == before


def forge(version: str) -> str:
    """Return the version of a page that showed other values."""
    page = msgspec.json.decode(version, type=ShownPage)
    values = {
        name: ["autre"] if isinstance(value, list) else "autre"
        for name, value in page.values.items()
    }
    return msgspec.json.encode(ShownPage(page.at, values, page.subject)).decode()


def test_every_form_needs_a_version_and_shows_what_changed(
    side: Side, owner: Browser, room: Room
) -> None:
    sent: dict[str, Any] = FIELDS | {"entries": room.entry_ids, "lexicon": f"{MARKER} liste"}
    sent |= {"arbiter": room.user.pk} | {f"seat-{pk}": "30" for pk in room.entry_ids}
    tables = list(room.tournament.tables.values_list("pk", flat=True))
    sent |= {"tables": tables, "centre": side.values["centre_id"][0]}
    match = prepare_match(room)
    check_that_no_form_is_accepted_without_a_version(side, owner, match)
    paths = [(name, path) for name, path in list_form_addresses(side) if name in EDITS]
    paths += [*make_drafts(room), *list_classic_addresses(match)]
    swapped, players = {"one": "1", "other": "2"}, {"first": match.x_id, "second": match.y_id}
    before, compared = list_stored_rows(), set()
    with every_row() as row:
        for name, path in paths:
            version = owner.find_version(path)
            if version is None:
                continue  # such as the times of a game that has begun
            with row(path):
                places = players if name in CLASSIC else swapped
                response = owner.post(path, sent | places | {"version": forge(version)})
                page = read_text(response)
                assert response.status_code == 409
                assert "Enregistré maintenant" in page
                assert "Votre saisie" in page
                compared.add(name)
    assert compared == EDITS.keys()
    assert list_stored_rows() == before
