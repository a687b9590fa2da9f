"""The arbiter's list in a real browser: hands stay on the keyboard."""

from playwright.sync_api import Page, expect

from arbitrage.models import RulingStatus
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services.rulings import change_ruling
from tests.browser.office.desks import OfficePage
from tournament.models import Turn


def row(page: Page, table: int) -> str:
    """Selector of the row of a table."""
    return f"#bulletins tr:has(th[data-value='{table}'])"


def status(turn: Turn, office: OfficePage, table: int) -> str:
    return get_current_rulings(turn)[office.room.entries[table - 1].pk].status


def reach_rows_by_keys(page: Page) -> None:
    """The detail follows the row; a dialog comes back to its row."""
    expect(page.locator("#detail-title")).to_have_text("Table 5, Égypte")
    expect(page.locator(row(page, 5))).to_be_focused()
    # table 6, without a bulletin, is to decide as well
    for key, table, name in (("ArrowDown", 6, "France"), ("j", 1, "Algérie"), ("j", 2, "Belgique")):
        page.keyboard.press(key)
        expect(page.locator("#detail-title")).to_have_text(f"Table {table}, {name}")
        expect(page.locator(row(page, table))).to_be_focused()
    for key, name in (("m", "Table 2"), ("a", "Table 2, Belgique")):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(row(page, 2))).to_be_focused()
    page.locator("#act-account").focus()
    page.keyboard.press("m")
    expect(page.get_by_role("dialog", name="Table 2")).to_be_visible()
    page.keyboard.press("Escape")


def walk_the_actions_by_tab(page: Page, width: int) -> None:
    """From a row through its actions as they are read."""
    page.set_viewport_size({"width": width, "height": 768})
    page.locator(row(page, 2)).focus()
    if width < 1024:
        expect(page.locator("#detail")).to_be_hidden()
    page.keyboard.press("d")
    expect(page.locator("#detail-title")).to_be_focused()
    acts = page.locator("#detail [data-action]:visible")
    places = acts.evaluate_all(
        "all => all.map(a => [a.getBoundingClientRect().top, a.getBoundingClientRect().left, a.id])"
    )
    assert len(places) == (4 if width == 1024 else 5)
    assert places == sorted(places)
    for act in range(len(places)):
        page.keyboard.press("Tab")
        expect(acts.nth(act)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(row(page, 2))).to_be_focused()


def press_letters_outside_the_list(page: Page) -> None:
    """They do nothing; a head sorts."""
    page.get_by_role("columnheader", name="Table").get_by_role("link").click()
    expect(page.locator("#bulletins tbody th").first).to_have_attribute("data-value", "1")
    # the page that was asked for is alive only when its first row has the focus
    expect(page.locator(row(page, 1))).to_be_focused()
    page.get_by_role("columnheader", name="Table").get_by_role("link").focus()
    page.keyboard.press("m")
    page.keyboard.press("v")
    page.locator(row(page, 2)).focus()
    page.keyboard.press("m")
    expect(page.get_by_role("dialog", name="Table 2")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(row(page, 2))).to_be_focused()


def decide_equal_bulletins_and_undo(page: Page, office: OfficePage, turn: Turn) -> None:
    page.keyboard.press("a")
    page.keyboard.press("Enter")  # the dialog is on its way: not for the row behind it
    dialog = page.get_by_role("dialog", name="Table 2, Belgique")
    expect(dialog.locator("#affected-entries")).to_have_text("3 Canada")
    expect(dialog.get_by_role("button", name="Appliquer aussi à cette table")).to_be_focused()
    assert [status(turn, office, table) for table in (1, 2, 3)] == [RulingStatus.PROPOSED] * 3

    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(page.locator(row(page, 3))).to_contain_text("confirmé")
    decided = [status(turn, office, table) for table in (1, 2, 3)]
    assert decided == [RulingStatus.PROPOSED, RulingStatus.CONFIRMED, RulingStatus.CONFIRMED]
    expect(page.locator("#undo")).to_contain_text("Annuler ma décision : tables 2, 3")

    page.locator(row(page, 2)).focus()
    page.keyboard.press("u")
    expect(page.locator(row(page, 3))).to_contain_text("proposé")
    expect(page.locator("#undo")).to_have_count(0)
    expect(page.locator(row(page, 2))).to_be_focused()
    assert [status(turn, office, table) for table in (2, 3)] == [RulingStatus.PROPOSED] * 2


