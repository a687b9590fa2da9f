"""Registration by keyboard, as fast as anybody types."""

from urllib.parse import parse_qs

from playwright.sync_api import expect

from tests.browser.axe import list_violations_in_both_themes
from tests.browser.office.desks import OfficePage
from tests.waiting import wait_for
from tournament.core.people.player_data import PlayerData
from tournament.core.states import PlayMedium
from tournament.models import Entry
from tournament.services.people.roster import save_roster_player
from tournament.services.play.participation import change_plays_on

TYPED = ("Grèce", "Hongrie", "Italie", "Japon", "Kenya", "Liban")


def test_players_are_registered_one_after_the_other_without_the_mouse(office: OfficePage) -> None:
    page = office.open("office-entries")
    page.get_by_label("Nom").first.focus()
    for name in ("Grèce", "Hongrie"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.get_by_role("row", name=name)).to_be_visible()
        expect(page.locator("#id_last_name")).to_be_focused()
        expect(page.locator("#id_last_name")).to_have_value("")


def test_what_is_typed_while_the_server_answers_is_not_lost(office: OfficePage) -> None:
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


def test_refused_people_are_listed_and_typed_fields_are_kept(
    office: OfficePage,
) -> None:
    page = office.open("office-entries")
    name, refused = page.locator("#id_last_name"), page.locator("#refused > *")
    for taken_name in ("Grèce", "Hongrie"):
        name.fill(taken_name)
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


def test_somebody_alike_is_decided_about_beside_the_fields(office: OfficePage) -> None:
    page = office.open("office-entries")
    name, refused = page.locator("#id_last_name"), page.locator("#refused > *")
    for typed in ("egypte", "FRANCE", "Grèce"):
        name.fill(typed)
        page.keyboard.press("Enter")
    expect(page.get_by_role("row", name="Grèce")).to_be_visible()
    expect(refused).to_have_count(2)
    expect(refused.first).to_contain_text("Égypte est déjà à la table 5")
    assert list_violations_in_both_themes(page) == []
    refused.first.get_by_role("button", name="prendre quand même").press("Enter")
    expect(page.get_by_role("row", name="8 egypte")).to_be_visible()
    refused.first.get_by_role("button", name="laisser de côté").press("Enter")
    expect(refused).to_have_count(0)
    expect(name).to_be_focused()
    expect(page.locator("#present")).to_have_text("8 inscriptions")


def test_a_refusal_points_at_the_field(office: OfficePage) -> None:
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


def test_whom_the_server_does_not_hear_of_is_listed_too(office: OfficePage) -> None:
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


def test_a_name_that_is_known_is_completed_by_keyboard(office: OfficePage) -> None:
    roster = {
        "organisation": office.room.tournament.organisation,
        **office.room.get_author_and_time(),
    }
    player = PlayerData("Grèce", "Ana", "L1", "Athènes", birth_year=1980, series="3A")
    save_roster_player(data=player, **roster)
    save_roster_player(data=PlayerData("Grenade", "Léa"), **roster)
    page = office.open("office-entries")
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


def test_what_is_typed_over_an_offer_is_what_is_registered(office: OfficePage) -> None:
    roster = {
        "organisation": office.room.tournament.organisation,
        **office.room.get_author_and_time(),
    }
    save_roster_player(data=PlayerData("Grèce", "Ana", "L1"), **roster)
    page = office.open("office-entries")
    page.locator("#id_last_name").focus()
    page.keyboard.type("Grec")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#registered")).to_contain_text("Grec : table 7.")
    page.get_by_text("Une paire : second joueur").click()
    page.locator("#id_partner_licence").fill("L1")
    page.get_by_role("option").click()
    expect(page.locator("#id_partner_last_name")).to_have_value("Grèce")
    expect(page.locator("#id_last_name")).to_have_value("")


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


def test_the_door_is_kept_with_one_key_a_player(office: OfficePage) -> None:
    page = office.open("office-check-in")
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


def test_all_ticked_is_one_value_and_absent_players_are_confirmed(office: OfficePage) -> None:
    room = office.room
    absent = {
        "entries": room.entry_ids[:2],
        "plays_on": PlayMedium.ABSENT,
        **room.get_author_and_time(),
    }
    change_plays_on(tournament=room.tournament, **absent)
    page = office.open("players")
    page.get_by_label("Tout cocher").focus()
    page.keyboard.press("Space")
    count = page.locator("[data-ticked-count]")
    expect(count).to_have_text("6 cochés : absent 2, tablette 4")
    page.get_by_label("Danemark").uncheck()
    expect(count).to_have_text("5 cochés : absent 2, tablette 3")
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.get_by_role("button", name="Papier").click()
    ticked = [key for key in room.entry_ids if key != room.entry_ids[3]]
    assert parse_qs(sent.value.post_data or "")["entries"] == [",".join(map(str, ticked))]
    expect(page.get_by_label("2 joueurs : absent")).not_to_be_checked()
    assert list_violations_in_both_themes(page) == []
    page.get_by_role("button", name="Changer").press("Enter")
    expect(page.get_by_text("3 joueurs changés : papier. Avant : tablette 3.")).to_be_visible()
    assert Entry.objects.filter(plays_on=PlayMedium.ABSENT).count() == 2
