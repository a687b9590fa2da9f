"""The judge's desk while arbiters type bulletins in, late ones come, and a game is given up."""

import re
from datetime import timedelta

from playwright.sync_api import Page, expect

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.sheets.sheet import Sheet
from tests.browser.office.desks import OfficePage
from tests.bulletins import enter_paper
from tournament.core.states import TurnState
from tournament.models import Turn
from tournament.queries import clock
from tournament.services.play.interruptions import interrupt_game


def expect_counts(page: Page, *, typed: int, collected: int, missing: list[str]) -> None:
    names = page.get_by_role("list", name="Manquants").locator("li")
    expect(names).to_have_text(missing)
    for name, count in (("typed", typed), ("collected", collected), ("missing", len(missing))):
        number = page.locator(f"[data-count={name}] dd")
        expect(number).to_have_text([str(count)] if count else [])


def give_a_game_up(page: Page, office: OfficePage, turn: Turn) -> None:
    """Interrupted too long, it ends without its last turn."""
    long_ago = clock.now() - timedelta(minutes=31)
    turn.refresh_from_db()
    interrupt_game(game=turn.game, by=office.room.user, now=long_ago)
    page.reload()
    page.locator("#primary").press("Enter")
    page.get_by_role("radio", name="joué dans de mauvaises conditions").check()
    page.locator("#ask").get_by_role("button", name="Terminer la partie").click()
    expect(page.locator("#state")).to_have_text(re.compile("[Pp]artie terminée"))
    turn.refresh_from_db()
    assert turn.state == TurnState.CANCELLED
    assert turn.game.end_reason == "interrupted"


def test_a_typed_bulletin_leaves_the_list_of_missing_bulletins(office: OfficePage) -> None:
    """And is late once the arbiter says so."""
    turn = office.collected_turn()
    page = office.open("judge-desk")
    late = page.locator("[data-count=late] dd")
    expect_counts(page, typed=0, collected=5, missing=["6"])
    written = Sheet(("RATINES",)), "H2", "66"
    by = office.room.get_author_and_time()
    enter_paper(turn=turn, number=6, bulletin=Bulletin(*written, SheetState.OK), **by)
    expect_counts(page, typed=1, collected=6, missing=[])
    expect(late).to_have_count(0)
    enter_paper(
        turn=turn, number=6, bulletin=Bulletin(*written, SheetState.LATE), seen_version=1, **by
    )
    expect_counts(page, typed=1, collected=5, missing=[])
    expect(late).to_have_count(1)
    expect(page.get_by_role("list", name="Hors temps")).to_have_text("6")
    give_a_game_up(page, office, turn)
