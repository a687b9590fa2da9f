"""The pages of the office, each with something on it, and some with nothing to do yet."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from arbitrage.core.appeals import CaseSubject
from arbitrage.services.appeals import Contested, bring
from tests.browser.office.desks import Office
from tests.browser.office.test_second_looks import look_at_next, watched
from tournament.core.states import TournamentCommand
from tournament.services.game_list import create_games
from tournament.services.life import move_tournament
from tournament.services.turns import announce_turn, draw_turn, open_turn


def office_home(office: Office) -> Page:
    office.page.goto(f"{office.stack.url}/office/")
    return office.page


def page_of(name: str, *args: Any) -> Callable[[Office], Page]:
    return lambda office: office.open(name, *args)


def brought_back(office: Office) -> Page:
    office.page.goto(f"{office.stack.url}/office/restore/")
    return office.page


def new_tournament(office: Office) -> Page:
    office.page.goto(f"{office.stack.url}/office/new/")
    return office.page


def archives(office: Office) -> Page:
    """What an organisation reads of its tournaments, one archived."""
    move_tournament(
        tournament=office.room.tournament, command=TournamentCommand.ARCHIVE, **office.room.by()
    )
    organisation = office.room.tournament.organisation_id
    office.page.goto(f"{office.stack.url}/organisation/{organisation}/tournaments/")
    return office.page


def overview(office: Office) -> Page:
    create_games(tournament=office.room.tournament, count=3, **office.room.by())
    return office.open("office-tournament")


def game_page(office: Office) -> Page:
    office.room.game()
    return office.open("office-game", 1)


def journal(office: Office) -> Page:
    office.collected_turn()
    page = office.open("journal")
    page.get_by_label("Quoi").select_option("all")
    page.get_by_role("button", name="Montrer").click()
    expect(page.get_by_text("Proposition du logiciel").first).to_be_visible()
    return page


def desk_drawn(office: Office) -> Page:
    draw_turn(game=office.room.game(), **office.room.by())
    return office.open("judge-desk")


def desk_open(office: Office) -> Page:
    turn = draw_turn(game=office.room.game(), **office.room.by())
    assert turn is not None
    announce_turn(turn=turn, **office.room.by())
    open_turn(turn=turn, **office.room.by())
    return office.open("judge-desk")


def desk_closed(office: Office) -> Page:
    office.collected_turn()
    return office.open("judge-desk")


def desk_dialog(office: Office) -> Page:
    page = desk_drawn(office)
    page.locator("#ask-cancel").click()
    expect(page.locator("#ask")).to_be_visible()
    return page


def hand_draw(office: Office) -> Page:
    office.room.game(source="hand")
    return office.open("judge-desk")


def arbiter(office: Office) -> Page:
    office.collected_turn()
    return office.open("arbiter-list")


def arbiter_dialog(office: Office) -> Page:
    page = arbiter(office)
    page.locator("[data-act=change]").first.click()
    expect(page.locator("#change")).to_be_visible()
    return page


def account_dialog(office: Office) -> Page:
    page = arbiter(office)
    page.locator(f"#row-{office.room.entries[1].pk}").focus()
    page.keyboard.press("v")
    expect(page.locator("#change")).to_be_visible()
    return page


def account_page(office: Office) -> Page:
    office.collected_turn()
    return office.open("arbiter-account", 1, office.room.entries[1].pk)


def answers(office: Office) -> Page:
    """By answer, with the sheet of a narrow window open."""
    page = arbiter(office)
    page.keyboard.press("r")
    expect(page.locator("#bulletins.answers")).to_be_visible()
    page.keyboard.press("d")
    return page


def solutions(office: Office) -> Page:
    office.collected_turn()
    return office.open("arbiter-solutions", 1, 1)


def turns(office: Office) -> Page:
    office.collected_turn()
    return office.open("arbiter-turns")


def slips(office: Office) -> Page:
    office.revealed_turn()
    page = office.open("arbiter-slips")
    page.goto(f"{page.url}?only=all")
    expect(page.locator(".slips tbody tr").first).to_be_visible()
    return page


def with_a_case(office: Office) -> None:
    room = office.room
    turn = office.collected_turn()
    about = Contested(turn, room.entries[1], CaseSubject.RULING)
    bring(about=about, grounds="Le score se lit 66.", **room.by())


def cases(office: Office) -> Page:
    with_a_case(office)
    return office.open("cases")


def case(office: Office) -> Page:
    with_a_case(office)
    page = office.open("case", 1)
    expect(page.locator(".grid-host:empty")).to_have_count(0)
    return page


def new_case(office: Office) -> Page:
    office.collected_turn()
    return office.open("case-new", office.room.entries[1].pk)


def second_looks(office: Office) -> Page:
    watched(office)
    office.collected_turn()
    page = office.open("second-looks")
    expect(page.locator("#waiting tbody tr").first).to_be_visible()
    return page


def differences(office: Office) -> Page:
    watched(office)
    look_at_next(office, office.collected_turn(), by=office.room.user, points=3)
    page = office.open("differences")
    expect(page.locator(".difference")).to_be_visible()
    return page


PAGES: dict[str, Callable[[Office], Page]] = {
    "home": office_home,
    "overview": overview,
    "new tournament": new_tournament,
    "archives": archives,
    "settings": page_of("office-settings"),
    "big screen": page_of("office-screen"),
    "file and backups": page_of("tournament-file"),
    "a tournament brought back": brought_back,
    "new game": page_of("office-game-create"),
    "game": game_page,
    "staff": page_of("office-staff"),
    "desk, nothing to do": page_of("judge-desk"),
    "desk, hand draw": hand_draw,
    "desk, drawn": desk_drawn,
    "desk, open": desk_open,
    "desk, closed": desk_closed,
    "desk, dialog": desk_dialog,
    "list": arbiter,
    "list, dialog": arbiter_dialog,
    "list by answer": answers,
    "solutions": solutions,
    "games and turns": turns,
    "account, dialog": account_dialog,
    "account": account_page,
    "slips": slips,
    "slips, nothing to do": page_of("arbiter-slips"),
    "second looks": second_looks,
    "second looks, nothing to do": page_of("second-looks"),
    "differences": differences,
    "what is looked at twice": page_of("second-look-plan"),
    "list, nothing to do": page_of("arbiter-list"),
    "cases": cases,
    "cases, none": page_of("cases"),
    "case": case,
    "new case": new_case,
    "journal": journal,
    "journal, to print": page_of("journal-print"),
}
