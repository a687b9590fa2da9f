"""A second device at some tables: by request it writes on the bulletin of the tablet, too."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from benchmarks.chaos.history import History
from benchmarks.chaos.people import Browser, Person
from benchmarks.chaos.room import Seat
from benchmarks.chaos.tablets import Key, Sheet
from benchmarks.chaos.witness import Witness

DEVICE = "second"
#: Revisions that it guesses: the tablet has written some of them, too.
REVISIONS = 4
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


@dataclass
class Opened:
    """A table's page on this device; ``token`` is against forged requests."""

    browser: Browser
    token: str
    witness: Witness


@dataclass
class SecondDevice(Person):
    """Sends a sheet for one of ``seats`` in the turn that is open, once, and hears what became of
    it; sheets of the tablet that are in the way are kept, as it would be told."""

    history: History
    seats: list[Seat]
    turn: Callable[[], Key | None]
    answered: int = 0
    _opened: dict[int, Opened] = field(default_factory=dict, init=False)

    def step(self) -> None:
        turn, seat = self.turn(), self.chance.choice(self.seats)
        if turn is None:
            return
        opened = self._opened.get(seat.number) or self._open(seat)
        sheet = Sheet(
            *turn,
            self.chance.randint(1, REVISIONS),
            "".join(self.chance.choices("AEINRSTLOU", k=5)),
            "H8",
            str(self.chance.randint(2, 90)),
            DEVICE,
        )
        opened.witness.came()
        opened.witness.sent(*turn, sheet.written)
        content = json.loads(sheet.message())
        _status, text = opened.browser.post_json("/table/bulletin/", content, opened.token)
        opened.witness.heard(json.loads(text))
        self.answered += 1

    def _open(self, seat: Seat) -> Opened:
        browser = Browser(self.browser.url, self.browser.errors)
        found = TOKEN.search(browser.get(f"/t/{seat.key}/").text)
        token = found[1] if found else ""
        witness = Witness(
            self.history, seat.entry, f"second appareil, table {seat.number}", one_by_one=True
        )
        opened = self._opened[seat.number] = Opened(browser, token, witness)
        return opened
