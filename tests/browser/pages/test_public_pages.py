"""The ordinary pages in a real browser: home, entrance, sign-in, tournament, ranking, errors."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from tests.browser.axe import COLOURS, EVERY_RULE, list_violations_in_both_themes
from tests.browser.contexts import forget
from tests.browser.keyboard import list_unreachable
from tests.browser.office.desks import list_overflows
from tests.browser.on_paper import count_sheets, cut_on_paper
from tests.browser.pages.tables import Visit
from tests.rows import every_row
from tests.screens import assert_screen_matches

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

    from tests.room import Room

#: A laptop, a tablet, and WCAG's reflow, which is narrower than a laptop at 200 % zoom.
WIDTHS = [1024, 601, 320]
PAGES = {
    "home": "/",
    "about": "/a-propos/",
    "entrance": "/table/enter/",
    "expired link": "/t/nobody/",
    "sign-in": "/accounts/login/",
    "tournament": "/{slug}/",
    "draws": "/{slug}/draws/",
    "ranking": "/{slug}/ranking/",
    "ranking of clubs": "/{slug}/ranking/?by=club",
    "ranking of nobody": "/{slug}/ranking/?series=1A",
    "game sheet": "/{slug}/games/1/",
    "turn": "/{slug}/games/1/turns/1/",
    "find my table": "/{slug}/tables/",
    "nobody's table": "/{slug}/tables/?q=zzz",
    "players": "/{slug}/players/",
    "choosing whom to compare": "/{slug}/players/?with={one}&q=gyp",
    "player": "/{slug}/players/{one}/",
    "two players": "/{slug}/players/{one}/{other}/",
    "empty bench": "/bench/",
    "bench": "/bench/?case=turn1-vertical-reference",
    "regulation": "/reglement/",
    "differences": "/reglement/2019/2023/",
    "not found": "/nothing/here/at/all/",
}
#: With one line that no other page of the template has: its colours are looked at.
OTHER_COLOURS = {"empty bench", "ranking of nobody", "nobody's table", "ranking of clubs"}
#: The pictures kept of them, of a laptop's window, and of a phone's in dark colours.
LOOK = {
    "home": "home",
    "sign-in": "login",
    "ranking": "ranking",
    "game sheet": "game-sheet",
    "turn": "turn",
    "player": "player",
    "two players": "compared",
}
#: Makes the one turn of a player's page a long game: 25 turns, every third with a sentence.
PLAY_LONG = """() => {
  const turn = document.querySelector(".road-turns tbody");
  for (let number = 2; number <= 25; number++) turn.after(turn.cloneNode(true));
  document.querySelectorAll(".road-turns tbody:nth-of-type(3n)").forEach((body) => {
    body.insertRow().innerHTML = `<td colspan="4">${"Score absent ou erroné. ".repeat(6)}</td>`;
    body.lastChild.className = "why";
  });
}"""
LOOK_ON_PHONES = {"ranking": "ranking-phone-dark", "two players": "compared-phone-dark"}


@pytest.fixture(scope="module")
def reader(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[BrowserContext]:
    context = browser.new_context(**browser_context_args, reduced_motion="reduce")
    yield context
    context.close()


@pytest.fixture
def context(reader: BrowserContext, live_server: "LiveServer") -> Iterator[BrowserContext]:
    """The same for every test, with nothing in it that another test left."""
    yield reader
    forget(reader, live_server.url)


def test_the_pages_are_accessible_and_never_scroll_sideways(
    visit: Visit, room: "Room", page: Page
) -> None:
    """Nor has any of them an error to tell in the console."""
    from tournament.models import Player
    from tournament.services.people.teams import put_in_team

    named = {"club": "Club des bords de mer", "series": "3B", "birth_year": 1950}
    Player.objects.filter(entries__in=room.entry_ids[:4]).update(**named)
    put_in_team(
        tournament=room.tournament,
        entries=room.entry_ids[:4],
        name="Les As",
        **room.get_author_and_time(),
    )
    errors, heads = listen(page), [page.locator(".chain-heads")]  # hashes, other ones every time
    with every_row() as each:
        for name, address in PAGES.items():
            with each(name):
                visit(address)
                page.set_viewport_size({"width": 1280, "height": 720})
                page.emulate_media(color_scheme="light")
                if name in LOOK:
                    assert_screen_matches(page, LOOK[name], hidden=heads)
                rules = COLOURS if name in OTHER_COLOURS else EVERY_RULE
                assert list_violations_in_both_themes(page, rules) == []
                assert list_unreachable(page) == []
                assert cut_on_paper(page) == []
                if name == "player":
                    page.evaluate(PLAY_LONG)
                    assert count_sheets(page) == 1
                for width in WIDTHS:
                    page.set_viewport_size({"width": width, "height": 700})
                    assert list_overflows(page) == [], width
                if name in LOOK_ON_PHONES:
                    page.set_viewport_size({"width": 390, "height": 844})
                    page.evaluate("scrollTo(0, 0)")
                    assert_screen_matches(page, LOOK_ON_PHONES[name], hidden=heads)
                reported, errors[:] = [*errors], []
                assert reported == []


def listen(page: Page) -> list[str]:
    """The errors that the page tells from now on, but for its own address that is refused."""
    errors: list[str] = []

    def console(message: ConsoleMessage) -> None:
        if message.type == "error" and not (
            message.location["url"] == page.url and " status of 40" in message.text
        ):
            errors.append(message.text)

    page.on("console", console)
    page.on("pageerror", lambda error: errors.append(str(error)))
    return errors


def names(page: Page) -> list[str]:
    return page.locator(".ranking tbody th > a").all_text_contents()


#: Greatest distance of the first line of a ranking from the top of the window, by its size.
FIRST_LINE = {(390, 844): 260, (1366, 768): 220}
#: The width from which no column of a ranking is scrolled to.
LAPTOP, NOTHING_HIDDEN = 1366, "box => box.scrollWidth <= box.clientWidth"
LONG_NAME = "Aldenberghem-Delacroix-Montmorency Marie-Antoinette-Joséphine"


def test_a_ranking_begins_in_sight_sorts_and_prints_without_buttons(
    visit: Visit, room: "Room"
) -> None:
    from tests.tournament.services.play.test_turns import play_turn
    from tournament.models import Entry, Player

    Entry.objects.filter(pk=room.entries[0].pk).update(name=LONG_NAME)
    for entry, country in zip(room.entries, ("BEL", "CAN", "FRA"), strict=False):
        club = "Scrabble-club des bords de mer et de l'arrière-pays"
        Player.objects.filter(entries=entry).update(country=country, club=club)
    play_turn(room, room.game())
    page = visit("/{slug}/ranking/")
    for (width, height), limit in FIRST_LINE.items():
        page.set_viewport_size({"width": width, "height": height})
        row = page.locator(".ranking tbody tr").first
        name, total = row.locator("th > a").bounding_box(), row.locator(".total").bounding_box()
        box = row.bounding_box()
        assert box is not None
        assert name is not None
        assert total is not None
        assert box["y"] < limit, width
        assert name["x"] + name["width"] <= total["x"], width
        assert total["x"] + total["width"] <= width
        club_box = row.get_by_text("Scrabble-club").bounding_box()  # it is there once
        assert club_box is not None
        assert club_box["x"] + club_box["width"] <= total["x"], width
        if width >= LAPTOP:
            assert page.locator(".scroll:has(.ranking)").evaluate(NOTHING_HIDDEN)
        else:
            assert club_box["y"] >= name["y"] + name["height"]
    expect(page.locator(".ranking th small").first).to_have_text("BEL")
    sort_and_print(page)


def sort_and_print(page: Page) -> None:
    """By the heads of the columns."""
    first = names(page)
    assert first == [LONG_NAME, "Belgique", "Canada", "Danemark", "Égypte", "France"]

    page.get_by_role("button", name="Total").click()
    assert names(page) == first[::-1]
    expect(page.get_by_role("columnheader", name="Total")).to_have_attribute(
        "aria-sort", "ascending"
    )
    page.get_by_role("button", name="Joueur").focus()
    page.keyboard.press("Enter")

    assert names(page) == first
    page.keyboard.press("Enter")
    assert names(page) == first[::-1]
    page.locator(".choose summary").click()
    expect(page.get_by_role("link", name="Imprimer (PDF)")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".site-header")).to_be_hidden()
    expect(page.get_by_role("link", name="Imprimer (PDF)", include_hidden=True)).to_be_hidden()
    expect(page.locator(".ranking tbody tr")).to_have_count(6)


def test_the_keyboard_walks_and_a_wrong_code_keeps_the_form(visit: Visit, room: "Room") -> None:
    table = room.entries[1].table
    page = visit("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Aller au contenu")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Suivre", exact=True)).to_be_focused()
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"

    page.get_by_label("Numéro de table").fill(str(table.number))
    page.get_by_label("Code").fill("FAUX22")
    page.get_by_role("button", name="Entrer").click()
    expect(page.get_by_role("alert")).to_contain_text("ne vont pas ensemble")
    expect(page.get_by_label("Numéro de table")).to_have_value(str(table.number))

    page.get_by_label("Code").fill(table.code.lower())
    page.get_by_role("button", name="Entrer").click()
    expect(page).to_have_url(page.url.split("/table")[0] + "/table/")
    expect(page.locator(".bar-title")).to_contain_text("Belgique")


def test_a_turn_touched_in_the_chart_shows_its_grid(visit: Visit, room: "Room") -> None:
    from tests.tournament.services.play.test_turns import play_turn

    game = room.game()
    for _ in range(2):
        play_turn(room, game)
    page = visit("/{slug}/games/2/")
    page.set_viewport_size({"width": 390, "height": 844})
    band = page.locator(".chart rect.turn").first
    band.click(force=True)

    expect(page.locator("#replay-move")).to_contain_text("Coup 1")
    expect(page.locator("#replay-board")).to_be_in_viewport()
    expect(page.locator(".chart rect.turn.shown")).to_have_count(1)


def replay_by_itself(page: Page, length: int) -> None:
    """Not for readers who want no motion."""
    tiles = page.locator("#replay-board .square.tile")
    expect(page.get_by_role("button", name="Dérouler la partie")).to_be_hidden()  # no motion
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    page.get_by_label("Vitesse").select_option("rapide")
    page.get_by_role("button", name="Dérouler la partie").click()
    expect(tiles).to_have_count(0)
    expect(tiles).to_have_count(length)
    expect(page.get_by_role("button", name="Dérouler la partie")).to_be_visible()  # it stops
    page.locator("h1").click()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Arrêter")).to_be_visible()
    page.emulate_media(reduced_motion="reduce")


def test_a_game_is_replayed_with_keys_buttons_slider_and_lines(
    visit: Visit, browser: Browser, page: Page
) -> None:
    """Without a script the whole sheet is there."""
    visit("/{slug}/games/1/")
    tiles = page.locator("#replay-board .square.tile")
    move = page.locator("#replay-move")
    length = tiles.count()
    expect(move).to_contain_text("Coup 1")
    assert length >= 2

    page.keyboard.press("ArrowLeft")
    expect(tiles).to_have_count(0)
    expect(move).to_contain_text("la grille est vide")
    page.keyboard.press("ArrowRight")
    expect(tiles).to_have_count(length)
    page.get_by_role("button", name="Coup précédent").click()
    expect(tiles).to_have_count(0)
    page.get_by_role("slider", name="Coup montré").press("ArrowRight")
    expect(page.locator("#replay-board .square.tile.last")).to_have_count(length)
    page.get_by_role("button", name="Avant le premier coup").click()
    page.locator(".sheet tbody tr").first.locator("td").first.click()
    expect(tiles).to_have_count(length)
    expect(page.locator(".sheet tr.shown")).to_have_count(1)
    page.keyboard.press("ArrowLeft")  # from the line that was touched
    expect(tiles).to_have_count(0)

    replay_by_itself(page, length)

    bare = browser.new_context(java_script_enabled=False).new_page()
    bare.goto(page.url)
    expect(bare.locator(".sheet tbody tr")).to_have_count(1)
    expect(bare.locator("#replay")).to_be_hidden()
    bare.context.close()
