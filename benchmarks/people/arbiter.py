"""An arbiter at the list of bulletins, also a typist of paper bulletins."""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import pairwise
from typing import Any

from benchmarks.people.client import Client, Page, UnexpectedAnswerError
from benchmarks.people.waiting import wait_until

#: Bulletins in one request, as the page sends them.
BULLETINS_PER_REQUEST = 5
#: Maximum reads of a list until no decision is due.
MAX_READS = 10
ROW = re.compile(r'<tr id="row-(\d+)"[^>]*data-url="([^"]+)" data-version="(\d+)"([^>]*)>')


@dataclass(frozen=True)
class ListedBulletin:
    """A line of the list; ``url``: of the bulletin; ``is_waiting``: True if a decision is due."""

    entry: int
    url: str
    version: int
    is_waiting: bool


def read_list(page: Page) -> list[ListedBulletin]:
    rows = ROW.finditer(page.text)
    return [ListedBulletin(int(row[1]), row[2], int(row[3]), "data-open" in row[4]) for row in rows]


@dataclass
class Arbiter:
    """An arbiter; ``tables``: those assigned to them."""

    client: Client
    slug: str
    tables: Collection[int] = field(default=(), kw_only=True)
    _token: str = field(default="", init=False)

    @property
    def token(self) -> str:
        self._token = self._token or self.client.get(f"/arbiter/{self.slug}/").token
        return self._token

    # --- decisions --------------------------------------------------------------------

    def get_list(self, query: str = "") -> Page:
        return self.client.get(f"/arbiter/{self.slug}/rows/{query}")

    def decide(
        self, url: str, action: str, fields: Mapping[str, object], query: str = ""
    ) -> tuple[int, Page]:
        """Post a decision (confirm, change, in-time, undo); return status and new list."""
        return self.client.post(f"{url}{action}/{query}", fields, {"X-CSRFToken": self.token})

    def decide_or_raise(
        self, bulletin: ListedBulletin, action: str, fields: Mapping[str, object]
    ) -> None:
        """Decide on the version seen. Raise UnexpectedAnswerError."""
        content = {"version": bulletin.version, **fields}
        self.client.post_or_raise(f"{bulletin.url}{action}/", content, {"X-CSRFToken": self.token})

    def list_bulletins(self, ordinal: int, only: str = "") -> list[ListedBulletin]:
        return read_list(self.get_list(f"?turn={ordinal}&only={only}"))

    def confirm_all(self, ordinal: int) -> int:
        """Confirm every waiting proposal; return their number."""
        count = 0
        for _ in range(MAX_READS):
            waiting = [
                bulletin
                for bulletin in self.list_bulletins(ordinal, only="open")
                if bulletin.is_waiting
            ]
            if not waiting:
                return count
            for bulletin in waiting:
                self.decide_or_raise(bulletin, "confirm", {})
            count += len(waiting)
        raise UnexpectedAnswerError(f"coup {ordinal} : il reste à décider")

    def hand_over(self, excluded: Collection[int]) -> int:
        """Hand over the slips of the tables, except ``excluded``; return the number of ranges."""
        count = 0
        for first, last in list_ranges(self.tables, excluded):
            page = self.client.get(f"/arbiter/{self.slug}/slips/?first={first}&last={last}")
            if page.find_form("/slips/handle/") is not None:
                self.client.submit(page, "/slips/handle/", {"done": "handed"})
                count += 1
        return count

    # --- typing -----------------------------------------------------------------------

    def type_bulletins(
        self, path: str, bulletins: Iterable[Mapping[str, Any]]
    ) -> list[dict[str, Any]]:
        """Type bulletins on the keying page of a turn; return its outcomes, [] without the page."""
        token, outcomes = self.client.get(path).token, list[dict[str, Any]]()
        bulletins = list(bulletins)
        for start in range(0, len(bulletins) if token else 0, BULLETINS_PER_REQUEST):
            content = {"bulletins": bulletins[start : start + BULLETINS_PER_REQUEST]}
            status, text = self.client.post_json(path, content, token)
            if status != HTTPStatus.OK:
                raise UnexpectedAnswerError(f"saisie, {path} : {status} {text}")
            outcomes += json.loads(text)["bulletins"]
        return outcomes

    def get_paper_path(self, game: int, ordinal: int) -> str:
        return f"/arbiter/{self.slug}/{game}/{ordinal}/paper/"

    def read_state(self, game: int, ordinal: int) -> dict[str, Any]:
        """Return the keying page's state of the turn."""
        text = self.client.get(f"{self.get_paper_path(game, ordinal)}state/").text
        state: dict[str, Any] = json.loads(text)
        return state

    def wait_for_correction(self, game: int, ordinal: int) -> None:
        wait_until(
            lambda: self.read_state(game, ordinal)["corrected"],
            f"coup {ordinal} corrigé", pause_s=0.3,
        )  # fmt: skip


def list_ranges(tables: Collection[int], excluded: Collection[int]) -> list[tuple[int, int]]:
    """Return first and last table of each range between those of ``excluded``."""
    ends = [min(tables) - 1, *sorted(set(excluded) & set(tables)), max(tables) + 1]
    return [(before + 1, after - 1) for before, after in pairwise(ends) if before + 1 < after]
