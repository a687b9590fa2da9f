"""Two arbiters at work, on their own tables or on everybody's, where each is in the other's way."""

import re
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import urlsplit

from benchmarks.chaos.history import History, Thing
from benchmarks.chaos.people import ListedSlip, Page, Person, listed

#: One decision in so many is a change by the arbiter and not a confirmation, and one in so many is
#: taken back.
CHANGES, TAKES_BACK = 4, 4
#: One look in so many is at the tables of both.
BOTH = 2
#: Decisions before an arbiter looks at the list again.
AT_ONCE = 8
BULLETIN = re.compile(r"/arbiter/[^/]+/(\d+)/(\d+)/(\d+)/")
GESTURE = re.compile(
    r'hx-post="([^"]+/(\d+)/(\d+)/undo/)".*?"gesture": (\d+)\}.>[^<]*?table\s(\d+)\s*<'
)
#: What the page says when another was first (``tournament.presentation.messages``).
LOST_RACE = "Un autre arbitre a décidé de ce bulletin"


@dataclass
class Arbiter(Person):
    """Decides what the software left to him, now and then otherwise than it proposes, and now and
    then takes his last decision back. ``entries`` are those at the tables, by their numbers."""

    history: History
    who: str
    entries: dict[int, int]
    decided: int = 0
    _token: str = field(default="", init=False)

    def step(self) -> None:
        if not self._token:
            page = self.browser.get(f"/arbiter/{self.slug}/")
            found = re.search(r'"X-CSRFToken": "(\w+)"', page.text)
            self._token = found[1] if found else ""
        whose = "" if self.chance.randrange(BOTH) else "?all=1"
        since = self.history.now()
        page = self.browser.get(f"/arbiter/{self.slug}/rows/{whose}")
        self._saw(page, since)
        for row in [row for row in listed(page) if row.waits][:AT_ONCE]:
            self._decide(row, whose)
            if not self.chance.randrange(TAKES_BACK):
                self._take_back(whose)

    def _decide(self, row: ListedSlip, whose: str) -> None:
        version = int(row.version)
        if self.chance.randrange(CHANGES):
            name = self.history.call(_ruling(row.url), self.who, "confirm", (version,))
            self._post(name, f"{row.url}confirm/{whose}", {"version": version})
        else:
            points = self.chance.randrange(50)
            fields = {"points": points, "sanction": "none", "free": "on"}
            fields |= {"version": version, "reason": "Lu sur la feuille."}
            name = self.history.call(_ruling(row.url), self.who, "change", (version, points))
            self._post(name, f"{row.url}change/{whose}", fields)

    def _take_back(self, whose: str) -> None:
        found = GESTURE.search(self.browser.get(f"/arbiter/{self.slug}/rows/{whose}").text)
        entry = self.entries.get(int(found[5])) if found else None
        if found is None or entry is None:  # a latecomer's table
            return
        address, game, turn, gesture, _table = found.groups()
        thing = Thing("ruling", (entry, int(game), int(turn)))
        name = self.history.call(thing, self.who, "take back")
        self._post(name, f"{address}{whose}", {"gesture": gesture})

    def _post(self, name: int, address: str, fields: dict[str, object]) -> None:
        """Without an answer the operation stays open in the history; raises Unreachable then."""
        since = self.history.now()
        status, page = self.browser.post(address, fields, {"X-CSRFToken": self._token})
        done = status == HTTPStatus.OK
        self.decided += done
        lost = "lost-race" if LOST_RACE in page.text else "refused"
        self.history.answer(name, "done" if done else lost)
        self._saw(page, since)

    def _saw(self, page: Page, since: float) -> None:
        """The versions in a list; in what answers a decision they were read since it was sent."""
        for row in listed(page):
            self.history.read(_ruling(row.url), self.who, "listed", int(row.version), since=since)


def _ruling(address: str) -> Thing:
    found = BULLETIN.search(urlsplit(address).path)
    assert found is not None, address
    game, turn, entry = map(int, found.groups())
    return Thing("ruling", (entry, game, turn))
