"""The judge's desk while arbiters type bulletins in and late ones come."""

import pytest
from playwright.sync_api import Locator, expect

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.sheets.sheet import Sheet
from tests.browser.office.desks import OfficePage
from tests.bulletins import enter_paper


@pytest.mark.parametrize(
    ("state", "collected_count", "late"),
    [(SheetState.OK, "6", False), (SheetState.LATE, "5", True)],
)
def test_a_typed_bulletin_leaves_the_list_of_missing_bulletins(
    office: OfficePage, state: SheetState, collected_count: str, late: bool
) -> None:
    turn = office.collected_turn()
    page = office.open("judge-desk")

    def number(name: str) -> Locator:
        return page.locator(f"[data-count={name}] dd")

    expect(page.get_by_role("list", name="Manquants")).to_have_text("6")
    expect(number("missing")).to_have_text("1")

    bulletin = Bulletin(Sheet(("RATINES",)), "H2", "66", state)
    enter_paper(turn=turn, number=6, bulletin=bulletin, **office.room.get_author_and_time())

    expect(number("missing")).to_have_count(0)
    expect(number("collected")).to_have_text(collected_count)
    expect(number("typed")).to_have_text("1")
    expect(page.get_by_role("list", name="Manquants")).to_have_count(0)
    expect(number("late")).to_have_count(int(late))
    if late:
        expect(page.get_by_role("list", name="Hors temps")).to_have_text("6")
