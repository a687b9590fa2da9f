"""How the office looks to everybody: axe in both themes, phone, zoom, nothing wider than it."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from arbitrage.core.appeals import CaseSubject
from arbitrage.services.appeals import Contested, bring
from tests.browser.axe import Scheme, violations
from tests.browser.office.desks import Office, overflow, solved
from tests.browser.office.test_second_looks import look_at_next, watched
from tests.patience import wait_for
from tests.screens import screen_is_kept
from tournament.core.states import TournamentCommand
from tournament.services.game_list import create_games
from tournament.services.games import create_game
from tournament.services.life import move_tournament
from tournament.services.turns import announce_turn, draw_turn, open_turn

WIDTHS = [1024, 800, 512, 390, 320]  # laptop, tablet, at 200 % zoom, phone, WCAG's reflow


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

#: The pictures kept of them, of a laptop's window, and of a phone's in dark colours.
LOOK = {
    "overview": "office-overview",
    "game": "office-game",
    "desk, closed": "judge-desk",
    "list": "arbiter-list",
}
LOOK_ON_PHONES = {"list": "arbiter-list-phone-dark"}


@pytest.mark.parametrize("name", list(PAGES))
def test_a_page_is_accessible_in_both_themes_and_fits_every_width(
    office: Office, name: str
) -> None:
    page = PAGES[name](office)
    page.wait_for_timeout(300)
    looks: list[tuple[Scheme, int, dict[str, str]]] = [
        ("light", 1024, LOOK),
        ("dark", 390, LOOK_ON_PHONES),
    ]
    for scheme, width, kept in looks:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 844})
        if name in kept:
            screen_is_kept(page, kept[name])
        assert violations(page) == [], (scheme, width)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        assert overflow(page) <= 0, width


def test_the_list_of_games_stays_in_its_card(office: Office) -> None:
    for source in ("software", "hand"):
        create_game(tournament=office.room.tournament, source=source, **office.room.by())
    page = office.open("office-tournament")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        card = page.locator(".card", has=page.locator("table"))
        assert card.evaluate("card => card.scrollWidth - card.clientWidth") <= 0, width


def test_nothing_moves_when_the_page_comes_to_life(office: Office) -> None:
    page = office.open("judge-desk")
    badge = page.locator("#connection")
    height = "badge => badge.parentElement.offsetHeight"
    expect(badge).to_have_text("en direct")
    alive = badge.evaluate(height)
    badge.evaluate("badge => badge.replaceChildren()")
    assert badge.evaluate(height) == alive


def test_nothing_moves_when_the_clock_starts(office: Office) -> None:
    turn = draw_turn(game=office.room.game(), **office.room.by())
    assert turn is not None
    wait_for(lambda: solved(turn))
    announce_turn(turn=turn, **office.room.by())
    page = office.open("judge-desk")
    expect(page.locator("#primary")).to_be_focused()
    places = "['#state', '.steps', '.next'].map(s => document.querySelector(s).offsetTop)"
    before = page.evaluate(places)
    expect(page.locator("#primary")).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("Enter")
    expect(page.locator("#state")).to_have_text("Temps de jeu")
    assert page.evaluate(places) == before


def test_nothing_moves_when_the_last_seconds_are_called(office: Office) -> None:
    page = desk_open(office)
    expect(page.locator("#connection")).to_have_text("en direct")
    word = page.locator("#clock-word")
    expect(word).to_have_text("")
    places = "['#state', '#time-left', '.steps'].map(s => document.querySelector(s).offsetTop)"
    for width in (1280, 1024, 800):
        page.set_viewport_size({"width": width, "height": 768})
        before = page.evaluate(places)
        for said in ("« 20 secondes »", "« Terminé »"):
            word.evaluate("(word, said) => word.replaceChildren(said)", said)
            assert page.evaluate(places) == before, (width, said)
        word.evaluate("(word) => word.replaceChildren()")


def test_every_action_of_a_bulletin_stands_at_its_own_place(office: Office) -> None:
    """Whichever of them it has: table 2 is decided, table 1 has no equal, table 6 no bulletin."""
    page = arbiter(office)
    rows = [page.locator(f"#row-{office.room.entries[table - 1].pk}") for table in (2, 1, 3, 6)]
    rows[0].focus()
    page.keyboard.press("Enter")
    expect(rows[0]).to_contain_text("confirmé")
    for width in (1024, 1280, 1366):
        page.set_viewport_size({"width": width, "height": 844})
        seen: dict[str, set[tuple[float, float]]] = {}
        for row in rows:
            row.focus()
            entry = row.evaluate("row => row.id.replace('row-', '')")
            expect(page.locator(f"[data-shows^='{entry}.']")).to_be_visible()
            for act, left, top in page.locator("#detail .acts [data-act]").evaluate_all(
                """buttons => buttons.map((button) => {
                  const [box, all] = [button, button.parentElement].map((element) =>
                    element.getBoundingClientRect());
                  return [button.dataset.act, box.left, box.top - all.top];
                })"""
            ):
                seen.setdefault(act, set()).add((left, top))
        assert seen.keys() == {"confirm", "change", "equal", "account"}
        assert all(len(places) == 1 for places in seen.values()), (width, seen)


def test_a_button_that_does_not_answer_looks_so_under_the_mouse_too(office: Office) -> None:
    office.room.game()
    page = office.open("judge-desk")
    expect(page.locator("#connection")).to_have_text("en direct")
    button = page.locator("#primary")
    expect(button).to_have_attribute("aria-disabled", "false")
    look = "(button) => { const at = getComputedStyle(button); return [at.color, at.background]; }"
    ready = button.evaluate(look)
    button.evaluate("(button) => button.setAttribute('aria-disabled', 'true')")
    guarded = button.evaluate(look)
    button.hover()
    assert button.evaluate(look) == guarded
    assert guarded[0] != ready[0]
    assert guarded[1] != ready[1]
