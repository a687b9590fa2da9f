"""A person with all roles who plays: each desk by one key, no solution before their bulletin."""

from playwright.sync_api import Page, expect

from tests.browser.office.desks import OfficePage, solved
from tests.bulletins import RACK, hand_in_bulletins
from tests.room import ring
from tests.waiting import wait_for
from tournament.core.states import Source
from tournament.services.play.playing_judge import set_table_of_judge
from tournament.services.play.turns import announce_turn, draw_turn, open_turn


def go(page: Page, key: str) -> None:
    """By a key of the navigation, once its script is there to hear it."""
    page.wait_for_load_state()
    page.keyboard.press(key)


def open_desk_after_turn(office: OfficePage) -> Page:
    """The desk of a judge who plays at table 6, with the turn collected except their bulletin."""
    room = office.room
    game = set_table_of_judge(
        game=room.game(source=Source.HAND), table=6, **room.get_author_and_time()
    )
    turn = draw_turn(game=game, letters=RACK, **room.get_author_and_time())
    assert turn is not None
    wait_for(lambda: solved(turn))
    announce_turn(turn=turn, **room.get_author_and_time())
    open_turn(turn=turn, **room.get_author_and_time())
    hand_in_bulletins(turn, room)
    page = office.open("judge-desk")
    expect(page.locator("#connection")).to_have_text("en direct")
    ring(turn)
    return page


def test_the_judge_who_plays_types_his_own_bulletin_first(office: OfficePage) -> None:
    page = open_desk_after_turn(office)
    link = page.get_by_role("link", name="Saisir mon bulletin")
    expect(link).to_be_focused()
    expect(page.locator("#tops")).to_have_count(0)

    go(page, "F8")
    expect(page.locator("#own-bulletin")).to_be_visible()
    expect(page.locator("#bulletins")).to_have_count(0)
    go(page, "F10")
    expect(page.get_by_role("heading", name="À faire maintenant")).to_be_visible()
    go(page, "F4")
    expect(link).to_have_attribute("aria-disabled", "false")
    expect(link).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#table-number")).to_have_text("6")
    expect(page.locator("#line")).to_be_focused()
    page.keyboard.type("tas h8 6")
    page.keyboard.press("Enter")
    expect(page.locator("#bulletins tr[data-table='6'] .verdict strong")).to_be_visible()

    go(page, "F4")
    expect(page.locator("[name=top]:checked")).to_have_count(1)
    go(page, "F9")
    expect(page.locator("#bulletins tr")).to_have_count(1)  # the others sent theirs from a tablet
    page.keyboard.type("rat")
    expect(page.locator("#choices li").first).to_contain_text("RAT")


def test_a_page_left_does_not_call_its_reader_back(office: OfficePage) -> None:
    page = open_desk_after_turn(office)
    page.get_by_role("link", name="Saisir mon bulletin").click()
    expect(page.locator("#line")).to_be_focused()
    page.evaluate("dispatchEvent(new Event('beforeunload'))")
    with page.expect_response("**/paper/state/"):
        page.keyboard.type("tas h8 6")
        page.keyboard.press("Enter")
    go(page, "F4")
    expect(page.locator("[name=top]:checked")).to_have_count(1)
