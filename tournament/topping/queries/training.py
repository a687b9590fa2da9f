"""What a training hall shows: its games, one's own times and the records among them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from tournament.topping.core.topping_run import RunState
from tournament.topping.models import Topping, ToppingRun, Trainee, TrainingHall
from tournament.topping.queries.topping import RunView

#: Games that are listed, the newest first.
MOST_LISTED = 50
#: Times of one's own that are listed.
MOST_OWN = 200


@dataclass(frozen=True, slots=True)
class OwnTime:
    """A game that somebody has played there; ``record``: his quickest by turn."""

    run: ToppingRun
    state: RunState
    turns: int
    total: int
    not_found: int
    record: bool = False

    @property
    def done(self) -> bool:
        return self.state is RunState.DONE

    @property
    def average(self) -> int:
        """Tenths of a second for a turn: games have more or fewer."""
        return round(self.total / self.turns) if self.turns else 0


def own_times(trainee: Trainee, now: datetime) -> list[OwnTime]:
    """The newest first."""
    runs = trainee.runs.exclude(state=RunState.ANNULLED).select_related("topping")
    views = [RunView(run, now) for run in runs.order_by("-pk")[:MOST_OWN]]
    times = [
        OwnTime(view.run, view.clock.state, view.terms.turns, view.total, view.not_found)
        for view in views
    ]
    best = min((one.total / one.turns for one in times if one.done), default=None)
    return [_marked(one, best) for one in times]


def _marked(one: OwnTime, best: float | None) -> OwnTime:
    record = one.done and one.total / one.turns == best
    return OwnTime(one.run, one.state, one.turns, one.total, one.not_found, record)


@dataclass(frozen=True, slots=True)
class ListedTopping:
    """A game of a hall, how many have played it to its end, and one's own time there."""

    topping: Topping
    players: int
    own: OwnTime | None


def listed_games(hall: TrainingHall, own: Sequence[OwnTime]) -> list[ListedTopping]:
    done = Count("runs", filter=Q(runs__state=RunState.DONE))
    games: QuerySet[Topping] = Topping.objects.filter(organisation=hall.organisation)
    mine = {one.run.topping_id: one for one in own}
    found = games.annotate(done=done).order_by("-number")[:MOST_LISTED]
    return [ListedTopping(one, one.done, mine.get(one.pk)) for one in found]
