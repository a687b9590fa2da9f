"""Reads rulings and acts in force."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db.models import (
    BooleanField,
    Count,
    Exists,
    ExpressionWrapper,
    OuterRef,
    Q,
    QuerySet,
)

from arbitrage.core.codes import Motive, Sanction
from arbitrage.core.scoring import PlayerActs, RuledPoints, summarise_acts
from arbitrage.models import Act, ActKind, BulletinOrigin, PaperBulletin, Ruling, RulingStatus
from tournament.models import Tournament, Turn

_DECISION_FIELDS = (
    "status",
    "points",
    "gross",
    "sanction",
    "motives",
    "article",
    "reason",
    "came_since",
)


_JUDGED_FIELDS = ("origin", "rev", "key", "received", "verdict", "in_time", "in_time_article")


def copy_judged_fields(ruling: Ruling) -> dict[str, Any]:
    """Return the fields of a ruling about its own bulletin."""
    return {name: getattr(ruling, name) for name in _JUDGED_FIELDS}


def copy_decision_fields(ruling: Ruling) -> dict[str, Any]:
    """Return the fields of a ruling that equal bulletins share: the decision."""
    return {name: getattr(ruling, name) for name in _DECISION_FIELDS}


def get_rulings_in_force(turn: Turn) -> QuerySet[Ruling]:
    """Return the highest version for each entry of ``turn``."""
    rows = Ruling.objects.filter(turn=turn).select_related("by")
    return rows.order_by("entry_id", "-version").distinct("entry_id")


def get_current_rulings(turn: Turn, entries: Collection[int] | None = None) -> dict[int, Ruling]:
    """Return the ruling in force for each entry of ``turn``, or for those of ``entries``."""
    rows = get_rulings_in_force(turn)
    if entries is not None:
        rows = rows.filter(entry__in=entries)
    return {ruling.entry_id: ruling for ruling in rows}


def build_ruled_condition() -> Exists:
    """Return the condition that a bulletin of an entry was judged, on a cancelled turn too."""
    return Exists(Ruling.objects.filter(entry=OuterRef("pk")))


def get_current_papers(
    turn: Turn, entries: Collection[int] | None = None
) -> dict[int, PaperBulletin]:
    """Return the bulletin typed in last, by entry of ``turn``, or of ``entries`` only."""
    rows = PaperBulletin.objects.filter(turn=turn, contests=None).select_related("by")
    if entries is not None:
        rows = rows.filter(entry__in=entries)
    last = rows.order_by("entry_id", "-version").distinct("entry_id")
    return {paper.entry_id: paper for paper in last}


def annotate_waiting(rows: QuerySet[Ruling], turn: Turn) -> QuerySet[Any, Any]:
    """Return ``rows``, of ``turn``, with ``is_open``: True if somebody still has to decide."""
    is_open = ExpressionWrapper(build_waiting_filter(turn.game.tournament), BooleanField())
    return rows.annotate(is_open=is_open)


def build_waiting_filter(tournament: Tournament) -> Q:
    """Return a filter for the rulings that somebody still has to look at.

    These are rulings left to an arbiter, the zeros of a bulletin that is missing or late (5.7),
    rulings that the tournament wants to be confirmed, and bulletins that two people typed in
    differently.
    """
    undecided = Q(status=RulingStatus.UNDECIDED)
    proposed = Q(origin__in=[BulletinOrigin.NOTHING, BulletinOrigin.LATE])
    if tournament.confirm_clean:
        proposed = Q()
    elif tournament.confirm_refused:
        proposed |= Q(motives__contains=[Motive.NOT_ADMITTED])
    rival_papers = PaperBulletin.objects.filter(
        turn=OuterRef("turn"), entry=OuterRef("entry"), contests__version=OuterRef("rev")
    )
    typed_differently = Q(Exists(rival_papers), origin=BulletinOrigin.PAPER)
    return undecided | Q(status=RulingStatus.PROPOSED) & proposed | typed_differently


def find_waiting_entries(turn: Turn, entries: Collection[int] | None = None) -> set[int]:
    """Return the entries of ``turn``, or among ``entries``, that somebody still has to look at."""
    rows = Ruling.objects.filter(pk__in=get_rulings_in_force(turn).values("pk"))
    if entries is not None:
        rows = rows.filter(entry__in=entries)
    return set(
        rows.filter(build_waiting_filter(turn.game.tournament)).values_list("entry", flat=True)
    )


def list_equal_rulings(turn: Turn, keys: Collection[str]) -> QuerySet[Ruling]:
    """Return the rulings in force on equal bulletins of ``turn``, by their keys."""
    return Ruling.objects.filter(pk__in=get_rulings_in_force(turn).values("pk"), key__in=keys)


def count_waiting_and_decided(turn: Turn) -> tuple[int, int]:
    """Return how many bulletins of ``turn`` wait for an arbiter, and how many are decided."""
    rulings = Ruling.objects.filter(pk__in=get_rulings_in_force(turn).values("pk"))
    waiting_count = Count("pk", filter=build_waiting_filter(turn.game.tournament))
    counts = rulings.aggregate(judged=Count("pk"), to_decide=waiting_count)
    return counts["to_decide"], counts["judged"] - counts["to_decide"]


def get_ruled_points(rulings: Iterable[Ruling]) -> dict[int, RuledPoints]:
    """Return the decisions of ``rulings``; a bulletin left to an arbiter has none yet."""
    return {
        ruling.entry_id: RuledPoints(ruling.points, ruling.gross, Sanction(ruling.sanction))
        for ruling in rulings
        if ruling.status != RulingStatus.UNDECIDED
    }


def list_acts_in_force(turn: Turn, entries: Collection[int] | None = None) -> dict[int, list[Act]]:
    """Return the acts of ``turn`` that nobody has taken back, by entry, in the order decided."""
    rows = Act.objects.filter(turn=turn, taken_back_by__isnull=True)
    rows = rows.exclude(kind=ActKind.WITHDRAWAL).select_related("by").order_by("pk")
    if entries is not None:
        rows = rows.filter(entry__in=entries)
    acts: dict[int, list[Act]] = defaultdict(list)
    for act in rows:
        acts[act.entry_id].append(act)
    return acts


def summarise_acts_by_entry(acts: Mapping[int, Iterable[Act]]) -> dict[int, PlayerActs]:
    """Summarise the acts in force by entry."""
    return {
        entry: summarise_acts((act.kind, act.data) for act in entry_acts)
        for entry, entry_acts in acts.items()
    }
