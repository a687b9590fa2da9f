"""The judge: by the pages, or by the services if the pages are not measured.

Import it only once Django is set up.
"""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.contrib.auth.models import User

from benchmarks.people.client import Client, Page, UnexpectedAnswerError
from benchmarks.people.waiting import wait_until
from tournament.models import Game, Turn
from tournament.queries import clock
from tournament.queries.results.tops import load_choice
from tournament.services.play.games import finish_game, prepare_game, start_game
from tournament.services.play.turns import (
    NO_SOLUTION,
    announce_turn,
    cancel_turn,
    draw_turn,
    open_turn,
    reveal_turn,
)
from tournament.tasks import solve_turn

POLL_S = 0.3


@dataclass
class Judge:
    """A judge at the desk; methods raise UnexpectedAnswerError if refused."""

    client: Client
    slug: str

    def press_main_button(self, *, excluded: tuple[str, ...] = ()) -> bool:
        """Press the main button, unless there is none or it is one of ``excluded``."""
        form = self._get_desk().find_form("/do/")
        if form is None or any(f"/do/{name}/" in form[0] for name in excluded):
            return False
        # Confirms that a game may end with open bulletins; other commands ignore it.
        status, _page = self.client.post(form[0], form[1] | {"open_bulletins_stay": "on"})
        return status == HTTPStatus.OK

    def press(self, name: str, **fields: object) -> None:
        """Wait for the main button ``name`` and press it."""
        self.client.submit(self._wait_for(name), f"/do/{name}/", fields)

    def submit_command(self, name: str, **fields: object) -> None:
        """Give a command that has a form of its own."""
        page = self.client.get(f"/judge/{self.slug}/ask/{name}/")
        self.client.submit(page, f"/do/{name}/", fields)

    def wait_for_end(self) -> None:
        """Wait until the solution can be revealed."""
        self._wait_for("reveal")

    def discipline(self, game: int, ordinal: int, entry: int) -> None:
        page = self.client.get(f"/arbiter/{self.slug}/{game}/account/{entry}/?turn={ordinal}")
        reason = {"decision": "warn", "reason": "Bavardage."}
        self.client.submit(page, f"/account/{entry}/", reason)

    def annul(self, entry: int) -> None:
        """Annul everything that the player has scored so far (6.1)."""
        path = f"/arbiter/{self.slug}/players/{entry}/cheating/"
        self.client.submit_own_form(path, {"reason": "Téléphone consulté."})

    def change_medium(self, entries: list[int], plays_on: str) -> None:
        path = f"/arbiter/{self.slug}/players/"
        answer = self.client.submit_own_form(path, {"entries": entries, "plays_on": plays_on})
        if any("is_confirmed" in fields for _, fields in answer.forms):
            raise UnexpectedAnswerError(f"{path} : la page demande lesquels changent")

    def _get_desk(self) -> Page:
        return self.client.get(f"/judge/{self.slug}/desk/")

    def _wait_for(self, name: str) -> Page:
        def find_desk() -> Page | None:
            page = self._get_desk()
            if page.find_form("/do/read-out/"):  # the solution has been read out (3.1)
                self.client.submit(page, "/do/read-out/", {})
                return None
            return page if page.find_form(f"/do/{name}/") else None

        page = wait_until(find_desk, name, pause_s=POLL_S)
        assert page is not None
        return page


@dataclass
class Desk:
    """The judge's commands of one game, by the services."""

    game: Game
    user: User | None = None

    def get_author_and_time(self) -> dict[str, Any]:
        """Return the arguments of a command: its author, and the time now."""
        return {"by": self.user, "now": clock.now()}

    def start(self) -> None:
        prepare_game(game=self.game, **self.get_author_and_time())
        self.game = start_game(game=self.game, **self.get_author_and_time())

    def draw(self, **options: Any) -> Turn | None:
        return draw_turn(game=self.game, **options, **self.get_author_and_time())

    def solve(self, turn: Turn) -> bool:
        """Solve as the worker does; cancel the turn and return False if nothing can be played."""
        solve_turn(turn.pk)
        turn.refresh_from_db()
        if not turn.solutions.moves:
            cancel_turn(turn=turn, reason=NO_SOLUTION, **self.get_author_and_time())
            return False
        return True

    def announce(self, turn: Turn) -> None:
        announce_turn(turn=turn, **self.get_author_and_time())

    def open(self, turn: Turn) -> None:
        open_turn(turn=turn, **self.get_author_and_time())
        turn.refresh_from_db()

    def reveal(self, turn: Turn, **options: Any) -> Turn:
        """Reveal the proposed solution; ``options``: other arguments, as another time."""
        move = load_choice(turn).proposed_top
        assert move is not None
        return reveal_turn(
            turn=turn, word=move.word, ref=move.ref, **self.get_author_and_time() | options
        )

    def finish(self, **options: Any) -> None:
        finish_game(game=self.game, **options, **self.get_author_and_time())


def wait_for_field(turn: Turn, field: str, value: object = None) -> None:
    """Wait until the field has this value, or any: other processes set it."""

    def has_value() -> bool:
        turn.refresh_from_db()
        current = getattr(turn, field)
        return current is not None if value is None else bool(current == value)

    wait_until(has_value, f"{turn} : {field}", timeout_s=120, pause_s=0.1)
