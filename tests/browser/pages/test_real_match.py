"""A classic match from the toss to the signatures by two tablets on the real stack; the turns in
which nothing happens are played by the services."""

import contextlib
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Error, Page, Response, WebSocket, expect

from tests.browser.axe import list_violations_in_both_themes
from tests.browser.pages.match_play import (
    Table,
    exchange,
    win_a_challenge,
    without_network,
)
from tests.browser.pages.match_room import begin, expect_connected, expect_text, open_match, press
from tests.browser.pages.tables import Open, find_table_link
from tests.waiting import wait_for

if TYPE_CHECKING:
    from engine.search.moves import Move
    from tests.room import Room
    from tournament.classic.core.state import MatchState


def expect_shown(page: Page, scores: tuple[int, int]) -> None:
    for at, score in enumerate(scores):
        expect(page.locator(".match-clock .points").nth(at)).to_have_text(f"{score} pts")


def looks_well(page: Page) -> None:
    """Check with axe in both themes, and that nothing overflows the page."""
    assert not list_violations_in_both_themes(page)
    usual = page.viewport_size
    for width, height in ((390, 844), (800, 1280), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        beside, below = page.evaluate(
            """() => {
              const { scrollWidth, scrollHeight } = document.documentElement;
              const last = [...document.querySelectorAll("main, .site-footer")].at(-1);
              const end = last.getBoundingClientRect().bottom + scrollY;
              return [scrollWidth - innerWidth, scrollHeight - Math.max(innerHeight, end)];
            }"""
        )
        assert beside <= 0, width
        assert below < 40, width
    if usual:
        page.set_viewport_size(usual)


class Wire:
    """All that a browser was sent."""

    def __init__(self, page: Page) -> None:
        self.texts: list[str] = []
        page.on("response", self._response)
        page.on("websocket", self._socket)

    def _response(self, response: Response) -> None:
        kind = response.headers.get("content-type", "")
        if any(media_type in kind for media_type in ("html", "json")) and response.status < 300:
            with contextlib.suppress(Error):  # of a page that was left meanwhile
                self.texts.append(response.text())

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.texts.append(str(frame)))


def test_a_match_is_played_whole_and_checked_to_the_point(
    live_room: "Room", open_page: Open
) -> None:
    game = open_match(live_room)
    pages = [open_page(find_table_link(live_room, at)) for at in (0, 1)]
    errors: list[str] = []
    for page in pages:
        page.on("pageerror", lambda error: errors.append(str(error)))
        expect_connected(page)
    spectator = open_page(f"/{live_room.tournament.slug}/matches/{game.match_id}/")
    wires = [Wire(page) for page in (*pages, spectator)]
    begin(game, pages)
    for page in pages:
        press(page, "Regarder mes lettres")
        expect(page.locator("#rack [data-letter]")).to_have_count(7)
    table = Table(live_room, game, pages)

    exchange(table, 3)
    move = table.best()
    assert move is not None
    without_network(table, move)
    looks_well(table.page)
    win_a_challenge(table)
    table.play(play_unseen_until_the_last(table, [*pages, spectator]))

    state = table.state
    assert state.end is not None
    assert state.end.reason == "out"
    assert all(game.seed not in text for wire in wires for text in wire.texts)

    signer = pages[state.moves[-1].side == "X"]  # the one who could challenge the last word
    press(signer, "Ne pas contester")
    signer.get_by_role("button", name="Signer la feuille").click()
    expect(signer.locator("#match-part")).to_contain_text("doit encore la signer")
    other = pages[state.moves[-1].side == "Y"]
    other.get_by_role("button", name="Signer la feuille").click()
    expect_text(other, "Partie gagnée" if has_won(table, other) else "Partie perdue")
    wait_for(lambda: table.state.is_confirmed)
    expected = tally(table.state)
    for at, page in enumerate(pages):
        expect(page.locator("#match-part")).to_contain_text("Fin de la partie : sac vide")
        expect(page.locator("#match-part")).to_contain_text("Le résultat est enregistré")
        mine_first = expected if at == 0 else expected[::-1]
        expect_shown(page, mine_first)
    expect(spectator.locator("#match-part")).to_contain_text("gagne la partie")
    expect_shown(spectator, expected)
    assert not errors


def play_unseen_until_the_last(table: Table, pages: list[Page]) -> "Move":
    """Play turns by the services, and return the move that will end the game; the pages come back
    after."""
    addresses = [page.url for page in pages]
    for page in pages:
        page.goto("about:blank")
    while not table.ends_with(move := table.best()):
        assert move is not None
        table.play_unseen(move)
    for page, address in zip(pages, addresses, strict=True):
        page.goto(address)
    for page in table.pages:
        expect_connected(page)
    assert move is not None
    return move


def has_won(table: Table, page: Page) -> bool:
    x, y = tally(table.state)
    return (x > y) == (page is table.pages[0])


def tally(state: "MatchState") -> tuple[int, int]:
    """Counted here from what was announced, challenged and left."""
    from engine.board.letters import FRENCH

    totals = {"X": 0, "Y": 0}
    for move in state.moves:
        if move.word and move.stands:
            totals[move.side] += move.announced
    assert not state.penalties
    racks = {"X": state.x.letters, "Y": state.y.letters}
    values = {
        side: sum(FRENCH.values[letter] for letter in letters) for side, letters in racks.items()
    }
    assert min(values.values()) == 0
    for side, other in ("XY", "YX"):
        totals[side] += values[other] - values[side]
    return totals["X"], totals["Y"]


def test_the_record_of_real_tiles_can_be_worked_with(
    live_room: "Room", open_page: Open, live_stack: Any
) -> None:
    from tests.tournament.classic.views.test_match_record import Record

    record = Record(live_room)
    record.begin()
    record.play("maison", "H4", 20)
    page = open_page("/sante/vie")
    session = record.browser.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_stack.url}])
    page.goto(live_stack.url + record.address)
    for details in page.locator("#match-part details").all():
        details.locator("summary").click()
    looks_well(page)

    page.locator("#word").fill("mal")
    page.locator("#reference").fill("4H")
    page.locator("#score").fill("10")
    page.locator("#score").press("Enter")
    expect(page.locator(".match-sentences")).to_contain_text("a joué MAL en 4H, score annoncé : 10")
    assert [move.word for move in record.state.moves] == ["MAISON", "MAL"]
