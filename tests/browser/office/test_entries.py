"""Registration by keyboard, as fast as anybody types."""

from urllib.parse import parse_qs

from playwright.sync_api import Page, expect

from tests.browser.axe import list_violations
from tests.browser.office.desks import OfficePage
from tests.waiting import wait_for
from tournament.core.people.player_data import PlayerData
from tournament.core.states import PlayMedium
from tournament.models import Entry
from tournament.services.people.roster import save_roster_player

TYPED = ("Hongrie", "Italie", "Japon", "Kenya")


def type_one_after_the_other(page: Page, office: OfficePage) -> None:
    """Nothing typed while the server answers is lost."""
    page.get_by_label("Nom").first.focus()
    page.keyboard.type("Grèce")
    page.keyboard.press("Enter")
    expect(page.get_by_role("row", name="Grèce")).to_be_visible()
    expect(page.locator("#id_last_name")).to_be_focused()
    expect(page.locator("#id_last_name")).to_have_value("")
    for name in TYPED:
        page.keyboard.type(name)
        page.keyboard.press("Tab")
        page.keyboard.type("Jo")
        page.keyboard.press("Enter")
    page.keyboard.type("Mal")

    names = Entry.objects.filter(tournament=office.room.tournament).order_by("table__number")
    wait_for(lambda: names.count() == len(office.room.entries) + 1 + len(TYPED))
    registered = [entry.name for entry in names][len(office.room.entries) + 1 :]
    assert registered == [f"{name} Jo" for name in TYPED]
    for name in TYPED:
        expect(page.get_by_role("row", name=name)).to_be_visible()
    expect(page.locator("#registered")).to_contain_text("Kenya Jo : table 11.")
    expect(page.locator("#present")).to_have_text("11 inscriptions")
    expect(page.locator("#id_last_name")).to_have_value("Mal")
    expect(page.locator("#id_last_name")).to_be_focused()


def keep_what_is_typed_of_refused_people(page: Page) -> None:
    """They are listed."""
    name, refused = page.locator("#id_last_name"), page.locator("#refused > *")
    for taken_name in ("Maroc", "Niger"):
        name.fill(taken_name)
        page.locator("#id_table_number").fill("1")
        page.keyboard.press("Enter")
    page.keyboard.type("Oma")

    expect(refused).to_have_count(2)
    expect(refused.first).to_contain_text("Maroc : La table 1 est déjà occupée.")
    expect(refused.last).to_contain_text("Niger : La table 1 est déjà occupée.")
    page.keyboard.type("n")
    expect(name).to_have_value("Oman")

    name.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(name).to_have_value("Niger")
    expect(refused.last).to_contain_text("Oman : Pas encore inscrit.")
    page.locator("#id_table_number").fill("")
    page.keyboard.press("Enter")
    expect(page.get_by_role("row", name="Niger")).to_be_visible()
    expect(page.get_by_text("Niger : La table 1")).to_have_count(0)
    expect(refused).to_have_count(2)


def decide_about_somebody_alike(page: Page) -> None:
    """Beside the fields."""
    name, refused = page.locator("#id_last_name"), page.locator("#refused > *")
    for typed in ("egypte", "FRANCE", "Pérou"):
        name.fill(typed)
        page.keyboard.press("Enter")
    expect(page.get_by_role("row", name="Pérou")).to_be_visible()
    expect(refused).to_have_count(2)
    expect(refused.first).to_contain_text("Égypte est déjà à la table 5")
    assert list_violations(page) == []
    refused.first.get_by_role("button", name="prendre quand même").press("Enter")
    expect(page.get_by_role("row", name="14 egypte")).to_be_visible()
    refused.first.get_by_role("button", name="laisser de côté").press("Enter")
    expect(refused).to_have_count(0)
    expect(name).to_be_focused()
    expect(page.locator("#present")).to_have_text("14 inscriptions")


def complete_a_refused_pair(page: Page) -> None:
    """The refusal points at the field."""
    page.get_by_text("Une paire : second joueur").click()
    page.locator("#id_partner_club").fill("Doha")
    page.locator("#id_last_name").fill("Qatar")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Reprendre").press("Enter")
    partner = page.locator("#id_partner_last_name")
    expect(partner).to_be_focused()
    expect(partner).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#id_partner_club")).to_have_value("Doha")
    page.keyboard.type("Russie")
    page.keyboard.press("Enter")
    expect(page.get_by_role("row", name="Qatar / Russie")).to_be_visible()
    expect(page.locator("[aria-invalid]")).to_have_count(0)


def list_whom_the_server_does_not_hear_of(page: Page) -> None:
    page.route("**/entries/new/", lambda route: route.abort())
    page.locator("#id_last_name").fill("Suède")
    page.keyboard.press("Enter")
    expect(page.locator("#refused")).to_contain_text("Le serveur n’a pas répondu")
    page.unroute("**/entries/new/")
    page.get_by_role("button", name="Reprendre").click()
    page.locator("#id_last_name").press("Enter")
    expect(page.get_by_role("row", name="Suède")).to_be_visible()
    expect(page.locator("#refused > *")).to_have_count(0)


def test_players_are_registered_without_the_mouse_and_nothing_is_lost(office: OfficePage) -> None:
    page = office.open("office-entries")
    type_one_after_the_other(page, office)
    office.open("office-entries")
    keep_what_is_typed_of_refused_people(page)
    office.open("office-entries")
    decide_about_somebody_alike(page)
    complete_a_refused_pair(page)
    list_whom_the_server_does_not_hear_of(page)
    office.errors.clear()  # of the browser, about the request


