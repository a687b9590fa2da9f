"""The games of a training hall, the times of a trainee and their record."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from tournament.topping.core.topping_run import RunState
from tournament.topping.models import Topping, ToppingRun, Trainee, TrainingHall
from tournament.topping.queries.topping import VisibleRun

#: Maximum number of listed games, the newest first.
MAX_LISTED = 50
#: Maximum number of listed times of a trainee.
MAX_OWN_TIMES = 200


@dataclass(frozen=True, slots=True)
class OwnTime:
    """The time of a trainee in a game; ``is_record`` is True for their best average per turn."""

    run: ToppingRun
    state: RunState
    turns: int
    total: int
    not_found: int
    is_record: bool = False

    @property
    def is_done(self) -> bool:
        return self.state is RunState.DONE

    @property
    def average(self) -> int:
        """Return tenths of a second per turn: the number of turns differs between games."""
        return round(self.total / self.turns) if self.turns else 0


def list_own_times(trainee: Trainee, now: datetime) -> list[OwnTime]:
    """Return the times of the trainee, the newest first."""
    runs = trainee.runs.exclude(state=RunState.ANNULLED).select_related("topping")
    views = [VisibleRun(run, now) for run in runs.order_by("-pk")[:MAX_OWN_TIMES]]
    times = [
        OwnTime(view.run, view.clock.state, view.terms.turns, view.total, view.not_found)
        for view in views
    ]
    best = min((time.total / time.turns for time in times if time.is_done), default=None)
    return [
        replace(time, is_record=time.is_done and time.total / time.turns == best) for time in times
    ]


@dataclass(frozen=True, slots=True)
class ListedTopping:
    """A game of a hall, the number of players who finished it, and the time of the trainee."""

    topping: Topping
    players: int
    own_time: OwnTime | None


def list_games(hall: TrainingHall, own_times: Sequence[OwnTime]) -> list[ListedTopping]:
    finishers = Count("runs", filter=Q(runs__state=RunState.DONE))
    games: QuerySet[Topping] = Topping.objects.filter(organisation=hall.organisation)
    times_by_topping = {time.run.topping_id: time for time in own_times}
    newest = games.annotate(finishers=finishers).order_by("-number")[:MAX_LISTED]
    return [ListedTopping(game, game.finishers, times_by_topping.get(game.pk)) for game in newest]
