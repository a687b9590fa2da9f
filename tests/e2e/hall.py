"""A hall for end-to-end tests: a recorded game on the real stack, people in real browsers."""

import csv
import io
import json
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from playwright.sync_api import Browser, BrowserContext, Page, expect

from engine.regulation.editions import CURRENT
from tournament.core.people.player_data import PlayerData
from tournament.core.states import Role, Source
from tournament.models import Entry, Game, StaffMember, Tournament
from tournament.queries import clock
from tournament.services.accounts.sign_in_links import make_link
from tournament.services.people.registration import register_entries
from tournament.services.play.games import create_game
from tournament.services.tournaments import create_tournament

RECORD = Path(__file__).parents[1] / "games" / "hiersac-2018-07-07.json"


def build_short_record(turns: int) -> dict[str, Any]:
    """The first turns of the recorded game of 7 July 2018."""
    record: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))
    recorded = record["turns"][:turns]
    return record | {"turns": recorded, "total": recorded[-1]["cumul"]}


@dataclass
class BrowserHall:
    """A tournament with two tables, a judge and an arbiter; ``url`` is the running site."""

    url: str
    tournament: Tournament
    judge: User
    arbiter: User
    entries: list[Entry]

    def get_author_and_time(self) -> dict[str, Any]:
        return {"by": self.judge, "now": clock.now()}

    def fill(self, tables: int) -> None:
        """Register players until there are so many tables."""
        numbers = range(len(self.entries) + 1, tables + 1)
        self.entries += register_entries(
            tournament=self.tournament,
            entries=[[PlayerData(f"Joueur {number}")] for number in numbers],
            **self.get_author_and_time(),
        )

    def game(self, **settings: Any) -> Game:
        return create_game(tournament=self.tournament, **self.get_author_and_time(), **settings)

    def replay(self, turns: int) -> Game:
        return self.game(source=Source.REPLAY, script=build_short_record(turns), time_s=120)

    def sign_in(self, context: BrowserContext, user: User, path: str) -> Page:
        link = make_link(user=user, target=path, now=clock.now())
        page = context.new_page()
        page.goto(self.url + urlsplit(link).path)
        page.get_by_role("button", name="Se connecter").click()
        page.wait_for_url(f"**{path}")
        return page


def open_hall(url: str) -> BrowserHall:
    now = clock.now()
    judge = User.objects.create_user("juge")
    arbiter = User.objects.create_user("arbitre")
    tournament = create_tournament(
        name="Essai", starts_on=now.date(), by=judge, now=now, edition=CURRENT
    )
    for user, role in ((judge, Role.JUDGE), (arbiter, Role.ARBITER)):
        StaffMember.objects.create(tournament=tournament, user=user, role=role)
    players = [[PlayerData(name)] for name in ("Norvège", "Océanie")]
    entries = register_entries(tournament=tournament, entries=players, by=judge, now=now)
    return BrowserHall(url, tournament, judge, arbiter, entries)


@dataclass
class Player:
    page: Page

    def write(self, word: str, ref: str, score: int | str) -> None:
        """Fill in the bulletin; a lower-case letter is circled."""
        vertical = ref[:1].isdigit()
        self.page.locator(
            f"label:has(input[name=direction][value={'V' if vertical else 'H'}])"
        ).click()
        field = self.page.locator("#word")
        field.fill("")
        field.press_sequentially("".join(f"?{c}" if c.islower() else c for c in word).upper())
        self.page.locator("#reference").fill(ref)
        self.page.locator("#score").fill(str(score))

    def is_held(self) -> None:
        expect(self.page.locator("#save-status")).to_have_attribute("data-kind", "saved")

    def sees_stage(self, stage: str) -> None:
        expect(self.page.locator("body")).to_have_attribute("data-stage", stage)


def sit_down(browser: Browser, hall: BrowserHall, entry: Entry) -> Player:
    context = browser.new_context(locale="fr-FR", viewport={"width": 1024, "height": 768})
    page = context.new_page()
    page.goto(f"{hall.url}/t/{entry.table.key}/")
    expect(page.locator("#link")).to_have_attribute("data-status", "live")
    return Player(page)


def next_step(judge: Page, label: str) -> None:
    """The one obvious button, once it says ``label`` and no longer guards against slips."""
    primary = judge.locator("#primary")
    expect(primary).to_contain_text(label)
    expect(primary).to_have_attribute("aria-disabled", "false")
    primary.click()


def stop_the_clock(judge: Page) -> None:
    judge.locator("#ask-stop").click()
    judge.locator("#ask-body button.danger").click()


def read_ranking(hall: BrowserHall) -> list[tuple[str, int]]:
    """Return the names and totals of the public file."""
    with urllib.request.urlopen(f"{hall.url}/{hall.tournament.slug}/ranking.csv") as answer:
        text = answer.read().decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text), delimiter=";" if ";" in text else ","))
    heading = [cell.lower() for cell in rows[0]]
    name, total = heading.index("joueur"), heading.index("total")
    return [(row[name], int(row[total])) for row in rows[1:]]
