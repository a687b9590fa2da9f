"""The organiser in the office: late registrations, arbiters' tables, files, ranking."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from benchmarks.people.client import Client, Page, UnexpectedAnswerError


@dataclass
class Organiser:
    """An organiser; methods return True if the act succeeded."""

    client: Client
    slug: str

    def register(self, name: str) -> bool:
        """Register a player at the first free table."""
        page_after = self._submit("entries/", "/entries/new/", {"last_name": name})
        return page_after is not None and name in page_after.text

    def list_arbiters(self) -> list[str]:
        """Return the numbers of the arbiters, from the page that assigns tables."""
        return re.findall(r'<option value="(\d+)"', self._get_page("tables/").text)

    def assign(self, first: int, last: int, arbiter: str) -> bool:
        """Assign tables to an arbiter."""
        fields = {"first": first, "last": last, "arbiter": arbiter}
        return self._submit("tables/", "/tables/assign/", fields) is not None

    def download(self, name: str) -> bool:
        """Download a file; return True if it has more than its headings."""
        return self._get_page(f"export/{name}/").text.count("\n") > 1

    def open_ranking(self) -> bool:
        """Open the page of the current ranking."""
        return bool(self._get_page("ranking/").forms)

    def _submit(self, page: str, part: str, fields: Mapping[str, object]) -> Page | None:
        """Submit a form; return None if it was refused."""
        try:
            return self.client.submit(self._get_page(page), part, fields)
        except UnexpectedAnswerError:
            return None

    def _get_page(self, page: str) -> Page:
        return self.client.get(f"/office/{self.slug}/{page}")
