"""How the pages of people look to everybody: axe in both themes, phone, zoom, nothing too wide."""

from pathlib import Path
from typing import Any

from django.urls import reverse
from playwright.sync_api import Page

from tests.browser.axe import Scheme, violations
from tests.browser.office.desks import Office, overflow
from tests.rows import every_row
from tournament.core.people import PlayerData
from tournament.services.entry_imports import send_file
from tournament.services.roster import save_known
from tournament.services.teams import put_in_team

WIDTHS = [1024, 800, 512, 390, 320]  # laptop, tablet, at 200 % zoom, phone, WCAG's reflow
SAMPLE = Path(__file__).parents[2] / "samples/rosters/twice.csv"


def fits(page: Page) -> None:
    looks: list[tuple[Scheme, int]] = [("light", 1024), ("dark", 390)]
    for scheme, width in looks:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 844})
        assert violations(page) == [], (scheme, width)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        assert overflow(page) <= 0, width


def test_the_pages_of_people_are_accessible_in_both_themes_and_fit_every_width(
    office: Office,
) -> None:
    tournament = office.room.tournament
    organisation, by = tournament.organisation, office.room.by()
    known = PlayerData("Grèce-et-Macédoine", "Ana", "L1", "Club des bords de mer", "FG", "Grèce")
    row = save_known(organisation=organisation, data=known, **by)
    put_in_team(tournament=tournament, entries=office.room.everybody[:2], name="Les As", **by)
    pending = send_file(
        organisation=organisation,
        tournament=tournament,
        file_name=SAMPLE.name,
        data=SAMPLE.read_bytes(),
        **by,
    )
    slug, own = tournament.slug, organisation.pk
    pages: list[tuple[str, list[Any]]] = [
        ("office-import", [slug, pending.pk]),
        ("office-check-in", [slug]),
        ("office-check-in-print", [slug]),
        ("office-absent", [slug]),
        ("office-teams", [slug]),
        ("office-ranking", [slug]),
        ("office-entry", [slug, office.room.entries[0].pk]),
        ("organisation-players", [own]),
        ("organisation-player", [own, row.pk]),
        ("organisation-import-send", [own]),
        ("organisation-lists", [own]),
        ("organisation-group", [own, organisation.groups.earliest("pk").pk]),
    ]
    with every_row() as each:
        for path in (reverse(name, args=args) for name, args in pages):
            with each(path):
                office.page.goto(office.stack.url + path)
                office.page.wait_for_timeout(200)
                fits(office.page)