def complete_a_known_name(page: Page) -> None:
    """By keyboard."""
    name = page.locator("#id_last_name")
    name.focus()
    page.keyboard.type("gre")
    expect(page.get_by_role("option")).to_have_count(2)
    expect(name).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(page.get_by_role("option")).to_have_count(0)
    page.keyboard.type("c")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option", selected=True)).to_contain_text("L1 · Athènes")
    page.keyboard.press("Enter")
    expect(page.locator("#id_first_name")).to_have_value("Ana")
    expect(page.locator("#id_birth_year")).to_have_value("1980")
    expect(name).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("row", name="Grèce Ana")).to_be_visible()
    expect(page.locator("#id_birth_year")).to_have_value("")


def type_over_an_offer(page: Page) -> None:
    """The typed name is registered; a licence offers a partner."""
    page.keyboard.type("Gren")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#registered")).to_contain_text("Gren : table 8.")
    page.get_by_text("Une paire : second joueur").click()
    page.locator("#id_partner_licence").fill("L2")
    page.get_by_role("option").click()
    expect(page.locator("#id_partner_last_name")).to_have_value("Grenade")
    expect(page.locator("#id_last_name")).to_have_value("")


def test_known_people_are_offered_and_may_be_typed_over(office: OfficePage) -> None:
    roster = {
        "organisation": office.room.tournament.organisation,
        **office.room.get_author_and_time(),
    }
    player = PlayerData("Grèce", "Ana", "L1", "Athènes", birth_year=1980, series="3A")
    save_roster_player(data=player, **roster)
    save_roster_player(data=PlayerData("Grenade", "Léa", "L2"), **roster)
    page = office.open("office-entries")
    complete_a_known_name(page)
    type_over_an_offer(page)


def test_a_file_is_looked_at_decided_and_imported(office: OfficePage) -> None:
    page = office.open("office-entries")
    lines = "nom;série\nLEBŒUF;3B\n;2A\n".encode("cp1252")
    page.get_by_role("heading", name="Fichiers").click()
    page.locator("#id_file").set_input_files(
        {"name": "joueurs.csv", "mimeType": "text/csv", "buffer": lines}
    )
    expect(page.locator("[data-file-name]")).to_have_text("joueurs.csv")
    page.locator("#import").click()
    expect(page.get_by_text("Il manque le nom.")).to_be_visible()
    expect(page.get_by_label("série")).to_have_value("series")
    page.get_by_label("–").select_option("out")
    page.get_by_role("button", name="Appliquer les changements").click()
    page.get_by_role("button", name="Importer 1 inscription").click()
    expect(page.get_by_role("row", name="LEBŒUF")).to_contain_text("3B")
    page.get_by_role("heading", name="Fichiers", exact=True).click()
    page.get_by_role("button", name="Défaire : joueurs.csv").click()
    page.get_by_role("button", name="Défaire cet import").click()
    expect(page.get_by_text("1 inscription supprimée.")).to_be_visible()
    expect(page.get_by_role("row", name="LEBŒUF")).to_have_count(0)


def keep_the_door(page: Page, office: OfficePage) -> None:
    """With one key a player."""
    search = page.locator("#check-in-q")
    search.focus()
    for text, name in (("danem", "Danemark"), ("egy", "Égypte")):
        page.keyboard.type(text)
        if name == "Danemark":  # the other one is typed faster than the server answers
            expect(page.locator("#check-in [data-tick]")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(page.locator("#check-in [role=status]")).to_contain_text(f"{name} : table")
        expect(search).to_have_value("")
        expect(search).to_be_focused()
    expect(page.locator("#check-in [role=status]")).to_contain_text("Pointés : 2 sur 6")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#check-in [role=status]")).to_contain_text("Algérie : table 1.")
    page.get_by_label("seulement qui manque").check()
    expect(page.locator("#check-in [data-tick]")).to_have_count(3)
    page.get_by_role("link", name="Les autres sont absents…").click()
    page.get_by_role("button", name="Déclarer 3 absents").click()
    expect(page.get_by_text("3 absents de plus.")).to_be_visible()
    office.room.entries[1].refresh_from_db()
    assert office.room.entries[1].plays_on == PlayMedium.ABSENT


def change_all_that_are_ticked(page: Page, office: OfficePage) -> None:
    """They are one value; who is absent is asked about."""
    page.get_by_label("Tout cocher").focus()
    page.keyboard.press("Space")
    count = page.locator("[data-ticked-count]")
    expect(count).to_have_text("6 cochés : tablette 3, absent 3")
    page.get_by_label("Danemark").uncheck()
    expect(count).to_have_text("5 cochés : tablette 2, absent 3")
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.get_by_role("button", name="Papier").click()
    ticked = [key for key in office.room.entry_ids if key != office.room.entry_ids[3]]
    assert parse_qs(sent.value.post_data or "")["entries"] == [",".join(map(str, ticked))]
    expect(page.get_by_label("3 joueurs : absent")).not_to_be_checked()
    assert list_violations(page) == []
    page.get_by_role("button", name="Changer").press("Enter")
    expect(page.get_by_text("2 joueurs changés : papier. Avant : tablette 2.")).to_be_visible()
    assert Entry.objects.filter(plays_on=PlayMedium.ABSENT).count() == 3


def test_the_door_is_kept_and_all_ticked_are_changed(office: OfficePage) -> None:
    keep_the_door(office.open("office-check-in"), office)
    change_all_that_are_ticked(office.open("players"), office)
