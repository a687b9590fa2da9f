"""A second look from end to end: the same verdict, a difference, settled, and the slip's box."""

from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, expect

from arbitrage.core.second_looks import LookCriteria, LookState
from arbitrage.models import SecondLook
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.queries.second_looks import SecondLooks
from arbitrage.services.second_looks import choose_plan, give_second_look
from tests.browser.office.desks import OfficePage
from tournament.core.states import Role
from tournament.models import Entry, StaffMember, Turn


def plan_second_looks(office: OfficePage) -> None:
    choose_plan(
        tournament=office.room.tournament,
        plan=LookCriteria(everything=True),
        **office.room.get_author_and_time(),
    )


def open_first_arbiter(office: OfficePage, browser: Browser) -> Page:
    user = User.objects.create_user("camille")
    StaffMember.objects.create(tournament=office.room.tournament, user=user, role=Role.ARBITER)
    page = browser.new_context(locale="fr-FR").new_page()
    office.sign_in(page, user)
    return page


def look_at_next(
    office: OfficePage, turn: Turn, *, by: User, points: int | None = None
) -> SecondLook:
    """Look at the first bulletin that waits for ``by``; without points, as it was decided."""
    _turn, entry = SecondLooks.from_game(turn.game).list_assignable(by)[0]
    ruling = get_current_rulings(turn)[entry]
    return give_second_look(
        turn=turn,
        entry=Entry.objects.get(pk=entry),
        version=ruling.version,
        points=ruling.points if points is None else points,
        sanction=ruling.sanction if points is None else "none",
        **(office.room.get_author_and_time() | {"by": by}),
    )


def read_current_table(page: Page) -> str:
    return page.locator("#waiting tr.current th").inner_text()


def begin_a_verdict_while_others_decide(page: Page, office: OfficePage, turn: Turn) -> None:
    """It stays open; the bulletin that they looked at leaves the list."""
    name = page.locator("#waiting tr.current th")
    before = page.locator("#waiting tbody th").all_inner_texts()
    page.keyboard.press("j")
    expect(name).to_have_text(before[1])
    page.locator("#look-otherwise summary").click()
    page.locator("#id_points").fill("17")
    other = User.objects.create_user("sacha")
    StaffMember.objects.create(
        tournament=office.room.tournament, user=other, role=Role.DOUBLE_ARBITER
    )
    look_at_next(office, turn, by=other)
    expect(page.locator("#waiting tbody tr")).to_have_count(len(before) - 1)
    expect(name).to_have_text(before[1])
    expect(page.locator("#id_points")).to_have_value("17")
    page.locator("#look-otherwise summary").click()
    page.locator("h1").click()


def test_a_difference_goes_to_the_other_arbiter_and_the_slip(
    office: OfficePage, browser: Browser
) -> None:
    plan_second_looks(office)
    turn = office.revealed_turn()
    first = office.open("differences", page=open_first_arbiter(office, browser))
    expect(first.locator("#connection")).to_have_text("en direct")
    expect(first.locator("#differences")).to_contain_text("Aucun désaccord.")

    page = office.open("second-looks")
    expect(page.locator("#connection")).to_have_text("en direct")
    begin_a_verdict_while_others_decide(page, office, turn)
    names = page.locator("#waiting tbody th").all_inner_texts()
    page.keyboard.press("j")
    expect(page.locator("#waiting tr.current th")).to_have_text(names[1])
    page.keyboard.press("k")
    expect(page.locator("#waiting tr.current th")).to_have_text(names[0])
    page.keyboard.press("Enter")  # as the software says
    expect(page.locator("#status-text")).to_contain_text("Même verdict")
    assert SecondLook.objects.get(by=office.room.user).state == LookState.AGREED
    assert read_current_table(page) == names[1]

    page.keyboard.press("m")
    page.keyboard.press("Space")
    page.locator("#id_points").fill("3")
    page.keyboard.press("Enter")
    expect(page.locator(".difference")).to_contain_text("3 points")
    page.get_by_label("Motif").fill("Le mot est plus court.")
    page.keyboard.press("Enter")
    expect(page.locator(".difference")).to_contain_text("Le mot est plus court.")

    # The first one hears of it, decides, and sends the slip.
    expect(first.locator(".difference")).to_contain_text("Le mot est plus court.")
    first.get_by_role("link", name="Changer la décision").click()
    expect(first.locator("#connection")).to_have_text("en direct")  # its scripts are there
    first.locator("#act-change").click()
    dialog = first.locator("#change")
    dialog.locator("#id_points").fill("3")
    dialog.locator("[name=free]").check()
    dialog.locator("[name=sanction][value=none]").check()
    dialog.locator("[name=reason]").fill("Relu avec le double arbitre.")
    dialog.get_by_role("button", name="Enregistrer la décision").click()
    expect(dialog).to_be_hidden()
    expect(page.locator("#differences")).to_contain_text("Aucun désaccord.")
    assert SecondLook.objects.filter(state=LookState.RULED).count() == 1
    office.open("arbiter-slips", page=first)
    first.goto(f"{first.url}?only=all")
    line = first.locator(".slips tbody tr", has_text=names[1])
    expect(line).to_contain_text("Double arbitrage : score attribué : 3")
    first.context.close()
