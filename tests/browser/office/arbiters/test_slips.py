"""The page of the slips from the keyboard: printed, handed over by range, taken back, and live."""

from playwright.sync_api import Page, expect

from arbitrage.models import Slip
from arbitrage.services import acts
from tests.browser.office.desks import OfficePage
from tests.waiting import wait_for
from tournament.core.states import PlayMedium
from tournament.models import Entry


def rows(page: Page) -> list[str]:
    return page.locator(".slips tbody tr td.num:nth-child(2)").all_inner_texts()


def chip(page: Page, name: str) -> str:
    return page.locator("#slips .chip", has_text=name).locator(".num").inner_text()


def test_an_arbiter_prints_and_ticks_without_the_mouse(office: OfficePage) -> None:
    turn = office.revealed_turn()
    Entry.objects.update(plays_on=PlayMedium.PAPER)
    page = office.open("arbiter-slips")
    expect(page.locator("#connection")).to_have_text("en direct")
    listed = rows(page)
    assert listed

    with page.context.expect_page() as opened:
        page.keyboard.press("i")
    wait_for(Slip.objects.filter(printed_at__isnull=False).exists)
    opened.value.close()
    expect(page.locator("#slips")).to_contain_text("Rien à imprimer")  # it follows by itself

    page.locator("#slips .chip", has_text="imprimés, à remettre").click()
    assert rows(page) == listed
    page.get_by_label("De la table").fill(listed[0])
    page.get_by_label("à la table").fill(listed[0])
    page.keyboard.press("Enter")
    expect(page.locator(".slips tbody tr")).to_have_count(1)
    page.locator("h1").click()
    page.keyboard.press("r")
    expect(page.locator("body")).to_contain_text("1 billet noté remis.")
    assert Slip.objects.get(handed_at__isnull=False).handed_by == office.room.user
    page.keyboard.press("u")
    expect(page.locator("body")).to_contain_text("Geste repris sur 1 billet.")
    assert not Slip.objects.filter(handed_at__isnull=False).exists()

    # A decision of somebody else comes in by itself, and what is ticked stays ticked.
    page = office.open("arbiter-slips")
    expect(page.locator("#connection")).to_have_text("en direct")
    entry = office.room.entries[1]
    acts.give_warning(
        turn=turn, entry=entry, reason="bavardage", **office.room.get_author_and_time()
    )
    expect(page.locator(".slips tbody tr")).to_have_count(1)
    expect(page.locator(".slips")).to_contain_text("bavardage")


def test_a_button_stays_in_place_during_news(office: OfficePage) -> None:
    turn = office.revealed_turn()
    Entry.objects.update(plays_on=PlayMedium.PAPER)
    page = office.open("arbiter-slips")
    expect(page.locator("#connection")).to_have_text("en direct")
    slips = page.locator(".slips tbody tr")
    before = slips.count()
    page.locator("#do-hand").hover()
    page.mouse.down()
    with page.expect_response(lambda answer: "/slips/" in answer.url):
        acts.give_warning(
            turn=turn,
            entry=office.room.entries[1],
            reason="bavardage",
            **office.room.get_author_and_time(),
        )
    page.mouse.up()
    expect(page.locator("body")).to_contain_text(f"{before - 1} billets notés remis.")  # the seen
    expect(page.locator(".slips")).to_contain_text("bavardage")
