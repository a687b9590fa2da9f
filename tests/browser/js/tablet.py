"""Actions of a player at the tablet, and its elements, for the tests."""

from types import SimpleNamespace
from typing import Any

from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.js.room import TOKEN, FakeRoom, now
from tests.browser.js.states import END_REASONS, TOURNAMENT, entry_state, history, turn

TOP = {"word": "aNHELAI", "ref": "A8", "score": 97, "formed": ["AVEUX"]}
TABLET: ViewportSize = {"width": 1024, "height": 768}


def load_table(room: FakeRoom, state: dict[str, Any] | None) -> None:
    """The tablet of table 7, given ``state`` when it connects."""
    data = {
        "token": TOKEN,
        "tokenUrl": "/table/token/",
        "bulletinUrl": "/table/bulletin/",
        "slipUrl": "/table/slip/",
        "roadUrl": "/table/road/0/",
        "pageUrl": "/essai/players/4/",
        "entry": 4,
        "tournament": TOURNAMENT.name,
        "endReasons": END_REASONS,
    }
    context = {
        "table": SimpleNamespace(number=7, tournament=TOURNAMENT),
        "entry": SimpleNamespace(name="DELMAS Yvette"),
        "csrf_token": "c" * 64,
        "data": data,
    }
    room.set_snapshot("entry", state)
    room.open("/table/", "player/table.html", context)


def open_table(room: FakeRoom, state: dict[str, Any] | None) -> None:
    """The same, once it is connected and shows what it was given."""
    load_table(room, state)
    room.page.locator("#link[data-status=live]").wait_for()
    room.page.locator("body[data-stage]").wait_for(state="attached")


def open_turn(room: FakeRoom, left_s: float = 120, **changes: Any) -> Page:
    """The tablet while the clock of turn 11 runs: letters E H L A ? N I."""
    open_table(room, entry_state(11, "open", now=now(), left_s=left_s, **changes))
    expect(room.page.locator("body")).to_have_attribute("data-stage", "open")
    return room.page


def tap_letters(page: Page, letters: str) -> None:
    for letter in letters:
        page.locator(f'#rack [data-letter="{letter}"]').first.tap()


def press_keys(page: Page, keys: str) -> None:
    """Press keys with letters and digits, or the key of a lower-case name."""
    for key in [keys] if keys.islower() else keys:
        page.locator(f'#keypad [data-key="{key}"]').tap()


def read_written_word(page: Page) -> str:
    """The word on the bulletin, lower case where a letter is circled."""
    letters: str = page.locator("#squares").evaluate(
        """(box) => [...box.querySelectorAll(".written")].map((square) =>
             square.classList.contains("joker") ? square.textContent.toLowerCase()
                                                : square.textContent).join("")"""
    )
    return letters


def order(page: Page) -> str:
    tiles = page.locator("#rack [data-letter]")
    return "".join(tiles.evaluate_all("(tiles) => tiles.map((tile) => tile.dataset.letter)"))


def get_last_save(room: FakeRoom) -> dict[str, Any]:
    save = room.saves[-1]
    return {name: save[name] for name in ("turn", "rows", "reference", "score")}


def find_status(page: Page) -> Locator:
    return page.locator("#save-status")


def reveal(room: FakeRoom, **mine: Any) -> None:
    rows = history(11)
    room.event(
        "revealed",
        turn=turn(11, "revealed", now=now(), left_s=-5, top=TOP, **mine.pop("turn", {})),
        board=entry_state(11, "revealed", now=now())["board"],
        history={"11": rows["11"]},
    )
    if mine:
        assert room.snapshot
        room.send({"type": "mine", "game_id": 7, "seq": room.snapshot["seq"]} | mine)
