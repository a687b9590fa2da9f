"""Lexica and games written down in advance, in a real browser with the real worker."""

import re
from http.client import HTTPConnection
from pathlib import Path
from typing import Literal

import psutil
import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import Scheme
from tests.browser.office.arbiters.written_ahead import (
    SHEET,
    import_lexicon,
    lexica_page,
    no_work_left,
)
from tests.browser.office.desks import OfficePage
from tests.room import GAMES
from tests.rows import every_row
from tests.waiting import TIMEOUT_S, wait_for
from tournament.core.jobs import JobState
from tournament.core.states import Source
from tournament.models import Game, GamePreparation, Journal, LexiconImport
from tournament.queries import clock
from tournament.queries.seal import format_game_sheet
from tournament.services import preparation, update_channel
from tournament.services.prepared import jobs, trials
from tournament.services.prepared.lexica import remove_import

type Medium = Literal["print", "screen"]

pytestmark = pytest.mark.usefixtures(no_work_left.__name__)


def import_a_list(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "ods.txt"
    path.write_bytes("AS\r\nÉTÉ\r\nA2\r\n".encode("latin-1"))
    page.get_by_label("Nom du lexique").focus()
    page.keyboard.type("ODS du club")
    page.get_by_label("Liste de mots").set_input_files(path)
    page.get_by_role("button", name="Importer").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Le lexique est prêt")).to_be_visible()
    expect(page.get_by_role("row", name="A2")).to_contain_text("autre chose que des lettres")
    with page.expect_download() as download:
        page.get_by_role("link", name="Télécharger la liste").click()
    assert "3;A2;" in download.value.path().read_text(encoding="utf-8-sig")


def remove_a_refused_import(page: Page) -> None:
    remove = page.get_by_role("button", name="Retirer : ODS du club")
    dialog = page.get_by_role("dialog", name="Retirer l’import refusé « ODS du club »")
    remove.press("Enter")
    expect(dialog).to_contain_text("Les lexiques prêts ne changent pas.")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(remove).to_be_focused()
    page.keyboard.press("Enter")
    dialog.get_by_role("button", name="Retirer").press("Enter")
    expect(page.get_by_text("L’import « ODS du club » est retiré.")).to_be_visible()
    expect(page.get_by_text("Imports non aboutis")).to_have_count(0)
    expect(page.get_by_role("row", name="ODS du club")).to_be_visible()


def choose_a_file_that_is_too_big(page: Page, tmp_path: Path) -> None:
    """It is not even sent."""
    path = tmp_path / "big.txt"
    path.write_bytes(b"AS\n" * 6_000_000)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.get_by_label("Nom du lexique").fill("Grosse")
    page.get_by_label("Liste de mots").set_input_files(path)
    page.get_by_role("button", name="Importer").click()
    message = "document.querySelector('input[type=file]').validationMessage"
    assert "trop gros pour une liste de mots" in page.evaluate(message)
    assert "POST" not in sent


def replace_a_list_keeping_the_chosen_file(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "ods.txt"
    path.write_text("AS\nCAS\nLAS\n")
    page.get_by_label("Nom du lexique").fill("ods du club")
    page.get_by_label("Liste de mots").set_input_files(path)
    page.get_by_role("button", name="Importer").press("Enter")
    asks = page.get_by_role("region", name="Ce nom est déjà pris")
    expect(asks).to_contain_text("ods.txt")
    asks.get_by_role("button", name="Remplacer").press("Enter")
    expect(page.get_by_text("Le lexique est prêt")).to_be_visible()
    expect(page.locator(".facts")).to_contain_text("Mots3")


def sort_by_words(page: Page) -> None:
    """By a press on a head."""
    names = page.locator(".lexica tbody th > span")
    head = page.locator(".lexica th", has_text="Mots")
    for words, first in (("ascending", "ODS du club"), ("descending", "fr-libre")):
        head.get_by_role("button").press("Enter")
        expect(head).to_have_attribute("aria-sort", words)
        expect(names.first).to_contain_text(first)


def test_lists_are_imported_replaced_and_removed_without_the_mouse(
    office: OfficePage, tmp_path: Path
) -> None:
    import_a_list(lexica_page(office), tmp_path)
    import_lexicon(office, "1\n", name="ODS du club")
    page = lexica_page(office)
    remove_a_refused_import(page)
    sort_by_words(page)
    choose_a_file_that_is_too_big(page, tmp_path)
    replace_a_list_keeping_the_chosen_file(page, tmp_path)
    office.open("office-settings")
    page.get_by_label("Lexique").select_option("ODS du club")
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.get_by_text("Les réglages sont enregistrés.")).to_be_visible()

    job = import_lexicon(office, "AS\n")
    LexiconImport.objects.filter(pk=job.pk).update(state="running", beat_at=clock.now())
    page.goto(f"{office.stack.url}/office/lexica/{job.pk}/")
    expect(page.get_by_role("progressbar")).to_be_visible()
    remove_import(job=job, by=None, now=clock.now())  # by somebody else: the page goes back
    expect(page.get_by_text("Cet import n’est plus là")).to_be_visible()
    expect(page.get_by_role("heading", name="Lexiques", exact=True)).to_be_visible()


def test_a_too_long_body_gets_a_french_page(office: OfficePage) -> None:
    sent = HTTPConnection("localhost", office.stack.port)
    sent.request("POST", "/office/lexica/", body=bytes(19 * 1024 * 1024))
    answer = sent.getresponse()
    assert answer.status == 413
    assert "Ce fichier est trop gros" in answer.read().decode()
    sent.close()


def read_background(page: Page, medium: Medium, scheme: Scheme) -> str:
    page.emulate_media(media=medium, color_scheme=scheme)
    colour: str = page.evaluate(
        "getComputedStyle(document.querySelector('.sheet')).backgroundColor"
    )
    return colour


def print_the_sheet(page: Page) -> None:
    """The table alone, dark on white, whatever the screen shows."""
    white = read_background(page, "screen", "light")
    assert read_background(page, "screen", "dark") != white
    assert read_background(page, "print", "dark") == white
    page.emulate_media(media="screen", color_scheme="light")
    page.locator("summary", has_text="Affichage").click()
    page.get_by_role("radio", name="Sombre").check()
    assert read_background(page, "screen", "light") != white
    assert read_background(page, "print", "light") == white
    expect(page.locator(".sheet")).to_be_visible()
    for hidden in (".site-header", ".tabs", "text=Ouvertures notées", "[data-print]"):
        expect(page.locator(hidden).first).to_be_hidden()


def test_a_game_is_prepared_and_its_seal_opened(office: OfficePage) -> None:
    page = office.open("office-tournament")
    page.get_by_role("link", name="Préparer une partie").click()
    page.get_by_label("Scrabbles, au moins").fill("1")
    page.get_by_role("button", name="Préparer").click()
    expect(page.get_by_text("est écrite et scellée")).to_be_visible()
    game = Game.objects.get()
    page.get_by_role("link", name="Partie 1").click()
    page.get_by_role("link", name="Voir la feuille").click()
    expect(page.get_by_text("Cette partie est scellée")).to_be_visible()
    assert not Journal.objects.exists()
    page.get_by_role("button", name="Ouvrir la feuille").focus()
    page.keyboard.press("Enter")
    rows = page.locator(".sheet tbody tr")
    expect(rows).to_have_count(format_game_sheet(game).count("\n") - 1)
    expect(page.get_by_role("button", name="Imprimer")).to_be_visible()
    assert Journal.objects.get().by == office.room.user
    print_the_sheet(page)


def lose_the_worker(office: OfficePage, job: GamePreparation) -> None:
    """Its search goes on once it is back."""
    page = office.page
    worker = psutil.Process(office.stack.pid("worker"))
    programs_due = trials.count_cores() if trials.count_cores() > 1 else 0
    wait_for(lambda: len(worker.children()) == programs_due)
    wait_for(lambda: count_tries(job) > 0)
    programs = worker.children()
    office.stack.kill_worker()
    assert psutil.wait_procs(programs, timeout=TIMEOUT_S)[1] == []
    before = count_tries(job)
    assert job.state == JobState.RUNNING
    # Silent for long: the web server sends it again, and the page says so meanwhile.
    GamePreparation.objects.update(beat_at=clock.now() - 2 * jobs.HEARTBEAT_TIMEOUT)
    expect(page.get_by_text("Le travail n’avance pas")).to_be_visible()
    office.stack.start_worker()
    expect(page.get_by_text("Le travail n’avance pas")).to_be_hidden()
    wait_for(lambda: count_tries(job) > before)


def stop_the_search(page: Page) -> None:
    stop = page.get_by_role("button", name="Arrêter la recherche")
    stop.focus()
    with page.expect_response(lambda answer: "/preparations/" in answer.url):
        pass  # the part of the page was fetched anew
    expect(stop).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("La recherche est arrêtée")).to_be_visible()
    expect(page.get_by_text("aucune n’a dépassé")).to_be_visible()


