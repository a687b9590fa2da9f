"""Counts the bulletins of turns that still wait for somebody."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count

from arbitrage.models import Ruling
from arbitrage.queries.rulings import build_waiting_filter
from tournament.models import Turn
from tournament.queries.people.table_scope import ALL_TABLES, TableScope
from tournament.queries.results.hand_ins import list_awaited_paper_bulletins


@dataclass(frozen=True, slots=True)
class OpenBulletinCounts:
    """Bulletins left open: ``to_decide`` wait for an arbiter, ``to_type`` are to be typed in."""

    to_decide: int = 0
    to_type: int = 0

    def __bool__(self) -> bool:
        return bool(self.total)

    @property
    def total(self) -> int:
        return self.to_decide + self.to_type


def count_open_by_turn(
    turns: Collection[Turn], scope: TableScope = ALL_TABLES
) -> dict[int, OpenBulletinCounts]:
    """Return the counts of ``turns``, of one tournament, by id, if anything is left open at the
    tables of ``scope``."""
    if not turns:
        return {}
    ids = [turn.pk for turn in turns]
    latest = Ruling.objects.filter(turn__in=ids).order_by("turn_id", "entry_id", "-version")
    undecided = Ruling.objects.filter(pk__in=latest.distinct("turn_id", "entry_id").values("pk"))
    undecided = undecided.filter(build_waiting_filter(next(iter(turns)).game.tournament)).order_by()
    papers = list_awaited_paper_bulletins().filter(turn__in=ids)
    undecided, papers = (scope.filter_by_turn(rows) for rows in (undecided, papers))
    to_decide, to_type = (
        Counter(dict(rows.values_list("turn_id").annotate(Count("pk"))))
        for rows in (undecided, papers)
    )
    return {pk: OpenBulletinCounts(to_decide[pk], to_type[pk]) for pk in to_decide | to_type}
