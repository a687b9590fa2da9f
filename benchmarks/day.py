"""Clicks and keys of an organiser’s day, in a real browser: ``make bench-day``.

A club of its own and a new account; everything is done by the pages, as one person does it. The
exit status is 1 if a goal was missed.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from playwright.sync_api import Locator, Page
from rich.console import Console

from benchmarks.people.browser import open_browser
from benchmarks.people.club import Club
from benchmarks.report import Report
from engine.arguments import FrenchArgumentParser

LAPTOP = {"width": 1366, "height": 768}
TIMEOUT_MS = 60_000
PLAYERS, ON_PAPER = 20, 14
#: Goals of the tasks, and what they took before.
GOALS = {
    "De rien au premier coup": ("clics", 8, 11),
    "14 tables sur 20 au papier": ("clics", 3, 8),
    "14 bulletins fautifs saisis": ("touches", 70, 100),
    "Une décision changée": ("touches", 4, 21),
    "Refus pour terminer la partie": ("refus", 0, 1),
    "Six comptes et leurs rôles": ("clics", 6, 18),
    "Les mêmes, hors noms tapés": ("touches", 40, 98),
}
#: Accounts of the staff to create, with the number of their role in the form.
STAFF = (("judge", 3), ("first", 0), ("second", 0), ("third", 0), ("double", 1), ("jury", 2))


@dataclass
class CountingHand:
    """One person's mouse and keyboard on ``page``, counted."""

    page: Page
    clicks: int = 0
    keys: int = 0

    def click(self, target: Locator) -> None:
        target.click()
        self.clicks += 1

    def click_button(self, name: str) -> None:
        self.click(self.page.get_by_role("button", name=name, exact=False).first)

    def click_link(self, name: str) -> None:
        self.click(self.page.get_by_role("link", name=name, exact=False).first)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
        self.keys += len(keys)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.keys += len(text)

    def start_task(self) -> None:
        self.clicks = self.keys = 0


def main(arguments: list[str] | None = None) -> int:
    FrenchArgumentParser(prog="benchmarks.day", description=__doc__).parse_args(arguments)
    console = Console()
    console.print("[dim]… un club démarre[/dim]")
    club = Club()
    with club.open():
        link = build_link()
        with open_browser() as browser:
            page = browser.new_page(viewport=LAPTOP)  # type: ignore[arg-type]
            page.set_default_timeout(TIMEOUT_MS)
            page.goto(club.url + link)
            page.locator("main button").click()
            counts = play_day(CountingHand(page))
        return show_results(console, counts)


def build_link() -> str:
    """Return the path that signs a new account in."""
    from urllib.parse import urlsplit

    from django.contrib.auth.models import User
    from django.urls import reverse

    from tournament.queries import clock
    from tournament.services.accounts.sign_in_links import make_link

    user = User.objects.create_user("camille")
    return urlsplit(make_link(user=user, target=reverse("office"), now=clock.now())).path


def show_results(console: Console, counts: list[int]) -> int:
    report = Report(
        "La journée d’un organisateur", "", "mesure", "but", "avant", marks=("atteint", "manqué")
    )
    for (label, (unit, goal, before)), count in zip(GOALS.items(), counts, strict=True):
        cells = [f"{value} {unit}" for value in (count, goal, before)]
        report.add(label, *cells, is_reached=count <= goal)
    return report.print(console)


def play_day(hand: CountingHand) -> list[int]:
    """Do the tasks of ``GOALS`` in their order and return the counts."""
    return [
        open_first_turn(hand),
        move_to_paper(hand),
        key_faulty_bulletins(hand),
        change_decision(hand),
        end_game(hand),
        *add_staff(hand),
    ]


# --- the tasks ----------------------------------------------------------------------------


def open_first_turn(hand: CountingHand) -> int:
    """Create a tournament with 20 players and open the first turn; return the clicks."""
    page = hand.page
    hand.start_task()
    hand.click_link("Créer un tournoi")
    page.locator("#id_name:focus").wait_for()
    hand.type("Soirée du club")
    hand.click_button("Créer le tournoi")
    page.locator("#id_names:focus").wait_for()
    names = "\n".join(f"Joueur{number:02} Camille" for number in range(1, PLAYERS + 1))
    page.keyboard.insert_text(names)
    hand.click_button("Inscrire tous")
    page.locator("#people tbody tr").nth(PLAYERS - 1).wait_for()
    hand.click_link("Pupitre")
    for label in ("Commencer la partie", "Tirer les lettres", "Montrer les lettres"):
        click_primary(hand, label)
    click_primary(hand, "Lancer le chrono")
    page.locator("#desk[data-state=open]").wait_for()
    return hand.clicks


