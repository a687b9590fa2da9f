"""The judge: by his pages, as a browser shows them, or by the services where they are not measured.

Imported only once Django is set up.
"""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.contrib.auth.models import User

from benchmarks.people.client import Client, Page
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
    """At his desk; what raises SurpriseError was refused."""

    client: Client
    slug: str

    def press_any(self, *, unless: tuple[str, ...] = ()) -> bool:
        """The one obvious button, if there is one and it is none of those."""
        form = self._desk().form("/do/")
        if form is None or any(f"/do/{name}/" in form[0] for name in unless):
            return False
        # The word that a game may end while bulletins are open: no other command heeds it.
        status, _page = self.client.post(form[0], form[1] | {"open_bulletins_stay": "on"})
        return status == HTTPStatus.OK

    def press(self, name: str, **fields: object) -> None:
        """The one obvious button, as soon as it is there."""
        self.client.submit(self._wait_for(name), f"/do/{name}/", fields)

    def ask(self, name: str, **fields: object) -> None:
        """A command that asks first."""
        page = self.client.get(f"/judge/{self.slug}/ask/{name}/")
        self.client.submit(page, f"/do/{name}/", fields)

    def wait_for_end(self) -> None:
        """Of the turn: the solution can be revealed."""
        self._wait_for("reveal")

    def discipline(self, game: int, ordinal: int, entry: int) -> None:
        page = self.client.get(f"/arbiter/{self.slug}/{game}/account/{entry}/?turn={ordinal}")
        reason = {"decision": "warn", "reason": "Bavardage."}
        self.client.submit(page, f"/account/{entry}/", reason)

    def annul(self, entry: int) -> None:
        """Everything that the player has scored so far (6.1)."""
        path = f"/arbiter/{self.slug}/players/{entry}/cheating/"
        self.client.submit_here(path, {"reason": "Téléphone consulté."})

    def put_on(self, entries: list[int], plays_on: str) -> None:
        path = f"/arbiter/{self.slug}/players/"
        self.client.submit_here(path, {"entries": entries, "plays_on": plays_on})

    def _desk(self) -> Page:
        return self.client.get(f"/judge/{self.slug}/desk/")

    def _wait_for(self, name: str) -> Page:
        def desk() -> Page | None:
            page = self._desk()
            return page if page.form(f"/do/{name}/") else None

        found = wait_until(desk, name, pause_s=POLL_S)
        assert found is not None
        return found


@dataclass
class Desk:
    """The judge's commands of one game, by the services."""

    game: Game
    user: User | None = None

    def by(self) -> dict[str, Any]:
        """Who commands, and when: now."""
        return {"by": self.user, "now": clock.now()}

    def start(self) -> None:
        prepare_game(game=self.game, **self.by())
        self.game = start_game(game=self.game, **self.by())

    def draw(self, **how: Any) -> Turn | None:
        return draw_turn(game=self.game, **how, **self.by())

    def solve(self, turn: Turn) -> bool:
        """As the worker does, here; False where nothing can be played: the turn is cancelled."""
        solve_turn(turn.pk)
        turn.refresh_from_db()
        if not turn.solutions.moves:
            cancel_turn(turn=turn, reason=NO_SOLUTION, **self.by())
            return False
        return True

    def announce(self, turn: Turn) -> None:
        announce_turn(turn=turn, **self.by())

    def open(self, turn: Turn) -> None:
        open_turn(turn=turn, **self.by())
        turn.refresh_from_db()

    def reveal(self, turn: Turn, **at: Any) -> Turn:
        """With the solution that the software proposes; ``at``: another time than now."""
        move = load_choice(turn).proposed
        assert move is not None
        return reveal_turn(turn=turn, word=move.word, ref=move.ref, **self.by() | at)

    def finish(self, **why: Any) -> None:
        finish_game(game=self.game, **why, **self.by())


def wait_for(turn: Turn, field: str, value: object = None) -> None:
    """Until the field has this value, or any: other processes do it."""

    def ask() -> bool:
        turn.refresh_from_db()
        found = getattr(turn, field)
        return found is not None if value is None else bool(found == value)

    wait_until(ask, f"{turn} : {field}", timeout_s=120, pause_s=0.1)
