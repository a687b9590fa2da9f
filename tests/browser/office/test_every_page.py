"""No page of the site is left out: what no other test looks at is looked at here."""

import re
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import get_resolver, resolve, reverse
from playwright.sync_api import expect

from arbitrage.archive.models import BackupJob
from arbitrage.archive.queries.backups import list_backup_files
from arbitrage.archive.services.backup_jobs import request_check
from arbitrage.archive.services.backups import back_up_changed_tournaments
from tests.browser.office import test_people_looks as people
from tests.browser.office.desks import OfficePage
from tests.browser.office.fitting import fits
from tests.browser.pages.test_public_pages import PAGES as PUBLIC
from tests.classic_room import make_classic_room
from tests.roles import give_role
from tests.rows import every_row
from tests.tournament.topping.services.toppings import create_topping_for
from tests.tournament.views.addresses import MANY, list_methods, list_patterns
from tests.waiting import wait_for
from tournament.core.jobs import JobState
from tournament.core.people.player_data import PlayerData
from tournament.core.states import Role
from tournament.models import Organisation, Tournament
from tournament.practice.core.practice_state import PracticeKind, PracticeTerms
from tournament.practice.services.account_games import begin_game
from tournament.services.people.entry_imports import store_file
from tournament.services.people.roster import save_roster_player
from tournament.topping.services.training import create_game, open_hall

BROWSER = Path(__file__).parents[1]
WITH_AXE = re.compile(
    r"\b(list_violations|list_violations_in_both_themes|look_at_every_width|fits)\("
)
#: What tests with axe come to by their own ways, by file.
LOOKED_AT = {
    "office/test_looks.py": {
        *("office", "office-tournament", "office-create", "office-settings", "office-screen"),
        *("office-game-create", "office-game", "office-staff", "judge-desk", "arbiter-list"),
        *("arbiter-solutions", "arbiter-turns", "arbiter-account", "journal", "journal-print"),
        *("arbiter-slips", "second-looks", "differences", "second-look-plan"),
        *("cases", "case", "case-new", "tournament-file"),
    },
    "office/test_people_looks.py": {
        *("office-import", "office-entry", "organisation-player", "organisation-group"),
        *("organisation-account", "sign-in-link", "invitation", "account", "table"),
    },
    "office/arbiters/test_written_ahead_looks.py": {
        *("office-lexica", "office-lexicon", "office-prepare", "office-preparation"),
        *("office-sheet", "office-game-import"),
    },
    "office/test_sign_up.py": {
        *("sign-up", "sign-up-confirm", "first-account", "password-reset", "new-password"),
    },
    "office/test_accounts.py": {"organisation-cards"},
    "office/test_event_looks.py": {
        *("organisation-events", "event-create", "event-import", "event-host", "event-key-show"),
        *("event-ranking", "event-sheet", "event-files", "centre-event"),
    },
    "office/test_topping.py": {
        *("table-topping", "public-topping", "judge-topping", "training", "training-result"),
    },
    "office/test_paper.py": {"arbiter-paper"},
    "office/arbiters/test_arbiter_pages.py": {"arbiter-print"},
    "pages/test_practice.py": {"practice", "practice-play", "practice-replay", "practice-search"},
    "pages/test_scenes.py": {"public-screen"},
    "pages/test_real_appeal.py": {"table-appeals"},
    "pages/test_real_clock.py": {"table-clock"},
    "office/arbiters/test_calls.py": {
        *("calls", "call", "match-list", "match-office", "match-journal", "match-decisions"),
    },
}
#: Files that there may be, or not yet, in place of a page.
FILES = {
    *("public-logo", "office-certificates", "office-game-sheet", "office-lexicon-report"),
    *("openapi-json", "table-token", "table-road", "second-look-sheet"),
    *("cases-record", "case-print", "case-dossier"),
    *(f"office-topping-{kind}" for kind in ("csv", "xlsx", "ods")),
    *("public-topping-csv", "table-toppings", "office-result-file", "favicon"),
    *("public-turn-picture", "public-match-picture"),
    *("event-export", "event-archive", "centre-key", "event-certificates", "event-file"),
}
#: Templates that those tests have looked at on a page with another name.
TEMPLATES_LOOKED_AT = {
    *("practice/play.html", "organisation/player.html", "arbitrage/regulation.html"),
}
#: Pages that only a classic tournament has.
OF_CLASSIC = {
    *("office-terms", "office-rounds", "office-round", "office-result", "office-clock"),
    *("public-rounds", "public-round", "public-wall", "public-grid", "public-match"),
    *("match-records", "match-record"),
}
#: Files that a classic tournament gives.
FILES |= {"public-classic-pdf", "public-classic-file", "public-match-sheet", "public-match-picture"}
FILES |= {"office-match-papers", "office-match-sheets"}
FILES |= {f"office-round-print-{name}" for name in ("tables", "names", "results")}
#: What the addresses of a tournament lead on to.
LED_ON = {"arbiter-keying", "arbiter-bulletin", "arbiter-bench", "case-part", "public-rounds"} | {
    "table-match"
}


def list_covered_views() -> set[str]:
    shown = (
        path.partition("?")[0].format(slug="essai", one=1, other=2) for path in PUBLIC.values()
    )
    of_lists = {resolve(path).url_name for path in shown if not path.startswith("/nothing")}
    of_lists |= {*people.OF_A_TOURNAMENT, *people.OF_AN_ORGANISATION}
    return {name for name in of_lists if name}.union(*LOOKED_AT.values())