def confirm_an_answer_at_all_its_tables(page: Page, office: OfficePage, turn: Turn) -> None:
    page.keyboard.press("r")
    pair = page.locator("#bulletins tr[data-several-bulletins]")
    expect(pair).to_have_count(1)
    expect(pair).to_contain_text("2, 3")
    pair.focus()
    expect(page.locator("#detail-title")).to_have_text("2 bulletins identiques")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Table 2, Belgique")
    expect(dialog.locator("#affected-entries")).to_have_text("3 Canada")
    page.keyboard.press("Enter")
    expect(pair).to_contain_text("confirmé")
    assert [status(turn, office, table) for table in (2, 3)] == [RulingStatus.CONFIRMED] * 2
    page.locator("#bulletins tr").nth(1).focus()
    page.keyboard.press("u")
    expect(pair).to_contain_text("proposé")


def open_games_and_solutions(page: Page) -> None:
    page.keyboard.press("g")
    turns = page.get_by_role("dialog", name="Parties et coups")
    expect(turns.get_by_role("link", name="Coup 1")).to_be_focused()
    page.keyboard.press("Escape")
    expect(turns).to_be_hidden()
    page.locator("#bulletins tr").nth(1).focus()
    page.keyboard.press("o")
    expect(page.get_by_role("heading", name="Solutions : partie 1, coup 1")).to_be_visible()


def test_keys_walk_decide_and_undo(office: OfficePage) -> None:
    turn = office.collected_turn()
    page = office.open("arbiter-list")
    reach_rows_by_keys(page)
    for width in (390, 1024):
        walk_the_actions_by_tab(page, width)
    press_letters_outside_the_list(page)
    decide_equal_bulletins_and_undo(page, office, turn)
    confirm_an_answer_at_all_its_tables(page, office, turn)
    open_games_and_solutions(page)


def decide_in_the_dialog(page: Page) -> None:
    """Table 5, and what is read about it; the next one to decide has the focus."""
    page.keyboard.press("m")
    dialog = page.get_by_role("dialog", name="Table 5")
    expect(dialog).to_be_visible()
    dialog.get_by_role("radio", name="sans sanction").check()
    dialog.get_by_role("spinbutton", name="Points").fill("99")
    dialog.get_by_role("button", name="Enregistrer la décision").click()
    expect(dialog).to_contain_text("Aucune lecture du bulletin ne donne 99")
    expect(dialog.get_by_role("spinbutton", name="Points")).to_have_value("99")
    dialog.get_by_label("Décision libre").check()
    dialog.get_by_role("button", name="Enregistrer la décision").click()
    expect(dialog).to_contain_text("Donnez la raison de ce changement.")
    expect(dialog.get_by_label("Décision libre")).to_be_checked()
    dialog.get_by_label("Pourquoi vous changez la décision").fill("le mot n’est pas lisible")
    dialog.get_by_role("button", name="Enregistrer la décision").click()
    expect(dialog).to_contain_text("Ce serait plus que le top du coup")
    dialog.get_by_label("Donner plus que le top du coup").check()
    dialog.get_by_role("button", name="Enregistrer la décision").click()
    expect(dialog).to_be_hidden()
    expect(page.locator(row(page, 6))).to_be_focused()
    page.keyboard.press("k")
    expect(page.locator("#detail")).to_contain_text("« le mot n’est pas lisible »")
    expect(page.locator("#detail")).to_have_attribute("aria-busy", "false")


