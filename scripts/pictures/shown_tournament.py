"""The tournament that is shown: who runs it, who plays, what they write. Needs Django set up."""

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from arbitrage.core.bulletin import Bulletin
from arbitrage.core.second_looks import LookCriteria
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.models import LookPlan, Ruling
from arbitrage.services.paper import TypedBulletin, enter_papers
from arbitrage.services.second_looks import choose_plan
from benchmarks.hall.script import WrittenBulletin
from benchmarks.hall.tablets import Players
from benchmarks.people.room import Seat
from config.demo.writing import SimulatedBulletin, add_mistakes, choose_solution, write_bulletin
from engine.board.place import Place
from engine.regulation.editions import CURRENT
from scripts.pictures.people import STAFF
from tournament.core.states import PlayMedium, Role, TurnState
from tournament.models import Entry, Game, Table, Tournament, Turn
from tournament.queries import clock
from tournament.queries.results.tops import load_choice
from tournament.services.accounts.accounts import create_account
from tournament.services.accounts.sign_in_links import make_link
from tournament.services.accounts.staff import give_role
from tournament.services.people.registration import assign_arbiter
from tournament.services.play.games import create_game, finish_game, prepare_game, start_game
from tournament.services.play.participation import change_plays_on
from tournament.services.play.turns import (
    announce_turn,
    draw_turn,
    open_turn,
    reveal_turn,
    stop_clock,
)
from tournament.services.tournaments import create_tournament

CLUB, NAME, VENUE = "Club de Beauval", "Tournoi de Beauval", "Salle des fêtes"
ROLES = {
    "claire.martin": (Role.JUDGE,),
    "paul.lefevre": (Role.ARBITER,),
    "anne.girard": (Role.ARBITER,),
    "jean.morel": (Role.DOUBLE_ARBITER,),
    "louise.petit": (Role.COMMISSION,),
    "marc.dubois": (Role.COMMISSION,),
}
#: Tables that each arbiter corrects, and those that play on paper.
TABLES_BY_ARBITER = {"paul.lefevre": range(1, 13), "anne.girard": range(13, 25)}
PAPER_TABLES = range(19, 25)
#: The table whose tablet is shown.
SHOWN_TABLE = 7
OTHER_TABLES = [number for number in range(1, 25) if number not in {SHOWN_TABLE, *PAPER_TABLES}]
#: Faults on the pictures, by turn and table: changes of the best solution.
FAULTS: dict[tuple[int, int], Callable[[SimulatedBulletin], SimulatedBulletin]] = {
    (3, 9): lambda top: replace(top, reference=shift_right(top.reference)),
    (4, 2): lambda top: replace(top, reference=""),
    (4, 5): lambda top: replace(top, word=top.word[:-2] + top.word[:-3:-1]),
    (4, 11): lambda top: replace(top, score=""),
    (4, 16): lambda top: replace(top, reference="", score=""),
}
#: Turn and table of a missing bulletin, on the turn shown.
MISSING_BULLETIN = (4, 12)
TIMEOUT_S = 60.0
POLL_S = 0.1


def wait_until[T](ask: Callable[[], T | None], label: str) -> T:
    """Ask until the answer is true, and return it. Raise TimeoutError."""
    deadline = time.monotonic() + TIMEOUT_S
    while not (answer := ask()):
        if time.monotonic() > deadline:
            raise TimeoutError(label)
        time.sleep(POLL_S)
    return answer


def shift_right(reference: str) -> str:
    """Return the place one column to the right."""
    place = Place.parse(reference)
    return str(replace(place, col=place.col + 1))


