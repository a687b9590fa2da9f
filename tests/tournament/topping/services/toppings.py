"""Toppings for tests: made, opened, played."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F

from tests.room import Room
from tournament.models import Entry
from tournament.queries import clock
from tournament.topping.core.topping_run import ToppingCommand, ToppingMode
from tournament.topping.models import Topping, ToppingRun
from tournament.topping.queries.topping import GameOfTopping, WrittenTurn
from tournament.topping.services.creation import Rules, make_topping
from tournament.topping.services.lifecycle import move_topping
from tournament.topping.services.runs import ToppingAnswer, say, start_run

LIMIT_S, PENALTY_S, PAUSE_S = 60, 20, 5


def make(
    room: Room, entries: Sequence[Entry] | None = None, *, opened: bool = True, **options: Any
) -> Topping:
    """One that the first two tables play, or ``entries``."""
    mode = options.pop("mode", ToppingMode.DEVICES)
    limit_s = options.pop("limit_s", LIMIT_S)
    rules = Rules(limit_s, PENALTY_S, options.pop("pause_s", PAUSE_S), mode)
    made = make_topping(
        tournament=room.tournament,
        rules=rules,
        entries=entries or room.entries[:2],
        **options,
        **room.by(),
    )
    if not opened:
        return made
    return move_topping(topping=made, command=ToppingCommand.OPEN, **room.by())


def run_of(topping: Topping, entry: Entry) -> ToppingRun:
    """His run, read anew."""
    runs = topping.runs.exclude(state="annulled").select_related("topping")
    return runs.get(entry=entry)


def turn(topping: Topping, number: int) -> WrittenTurn:
    return GameOfTopping(topping).at(number)


class Player:
    """Plays a run, at moments that the test chooses: seconds after it started."""

    def __init__(self, topping: Topping, entry: Entry, start: datetime | None = None) -> None:
        self.topping, self.entry = topping, entry
        moment = start or clock.now()
        self.start = moment.replace(microsecond=moment.microsecond // 1000 * 1000)

    @property
    def run(self) -> ToppingRun:
        return run_of(self.topping, self.entry)

    def at(self, seconds: float) -> datetime:
        return self.start + timedelta(seconds=seconds)

    def begin(self, seconds: float = 0) -> ToppingRun:
        return start_run(run=self.run, by=None, now=self.at(seconds))

    def says(self, number: int, word: str, ref: str, seconds: float) -> ToppingAnswer:
        return say(run=self.run, turn=number, word=word, ref=ref, by=None, now=self.at(seconds))

    def finds(self, number: int, seconds: float) -> ToppingAnswer:
        """Says the word that will lie on the grid."""
        top = turn(self.topping, number)
        return self.says(number, top.word.upper(), top.ref, seconds)


def passed(run: ToppingRun, seconds: float) -> None:
    """As if its clock had run so long more."""
    before = timedelta(seconds=seconds)
    ToppingRun.objects.filter(pk=run.pk).update(
        began_at=F("began_at") - before, expires_at=F("expires_at") - before
    )
