"""Keying of a turn of paper bulletins in a real browser: ``make bench-keying ARGS="--seed 3"``.

A club of its own, a typist signed in to the keying page, who presses a key every 150 ms: 60 % tops,
25 % lesser moves, 15 % errors. The exit status is 1 if a goal was missed or a bulletin is stored
wrongly.
"""

import sys
import time
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page
from rich.console import Console

from benchmarks.people.browser import open_browser
from benchmarks.people.club import Club
from benchmarks.report import Report
from engine.arguments import FrenchArgumentParser

if TYPE_CHECKING:
    from tournament.models import Turn

#: Goals: keys per bulletin, seconds of the whole turn.
MAX_KEYS, MAX_SECONDS = 4.0, 60.0
#: Goal: longest wait after a bulletin, in milliseconds.
MAX_WAIT_MS = 100
KEY_PAUSE_S = 0.15
LAPTOP = {"width": 1366, "height": 768}
TIMEOUT_MS = 60_000
#: Seconds of a turn: the minimum.
TIME_S = 5
#: Shares of the bulletins; the rest are errors.
TOP_SHARE, LESSER_SHARE = 0.60, 0.25
#: Keys of the keying page.
TOP_KEY, DOWN_KEY, ENTER_KEY = "*", "ArrowDown", "Enter"


@dataclass(frozen=True)
class KeyedBulletin:
    """The keys to press, and the word and score that must be stored."""

    keys: list[str]
    word: str
    score: str


@dataclass(frozen=True)
class KeyingTimes:
    """Seconds from the first key to the last, then until everything was acknowledged and judged;
    ``waits``: seconds from the last key of each bulletin until the next table was offered."""

    keying_s: float
    acknowledged_s: float
    judged_s: float
    waits: list[float]


def main(arguments: list[str] | None = None) -> int:
    parser = FrenchArgumentParser(prog="benchmarks.keying", description=__doc__)
    parser.add_argument("--bulletins", type=int, default=30, help="bulletins à saisir")
    parser.add_argument("--seed", type=int, default=2023, help="hasard des bulletins")
    options = parser.parse_args(arguments)
    console = Console()
    console.print("[dim]… un club démarre[/dim]")
    club = Club()
    with club.open():
        link, turn = play_two_turns(options.bulletins, options.seed)
        bulletins = make_bulletins(turn, options.bulletins, options.seed)
        with open_browser() as browser:
            page = browser.new_page(viewport=LAPTOP)  # type: ignore[arg-type]
            page.set_default_timeout(TIMEOUT_MS)
            page.goto(club.url + link)
            page.locator("main button").click()
            page.locator("#line:focus").wait_for()
            times = key_all(page, bulletins)
        return show_results(console, times, bulletins, find_errors(turn, bulletins))


def show_results(
    console: Console, times: KeyingTimes, bulletins: list[KeyedBulletin], errors: list[str]
) -> int:
    keys = sum(len(bulletin.keys) for bulletin in bulletins) / len(bulletins)
    title = f"Saisie de {len(times.waits)} bulletins en papier"
    report = Report(title, "", "mesure", "but", marks=("atteint", "manqué"))
    for label, value, unit, maximum in (
        ("Touches par bulletin", f"{keys:.2f}", "", MAX_KEYS),
        ("Le coup saisi", f"{times.keying_s:.1f}", " s", MAX_SECONDS),
        ("Plus longue attente", f"{max(times.waits) * 1000:.0f}", " ms", MAX_WAIT_MS),
    ):
        is_reached = float(value) <= maximum
        report.add(label, f"{value}{unit}", f"≤ {maximum:g}{unit}", is_reached=is_reached)
    count = str(len(errors))
    report.add("Bulletins mal enregistrés", count, "0", is_reached=not errors, errors=errors)
    report.add("Tout accusé", f"{times.acknowledged_s:.1f} s", "")
    report.add("Tout jugé, à l’écran", f"{times.judged_s:.1f} s", "")
    return report.print(console)


# --- typing -------------------------------------------------------------------------------


def key_all(page: Page, bulletins: list[KeyedBulletin]) -> KeyingTimes:
    """Key ``bulletins`` for the tables 1, 2, … in this order."""
    waits = []
    start = time.monotonic()
    for number, bulletin in enumerate(bulletins, start=1):
        wait_for_table(page, str(number))
        for key in bulletin.keys:
            page.keyboard.press(key)
            time.sleep(KEY_PAUSE_S)
        last_key_at = time.monotonic()
        wait_for_table(page, str(number + 1) if number < len(bulletins) else "–")
        waits.append(time.monotonic() - last_key_at)
    keying_s = time.monotonic() - start
    page.wait_for_function("() => document.getElementById('unsent').textContent === '0'")
    acknowledged_s = time.monotonic() - start
    page.wait_for_function(
        "n => document.querySelectorAll('#bulletins .verdict strong').length === n",
        arg=len(bulletins),
    )
    return KeyingTimes(keying_s, acknowledged_s, time.monotonic() - start, waits)


