"""A player who cheated loses what he has scored (6.1), and it can be given back."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from arbitrage.models import Act, ActKind
from arbitrage.services.acts import admit, append_act, deciding_on, take_back
from engine.regulation.topics import Topic
from tournament.core.errors import WrongState
from tournament.core.states import COLLECTED_TURN_STATES, GameState, Role
from tournament.models import Entry, Turn
from tournament.services.people.registration import withdraw_entry


def annul_scores(
    *, entry: Entry, reason: str, excluded: bool, by: User, now: datetime
) -> list[Act]:
    """A zero for every turn collected so far of the tournament's games (6.1); with ``excluded`` the
    entry plays no more. The editions before 2023 know it as a zero for grave misconduct.

    Raises NotAllowed, BadSetting without a reason, WrongState when there is nothing to annul.
    """
    with transaction.atomic():
        turns = _turns(entry).exclude(acts__in=_standing(entry))
        acts = []
        _lock({turn.pk for turn in turns})
        for turn in turns:
            edition = admit(turn, entry, reason, by)
            with deciding_on(turn):
                article = edition.number(Topic.CHEATING)
                kind = ActKind.CHEATING
                acts.append(append_act(turn, entry, kind, article, reason=reason, by=by, now=now))
        if not acts:
            raise WrongState("nothing-to-annul", name=entry.name)
        if excluded and not entry.withdrawn:
            withdraw_entry(entry=entry, by=by, now=now)
    return acts


def give_back_scores(*, entry: Entry, reason: str, by: User, now: datetime) -> list[Act]:
    """Take back every annulment at once; raises as ``annul_scores``."""
    with transaction.atomic():
        standing = _standing(entry).select_related("turn__game__tournament", "entry")
        _lock({act.turn_id for act in standing})
        acts = [take_back(act=act, reason=reason, by=by, now=now) for act in standing]
        if not acts:
            raise WrongState("nothing-to-give-back", name=entry.name)
    return acts


def take_back_whole(
    *, act: Act, reason: str, by: User, now: datetime, among: Sequence[Role]
) -> None:
    """Take back ``act``; of an annulment of scores, all that was written with it. Its turns are
    locked (``lock_whole``). Raises as ``take_back``."""
    for one in _of_one_gesture(act):
        take_back(act=one, reason=reason, by=by, now=now, among=among)


def lock_whole(act: Act) -> None:
    """The turns of all that was written with ``act``, before the game."""
    _lock({one.turn_id for one in _of_one_gesture(act)})


def _of_one_gesture(act: Act) -> list[Act]:
    if act.kind != ActKind.CHEATING:
        return [act]
    rows = _standing(act.entry).filter(at=act.at)
    return list(rows.select_related("turn__game__tournament", "entry")) or [act]


def _lock(turns: Iterable[int]) -> None:
    """In the order in which every decision locks them."""
    held = Turn.objects.select_for_update(no_key=True, of=["self"]).filter(pk__in=turns)
    list(held.order_by("game__number", "ordinal"))


def _turns(entry: Entry) -> QuerySet[Turn]:
    turns = Turn.objects.filter(
        game__tournament=entry.tournament_id, state__in=list(COLLECTED_TURN_STATES)
    )
    turns = turns.exclude(game__state=GameState.VOID)
    return turns.select_related("game__tournament").order_by("game__number", "ordinal")


def _standing(entry: Entry) -> QuerySet[Act]:
    acts = Act.objects.filter(entry=entry, kind=ActKind.CHEATING, taken_back_by__isnull=True)
    return acts.order_by("pk")