def add_rows_of_pages(office: OfficePage) -> dict[str, object]:
    """Add what the pages show; return the parameters of their addresses."""
    room, by = office.room, office.room.get_author_and_time()
    organisation = room.tournament.organisation
    create_topping_for(room)
    Tournament.objects.filter(pk=room.tournament.pk).update(is_embeddable=True)
    hall = open_hall(organisation=organisation, lexicon="fr-libre", **by)
    create_game(hall=hall, fmt="normal", **by)
    player = save_roster_player(organisation=organisation, data=PlayerData("Grèce", "Ana"), **by)
    practice_game = begin_game(terms=PracticeTerms(PracticeKind.TRIAL, "1"), label="Essai", **by)
    backup = verified_backup(office)  # before the rows that follow, which no journal holds
    centre = give_role(room.tournament, room.user, Role.CENTRE_JUDGE).centre_id
    room.tournament.centres.create(name="Dakar")  # the only desk would open at once
    return {
        "slug": room.tournament.slug,
        "entry_id": room.entries[0].pk,
        "other_id": room.entries[1].pk,
        "organisation_id": organisation.pk,
        "player_id": player.pk,
        "user_id": room.user.pk,
        "file_id": pending(organisation, office),
        "key": hall.key,
        "uid": practice_game.uid,
        "backup": backup,
        "centre_id": centre,
        "game": 1,
    }


def remaining(office: OfficePage) -> Iterator[tuple[str, str]]:
    """Name and path of what only this test may come to; the interface gives data only."""
    parameters = add_rows_of_pages(office)
    special: dict[str, dict[str, object]] = {
        "anonymise": {"player_id": office.room.entries[0].players.get().pk},
        "regulation-edition": {"key": "2019"},
        **dict.fromkeys(OF_CLASSIC, classic()),
    }
    covered = list_covered_views() | FILES | LED_ON
    for pattern in list_patterns(get_resolver()):
        if not pattern.name or pattern.name in covered or pattern.name.startswith("api-"):
            continue
        if "GET" in list_methods(pattern.callback):
            named = (
                parameters
                | {"name": MANY.get(pattern.name, ["any"])[0]}
                | special.get(pattern.name, {})
            )
            arguments = {
                argument: named.get(argument, 1) for argument in pattern.pattern.converters
            }
            yield pattern.name, reverse(pattern.name, kwargs=arguments)


def verified_backup(office: OfficePage) -> str:
    """Return the key of a backup of the room, which the worker has verified."""
    folder, by = Path(office.stack.environment["BACKUP_DIR"]), office.room.get_author_and_time()
    assert back_up_changed_tournaments(folder, kept_count=1, now=by["now"]) == []
    (file,) = list_backup_files(office.room.tournament, folder)
    request_check(file=file, **by)
    wait_for(lambda: BackupJob.objects.filter(state=JobState.DONE).exists())
    return file.key


def classic() -> dict[str, object]:
    """Return the parameters of a classic tournament's pages: its first round, a match of it."""
    classic_room = make_classic_room()
    match = classic_room.matches(classic_room.begin())[0]
    return {"slug": classic_room.tournament.slug, "number": 1, "match_id": match.pk}


def pending(organisation: Organisation, office: OfficePage) -> int:
    """A list that is about to be imported in the file of the organisation's players."""
    data = people.SAMPLE.read_bytes()
    file = store_file(
        organisation=organisation,
        tournament=None,
        file_name=people.SAMPLE.name,
        data=data,
        **office.room.get_author_and_time(),
    )
    return file.pk


def find_template(user: User, path: str) -> str | None:
    """Return the template of a whole page, its path if it has none, None for a part or a file.

    Fails for one that is refused.
    """
    browser = Client()
    browser.force_login(user)
    answer = browser.get(path)
    if answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        return None
    html = answer["Content-Type"].startswith("text/html")
    assert answer.status_code == HTTPStatus.OK or not html, answer.status_code
    if not html or "<html" not in answer.content.decode():
        return None
    return str(answer.templates[0].name) if answer.templates else path


def test_every_page_without_a_test_of_its_own_is_accessible(
    office: OfficePage, settings: Any
) -> None:
    settings.BACKUP_DIR = Path(office.stack.environment["BACKUP_DIR"])
    office.collected_turn(on_paper=[2])
    looked_at: set[str | None] = {None, *TEMPLATES_LOOKED_AT}
    with every_row() as each:
        for name, path in remaining(office):
            with each(f"{name} {path}"):
                template = find_template(office.room.user, path)
                if template not in looked_at:
                    looked_at.add(template)
                    office.page.goto(office.stack.url + path)
                    # The overlay shows nothing before it knows what is played.
                    expect(office.page.locator("body.overlay:not([data-stage])")).to_have_count(0)
                    fits(office.page)


def test_pages_claimed_by_other_tests_are_checked_with_axe() -> None:
    names = {pattern.name for pattern in list_patterns(get_resolver())}
    assert names >= {*FILES, *LED_ON}.union(*LOOKED_AT.values())
    with every_row() as each:
        for file in LOOKED_AT:
            with each(file):
                assert WITH_AXE.search((BROWSER / file).read_text())
