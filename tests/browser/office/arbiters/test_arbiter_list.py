"""The arbiter's list in a real browser: hands stay on the keyboard."""

from playwright.sync_api import Page, expect

from arbitrage.models import RulingStatus
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services.rulings import change_ruling
from tests.browser.office.desks import OfficePage
from tests.rows import every_row
from tournament.models import Turn


def row(page: Page, table: int) -> str:
    """Selector of the row of a table."""
    return f"#bulletins tr:has(th[data-value='{table}'])"


def status(turn: Turn, office: OfficePage, table: int) -> str:
    return get_current_rulings(turn)[office.room.entries[table - 1].pk].status


def move_by_arrows_and_confirm_by_enter(office: OfficePage, turn: Turn) -> None:
    page = office.open("arbiter-list")
    expect(page.locator(row(page, 5))).to_be_focused()
    page.keyboard.press("ArrowDown")  # without a bulletin: to decide as well
    expect(page.locator(row(page, 6))).to_be_focused()
    for table in (1, 2):
        page.keyboard.press("j")
        expect(page.locator(row(page, table))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(row(page, 2))).to_contain_text("confirmé")
    assert status(turn, office, 2) == RulingStatus.CONFIRMED
    page.keyboard.press("k")


def test_after_a_decision_the_next_open_bulletin_has_the_focus(office: OfficePage) -> None:
    office.room.tournament.confirm_clean = True
    office.room.tournament.save()
    office.collected_turn()
    page = office.open("arbiter-list")
    expect(page.locator("#waiting")).to_have_text("6 bulletins à décider")
    expect(page.locator(row(page, 1))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(row(page, 2))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(row(page, 3))).to_be_focused()
    expect(page.locator("#waiting")).to_have_text("4 bulletins à décider")


def test_an_undecided_bulletin_is_decided_in_the_dialog(office: OfficePage) -> None:
    turn = office.collected_turn()
    page = office.open("arbiter-list")
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
    expect(page.locator(row(page, 6))).to_be_focused()  # the next one to decide
    assert status(turn, office, 5) == RulingStatus.CHANGED
    page.keyboard.press("k")
    expect(page.locator("#detail")).to_contain_text("« le mot n’est pas lisible »")
    expect(page.locator("#detail")).to_have_attribute("aria-busy", "false")


def leave_the_dialog_by_escape(office: OfficePage) -> None:
    """It comes back to the row."""
    page = office.open("arbiter-list")
    page.keyboard.press("j")
    page.keyboard.press("m")
    expect(page.get_by_role("dialog", name="Table 6")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(row(page, 6))).to_be_focused()


def leave_equal_bulletins_by_escape(office: OfficePage, turn: Turn) -> None:
    """They are as they were."""
    page = office.open("arbiter-list")
    page.locator(row(page, 2)).focus()
    page.keyboard.press("a")
    expect(page.get_by_role("dialog", name="Table 2, Belgique")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(row(page, 2))).to_be_focused()
    assert status(turn, office, 3) == RulingStatus.PROPOSED


def walk_the_actions_by_tab(office: OfficePage, width: int) -> None:
    """From a row through its actions as they are read."""
    page = office.open("arbiter-list")
    page.set_viewport_size({"width": width, "height": 768})
    page.locator(row(page, 2)).focus()
    expect(page.locator("#detail-title")).to_have_text("Table 2, Belgique")
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


def press_letters_outside_the_list(office: OfficePage, turn: Turn) -> None:
    """They do nothing; a head sorts."""
    page = office.open("arbiter-list")
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
    assert status(turn, office, 1) == RulingStatus.PROPOSED


def decide_equal_bulletins_and_undo(office: OfficePage, turn: Turn) -> None:
    page = office.open("arbiter-list")
    for _ in range(3):
        page.keyboard.press("j")
    expect(page.locator(row(page, 2))).to_be_focused()
    page.keyboard.press("a")
    page.keyboard.press("Enter")  # the dialog is on its way: not for the row behind it
    dialog = page.get_by_role("dialog", name="Table 2, Belgique")
    expect(dialog.locator("#affected-entries")).to_have_text("3 Canada")
    expect(dialog.get_by_role("button", name="Appliquer aussi à cette table")).to_be_focused()
    assert [status(turn, office, table) for table in (2, 3)] == [RulingStatus.PROPOSED] * 2

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