def wait_for_table(page: Page, number: str) -> None:
    page.wait_for_function(
        "n => document.getElementById('table-number').textContent === n", arg=number
    )


# --- the bulletins ------------------------------------------------------------------------


def play_two_turns(tables: int, seed: int) -> "tuple[str, Turn]":
    """Return a link that signs the typist in, and the second turn, revealed with nothing typed."""
    from benchmarks.people.judge import Desk, wait_for_field
    from benchmarks.people.room import make_room
    from tournament.core.states import PlayMedium, Role, TurnState
    from tournament.models import Game

    room = make_room("Saisie", "arbitre", tables, Role.JUDGE, Role.ARBITER)
    game = room.create_game(time_s=TIME_S, warn_s=0)
    Game.objects.filter(pk=game.pk).update(seed=f"{seed:064x}")
    game.refresh_from_db()
    desk = Desk(game, room.user)
    desk.start()
    for medium in (PlayMedium.ABSENT, PlayMedium.PAPER):
        room.change_medium(room.entries, medium)
        drawn_turn = desk.draw()
        assert drawn_turn is not None
        wait_for_field(drawn_turn, "solved_at")
        desk.announce(drawn_turn)
        desk.open(drawn_turn)
        wait_for_field(drawn_turn, "state", TurnState.CLOSED)
        turn = desk.reveal(drawn_turn)
    return room.build_link("arbiter-paper", game.number, turn.ordinal), turn


def make_bulletins(turn: "Turn", tables: int, seed: int) -> list[KeyedBulletin]:
    moves, rng = turn.solutions.moves, Random(seed)  # noqa: S311 - no secret
    kinds = ["top"] * round(tables * TOP_SHARE) + ["lesser"] * round(tables * LESSER_SHARE)
    kinds += ["error"] * (tables - len(kinds))
    rng.shuffle(kinds)
    lesser_moves = [move for move in moves[:200] if move[2] < turn.score]
    bulletins = []
    for kind in kinds:
        word, ref, score = rng.choice(lesser_moves)
        if kind == "top":
            bulletins.append(KeyedBulletin([TOP_KEY], turn.word, str(turn.score)))
        elif kind == "lesser":
            bulletins.append(
                KeyedBulletin(
                    [*find_fewest_keys(word, ref, score, moves), ENTER_KEY], word, str(score)
                )
            )
        else:
            misspelt_word = misspell(word, rng)
            bulletins.append(
                KeyedBulletin(
                    [*f"{misspelt_word} {ref} {score}", ENTER_KEY], misspelt_word, str(score)
                )
            )
    return bulletins


def misspell(word: str, rng: Random) -> str:
    """Return the word with another letter in it."""
    index = rng.randrange(1, len(word))
    return word[:index].upper() + rng.choice("KWXYZ") + word[index + 1 :].upper()


def find_fewest_keys(word: str, ref: str, score: int, moves: list[list[Any]]) -> list[str]:
    """Return the fewest keys that select this solution: its score, or score and beginning of the
    word, or the beginning alone; then arrow keys."""
    queries = []
    for letters in range(len(word) + 1):
        start = word[:letters].upper()
        matching = [m for m in moves if m[2] == score and m[0].upper().startswith(start)]
        text = f"{score} {start}" if start else str(score)
        queries.append((text, matching.index([word, ref, score])))
        if start:
            matching = [m for m in moves if m[0].upper().startswith(start)]
            queries.append((start, matching.index([word, ref, score])))
    selectable = [(text, steps) for text, steps in queries if steps < 9]
    text, steps = min(selectable, key=lambda query: len(query[0]) + query[1])
    return [*text, *[DOWN_KEY] * steps]


def find_errors(turn: "Turn", bulletins: list[KeyedBulletin]) -> list[str]:
    """List the bulletins that are stored differently, by table."""
    from arbitrage.models import PaperBulletin
    from tournament.queries.people.seating import annotate_seats_by_turn

    paper_bulletins = annotate_seats_by_turn(PaperBulletin.objects.filter(turn=turn))
    rows_in_order = paper_bulletins.order_by("version")
    stored = {
        table: ("".join(rows), score)
        for table, rows, score in rows_in_order.values_list("seat_number", "rows", "score")
    }
    return [
        f"table {table} : {stored.get(table)} au lieu de {bulletin.word} {bulletin.score}"
        for table, bulletin in enumerate(bulletins, start=1)
        if stored.get(table) != (bulletin.word, bulletin.score)
    ]


if __name__ == "__main__":
    sys.exit(main())
