"""Toppings for tests: created, opened, played."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F

from tests.room import Room
from tournament.models import Entry
from tournament.queries import clock
from tournament.topping.core.topping_run import ToppingCommand, ToppingMode
from tournament.topping.models import Topping, ToppingRun
from tournament.topping.queries.topping import ToppingGame, ToppingTurn
from tournament.topping.services.creation import ToppingRules, create_topping
from tournament.topping.services.lifecycle import move_topping
from tournament.topping.services.runs import ToppingAnswer, judge_proposal, start_run

LIMIT_S, PENALTY_S, PAUSE_S = 60, 20, 5


def create_topping_for(
    room: Room, entries: Sequence[Entry] | None = None, *, opened: bool = True, **options: Any
) -> Topping:
    """Create a topping for the first two tables, or for ``entries``."""
    mode = options.pop("mode", ToppingMode.DEVICES)
    limit_s = options.pop("limit_s", LIMIT_S)
    rules = ToppingRules(limit_s, PENALTY_S, options.pop("pause_s", PAUSE_S), mode)
    topping = create_topping(
        tournament=room.tournament,
        rules=rules,
        entries=entries or room.entries[:2],
        **options,
        **room.get_author_and_time(),
    )
    if not opened:
        return topping
    return move_topping(topping=topping, command=ToppingCommand.OPEN, **room.get_author_and_time())


def get_run(topping: Topping, entry: Entry) -> ToppingRun:
    """Return the run of the entry, read again."""
    runs = topping.runs.exclude(state="annulled").select_related("topping")
    return runs.get(entry=entry)


def get_turn(topping: Topping, number: int) -> ToppingTurn:
    return ToppingGame(topping).get_turn(number)


class Player:
    """Plays a run at times that the test chooses, in seconds after its start."""

    def __init__(self, topping: Topping, entry: Entry, start: datetime | None = None) -> None:
        self.topping, self.entry = topping, entry
        moment = start or clock.now()
        self.start = moment.replace(microsecond=moment.microsecond // 1000 * 1000)

    @property
    def run(self) -> ToppingRun:
        return get_run(self.topping, self.entry)

    def get_moment(self, seconds: float) -> datetime:
        return self.start + timedelta(seconds=seconds)

    def begin(self, seconds: float = 0) -> ToppingRun:
        return start_run(run=self.run, by=None, now=self.get_moment(seconds))

    def propose(self, number: int, word: str, ref: str, seconds: float) -> ToppingAnswer:
        return judge_proposal(
            run=self.run, turn=number, word=word, ref=ref, by=None, now=self.get_moment(seconds)
        )

    def find_top(self, number: int, seconds: float) -> ToppingAnswer:
        """Propose the word of the game."""
        top = get_turn(self.topping, number)
        return self.propose(number, top.word.upper(), top.ref, seconds)


def advance_clock(run: ToppingRun, seconds: float) -> None:
    """Move the clock of the run forward."""
    duration = timedelta(seconds=seconds)
    ToppingRun.objects.filter(pk=run.pk).update(
        began_at=F("began_at") - duration, expires_at=F("expires_at") - duration
    )
