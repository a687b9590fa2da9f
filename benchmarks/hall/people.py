"""Judge and arbiters: their real pages, read and posted as a browser would."""

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, field
from http import HTTPStatus
from itertools import pairwise
from typing import Any

from benchmarks.chaos.people import Browser, ListedSlip, Page, listed
from benchmarks.hall.script import Fate, Slip, Story

PATIENCE_S = 60.0
POLL_S = 0.3
#: Slips in one request, as the page sends them while somebody types.
AT_ONCE = 5
#: Looks at a list until nothing on it is to be decided.
LOOKS = 10


class SurpriseError(Exception):
    """A page answered otherwise than the script foresees."""


def until[T](find: Callable[[], T | None], what: str) -> T:
    deadline = time.monotonic() + PATIENCE_S
    while (found := find()) is None:
        if time.monotonic() > deadline:
            raise SurpriseError(f"toujours pas : {what}")
        time.sleep(POLL_S)
    return found


def sent(browser: Browser, page: Page, part: str, fields: Mapping[str, object]) -> Page:
    """The form of ``page`` whose address holds ``part``, filled in and sent."""
    form = page.form(part)
    if form is None:
        raise SurpriseError(f"pas de formulaire {part}")
    status, answer = browser.post(form[0], {**form[1], **fields})
    if status != HTTPStatus.OK:
        raise SurpriseError(f"{part} : {status} {_alert(answer)}")
    return answer


def _alert(page: Page) -> str:
    found = re.search(r'role="alert".*?<p>(.*?)</p>|class="alert bad.*?<p>(.*?)</p>', page.text)
    return (found[1] or found[2]) if found else ""


@dataclass
class Judge:
    browser: Browser
    slug: str

    def press(self, name: str, **fields: object) -> None:
        """The one obvious button, as soon as it is there."""

        def desk() -> Page | None:
            page = self.browser.get(f"/judge/{self.slug}/desk/")
            return page if page.form(f"/do/{name}/") else None

        sent(self.browser, until(desk, name), f"/do/{name}/", fields)

    def ask(self, name: str, **fields: object) -> None:
        """A command that asks first."""
        page = self.browser.get(f"/judge/{self.slug}/ask/{name}/")
        sent(self.browser, page, f"/do/{name}/", fields)

    def wait_for_bell(self) -> None:
        until(lambda: self.browser.get(f"/judge/{self.slug}/desk/").form("/do/reveal/"), "la fin")

    def discipline(self, game: int, ordinal: int, entry: int) -> None:
        page = self.browser.get(f"/arbiter/{self.slug}/{game}/account/{entry}/?turn={ordinal}")
        reason = {"decision": "warn", "reason": "Bavardage."}
        sent(self.browser, page, f"/account/{entry}/", reason)

    def annul(self, entry: int) -> None:
        """Everything that the player has scored so far (6.1)."""
        path = f"/arbiter/{self.slug}/players/{entry}/cheating/"
        _post_here(self.browser, path, {"reason": "Téléphone consulté."})

    def put_on(self, entries: list[int], plays_on: str) -> None:
        path = f"/arbiter/{self.slug}/players/"
        _post_here(self.browser, path, {"entries": entries, "plays_on": plays_on})


def _post_here(browser: Browser, path: str, fields: Mapping[str, object]) -> None:
    """The form of a page that goes to its own address."""
    own = next(f for _, f in browser.get(path).forms if "csrfmiddlewaretoken" in f)
    token = own["csrfmiddlewaretoken"]
    status, answer = browser.post(path, {"csrfmiddlewaretoken": token, **fields})
    if status != HTTPStatus.OK or "errorlist" in answer.text:
        raise SurpriseError(f"{path} : {status} {_alert(answer)}")