def test_a_search_outlives_its_worker_is_stopped_and_goes_on(office: OfficePage) -> None:
    """Without the mouse."""
    page = office.open("office-prepare")
    page.get_by_label("Top de la partie, au moins").fill("4900")
    page.get_by_label("Essais, au plus").fill("5000")
    page.get_by_role("button", name="Préparer").press("Enter")
    expect(page.locator("#connection")).to_have_text("en direct")
    job = GamePreparation.objects.get()
    lose_the_worker(office, job)
    stop_the_search(page)
    resume = page.get_by_role("button", name="Continuer")
    resume.focus()
    with page.expect_response(lambda answer: "/preparations/" in answer.url):
        update_channel.notify(job.update_channel)  # as its worker does for its last tries
    expect(page.locator("#job:not(.htmx-settling)")).to_be_visible()
    expect(resume).to_be_focused()
    page.keyboard.press("Enter")
    stop = page.get_by_role("button", name="Arrêter la recherche")
    expect(stop).to_be_visible()
    stop.press("Enter")
    expect(page.get_by_text("La recherche est arrêtée")).to_be_visible()
    assert 0 < preparation.load_tally(job).games <= count_tries(job)
    assert not Game.objects.exists()


def count_tries(job: GamePreparation) -> int:
    job.refresh_from_db()
    return job.tries


