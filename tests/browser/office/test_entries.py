"""Registration by keyboard, as fast as anybody types."""

from pathlib import Path

from playwright.sync_api import Route, expect

from tests.browser.office.desks import Office
from tests.patience import wait_for
from tournament.models import Entry

TYPED = ("Grèce", "Hongrie", "Italie", "Japon", "Kenya", "Liban")


def test_players_are_registered_one_after_the_other_without_the_mouse(office: Office) -> None:
    page = office.open("office-entries")
    page.get_by_label("Nom").first.focus()
    for name in ("Grèce", "Hongrie"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.get_by_role("row", name=name)).to_be_visible()
        expect(page.locator("#id_last_name")).to_be_focused()
        expect(page.locator("#id_last_name")).to_have_value("")


def test_what_is_typed_while_the_server_answers_is_not_lost(office: Office) -> None:
    page = office.open("office-entries")
    page.get_by_label("Nom").first.focus()
    for name in TYPED:
        page.keyboard.type(name)
        page.keyboard.press("Tab")
        page.keyboard.type("Jo")
        page.keyboard.press("Enter")
    page.keyboard.type("Mal")

    names = Entry.objects.filter(tournament=office.room.tournament).order_by("table__number")
    wait_for(lambda: names.count() == len(office.room.entries) + len(TYPED))
    registered = [entry.name for entry in names][len(office.room.entries) :]
    assert registered == [f"{name} Jo" for name in TYPED]
    for name in TYPED:
        expect(page.get_by_role("row", name=name)).to_be_visible()
    expect(page.locator("#registered")).to_contain_text("Liban Jo : table 12.")
    expect(page.locator("#present")).to_have_text("12 inscriptions")
    expect(page.locator("#id_last_name")).to_have_value("Mal")
    expect(page.locator("#id_last_name")).to_be_focused()


def test_whoever_is_refused_is_listed_and_nothing_typed_meanwhile_is_touched(
    office: Office,
) -> None:
    page = office.open("office-entries")
    name, refused = page.locator("#id_last_name"), page.locator("#refused > *")
    for taken in ("Grèce", "Hongrie"):
        name.fill(taken)
        page.locator("#id_table_number").fill("1")
        page.keyboard.press("Enter")
    page.keyboard.type("Ital")

    expect(refused).to_have_count(2)
    expect(refused.first).to_contain_text("Grèce : La table 1 est déjà occupée.")
    expect(refused.last).to_contain_text("Hongrie : La table 1 est déjà occupée.")
    page.keyboard.type("ie")
    expect(name).to_have_value("Italie")

    name.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(name).to_have_value("Hongrie")
    expect(refused.last).to_contain_text("Italie : Pas encore inscrit.")
    page.locator("#id_table_number").fill("")
    page.keyboard.press("Enter")
    expect(page.get_by_role("row", name="Hongrie")).to_be_visible()
    expect(page.get_by_text("Hongrie : La table 1")).to_have_count(0)
    expect(refused).to_have_count(2)


def test_a_refusal_points_at_the_field(office: Office) -> None:
    page = office.open("office-entries")
    page.get_by_text("Une paire : second joueur").click()
    page.locator("#id_partner_club").fill("Athènes")
    page.locator("#id_last_name").fill("Grèce")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Reprendre").press("Enter")
    partner = page.locator("#id_partner_last_name")
    expect(partner).to_be_focused()
    expect(partner).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#id_partner_club")).to_have_value("Athènes")
    page.keyboard.type("Hongrie")
    page.keyboard.press("Enter")
    expect(page.get_by_role("row", name="Grèce / Hongrie")).to_be_visible()
    expect(page.locator("[aria-invalid]")).to_have_count(0)


def test_whom_the_server_does_not_hear_of_is_listed_too(office: Office) -> None:
    page = office.open("office-entries")
    page.route("**/entries/new/", lambda route: route.abort())
    page.locator("#id_last_name").fill("Grèce")
    page.keyboard.press("Enter")
    expect(page.locator("#refused")).to_contain_text("Le serveur n’a pas répondu")
    page.unroute("**/entries/new/")
    page.get_by_role("button", name="Reprendre").click()
    page.locator("#id_last_name").press("Enter")
    expect(page.get_by_role("row", name="Grèce")).to_be_visible()
    expect(page.locator("#refused > *")).to_have_count(0)
    office.errors.clear()  # of the browser, about the request


def test_an_import_leaves_the_fields_and_the_refused_alone(office: Office, tmp_path: Path) -> None:
    path = tmp_path / "joueurs.csv"
    path.write_text("nom\nJapon\n", encoding="utf-8")
    page = office.open("office-entries")
    page.locator("#id_last_name").fill("Grèce")
    page.locator("#id_table_number").fill("1")
    page.keyboard.press("Enter")
    expect(page.locator("#refused > *")).to_have_count(1)
    page.keyboard.type("Mal")
    page.get_by_label("Fichier CSV").set_input_files(path)
    page.locator("#import").click()
    expect(page.get_by_role("row", name="Japon")).to_be_visible()
    expect(page.locator("#id_last_name")).to_have_value("Mal")
    page.get_by_role("button", name="Reprendre").click()
    expect(page.locator("#id_last_name")).to_have_value("Grèce")


def test_a_file_shows_that_it_is_being_read_until_the_list_is_there(office: Office) -> None:
    page = office.open("office-entries")
    bar, button = page.locator("#import-bar"), page.locator("#import")
    expect(bar).to_be_hidden()
    held: list[Route] = []
    page.route("**/entries/import/", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks it
    lines = "nom;série\nLEBŒUF;3B\n".encode("cp1252")
    file = page.get_by_label("Fichier CSV")
    file.set_input_files({"name": "joueurs.csv", "mimeType": "text/csv", "buffer": lines})
    button.click()
    expect(bar).to_be_visible()
    expect(button).to_be_disabled()

    def handed_over() -> bool:
        page.wait_for_timeout(10)  # Playwright calls the route only while it waits
        return bool(held)

    wait_for(handed_over)
    held[0].continue_()
    expect(page.get_by_role("row", name="LEBŒUF")).to_be_visible()
    expect(page.locator("#entries")).to_contain_text("Colonnes non reprises : série.")
    expect(bar).to_be_hidden()
    expect(button).to_be_enabled()
