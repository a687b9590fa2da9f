"""The pages of lexica and of games written down in advance: every state, every width."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import Scheme, violations
from tests.browser.office.desks import Office, overflow
from tests.browser.office.written_ahead import (
    SHEET,
    brought,
    lexica_page,
    no_work_left,
    prepared,
)
from tournament.models import GamePreparation, LexiconImport, Tournament
from tournament.services import lexica

pytestmark = pytest.mark.usefixtures(no_work_left.__name__)

WIDTHS = [1024, 800, 512, 390, 320]


def lexica_full(office: Office) -> Page:
    brought(office, "AS\nCAS\n")
    brought(office, "1\n", name="Refusée")
    return lexica_page(office)


def lexicon_to_remove(office: Office) -> Page:
    page = lexica_full(office)
    page.get_by_role("button", name="Retirer : Refusée").click()
    return page


def lexicon_replaced(office: Office) -> Page:
    job = brought(office, "AS\nCAS\n")
    brought(office, "AS\nLAS\n")
    office.page.goto(f"{office.stack.url}/office/lexica/{job.pk}/")
    expect(office.page.get_by_text("Cette liste a été remplacée")).to_be_visible()
    return office.page


def lexicon_done(office: Office) -> Page:
    lines = "\n".join(f"mot-{number}" for number in range(30))
    job = brought(office, "AS\nCAS\n" + lines)
    office.page.goto(f"{office.stack.url}/office/lexica/{job.pk}/")
    return office.page


def lexicon_refused(office: Office) -> Page:
    job = brought(office, "\0")
    office.page.goto(f"{office.stack.url}/office/lexica/{job.pk}/")
    return office.page


def lexicon_asks(office: Office) -> Page:
    brought(office, "AS\nCAS\n")
    Tournament.objects.update(lexicon="Ma liste")
    job = lexica.ask_import(
        name="Ma liste", file_name="ods.txt", content=b"AS", **office.room.brings()
    )
    office.page.goto(f"{office.stack.url}/office/lexica/{job.pk}/")
    expect(office.page.get_by_role("button", name="Remplacer")).to_be_visible()
    return office.page


def lexicon_stuck(office: Office) -> Page:
    job = brought(office, "AS")
    LexiconImport.objects.filter(pk=job.pk).update(
        state="running", progress=40, beat_at="2000-01-01T00:00Z"
    )
    office.page.goto(f"{office.stack.url}/office/lexica/{job.pk}/")
    expect(office.page.get_by_role("button", name="Relancer")).to_be_visible()
    return office.page


def preparation_failed(office: Office) -> Page:
    job = prepared(office, turns=(10, None), total=(4000, None))
    return office.open("office-preparation", job.pk)


def preparation_stopped(office: Office) -> Page:
    job = prepared(office, turns=(10, None), total=(4000, None))
    GamePreparation.objects.filter(pk=job.pk).update(state="stopped", failure=None)
    return office.open("office-preparation", job.pk)


def preparation_done(office: Office) -> Page:
    return office.open("office-preparation", prepared(office, turns=(10, None)).pk)


def sealed_game(office: Office) -> Page:
    prepared(office)
    return office.open("office-game", 1)


def sealed_sheet(office: Office) -> Page:
    prepared(office)
    return office.open("office-sheet", 1)


def open_sheet(office: Office) -> Page:
    page = sealed_sheet(office)
    page.get_by_role("button", name="Ouvrir la feuille").click()
    expect(page.locator(".sheet")).to_be_visible()
    return page


def sheet_form(text: str) -> Callable[[Office], Page]:
    def show(office: Office) -> Page:
        page = office.open("office-game-import")
        page.get_by_role("textbox", name="Feuille de partie").fill(text)
        page.get_by_role("button", name="Vérifier").click()
        expect(page.locator(".alert, .sheet").first).to_be_visible()
        return page

    return show


PAGES: dict[str, Callable[[Office], Page]] = {
    "lexica, none yet": lexica_page,
    "lexica": lexica_full,
    "an import to remove": lexicon_to_remove,
    "import replaced": lexicon_replaced,
    "import done": lexicon_done,
    "import refused": lexicon_refused,
    "import that asks": lexicon_asks,
    "import that stands still": lexicon_stuck,
    "wishes": lambda office: office.open("office-prepare"),
    "search without result": preparation_failed,
    "search stopped": preparation_stopped,
    "search done": preparation_done,
    "game with seal": sealed_game,
    "sheet, sealed": sealed_sheet,
    "sheet, open": open_sheet,
    "paste, empty": lambda office: office.open("office-game-import"),
    "paste, wrong": sheet_form(SHEET.replace("MOLLIES", "MOLLIEZ")),
    "paste, right": sheet_form(SHEET.replace("76", "78")),
}


@pytest.mark.parametrize("name", list(PAGES))
def test_a_page_is_accessible_in_both_themes_and_fits_every_width(
    office: Office, name: str
) -> None:
    page = PAGES[name](office)
    looks: list[tuple[Scheme, int]] = [("light", 1024), ("dark", 390)]
    for scheme, width in looks:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 844})
        assert violations(page) == [], (scheme, width)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        assert overflow(page) <= 0, width