def change_as_another(office: OfficePage, turn: Turn, table: int, reason: str) -> None:
    change_ruling(
        turn=turn,
        entry=office.room.entries[table - 1],
        version=1,
        points=0,
        sanction="zero",
        motives=["echange"],
        article="5.7",
        reason=reason,
        **office.room.get_author_and_time(),
    )


def hear_of_another_s_decision(page: Page, office: OfficePage, turn: Turn) -> None:
    expect(page.locator("#connection")).to_have_text("en direct")
    expect(page.locator(row(page, 5))).to_be_focused()
    before = page.locator("#bulletins tr[data-row]").evaluate_all("rows => rows.map(r => r.id)")
    change_as_another(office, turn, 4, "bulletin échangé")
    expect(page.locator(row(page, 4))).to_contain_text("changé")
    expect(page.locator(row(page, 5))).to_be_focused()
    after = page.locator("#bulletins tr[data-row]").evaluate_all("rows => rows.map(r => r.id)")
    assert after == before


def remove_a_warning(page: Page) -> None:
    page.locator(row(page, 2)).focus()
    expect(page.locator(row(page, 2))).to_contain_text("avertissement : score")
    page.keyboard.press("v")
    dialog = page.get_by_role("dialog", name="Table 2")
    expect(dialog).to_contain_text("1 avertissement compté")
    dialog.get_by_label("Enlever l’avertissement du coup 1").check()
    dialog.get_by_role("button", name="Enregistrer la décision").click()
    expect(dialog).to_contain_text("Donnez le motif.")
    expect(dialog.get_by_label("Enlever l’avertissement du coup 1")).to_be_checked()
    dialog.get_by_role("textbox", name="Motif").fill("le 0 est un 6")
    dialog.get_by_role("button", name="Enregistrer la décision").click()
    expect(dialog).to_be_hidden()
    expect(page.locator(row(page, 6))).to_be_focused()  # the next that somebody must decide
    page.locator(row(page, 2)).focus()
    expect(page.locator("#detail")).to_contain_text("« le 0 est un 6 »")
    expect(page.locator("#act-account")).to_contain_text("0")


def confirm_what_is_clean(page: Page, office: OfficePage) -> None:
    """Confirm by Enter and by the button; the next open one has the focus."""
    office.room.tournament.confirm_clean = True
    office.room.tournament.save()
    office.open("arbiter-list")
    expect(page.locator("#waiting")).to_have_text("4 bulletins à décider")
    for table in (1, 2):
        expect(page.locator(row(page, table))).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator(row(page, 3))).to_be_focused()
    page.locator(row(page, 6)).focus()
    expect(page.locator("#detail-title")).to_have_text("Table 6, France")
    page.locator("#act-confirm").click()
    expect(page.locator(row(page, 6))).to_contain_text("confirmé")
    expect(page.locator("#detail-title")).to_have_text("Table 3, Canada")
    expect(page.locator("#waiting")).to_have_text("1 bulletin à décider")


def lose_a_race(page: Page, office: OfficePage, turn: Turn) -> None:
    page.route_web_socket("**/live/v1/**", lambda _silent: None)
    page.reload()
    expect(page.locator(row(page, 3))).to_be_focused()
    change_as_another(office, turn, 3, "bulletin échangé")
    page.keyboard.press("Enter")
    expect(page.locator("#detail")).to_contain_text("Un autre arbitre a décidé")
    expect(page.locator("#detail")).to_contain_text("« bulletin échangé »")
    expect(page.locator(row(page, 3))).to_be_focused()
    assert status(turn, office, 3) == RulingStatus.CHANGED


def test_decisions_are_taken_heard_of_and_lost(office: OfficePage) -> None:
    turn = office.collected_turn()
    page = office.open("arbiter-list")
    decide_in_the_dialog(page)
    assert status(turn, office, 5) == RulingStatus.CHANGED
    hear_of_another_s_decision(page, office, turn)
    remove_a_warning(page)
    confirm_what_is_clean(page, office)
    assert status(turn, office, 2) == RulingStatus.CONFIRMED
    lose_a_race(page, office, turn)
