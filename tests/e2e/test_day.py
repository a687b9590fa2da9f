"""A day of two games, run by one person as an organiser lives it: until the first game on their
laptop, from then on with their telephone.

A list with pairs comes from a file, somebody is absent; between the games one comes late, two
change tables and one goes home. Every total and rank is reckoned here, from the words played.
"""

import csv
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import FilePayload, Page, expect

from tests.e2e.test_club_evening import LAPTOP, PHONE, sign_in
from tests.stack import LiveStack
from tests.tournament.live.web import watch
from tests.waiting import wait_for
from tournament.core.states import PlayMedium
from tournament.models import Entry, Game, Score, Tournament, Turn
from tournament.protocol import Audience, Save
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries import clock
from tournament.queries.results.tops import load_choice
from tournament.services.play import games, turns

#: As a spreadsheet on Windows writes it; the mark tells who plays together.
FILE = """Paire;Licence;NOM;Prénom;Club;Série
;1000001;ALGÉRIE;Ana;Lyon;1
;1000002;BELGIQUE;Bo;Lyon;2
;1000003;CANADA;Chloé;Nice;1
;1000004;DANEMARK;Dan;Nice;2
;1000005;ÉGYPTE;Éva;Lyon;2
A;1000006;FRANCE;Flo;Nice;1
A;1000007;GRÈCE;Guy;Nice;1
B;1000008;HONGRIE;Hal;Lyon;2
B;1000009;ITALIE;Ida;Nice;2
"""
#: What becomes of a series that the club's list does not have.
ADDED = "l’ajouter à la liste"
ABSENT = "DANEMARK Dan"
LATE = "Japon Jun"
LEAVING = "BELGIQUE Bo"
MOVED = ("ALGÉRIE Ana", "CANADA Chloé")
#: Where in the list of solutions is what they play, turn by turn; ``None`` is a word that is none.
PLAYS: dict[str, list[int | None]] = {
    "ALGÉRIE Ana": [0, 0],
    "BELGIQUE Bo": [0],
    "CANADA Chloé": [1, None],
    "ÉGYPTE Éva": [2, 2],
    "FRANCE Flo / GRÈCE Guy": [0, 1],
    "HONGRIE Hal / ITALIE Ida": [None, 3],
    LATE: [0],
}


@dataclass
class Day:
    """The tournament, its staff, and the results of everybody so far, turn by turn."""

    stack: LiveStack
    page: Page
    user: User
    points: dict[str, list[int]] = field(default_factory=dict)

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.get()

    def get_author_and_time(self) -> dict[str, Any]:
        return {"by": self.user, "now": clock.now()}

    def open(self, *links: str) -> None:
        """From the tournament's own page, by the links that the pages have."""
        self.page.goto(f"{self.stack.url}/office/{self.tournament.slug}/")
        for name in links:
            self.page.get_by_role("link", name=name, exact=True).first.click()

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def says(self, text: str) -> None:
        expect(self.page.locator("main")).to_contain_text(text)

    def play(self, number: int) -> None:
        """A game of one turn; whoever is there hands in by tablet, from where they sit."""
        self.tournament.games.filter(number=number).update(seed=f"{number:064x}")
        game = self.tournament.games.get(number=number)
        games.start_game(game=game, **self.get_author_and_time())
        self._turn(game)
        games.finish_game(game=game, reason="judge_decision", **self.get_author_and_time())

    def _turn(self, game: Game) -> None:
        drawn = turns.draw_turn(game=game, **self.get_author_and_time())
        assert drawn is not None
        solved = Turn.objects.filter(pk=drawn.pk, solved_at__isnull=False)
        wait_for(solved.exists)
        turns.announce_turn(turn=drawn, **self.get_author_and_time())
        turns.open_turn(turn=drawn, **self.get_author_and_time())
        turn = solved.get()
        present = self.tournament.entries.filter(withdrawn=False).exclude(
            plays_on=PlayMedium.ABSENT
        )
        for entry in present:
            self._hand_in(turn, entry)
        turns.stop_clock(turn=turn, **self.get_author_and_time())
        corrected = Score.objects.filter(turn=turn)
        wait_for(lambda: corrected.count() >= len(present))
        top = load_choice(turn).allowed_tops[0]
        turns.reveal_turn(
            turn=solved.get(), word=top.word, ref=top.ref, **self.get_author_and_time()
        )

    def _hand_in(self, turn: Turn, entry: Entry) -> None:
        mine = self.points.setdefault(entry.name, [])
        nth = PLAYS[entry.name][len(mine)]
        word, ref, points = ("ZZZ", "H8", 0) if nth is None else playable(turn)[nth]
        mine.append(points)
        place = {"entry_id": entry.pk, "table_id": entry.table_id}
        token = make_token(Ticket(self.tournament.pk, Audience.ENTRY, **place))
        slip = Save(
            game_id=turn.game_id,
            turn=turn.ordinal,
            rev=1,
            device="tablette",
            rows=[word],
            reference=ref,
            score=str(points),
        )
        with watch(self.stack, token) as socket:
            assert socket.ask(slip)["type"] == "saved"


