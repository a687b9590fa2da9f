"""The pages of the office, each with something on it, and some with nothing to do yet."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from arbitrage.core.appeals import CaseSubject
from arbitrage.services.appeals import ContestedDecision, file_case
from tests.browser.office.arbiters.test_second_looks import look_at_next, plan_second_looks
from tests.browser.office.desks import OfficePage
from tournament.core.states import TournamentCommand
from tournament.models import Game, Turn
from tournament.services.game_list import create_games
from tournament.services.lifecycle import move_tournament
from tournament.services.play.turns import announce_turn, draw_turn, open_turn

type Show = Callable[[OfficePage], Page]


def build_view_opener(name: str, *args: Any) -> Show:
    return lambda office: office.open(name, *args)


def build_path_opener(path: str) -> Show:
    def show(office: OfficePage) -> Page:
        office.page.goto(office.stack.url + path)
        return office.page

    return show


def archives(office: OfficePage) -> Page:
    """The page of an organisation's tournaments, one archived."""
    move_tournament(
        tournament=office.room.tournament,
        command=TournamentCommand.ARCHIVE,
        **office.room.get_author_and_time(),
    )
    return build_path_opener(f"/organisation/{office.room.organisation_id}/tournaments/")(office)


def overview(office: OfficePage) -> Page:
    create_games(tournament=office.room.tournament, count=3, **office.room.get_author_and_time())
    return office.open("office-tournament")


# --- a turn drawn by the software -------------------------------------------------------


def game_page(office: OfficePage) -> Page:
    office.room.game()
    return office.open("office-game", 1)


def desk_drawn(office: OfficePage) -> Page:
    draw_turn(game=Game.objects.get(), **office.room.get_author_and_time())
    return office.open("judge-desk")


def desk_dialog(office: OfficePage) -> Page:
    """On the page that is open."""
    page = office.page
    page.locator("#ask-cancel").click()
    expect(page.locator("#ask")).to_be_visible()
    return page


def desk_open(office: OfficePage) -> Page:
    """The desk with a drawn turn."""
    turn = Turn.objects.get()
    announce_turn(turn=turn, **office.room.get_author_and_time())
    open_turn(turn=turn, **office.room.get_author_and_time())
    return office.open("judge-desk")


# --- a turn drawn by hand and collected -------------------------------------------------


def hand_draw(office: OfficePage) -> Page:
    office.room.game(source="hand")
    return office.open("judge-desk")


def desk_closed(office: OfficePage) -> Page:
    office.collected_turn(game=Game.objects.get())
    return office.open("judge-desk")


def arbiter_dialog(office: OfficePage) -> Page:
    """On the page that is open."""
    page = office.page
    page.locator("[data-action=change]").first.click()
    expect(page.locator("#change")).to_be_visible()
    return page


def account_dialog(office: OfficePage) -> Page:
    page = office.open("arbiter-list")
    page.locator(f"#row-{office.room.entries[1].pk}").focus()
    page.keyboard.press("v")
    expect(page.locator("#change")).to_be_visible()
    return page


def answers(office: OfficePage) -> Page:
    """By answer, with the sheet of a narrow window open."""
    page = office.open("arbiter-list")
    page.keyboard.press("r")
    expect(page.locator("#bulletins.answers")).to_be_visible()
    page.keyboard.press("d")
    return page


def account_page(office: OfficePage) -> Page:
    return office.open("arbiter-account", 1, office.room.entries[1].pk)


def new_case(office: OfficePage) -> Page:
    return office.open("case-new", office.room.entries[1].pk)


def journal(office: OfficePage) -> Page:
    page = office.open("journal")
    page.get_by_label("Quoi").select_option("all")
    page.get_by_role("button", name="Montrer").click()
    expect(page.get_by_text("Proposition du logiciel").first).to_be_visible()
    return page


def cases(office: OfficePage) -> Page:
    room = office.room
    about = ContestedDecision(Turn.objects.get(), room.entries[1], CaseSubject.RULING)
    file_case(contested=about, grounds="Le score se lit 66.", **room.get_author_and_time())
    return office.open("cases")


def case(office: OfficePage) -> Page:
    page = office.open("case", 1)
    expect(page.locator(".grid-host:empty")).to_have_count(0)
    return page


def slips(office: OfficePage) -> Page:
    office.reveal(Turn.objects.get())
    page = office.open("arbiter-slips")
    page.goto(f"{page.url}?only=all")
    expect(page.locator(".slips tbody tr").first).to_be_visible()
    return page


# --- bulletins that are looked at twice -------------------------------------------------


def second_looks(office: OfficePage) -> Page:
    plan_second_looks(office)
    office.collected_turn()
    page = office.open("second-looks")
    expect(page.locator("#waiting tbody tr").first).to_be_visible()
    return page


def differences(office: OfficePage) -> Page:
    look_at_next(office, Turn.objects.get(), by=office.room.user, points=3)
    page = office.open("differences")
    expect(page.locator(".difference")).to_be_visible()
    return page


#: In a room of its own, one after the other: each page may add to what is there.
NOTHING_YET: dict[str, Show] = {
    "home": build_path_opener("/office/"),
    "new tournament": build_path_opener("/office/new/"),
    "a tournament brought back": build_path_opener("/office/restore/"),
    "settings": build_view_opener("office-settings"),
    "big screen": build_view_opener("office-screen"),
    "file and backups": build_view_opener("tournament-file"),
    "new game": build_view_opener("office-game-create"),
    "staff": build_view_opener("office-staff"),
    "what is looked at twice": build_view_opener("second-look-plan"),
    "journal, to print": build_view_opener("journal-print"),
    "overview": overview,
    "archives": archives,
}
DRAWN: dict[str, Show] = {
    "game": game_page,
    "desk, drawn": desk_drawn,
    "desk, dialog": desk_dialog,
    "desk, open": desk_open,
}
COLLECTED: dict[str, Show] = {
    "desk, hand draw": hand_draw,
    "desk, closed": desk_closed,
    "list": build_view_opener("arbiter-list"),
    "list, dialog": arbiter_dialog,
    "list by answer": answers,
    "account, dialog": account_dialog,
    "account": account_page,
    "solutions": build_view_opener("arbiter-solutions", 1, 1),
    "games and turns": build_view_opener("arbiter-turns"),
    "new case": new_case,
    "journal": journal,
    "cases": cases,
    "case": case,
    "slips": slips,
}
LOOKED_AT_TWICE: dict[str, Show] = {
    "second looks": second_looks,
    "differences": differences,
}
