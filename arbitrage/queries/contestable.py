"""What an entry may contest: turns, and what was decided there about it."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import F, QuerySet

from arbitrage.core.appeals import Window
from arbitrage.models import Act, ActKind, Ruling
from arbitrage.queries.appeals import SHOWN, window_of
from tournament.core.states import TurnState
from tournament.models import Entry, Turn

_BESIDE = "turn__game__tournament"
#: Only of what was decided when its game was over.
_LATE = {"at__gt": F("turn__game__finished_at")}


def contestable(turns: QuerySet[Turn], entry: Entry) -> tuple[list[Turn], list[Act]]:
    """Of ``turns`` those of which something can be contested, the newest first, and what was
    decided there about ``entry`` and stands."""
    known = turns.exclude(state=TurnState.DRAWN).select_related("game__tournament")
    found = list(known.order_by("-game__started_at", "-ordinal"))
    return found, whole(standing(entry).filter(turn__in=found))


def decided_late(entry: Entry, now: datetime) -> tuple[list[Turn], list[Act], list[Window]]:
    """What was decided about ``entry`` once its game was over and may still be contested: turns
    with another ruling, acts, and until when."""
    rulings = Ruling.objects.filter(SHOWN, entry=entry, **_LATE).exclude(
        turn__state=TurnState.CANCELLED
    )
    last = {one.turn: one for one in rulings.select_related(_BESIDE).order_by("version")}
    acts = whole(standing(entry).filter(SHOWN, **_LATE))
    decisions: Sequence[Ruling | Act] = [*last.values(), *acts]
    windows = {one: window_of(one.turn.game, now, one.at) for one in decisions}
    open_ = {one: found for one, found in windows.items() if found.open}
    turns = [one.turn for one in last.values() if one in open_]
    return turns, [act for act in acts if act in open_], list(open_.values())


def standing(entry: Entry) -> QuerySet[Act]:
    """The acts about ``entry`` that stand, the newest first."""
    acts = Act.objects.filter(entry=entry, taken_back_by__isnull=True)
    acts = acts.exclude(kind=ActKind.WITHDRAWAL).exclude(turn__state=TurnState.CANCELLED)
    return acts.select_related(_BESIDE).order_by("-pk")


def whole(acts: Iterable[Act]) -> list[Act]:
    """``acts``, an annulment of scores by its first alone: it is one decision, an act a turn."""
    held = list(acts)
    first = {act.at: act for act in held if act.kind == ActKind.CHEATING}
    return [act for act in held if act.kind != ActKind.CHEATING or first[act.at] == act]