@dataclass
class Arbiter:
    """``tables`` are his; ``did`` counts what he has done."""

    browser: Browser
    slug: str
    game: int
    tables: list[int]
    did: Counter[str] = field(default_factory=Counter)
    token: str = ""

    def __post_init__(self) -> None:
        page = self.browser.get(f"/arbiter/{self.slug}/")
        found = re.search(r'"X-CSRFToken": "(\w+)"', page.text)
        assert found is not None
        self.token = found[1]

    # --- keying -----------------------------------------------------------------------

    def key(self, ordinal: int, slips: Mapping[int, Slip], outcome: str = "stored") -> None:
        """Slips by table; raises SurpriseError for another outcome of one of them."""
        typed = [{"table": table, **asdict(slip)} for table, slip in slips.items()]
        self._type(ordinal, typed, outcome)

    def key_again(self, ordinal: int, slips: Mapping[int, Slip]) -> None:
        """Over what stands, which he has before him."""
        seen = {one["table"]: one["version"] for one in self._state(ordinal)["bulletins"]}
        self._type(
            ordinal,
            [{"table": table, "seen": seen[table], **asdict(s)} for table, s in slips.items()],
            "stored",
        )
        self.did["retyped"] += len(slips)

    def _type(self, ordinal: int, typed: list[dict[str, Any]], outcome: str) -> None:
        path = self._paper(ordinal)
        token = re.search(r'data-csrf="(\w+)"', self.browser.get(path).text)
        if token is None:
            raise SurpriseError(f"pas de page de saisie : {path}")
        for start in range(0, len(typed), AT_ONCE):
            content = {"bulletins": typed[start : start + AT_ONCE]}
            status, text = self.browser.post_json(path, content, token[1])
            if status != HTTPStatus.OK:
                raise SurpriseError(f"saisie, coup {ordinal} : {status} {text}")
            for answer in json.loads(text)["bulletins"]:
                if answer["outcome"] != outcome:
                    raise SurpriseError(f"saisie, coup {ordinal} : {answer}")
        self.did["typed"] += len(typed)

    def _paper(self, ordinal: int) -> str:
        return f"/arbiter/{self.slug}/{self.game}/{ordinal}/paper/"

    def _state(self, ordinal: int) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.browser.get(f"{self._paper(ordinal)}state/").text)
        return found

    def wait_for_correction(self, ordinal: int) -> None:
        until(lambda: self._state(ordinal)["corrected"] or None, f"coup {ordinal} corrigé")

    # --- decisions --------------------------------------------------------------------

    def rule(self, ordinal: int, stories: Mapping[int, tuple[int, Story]]) -> None:
        """What the script has him decide otherwise; by table, the entry and what happened."""
        slips = {slip.entry: slip for slip in self._listed(ordinal)}
        for entry, story in stories.values():
            way, fields = RULINGS[story.fate](story)
            self._decide(slips[entry], way, fields)
            self.did[story.fate] += 1

    def confirm(self, ordinal: int) -> None:
        """Every proposal that waits for him."""
        for _ in range(LOOKS):
            waiting = [slip for slip in self._listed(ordinal, only="open") if slip.waits]
            if not waiting:
                return
            for slip in waiting:
                self._decide(slip, "confirm", {})
            self.did["confirmed"] += len(waiting)
        raise SurpriseError(f"coup {ordinal} : il reste à décider")

    # --- slips ------------------------------------------------------------------------

    def hand_over(self, untold: Collection[int]) -> None:
        """Every slip of his tables on paper, by ranges that leave those out."""
        for first, last in ranges(self.tables, untold):
            page = self.browser.get(f"/arbiter/{self.slug}/slips/?first={first}&last={last}")
            if page.form("/slips/handle/") is not None:
                sent(self.browser, page, "/slips/handle/", {"done": "handed"})
                self.did["handed"] += 1

    def _listed(self, ordinal: int, only: str = "") -> list[ListedSlip]:
        return listed(self.browser.get(f"/arbiter/{self.slug}/rows/?turn={ordinal}&only={only}"))

    def _decide(self, slip: ListedSlip, way: str, fields: Mapping[str, object]) -> None:
        path, said = f"{slip.url}{way}/", {"version": slip.version, **fields}
        status, page = self.browser.post(path, said, {"X-CSRFToken": self.token})
        if status != HTTPStatus.OK or "errorlist" in page.text:
            raise SurpriseError(f"{path} : {status} {_alert(page)}")


def ranges(tables: Collection[int], without: Collection[int]) -> list[tuple[int, int]]:
    """The first and last table of each stretch between those left out."""
    ends = [min(tables) - 1, *sorted(set(without) & set(tables)), max(tables) + 1]
    return [(a + 1, b - 1) for a, b in pairwise(ends) if a + 1 < b]


def _excused(_: Story) -> tuple[str, dict[str, object]]:
    return "in-time", {"reason": "Remis avant la fin, le juge l'a vu."}


def _ruled(story: Story) -> tuple[str, dict[str, object]]:
    fields = {"points": story.ruled, "sanction": "none", "free": "on", "reason": "Commission."}
    return "change", fields


def _penalised(story: Story) -> tuple[str, dict[str, object]]:
    fields = {"points": story.worth - 5, "sanction": "penalty", "motives": "localisation"}
    return "change", fields


#: How an arbiter decides otherwise than the software: the command, and what it is told.
RULINGS: dict[Fate, Callable[[Story], tuple[str, dict[str, object]]]] = {
    Fate.EXCUSED: _excused,
    Fate.RULED: _ruled,
    Fate.PENALISED: _penalised,
}