def playable(turn: Turn) -> list[tuple[str, str, int]]:
    """Word, reference and score, the best first.

    The first turn is played across (3.4), and each word has there its best place (5.4.2.a).
    """
    best: dict[str, tuple[str, str, int]] = {}
    for word, ref, score in turn.solutions.moves:
        if ref[0].isalpha():
            best.setdefault(word, (word, ref, score))
    return list(best.values())


@pytest.fixture
def day(live_stack: LiveStack, page: Page) -> Day:
    page.set_viewport_size(LAPTOP)
    user = User.objects.create_user("club")
    sign_in(page, live_stack, user)
    return Day(live_stack, page, user)


def test_two_games_go_from_entry_list_to_ranking(day: Day) -> None:
    create(day)
    bring_the_list(day)
    check_in(day)
    seat_by_series(day)
    day.play(1)
    day.page.set_viewport_size(PHONE)
    come_late(day)
    change_tables(day)
    go_home(day)
    day.play(2)
    look_at_the_rankings(day)


def create(day: Day) -> None:
    day.page.goto(f"{day.stack.url}/office/")
    day.page.get_by_role("link", name="Créer un tournoi").click()
    expect(day.page.locator("#id_name")).to_be_focused()
    day.page.keyboard.type("Deux parties")
    day.page.get_by_label("Je tiens tous les rôles").check()
    day.press("Créer le tournoi")
    day.open("Ajouter des parties")
    day.page.locator("#id_ready").check()
    day.press("Créer")


def bring_the_list(day: Day) -> None:
    day.open("Joueurs")
    sent = FILE.encode("cp1252")
    file: FilePayload = {"name": "Liste.csv", "mimeType": "text/csv", "buffer": sent}
    day.page.locator("input[type=file]").set_input_files(file)
    day.press("Lire le fichier")
    series = day.page.locator("#plan select").filter(has_text=ADDED)
    expect(series).to_have_count(2)
    for question in series.all():
        question.select_option(label=ADDED)
    day.press("Appliquer les changements")
    day.press("Importer 7 inscriptions")
    day.says("7 inscriptions")


def check_in(day: Day) -> None:
    """By the first letters and Enter, as they come in."""
    day.open("Pointage")
    expect(day.page.locator("#check-in-q")).to_be_focused()
    day.page.wait_for_load_state("load")
    for number, name in enumerate((name for name in PLAYS if name != LATE), start=1):
        day.page.keyboard.type(name.split()[0].lower())
        day.page.keyboard.press("Enter")
        day.says(f"Pointés : {number} sur 7")
    day.page.get_by_role("link", name="Les autres sont absents…").click()
    day.says(ABSENT)
    day.press("Déclarer 1 absent")


def seat_by_series(day: Day) -> None:
    day.open("Tables", "Placer les joueurs")
    day.page.get_by_label("Placer").select_option(label="par série, au hasard dans chacune")
    day.page.get_by_label("Graine du hasard").fill("deux")
    day.press("Regarder le plan")
    day.press("Appliquer ce plan")
    day.says("Ce qui a changé")


