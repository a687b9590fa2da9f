"""Bulletins written one after the other at the tablet's page, in turns of a recorded game."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from playwright.sync_api import expect

from benchmarks.tapping.hand import Device, TremblingHand
from benchmarks.tapping.player import Player, Wish
from tests.browser.js.room import FakeRoom, now
from tests.browser.js.states import MOVES, entry_state
from tests.browser.js.tablet import open_table

#: Seconds of a turn: nobody is late.
TURN_S = 900
#: Share of the bulletins with a move of the recorded game; the others are any letters anywhere.
RECORDED_SHARE = 0.5
LETTERS = "AAEEEIILNORSTUBCDFGHJKMPQVWXYZ"


@dataclass
class Tapping:
    """Bulletins, taps and misses of one device; the counters by kind of target."""

    bulletins: int = 0
    taps: Counter[str] = field(default_factory=Counter)
    misses: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    changed_unseen: list[str] = field(default_factory=list)

    def miss_rate(self, kind: str) -> float:
        return self.misses[kind] / self.taps[kind] if self.taps[kind] else 0.0


def write_bulletins(room: FakeRoom, device: Device, count: int, seed: int) -> Tapping:
    """Write ``count`` bulletins on ``device``, and compare each with what the server got last."""
    tapping, rng = Tapping(), Random(seed)  # noqa: S311 - no secret
    hand = TremblingHand(room.page, device, rng)
    for index in range(count):
        number = index % len(MOVES) + 1
        open_turn(room, device, number)
        wish = make_wish(number, rng)
        is_written = Player(hand, rng).write(wish)
        handed = wait_for_handed_in(room, number)
        if not is_written or handed != wish:
            tapping.lost.append(f"coup {index + 1} : {handed} au lieu de {wish}")
        tapping.bulletins += 1
    tapping.taps, tapping.misses = hand.taps, hand.misses
    tapping.changed_unseen = hand.changed_unseen
    return tapping


def open_turn(room: FakeRoom, device: Device, number: int) -> None:
    """Show an empty bulletin of the turn; the first turn begins without any earlier message."""
    if number == 1:
        assert room.errors == []
        room.begin_anew()
        room.page.set_viewport_size({"width": device.width, "height": device.height})
    state = entry_state(number, "open", now=now(), left_s=TURN_S)
    if number == 1:
        open_table(room, state)
    else:
        room.replace_state("entry", state)
    expect(room.page.locator("#turn-name")).to_have_text(f"Coup {number}")
    room.page.locator("body[data-stage=open]:has(#save-status[data-kind=nothing])").wait_for()


def wait_for_handed_in(room: FakeRoom, number: int) -> Wish | None:
    """Return what the server got last, once the page has sent everything."""
    room.page.locator("#save-status:is([data-kind=saved], [data-kind=nothing])").wait_for()
    saves = [save for save in room.saves if save["turn"] == number]
    last = max(saves, key=lambda save: save["rev"], default=None)
    if last is None:
        return None
    return Wish("".join(last["rows"]), last["reference"], last["score"])


def make_wish(number: int, rng: Random) -> Wish:
    if rng.random() < RECORDED_SHARE:
        _, word, reference, score = MOVES[number - 1]
        return Wish(word, reference, str(score))
    word = "".join(rng.choice(LETTERS) for _ in range(rng.randint(2, 10)))
    if rng.random() < RECORDED_SHARE:
        joker = rng.randrange(len(word))
        word = word[:joker] + word[joker].lower() + word[joker + 1 :]
    row, column = rng.choice("ABCDEFGHIJKLMNO"), rng.randint(1, 15)
    reference = rng.choice([f"{row}{column}", f"{column}{row}"])
    return Wish(word, reference, str(rng.randint(2, 199)))
