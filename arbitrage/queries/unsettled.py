"""What is left open on turns: on these bulletins somebody still has to say something."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Count

from arbitrage.models import Ruling
from arbitrage.queries.rulings import waiting
from tournament.models import Turn
from tournament.queries.people.seating import at_tables_of
from tournament.queries.results.hand_ins import awaited


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """``to_decide`` bulletins wait for an arbiter, ``to_type`` for whoever types them in."""

    to_decide: int = 0
    to_type: int = 0

    def __bool__(self) -> bool:
        return bool(self.total)

    @property
    def total(self) -> int:
        return self.to_decide + self.to_type


def left_by_turn(turns: Collection[Turn], user: User | None = None) -> dict[int, LeftOpen]:
    """Those of ``turns``, of one tournament, on which something is left open, by id; with ``user``
    at his tables only."""
    if not turns:
        return {}
    ids = [turn.pk for turn in turns]
    latest = Ruling.objects.filter(turn__in=ids).order_by("turn_id", "entry_id", "-version")
    held = Ruling.objects.filter(pk__in=latest.distinct("turn_id", "entry_id").values("pk"))
    held = held.filter(waiting(next(iter(turns)).game.tournament)).order_by()
    papers = awaited().filter(turn__in=ids)
    if user is not None:
        held, papers = at_tables_of(held, user.pk), at_tables_of(papers, user.pk)
    to_decide, to_type = (
        Counter(dict(rows.values_list("turn_id").annotate(Count("pk")))) for rows in (held, papers)
    )
    return {pk: LeftOpen(to_decide[pk], to_type[pk]) for pk in to_decide | to_type}