def follow_the_focused_row_in_the_detail(office: OfficePage, turn: Turn) -> None:
    page = office.open("arbiter-list")
    expect(page.locator("#detail-title")).to_have_text("Table 5, Égypte")
    for table, name in ((6, "France"), (1, "Algérie"), (2, "Belgique")):
        page.keyboard.press("j")
        expect(page.locator("#detail-title")).to_have_text(f"Table {table}, {name}")
        expect(page.locator(row(page, table))).to_be_focused()
    page.locator("#act-account").focus()
    page.keyboard.press("m")
    expect(page.get_by_role("dialog", name="Table 2")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#act-confirm").click()
    expect(page.locator(row(page, 2))).to_contain_text("confirmé")
    assert status(turn, office, 2) == RulingStatus.CONFIRMED
    expect(page.locator("#detail-title")).to_have_text("Table 5, Égypte")


def confirm_an_answer_at_all_its_tables(office: OfficePage, turn: Turn) -> None:
    page = office.open("arbiter-list")
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
    page.keyboard.press("g")
    turns = page.get_by_role("dialog", name="Parties et coups")
    expect(turns.get_by_role("link", name="Coup 1")).to_be_focused()
    page.keyboard.press("Escape")
    expect(turns).to_be_hidden()
    page.locator("#bulletins tr").nth(1).focus()
    page.keyboard.press("o")
    expect(page.get_by_role("heading", name="Solutions : partie 1, coup 1")).to_be_visible()


def hear_of_another_s_decision(office: OfficePage, turn: Turn) -> None:
    page = office.open("arbiter-list")
    expect(page.locator("#connection")).to_have_text("en direct")
    page.get_by_role("columnheader", name="Table").get_by_role("link").click()
    expect(page.locator(row(page, 1))).to_be_focused()
    expect(page.locator("#connection")).to_have_text("en direct")
    before = page.locator("#bulletins tr[data-row]").evaluate_all("rows => rows.map(r => r.id)")
    change_ruling(
        turn=turn,
        entry=office.room.entries[4],
        version=1,
        points=0,
        sanction="zero",
        motives=["illisible"],
        article="5.7",
        reason="illisible",
        **office.room.get_author_and_time(),
    )
    expect(page.locator(row(page, 5))).to_contain_text("changé")
    expect(page.locator(row(page, 1))).to_be_focused()
    after = page.locator("#bulletins tr[data-row]").evaluate_all("rows => rows.map(r => r.id)")
    assert after == before
    header = page.get_by_role("columnheader", name="Table").first
    expect(header).to_have_attribute("aria-sort", "ascending")


def lose_a_race(office: OfficePage, turn: Turn) -> None:
    page = office.open("arbiter-list")
    page.route_web_socket("**/live/v1/**", lambda _silent: None)
    page.reload()
    expect(page.locator(row(page, 5))).to_be_focused()
    page.keyboard.press("j")
    page.keyboard.press("j")
    entry = office.room.entries[0]
    change_ruling(
        turn=turn,
        entry=entry,
        version=1,
        points=0,
        sanction="zero",
        motives=["echange"],
        article="5.7",
        reason="bulletin échangé",
        **office.room.get_author_and_time(),
    )
    page.keyboard.press("Enter")
    expect(page.locator("#detail")).to_contain_text("Un autre arbitre a décidé")
    expect(page.locator("#detail")).to_contain_text("« bulletin échangé »")
    expect(page.locator(row(page, 1))).to_be_focused()
    assert status(turn, office, 1) == RulingStatus.CHANGED


def remove_a_warning(office: OfficePage) -> None:
    page = office.open("arbiter-list")
    for _ in range(3):
        page.keyboard.press("j")
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
    expect(page.locator(row(page, 5))).to_be_focused()  # the next that somebody must decide
    page.locator(row(page, 2)).focus()
    expect(page.locator("#detail")).to_contain_text("« le 0 est un 6 »")
    expect(page.locator("#act-account")).to_contain_text("0")


def test_keys_decide_and_undo_and_others_decide_nothing(office: OfficePage) -> None:
    """On one turn; what decides for good comes last."""
    turn = office.collected_turn()
    with every_row() as each:
        with each("dialog"):
            leave_the_dialog_by_escape(office)
        with each("equal bulletins"):
            leave_equal_bulletins_by_escape(office, turn)
        with each("outside the list"):
            press_letters_outside_the_list(office, turn)
        for width in (1024, 390):
            with each(width):
                walk_the_actions_by_tab(office, width)
    office.page.set_viewport_size({"width": 1024, "height": 768})
    decide_equal_bulletins_and_undo(office, turn)
    confirm_an_answer_at_all_its_tables(office, turn)
    move_by_arrows_and_confirm_by_enter(office, turn)


def test_the_list_follows_the_focused_row_and_others_decisions(office: OfficePage) -> None:
    turn = office.collected_turn()
    follow_the_focused_row_in_the_detail(office, turn)
    hear_of_another_s_decision(office, turn)


def test_a_warning_is_removed_and_a_race_is_lost(office: OfficePage) -> None:
    turn = office.collected_turn()
    remove_a_warning(office)
    lose_a_race(office, turn)
