"""The judge's desk while arbiters type bulletins in and late ones come."""

import pytest
from playwright.sync_api import expect

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.sheet import Sheet
from arbitrage.services.paper import enter_paper
from tests.browser.office.desks import Office


@pytest.mark.parametrize(
    ("state", "held", "late"), [(SheetState.OK, "6", False), (SheetState.LATE, "5", True)]
)
def test_a_bulletin_that_is_typed_in_leaves_the_list_of_those_without(
    office: Office, state: SheetState, held: str, late: bool
) -> None:
    turn = office.collected_turn()
    page = office.open("judge-desk")
    expect(page.locator("#missing-title")).to_contain_text("Sans bulletin")
    expect(page.locator("#holding [data-table='6']")).to_be_visible()

    bulletin = Bulletin(Sheet(("RATINES",)), "H2", "66", state)
    enter_paper(
        turn=turn, number=6, bulletin=bulletin, seen=0, over_tablet=False, **office.room.by()
    )

    expect(page.locator("#missing")).to_have_text("0")
    expect(page.locator("#held")).to_have_text(held)
    expect(page.locator("#holding [data-table='6']")).to_be_hidden()
    expect(page.locator("#late")).to_have_count(int(late))
    if late:
        expect(page.get_by_role("list", name="Hors temps")).to_have_text("6")
