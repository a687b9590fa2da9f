"""The pages of lexica and of games written down in advance: every state, every width."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.office.arbiters.written_ahead import (
    SHEET,
    import_lexicon,
    lexica_page,
    no_work_left,
    prepare_game_ahead,
)
from tests.browser.office.desks import OfficePage
from tests.browser.office.fitting import look_at_every_width
from tests.browser.office.looks import Show, build_view_opener
from tests.rows import every_row
from tournament.models import LexiconImport, Tournament
from tournament.services.prepared import lexica

pytestmark = pytest.mark.usefixtures(no_work_left.__name__)


def import_page(office: OfficePage, job: LexiconImport) -> Page:
    office.page.goto(f"{office.stack.url}/office/lexica/{job.pk}/")
    return office.page


def lexica_full(office: OfficePage) -> Page:
    import_lexicon(office, "AS\nCAS\n")
    import_lexicon(office, "1\n", name="Refusée")
    return lexica_page(office)


def lexicon_to_remove(office: OfficePage) -> Page:
    page = lexica_page(office)
    page.get_by_role("button", name="Retirer : Refusée").click()
    return page


def lexicon_replaced(office: OfficePage) -> Page:
    import_lexicon(office, "AS\nLAS\n")
    page = import_page(office, LexiconImport.objects.earliest("pk"))
    expect(page.get_by_text("Cette liste a été remplacée")).to_be_visible()
    return page


def lexicon_done(office: OfficePage) -> Page:
    lines = "\n".join(f"mot-{number}" for number in range(30))
    return import_page(office, import_lexicon(office, "AS\nCAS\n" + lines))


def lexicon_refused(office: OfficePage) -> Page:
    return import_page(office, import_lexicon(office, "\0"))


def lexicon_asks(office: OfficePage) -> Page:
    Tournament.objects.update(lexicon="Ma liste")
    job = lexica.request_import(
        name="Ma liste", file_name="ods.txt", content=b"AS", **office.room.import_arguments()
    )
    page = import_page(office, job)
    expect(page.get_by_role("button", name="Remplacer")).to_be_visible()
    return page


def lexicon_stuck(office: OfficePage) -> Page:
    job = import_lexicon(office, "AS", name="Autre")
    LexiconImport.objects.filter(pk=job.pk).update(
        state="running", progress=40, beat_at="2000-01-01T00:00Z"
    )
    page = import_page(office, job)
    expect(page.get_by_role("button", name="Relancer")).to_be_visible()
    return page


def preparation_failed(office: OfficePage) -> Page:
    job = prepare_game_ahead(office, turns=(10, None), total=(4000, None))
    return office.open("office-preparation", job.pk)


def preparation_done(office: OfficePage) -> Page:
    return office.open("office-preparation", prepare_game_ahead(office, turns=(10, None)).pk)


def open_sheet(office: OfficePage) -> Page:
    page = office.open("office-sheet", 1)
    page.get_by_role("button", name="Ouvrir la feuille").click()
    expect(page.locator(".sheet")).to_be_visible()
    return page


def sheet_form(text: str) -> Show:
    def show(office: OfficePage) -> Page:
        page = office.open("office-game-import")
        page.get_by_role("textbox", name="Feuille de partie").fill(text)
        page.get_by_role("button", name="Vérifier").click()
        expect(page.locator(".alert, .sheet").first).to_be_visible()
        return page

    return show


#: One after the other: each page may add to what is there.
LEXICA: dict[str, Show] = {
    "lexica": lexica_full,
    "an import to remove": lexicon_to_remove,
    "import replaced": lexicon_replaced,
    "import done": lexicon_done,
    "import refused": lexicon_refused,
    "import that asks": lexicon_asks,
    "import that stands still": lexicon_stuck,
}
GAMES: dict[str, Show] = {
    "wishes": build_view_opener("office-prepare"),
    "search without result": preparation_failed,
    "search done": preparation_done,
    "game with seal": build_view_opener("office-game", 1),
    "sheet, sealed": build_view_opener("office-sheet", 1),
    "sheet, open": open_sheet,
    "paste, empty": build_view_opener("office-game-import"),
    "paste, wrong": sheet_form(SHEET.replace("MOLLIES", "MOLLIEZ")),
    "paste, right": sheet_form(SHEET.replace("76", "78")),
}


@pytest.mark.parametrize("pages", [LEXICA, GAMES], ids=["lexica", "games"])
def test_pages_are_accessible_in_both_themes_and_fit_every_width(
    office: OfficePage, pages: dict[str, Show]
) -> None:
    with every_row() as each:
        for name, show in pages.items():
            with each(name):
                look_at_every_width(show(office))
