"""The annulment of a cheating player's scores (6.1), and its reversal."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from arbitrage.models import Act, ActKind
from arbitrage.services.acts import append_act, check_permission, lock_standing_turn, take_back
from engine.regulation.topics import Topic
from tournament.core.errors import WrongState
from tournament.core.states import COLLECTED_TURN_STATES, GameState, Role
from tournament.models import Entry, Turn
from tournament.services.people.registration import withdraw_entry


def annul_scores(
    *, entry: Entry, reason: str, excluded: bool, by: User, now: datetime
) -> list[Act]:
    """Give a zero for every turn collected so far of the tournament's games (6.1).

    With ``excluded`` the entry is withdrawn. The editions before 2023 treat it as a zero for grave
    misconduct. Raise NotAllowed, BadSetting without a reason, WrongState when there is nothing to
    annul.
    """
    with transaction.atomic():
        turns = _list_turns_to_annul(entry).exclude(acts__in=_list_annulments(entry))
        acts = []
        _lock_turns({turn.pk for turn in turns})
        for turn in turns:
            edition = check_permission(turn, entry, reason, by)
            with lock_standing_turn(turn):
                article = edition.number(Topic.CHEATING)
                kind = ActKind.CHEATING
                acts.append(append_act(turn, entry, kind, article, reason=reason, by=by, now=now))
        if not acts:
            raise WrongState("nothing-to-annul", name=entry.name)
        if excluded and not entry.withdrawn:
            withdraw_entry(entry=entry, by=by, now=now)
    return acts


def give_back_scores(*, entry: Entry, reason: str, by: User, now: datetime) -> list[Act]:
    """Take back every annulment at once; raise as ``annul_scores``."""
    with transaction.atomic():
        annulments = _list_annulments(entry).select_related("turn__game__tournament", "entry")
        _lock_turns({act.turn_id for act in annulments})
        acts = [take_back(act=act, reason=reason, by=by, now=now) for act in annulments]
        if not acts:
            raise WrongState("nothing-to-give-back", name=entry.name)
    return acts


def take_back_whole(
    *, act: Act, reason: str, by: User, now: datetime, among: Sequence[Role]
) -> None:
    """Take back ``act``, and for an annulment of scores all acts written with it.

    Lock its turns first (``lock_whole``). Raise as ``take_back``.
    """
    for member in _list_acts_of_annulment(act):
        take_back(act=member, reason=reason, by=by, now=now, among=among)


def lock_whole(act: Act) -> None:
    """Lock the turns of all acts written with ``act``, before the game."""
    _lock_turns({member.turn_id for member in _list_acts_of_annulment(act)})


def _list_acts_of_annulment(act: Act) -> list[Act]:
    if act.kind != ActKind.CHEATING:
        return [act]
    rows = _list_annulments(act.entry).filter(at=act.at)
    return list(rows.select_related("turn__game__tournament", "entry")) or [act]


def _lock_turns(turns: Iterable[int]) -> None:
    """Lock turns in the order of every decision."""
    rows = Turn.objects.select_for_update(no_key=True, of=["self"]).filter(pk__in=turns)
    list(rows.order_by("game__number", "ordinal"))


def _list_turns_to_annul(entry: Entry) -> QuerySet[Turn]:
    turns = Turn.objects.filter(
        game__tournament=entry.tournament_id, state__in=list(COLLECTED_TURN_STATES)
    )
    turns = turns.exclude(game__state=GameState.VOID)
    return turns.select_related("game__tournament").order_by("game__number", "ordinal")


def _list_annulments(entry: Entry) -> QuerySet[Act]:
    acts = Act.objects.filter(entry=entry, kind=ActKind.CHEATING, taken_back_by__isnull=True)
    return acts.order_by("pk")
