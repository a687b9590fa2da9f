"""Reads rulings and acts in force."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from arbitrage.core.codes import Motive, Sanction
from arbitrage.core.scoring import Account, RuledPoints, account_of
from arbitrage.models import Act, ActKind, Origin, PaperBulletin, Ruling, Status
from tournament.models import Tournament, Turn

_DECISION = (
    "status",
    "points",
    "gross",
    "sanction",
    "motives",
    "article",
    "reason",
    "came_since",
)


_JUDGED = ("origin", "rev", "key", "received", "verdict", "in_time", "in_time_article")


def judged_fields(ruling: Ruling) -> dict[str, Any]:
    """What a ruling is about: each bulletin's own."""
    return {name: getattr(ruling, name) for name in _JUDGED}


def ruled_fields(ruling: Ruling) -> dict[str, Any]:
    """What a ruling decides: the fields that equal bulletins share."""
    return {name: getattr(ruling, name) for name in _DECISION}


def in_force(turn: Turn) -> QuerySet[Ruling]:
    """The highest version for each entry of ``turn``."""
    rows = Ruling.objects.filter(turn=turn).select_related("by")
    return rows.order_by("entry_id", "-version").distinct("entry_id")


def current_rulings(turn: Turn, entries: Collection[int] | None = None) -> dict[int, Ruling]:
    """The ruling in force for each entry of ``turn``, or for those of ``entries``."""
    rows = in_force(turn)
    if entries is not None:
        rows = rows.filter(entry__in=entries)
    return {ruling.entry_id: ruling for ruling in rows}


def current_papers(turn: Turn, entries: Collection[int] | None = None) -> dict[int, PaperBulletin]:
    """The bulletin typed in last for each entry of ``turn`` that has one, or of ``entries``."""
    rows = PaperBulletin.objects.filter(turn=turn, contests=None).select_related("by")
    if entries is not None:
        rows = rows.filter(entry__in=entries)
    last = rows.order_by("entry_id", "-version").distinct("entry_id")
    return {paper.entry_id: paper for paper in last}


def waiting(tournament: Tournament) -> Q:
    """The rulings that somebody still has to look at: those left to an arbiter, the zeros of a
    bulletin that is missing or late (5.7), what the tournament wants to be confirmed, and what
    two people typed in differently."""
    found = Q(status=Status.UNDECIDED)
    proposed = Q(origin__in=[Origin.NOTHING, Origin.LATE])
    if tournament.confirm_clean:
        proposed = Q()
    elif tournament.confirm_refused:
        proposed |= Q(motives__contains=[Motive.NOT_ADMITTED])
    otherwise = PaperBulletin.objects.filter(
        turn=OuterRef("turn"), entry=OuterRef("entry"), contests__version=OuterRef("rev")
    )
    typed_twice = Q(Exists(otherwise), origin=Origin.PAPER)
    return found | Q(status=Status.PROPOSED) & proposed | typed_twice


def waiting_entries(turn: Turn, entries: Collection[int] | None = None) -> set[int]:
    """The entries of ``turn``, or among ``entries``, on whom somebody still has to look."""
    rows = Ruling.objects.filter(pk__in=in_force(turn).values("pk"))
    if entries is not None:
        rows = rows.filter(entry__in=entries)
    return set(rows.filter(waiting(turn.game.tournament)).values_list("entry", flat=True))


def equal_rulings(turn: Turn, keys: Collection[str]) -> QuerySet[Ruling]:
    """The rulings in force on the bulletins of ``turn`` that are equal, by their keys."""
    return Ruling.objects.filter(pk__in=in_force(turn).values("pk"), key__in=keys)


def left_open(turn: Turn) -> tuple[int, int]:
    """Bulletins of ``turn`` that wait for an arbiter, and those of which everything is decided."""
    held = Ruling.objects.filter(pk__in=in_force(turn).values("pk"))
    waits = Count("pk", filter=waiting(turn.game.tournament))
    counts = held.aggregate(judged=Count("pk"), to_decide=waits)
    return counts["to_decide"], counts["judged"] - counts["to_decide"]


def ruled_points(rulings: Iterable[Ruling]) -> dict[int, RuledPoints]:
    """What ``rulings`` decide; a bulletin left to an arbiter has no decision yet."""
    return {
        ruling.entry_id: RuledPoints(ruling.points, ruling.gross, Sanction(ruling.sanction))
        for ruling in rulings
        if ruling.status != Status.UNDECIDED
    }


def acts_in_force(turn: Turn, entries: Collection[int] | None = None) -> dict[int, list[Act]]:
    """The acts of ``turn`` that nobody has taken back, by entry, in the order decided."""
    rows = Act.objects.filter(turn=turn, taken_back_by__isnull=True)
    rows = rows.exclude(kind=ActKind.WITHDRAWAL).select_related("by").order_by("pk")
    if entries is not None:
        rows = rows.filter(entry__in=entries)
    acts: dict[int, list[Act]] = defaultdict(list)
    for act in rows:
        acts[act.entry_id].append(act)
    return acts


def accounts_of(acts: Mapping[int, Iterable[Act]]) -> dict[int, Account]:
    """What the acts in force come to, by entry."""
    return {entry: account_of((act.kind, act.data) for act in mine) for entry, mine in acts.items()}
