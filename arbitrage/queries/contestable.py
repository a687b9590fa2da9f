"""Finds what an entry may contest: turns, and the decisions about it."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import F, QuerySet

from arbitrage.core.appeals import AppealWindow
from arbitrage.models import Act, ActKind, Ruling
from arbitrage.queries.appeals import IS_TURN_SHOWN, get_appeal_window
from tournament.core.states import TurnState
from tournament.models import Entry, Turn

_RELATED = "turn__game__tournament"
#: Only decisions taken after the end of their game.
_AFTER_GAME = {"at__gt": F("turn__game__finished_at")}


def list_contestable_decisions(turns: QuerySet[Turn], entry: Entry) -> tuple[list[Turn], list[Act]]:
    """Return the contestable ``turns``, the newest first, and the acts there about ``entry``."""
    drawn = turns.exclude(state=TurnState.DRAWN).select_related("game__tournament")
    contestable_turns = list(drawn.order_by("-game__started_at", "-ordinal"))
    return contestable_turns, select_first_of_annulment(
        list_acts_of_entry_in_force(entry).filter(turn__in=contestable_turns)
    )


def list_decisions_after_game(
    entry: Entry, now: datetime
) -> tuple[list[Turn], list[Act], list[AppealWindow]]:
    """Return the decisions about ``entry`` after its game was over that may still be contested.

    They are turns with another ruling, acts, and the periods for appeals.
    """
    rulings = Ruling.objects.filter(IS_TURN_SHOWN, entry=entry, **_AFTER_GAME).exclude(
        turn__state=TurnState.CANCELLED
    )
    last = {ruling.turn: ruling for ruling in rulings.select_related(_RELATED).order_by("version")}
    acts = select_first_of_annulment(
        list_acts_of_entry_in_force(entry).filter(IS_TURN_SHOWN, **_AFTER_GAME)
    )
    decisions: Sequence[Ruling | Act] = [*last.values(), *acts]
    windows = {
        decision: get_appeal_window(decision.turn.game, now, decision.at, entry=entry)
        for decision in decisions
    }
    open_ = {decision: window for decision, window in windows.items() if window.is_open}
    turns = [ruling.turn for ruling in last.values() if ruling in open_]
    return turns, [act for act in acts if act in open_], list(open_.values())


def list_acts_of_entry_in_force(entry: Entry) -> QuerySet[Act]:
    """Return the acts in force about ``entry``, the newest first."""
    acts = Act.objects.filter(entry=entry, taken_back_by__isnull=True)
    acts = acts.exclude(kind=ActKind.WITHDRAWAL).exclude(turn__state=TurnState.CANCELLED)
    return acts.select_related(_RELATED).order_by("-pk")


def select_first_of_annulment(acts: Iterable[Act]) -> list[Act]:
    """Return ``acts`` with only the first act of an annulment of scores.

    It is one decision, with an act on every turn.
    """
    all_acts = list(acts)
    first = {act.at: act for act in all_acts if act.kind == ActKind.CHEATING}
    return [act for act in all_acts if act.kind != ActKind.CHEATING or first[act.at] == act]