def type_a_printed_line(page: Page) -> None:
    """The text is as wide as a line with a long word; what is wrong with it is seen at once."""
    field = page.get_by_role("textbox", name="Feuille de partie")
    wider = "field => field.scrollWidth - field.clientWidth"
    field.fill(" 4  AEI+NOT?      A(N)TIC(O)NSTITUTI 10H   112  1228")
    assert field.evaluate(wider) <= 0
    page.get_by_role("button", name="Vérifier").click()
    with every_row() as each:
        for width, height in ((1024, 768), (1280, 800), (800, 1280)):
            with each(width):
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate("scrollTo(0, 0)")
                expect(page.locator(".alert.bad")).to_be_in_viewport()
                assert field.evaluate(wider) <= 0


def test_a_sheet_is_pasted_corrected_and_stored(office: OfficePage) -> None:
    page = office.open("office-game-import")
    field = page.get_by_role("textbox", name="Feuille de partie")
    type_a_printed_line(page)
    field.fill(SHEET.replace("MOLLIES", "MOLLIEZ"))
    page.get_by_role("button", name="Vérifier").click()
    expect(page.locator(".alert.bad")).to_contain_text("Ligne 2 : MOLLIEZ")
    field.fill(field.input_value().replace("MOLLIEZ", "MOLLIES"))
    page.get_by_role("button", name="Vérifier").click()
    expect(page.locator(".sheet tbody tr")).to_have_count(3)
    page.get_by_role("button", name="Enregistrer la partie").click()
    expect(page.get_by_text("La partie 1 est importée.")).to_be_visible()
    assert Game.objects.get().source == Source.REPLAY

    office.open("office-game-import")
    record = GAMES / "hiersac-2022-01-21-joker.json"
    page.get_by_label("Ou un fichier").set_input_files(record)
    page.get_by_role("button", name="Vérifier").click()
    expect(field).to_have_value(re.compile(r"I\(N\)TOX"))
    expect(page.get_by_label("Formule")).to_have_value("joker")
    expect(page.locator(".sheet tbody tr")).to_have_count(18)
