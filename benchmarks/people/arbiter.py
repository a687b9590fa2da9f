"""An arbiter at the list of bulletins, also a typist of paper slips."""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import pairwise
from typing import Any

from benchmarks.people.client import Client, Page, SurpriseError
from benchmarks.people.waiting import wait_until

#: Slips in one request, as the page sends them.
SLIPS_PER_REQUEST = 5
#: Maximum reads of a list until no decision is due.
LOOKS = 10
ROW = re.compile(r'<tr id="row-(\d+)"[^>]*data-url="([^"]+)" data-version="(\d+)"([^>]*)>')


@dataclass(frozen=True)
class ListedSlip:
    """A line of the list; ``url``: of the bulletin; ``waits``: True if a decision is due."""

    entry: int
    url: str
    version: int
    waits: bool


def read_list(page: Page) -> list[ListedSlip]:
    rows = ROW.finditer(page.text)
    return [ListedSlip(int(row[1]), row[2], int(row[3]), "data-open" in row[4]) for row in rows]


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

    def look(self, query: str = "") -> Page:
        return self.client.get(f"/arbiter/{self.slug}/rows/{query}")

    def decide(
        self, url: str, action: str, fields: Mapping[str, object], query: str = ""
    ) -> tuple[int, Page]:
        """Post a decision (confirm, change, in-time, undo); return status and new list."""
        return self.client.post(f"{url}{action}/{query}", fields, {"X-CSRFToken": self.token})

    def rule(self, slip: ListedSlip, action: str, fields: Mapping[str, object]) -> None:
        """Decide on the version seen. Raise SurpriseError."""
        content = {"version": slip.version, **fields}
        self.client.post_or_raise(f"{slip.url}{action}/", content, {"X-CSRFToken": self.token})

    def list_turn(self, ordinal: int, only: str = "") -> list[ListedSlip]:
        return read_list(self.look(f"?turn={ordinal}&only={only}"))

    def confirm_all(self, ordinal: int) -> int:
        """Confirm every waiting proposal; return their number."""
        done = 0
        for _ in range(LOOKS):
            waiting = [slip for slip in self.list_turn(ordinal, only="open") if slip.waits]
            if not waiting:
                return done
            for slip in waiting:
                self.rule(slip, "confirm", {})
            done += len(waiting)
        raise SurpriseError(f"coup {ordinal} : il reste à décider")

    def hand_over(self, without: Collection[int]) -> int:
        """Hand over the slips of the tables, except ``without``; return the number of ranges."""
        done = 0
        for first, last in ranges(self.tables, without):
            page = self.client.get(f"/arbiter/{self.slug}/slips/?first={first}&last={last}")
            if page.form("/slips/handle/") is not None:
                self.client.submit(page, "/slips/handle/", {"done": "handed"})
                done += 1
        return done

    # --- typing -----------------------------------------------------------------------

    def type_slips(self, path: str, slips: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Type slips on the keying page of a turn; return its outcomes, [] without the page."""
        token, outcomes, slips = self.client.get(path).token, list[dict[str, Any]](), list(slips)
        for start in range(0, len(slips) if token else 0, SLIPS_PER_REQUEST):
            content = {"bulletins": slips[start : start + SLIPS_PER_REQUEST]}
            status, text = self.client.post_json(path, content, token)
            if status != HTTPStatus.OK:
                raise SurpriseError(f"saisie, {path} : {status} {text}")
            outcomes += json.loads(text)["bulletins"]
        return outcomes

    def paper_path(self, game: int, ordinal: int) -> str:
        return f"/arbiter/{self.slug}/{game}/{ordinal}/paper/"

    def read_state(self, game: int, ordinal: int) -> dict[str, Any]:
        """Return the keying page's state of the turn."""
        text = self.client.get(f"{self.paper_path(game, ordinal)}state/").text
        state: dict[str, Any] = json.loads(text)
        return state

    def wait_for_correction(self, game: int, ordinal: int) -> None:
        wait_until(
            lambda: self.read_state(game, ordinal)["corrected"],
            f"coup {ordinal} corrigé", pause_s=0.3,
        )  # fmt: skip


def ranges(tables: Collection[int], without: Collection[int]) -> list[tuple[int, int]]:
    """Return first and last table of each range between those of ``without``."""
    ends = [min(tables) - 1, *sorted(set(without) & set(tables)), max(tables) + 1]
    return [(a + 1, b - 1) for a, b in pairwise(ends) if a + 1 < b]