def click_primary(hand: CountingHand, label: str) -> None:
    """Press the primary button of the desk once it has this label."""
    button = hand.page.locator("#primary:not([aria-disabled=true])", has_text=label)
    button.wait_for()
    hand.click(button)


def move_to_paper(hand: CountingHand) -> int:
    """From the overview, move the tables 1 to 14 to paper; return the clicks."""
    page = hand.page
    page.keyboard.press("F10")
    page.locator("#games").wait_for()
    hand.start_task()
    hand.click_link("Tablette, papier, absents")
    page.locator(".tick-many input:focus").wait_for()
    hand.type(f"1-{ON_PAPER}")
    hand.click_button(f"Papier ({ON_PAPER})")
    page.get_by_text(f"{ON_PAPER} joueurs changés").wait_for()
    return hand.clicks


def key_faulty_bulletins(hand: CountingHand) -> int:
    """End the turn and key 14 bulletins with a wrong score; return the keys."""
    page = hand.page
    page.keyboard.press("F4")
    page.locator("#ask-stop").click()
    page.locator("#ask button.danger").click()
    page.locator("#desk[data-state=closed]").wait_for()
    with ThreadPoolExecutor(1) as pool:  # the browser's thread may not ask the database
        lines = pool.submit(list_faulty_lines).result()
    page.keyboard.press("F9")
    page.locator("#line:focus").wait_for()
    hand.start_task()
    for line in lines:
        table = page.locator("#table-number").inner_text()
        hand.type(line)
        page.locator("#choices li").first.wait_for()
        hand.press("+")
        page.wait_for_function(
            "n => document.getElementById('table-number').textContent !== n", arg=table
        )
    keys = hand.keys
    page.locator("#bulletins .verdict strong").nth(ON_PAPER - 1).wait_for()
    return keys


def list_faulty_lines() -> list[str]:
    """Return the line of each bulletin: a score that no solution has, and the shortest beginning
    that offers the best place of its word first."""
    from tournament.models import Turn

    moves = Turn.objects.select_related("solutions").latest("pk").solutions.moves
    scores = {score for _, _, score in moves}
    wrong_score = next(score for score in range(20, 100) if score not in scores)
    starts: dict[str, str] = {}
    for word, _, _ in moves:  # the best first
        prefixes = (word[:length].upper() for length in range(1, len(word) + 1))
        start = next((prefix for prefix in prefixes if prefix not in starts), None)
        if start is not None and word.upper() not in starts.values():
            starts[start] = word.upper()
    shortest = sorted(starts, key=lambda start: (len(start), start))[:ON_PAPER]
    return [f"{wrong_score}{start.lower()}" for start in shortest]


def change_decision(hand: CountingHand) -> int:
    """Change the decision on the first bulletin of the list to a zero; return the keys."""
    page = hand.page
    page.keyboard.press("F8")
    page.locator("#bulletins tr[data-row]:focus").wait_for()
    hand.start_task()
    hand.press("m")
    page.locator("#change[open] .motives").wait_for()
    letter = page.locator("#change label", has_text="illisible").locator("kbd").first.inner_text()
    hand.press(letter.lower(), "Control+Enter")
    page.locator("#change:not([open])").wait_for(state="attached")
    page.locator("#undo").wait_for()
    return hand.keys


def end_game(hand: CountingHand) -> int:
    """Ask to end the game; return 1 if what is open is named only by the refusal."""
    page = hand.page
    page.keyboard.press("F4")
    click_primary(hand, "Donner la solution")
    page.locator("#desk[data-state=revealed]").wait_for()
    page.locator("#ask-finish").click()
    page.locator("#ask[open] form").wait_for()
    return 0 if page.locator("#ask .open-turns a").count() else 1


def add_staff(hand: CountingHand) -> tuple[int, int]:
    """Create the accounts of ``STAFF`` with their roles; return clicks, and keys besides names."""
    page = hand.page
    page.keyboard.press("Escape")
    page.keyboard.press("F10")
    page.locator("#games").wait_for()
    hand.start_task()
    hand.click_link("Rôles")
    for username, role in STAFF:
        page.locator("#id_username:focus").wait_for()
        page.keyboard.type(username)
        hand.press("Tab")
        page.keyboard.type(f"Camille {username}")
        hand.press(*["Tab"] * (role + 1), "Space", "Enter")
        page.locator(".secret").get_by_text(username).first.wait_for()
    return hand.clicks, hand.keys


if __name__ == "__main__":
    sys.exit(main())