class ShownTournament:
    """The tournament, and the commands of its people by the services."""

    def __init__(self, url: str, seed: str) -> None:
        """All letters and bulletins depend on ``seed``, any text."""
        self._url, self.seed = url, seed
        self.users = {
            username: create_account(username=username, name=name, by=None, now=clock.now())
            for username, name in STAFF.items()
        }
        self.judge = self.users["claire.martin"]
        now = clock.now()
        self.tournament: Tournament = create_tournament(
            name=NAME,
            venue=VENUE,
            starts_on=timezone.localdate(now),
            edition=CURRENT,
            club=CLUB,
            by=self.judge,
            now=now,
        )
        self.slug = self.tournament.slug
        self.game: Game
        self._tablets: list[tuple[list[int], Players]] = []

    def author_and_time(self) -> dict[str, Any]:
        return {"by": self.judge, "now": clock.now()}

    def build_sign_in_path(self, username: str, address: str, *rest: object) -> str:
        """Return a sign-in path that leads to a page of the tournament."""
        return self.build_sign_in_path_for(self.users[username], address, self.slug, *rest)

    def build_sign_in_path_for(self, user: User, address: str, *args: object) -> str:
        link = make_link(user=user, target=reverse(address, args=args), now=clock.now())
        return link.removeprefix(self._url)

    # --- before the first turn ----------------------------------------------------------

    def give_roles(self) -> None:
        for username, roles in ROLES.items():
            for role in roles:
                give_role(self.tournament, self.users[username], role, **self.author_and_time())

    def share_tables(self) -> None:
        for username, numbers in TABLES_BY_ARBITER.items():
            tables = list(Table.objects.filter(tournament=self.tournament, number__in=numbers))
            assign_arbiter(tables=tables, user=self.users[username], **self.author_and_time())
        on_paper = [entry.pk for entry in self.list_entries(PAPER_TABLES)]
        change_plays_on(
            tournament=self.tournament,
            entries=on_paper,
            plays_on=PlayMedium.PAPER,
            **self.author_and_time(),
        )

    def choose_second_looks(self) -> LookPlan | None:
        plan = LookCriteria(sanctioned=True)
        return choose_plan(tournament=self.tournament, plan=plan, **self.author_and_time())

    def make_games(self, count: int) -> None:
        """Create games with three minutes per turn; the first draws from ``seed``."""
        games = [
            create_game(tournament=self.tournament, **self.author_and_time()) for _ in range(count)
        ]
        Game.objects.filter(pk=games[0].pk).update(seed=sha256(self.seed.encode()).hexdigest())
        self.game = Game.objects.get(pk=games[0].pk)

    def start_game(self) -> None:
        prepare_game(game=self.game, **self.author_and_time())
        start_game(game=self.game, **self.author_and_time())
        self.game.refresh_from_db()

    # --- tables -------------------------------------------------------------------------

    def list_entries(self, numbers: Iterable[int]) -> list[Entry]:
        queryset = Entry.objects.filter(tournament=self.tournament, table__number__in=list(numbers))
        return list(queryset.select_related("table").order_by("table__number"))

    def connect_tablets(self) -> None:
        """Connect all tables on tablets; the tablet shown can be disconnected alone."""
        for numbers in ([SHOWN_TABLE], OTHER_TABLES):
            seats = [
                Seat(self.tournament.pk, e.pk, e.table.number, e.table.key, e.table_id)
                for e in self.list_entries(numbers)
            ]
            self._tablets.append((numbers, Players(seats, self._url, readers=numbers)))

    def free_shown_table(self) -> str:
        """Disconnect the tablet shown; return the path that opens its table."""
        _, tablets = self._tablets.pop(0)
        tablets.stop()
        (entry,) = self.list_entries([SHOWN_TABLE])
        return f"/t/{entry.table.key}/"

    def leave(self) -> None:
        for _, tablets in self._tablets:
            tablets.stop()

    # --- turns --------------------------------------------------------------------------

    def draw(self) -> Turn:
        """Draw the next letters and wait for their solutions."""
        turn = draw_turn(game=self.game, **self.author_and_time())
        assert turn is not None
        solved = Turn.objects.filter(pk=turn.pk).exclude(solved_at=None)
        return wait_until(solved.first, "solutions")

    def open(self, turn: Turn) -> Turn:
        announce_turn(turn=turn, **self.author_and_time())
        return open_turn(turn=turn, **self.author_and_time())

    def hand_in(self, turn: Turn) -> None:
        """Hand in on every connected tablet."""
        for numbers, tablets in self._tablets:
            writing = [number for number in numbers if (turn.ordinal, number) != MISSING_BULLETIN]
            slips = {number: self._build_tablet_bulletin(turn, number) for number in writing}
            if wrong := tablets.hand_in(turn.ordinal, slips):
                raise RuntimeError("\n".join(wrong))

    def collect(self, turn: Turn) -> Turn:
        """End the turn; return it once every bulletin is corrected."""
        stop_clock(turn=turn, **self.author_and_time())
        corrected = Turn.objects.filter(pk=turn.pk, state=TurnState.CLOSED).exclude(
            corrected_at=None
        )
        return wait_until(corrected.first, "correction")

    def key_papers(self, turn: Turn, numbers: Iterable[int] = PAPER_TABLES) -> None:
        typed = [
            TypedBulletin(number, self._build_paper_bulletin(turn, number)) for number in numbers
        ]
        enter_papers(
            turn=turn, typed_bulletins=typed, by=self.users["anne.girard"], now=clock.now()
        )
        tables = {bulletin.number for bulletin in typed}
        ruled = Ruling.objects.filter(turn=turn, entry__table__number__in=tables)
        wait_until(lambda: ruled.values("entry").distinct().count() == len(tables), "paper")

    def reveal(self, turn: Turn) -> Turn:
        turn.refresh_from_db()
        top = load_choice(turn).proposed_top
        assert top is not None
        return reveal_turn(turn=turn, word=top.word, ref=top.ref, **self.author_and_time())

    def play_turn(self) -> Turn:
        """Play a whole turn, with every bulletin."""
        turn = self.open(self.draw())
        self.hand_in(turn)
        turn = self.collect(turn)
        self.key_papers(turn)
        return self.reveal(turn)

    def finish(self) -> None:
        self.game.refresh_from_db()
        finish_game(
            game=self.game,
            reason="judge_decision",
            open_bulletins_stay=True,
            **self.author_and_time(),
        )

    # --- the bulletins ----------------------------------------------------------------

    def _get_strength(self, table: int) -> float:
        """Return the probability that the player finds the top."""
        if table == SHOWN_TABLE:
            return 0.5
        return Random(f"{self.seed} {table}").uniform(0.1, 0.8)  # noqa: S311 - no secret

    def _write_bulletin(self, turn: Turn, table: int) -> SimulatedBulletin:
        """Return a solution of the player's strength, sometimes with a mistake.

        The table shown makes no mistake: its first slip is that of the picture.
        """
        rng = Random(f"{self.seed} {table} {turn.ordinal}")  # noqa: S311 - no secret
        solutions = [(word, ref, score) for word, ref, score in turn.solutions.moves]
        if turn.ordinal == 1:
            solutions = [solution for solution in solutions if not solution[1][0].isdigit()]
        if fault := FAULTS.get((turn.ordinal, table)):
            return fault(write_bulletin(solutions[0]))
        bulletin = write_bulletin(choose_solution(solutions, self._get_strength(table), rng))
        return bulletin if table == SHOWN_TABLE else add_mistakes(bulletin, rng)

    def find_modest_solution(self, turn: Turn) -> tuple[str, str, int]:
        """Return a horizontal solution without joker, of five letters or more, below the top."""
        best = turn.solutions.moves[0][2]
        for word, ref, score in turn.solutions.moves:
            if word.isupper() and len(word) > 4 and ref[0].isalpha() and score < best:
                return word, ref, score
        raise LookupError("no such solution")

    def _build_tablet_bulletin(self, turn: Turn, table: int) -> WrittenBulletin:
        written = self._write_bulletin(turn, table)
        rows = tuple(written.rows) if written.word else ()
        return WrittenBulletin(rows, written.reference, written.score)

    def _build_paper_bulletin(self, turn: Turn, table: int) -> Bulletin:
        slip = self._build_tablet_bulletin(turn, table)
        return Bulletin(Sheet(slip.rows), slip.reference, slip.score)
