"""The organiser in the office: latecomers, arbiters' tables, files, while the game runs."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus

from benchmarks.chaos.people import Page, Person

#: Latecomers in all: each is one more table in every turn that follows.
MOST_LATE = 20
#: Tables that are given to somebody else at once, besides the first of them.
TOGETHER = 4
EXPORTS = ("liste-csv", "classement-csv", "parties-csv")


@dataclass
class Organiser(Person):
    """``done`` counts by what it was; ``registered`` are those whom the page said it has taken."""

    tables: int = 0
    done: Counter[str] = field(default_factory=Counter)
    registered: list[str] = field(default_factory=list)
    _steps: int = 0

    def step(self) -> None:
        name = list(ACTIONS)[self._steps % len(ACTIONS)]
        self._steps += 1
        if ACTIONS[name](self):
            self.done[name] += 1

    def register(self) -> bool:
        """A latecomer, at the first free table."""
        if len(self.registered) >= MOST_LATE:
            return False
        # Another name each time: that of an answer which was lost may be taken.
        name = f"Retard {self.chance.randrange(10**9)}"
        said = self._submit("entries/", "/entries/new/", {"last_name": name})
        if said is None or name not in said.text:
            return False
        self.registered.append(name)
        return True

    def assign(self) -> bool:
        """Some tables go from one arbiter to another."""
        first = self.chance.randint(1, max(1, self.tables - TOGETHER))
        page = self._office("tables/")
        arbiters = re.findall(r'<option value="(\d+)"', page.text)
        if not arbiters:
            return False
        fields = {"first": first, "last": first + TOGETHER, "arbiter": self.chance.choice(arbiters)}
        return self._submit("tables/", "/tables/assign/", fields) is not None

    def download(self) -> bool:
        page = self._office(f"export/{self.chance.choice(EXPORTS)}/")
        return page.text.count("\n") > 1

    def rank(self) -> bool:
        """The page of the ranking as it stands."""
        return bool(self._office("ranking/").forms)

    def _submit(self, page: str, part: str, fields: dict[str, object]) -> Page | None:
        """Fill the form of a page; what came of it, None when it was not taken."""
        form = self._office(page).form(part)
        if form is None:
            return None
        status, said = self.browser.post(form[0], form[1] | fields)
        return said if status == HTTPStatus.OK else None

    def _office(self, page: str) -> Page:
        return self.browser.get(f"/office/{self.slug}/{page}")


ACTIONS: dict[str, Callable[[Organiser], bool]] = {
    "Inscrits en retard": Organiser.register,
    "Tables confiées": Organiser.assign,
    "Fichiers reçus": Organiser.download,
    "Classements lus": Organiser.rank,
}