def come_late(day: Day) -> None:
    day.open("Joueurs")
    day.page.locator("#id_last_name").fill("Japon")
    day.page.locator("#id_first_name").fill("Jun")
    day.press("Inscrire")
    day.says("table 8.")


def change_tables(day: Day) -> None:
    first, other = (day.tournament.entries.get(name=name).table.number for name in MOVED)
    day.open("Tables", "Placer les joueurs")
    form = day.page.locator("form").filter(has=day.page.locator("#swap"))
    for box, table in zip(form.get_by_role("spinbutton").all(), (first, other), strict=True):
        box.fill(str(table))
    day.press("Échanger")
    day.says("à la main · 2 joueurs")
    tables = [day.tournament.entries.get(name=name).table.number for name in MOVED]
    assert tables == [other, first]


def go_home(day: Day) -> None:
    day.open("Joueurs")
    day.page.get_by_role("row", name=LEAVING).get_by_role("button", name="Retirer").click()
    expect(day.page.get_by_role("row", name=LEAVING).get_by_role("button")).to_have_text(
        f"Faire revenir : {LEAVING}"
    )


def look_at_the_rankings(day: Day) -> None:
    everybody = {name: by_game(name, points) for name, points in day.points.items()}
    everybody[ABSENT] = [None, None]
    whole = {name: total(games) for name, games in everybody.items()}
    assert shown(day, "Classement général") == ranked(whole)
    for index in range(2):
        of_one = {name: games[index] or 0 for name, games in everybody.items()}
        assert shown(day, f"Partie {index + 1}") == ranked(of_one)
    pairs = {name: points for name, points in whole.items() if " / " in name}
    assert shown(day, "Paires") == ranked(pairs)
    second = ("BELGIQUE", "DANEMARK", "ÉGYPTE", "HONGRIE")
    series = {name: points for name, points in whole.items() if name.startswith(second)}
    assert shown(day, "2") == ranked(series)
    partly = day.page.get_by_role("row").filter(has_text="partiel")
    expect(partly).to_have_count(2)  # of this series: who went home, who never came
    assert {row["Joueur"]: [row[f"Partie {n}"] for n in (1, 2)] for row in table_of(day)} == {
        name: ["" if points_of_game is None else str(points_of_game) for points_of_game in games]
        for name, games in everybody.items()
    }


def by_game(name: str, points: list[int]) -> list[int | None]:
    """Return the points of each game; None for a game not played."""
    missing: list[int | None] = [None] * (2 - len(points))
    return [*missing, *points] if name == LATE else [*points, *missing]


def total(games: list[int | None]) -> int:
    return sum(points_of_game or 0 for points_of_game in games)


def ranked(totals: dict[str, int]) -> set[tuple[str, str, str]]:
    """Rank, name and total; equal totals share the better rank."""
    return {
        (str(1 + sum(other > mine for other in totals.values())), name, str(mine))
        for name, mine in totals.items()
    }


def shown(day: Day, path: str) -> set[tuple[str, str, str]]:
    """Rank, name and total of every row of a ranking that the office leads to."""
    day.open("Classement", path)
    expect(day.page.locator("table.ranking tbody tr").first).to_be_visible()
    heads = day.page.locator("table.ranking thead th").all_inner_texts()
    rows = [
        row.locator("th, td").all_inner_texts()
        for row in day.page.locator("table.ranking tbody tr").all()
    ]
    name, points = heads.index("Joueur"), heads.index("Total")
    return {
        (row[0], row[name].partition("\n")[0].removesuffix(" partiel"), row[points]) for row in rows
    }


def table_of(day: Day) -> list[dict[str, str]]:
    answer = day.page.request.get(f"{day.stack.url}/{day.tournament.slug}/ranking.csv")
    return list(csv.DictReader(StringIO(answer.text().removeprefix("\ufeff")), delimiter=";"))
