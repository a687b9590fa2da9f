"""The organiser in the office: latecomers, arbiters' tables, files, the ranking."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from benchmarks.people.client import Client, Page, SurpriseError


@dataclass
class Organiser:
    """Each says whether it was done."""

    client: Client
    slug: str

    def register(self, name: str) -> bool:
        """Somebody at the first free table."""
        said = self._submit("entries/", "/entries/new/", {"last_name": name})
        return said is not None and name in said.text

    def list_arbiters(self) -> list[str]:
        """Their numbers, where tables are given to them."""
        return re.findall(r'<option value="(\d+)"', self._office("tables/").text)

    def assign(self, first: int, last: int, arbiter: str) -> bool:
        """Tables to an arbiter."""
        fields = {"first": first, "last": last, "arbiter": arbiter}
        return self._submit("tables/", "/tables/assign/", fields) is not None

    def download(self, name: str) -> bool:
        """A file, with more than its headings."""
        return self._office(f"export/{name}/").text.count("\n") > 1

    def rank(self) -> bool:
        """The page of the ranking as it stands."""
        return bool(self._office("ranking/").forms)

    def _submit(self, page: str, part: str, fields: Mapping[str, object]) -> Page | None:
        """None when it was not taken."""
        try:
            return self.client.submit(self._office(page), part, fields)
        except SurpriseError:
            return None

    def _office(self, page: str) -> Page:
        return self.client.get(f"/office/{self.slug}/{page}")
