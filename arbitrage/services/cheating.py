"""The annulment of a cheating player's scores (6.1), and its reversal."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from arbitrage.models import Act, ActKind, Appeal
from arbitrage.services.acts import append_act, check_permission, lock_valid_turn, withdraw_act
from arbitrage.services.turn_lock import lock_turn
from engine.regulation.topics import Topic
from tournament.core.errors import WrongState
from tournament.core.states import COLLECTED_TURN_STATES, GameState, Role
from tournament.models import Entry, Turn
from tournament.services.locks import lock_entries, lock_turns
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
        _lock_all_turns(entry)
        lock_entries(Entry.objects.filter(pk=entry.pk))  # before the game: it may be withdrawn
        acts = []
        for turn in _list_turns_to_annul(entry).exclude(acts__in=_list_annulments(entry)):
            edition = check_permission(turn, entry, reason, by)
            with lock_valid_turn(turn):
                article = edition.format_articles(Topic.CHEATING)
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
        _lock_all_turns(entry)
        annulments = _list_annulments(entry).select_related("turn__game__tournament", "entry")
        acts = [withdraw_act(act=act, reason=reason, by=by, now=now) for act in annulments]
        if not acts:
            raise WrongState("nothing-to-give-back", name=entry.name)
    return acts


def withdraw_with_annulment(
    *, act: Act, reason: str, by: User, now: datetime, roles: Sequence[Role]
) -> None:
    """Take back ``act``, and for an annulment of scores all acts written with it.

    Inside ``lock_case_turn``. Raise as ``withdraw_act``.
    """
    for member in _list_acts_of_annulment(act):
        withdraw_act(act=member, reason=reason, by=by, now=now, roles=roles)


@contextmanager
def lock_case_turn(case: Appeal) -> Iterator[Turn]:
    """Lock the turn of a case as ``lock_turn``, with the turns whose results depend on it.

    They are locked before the game, which every event of the case locks.
    """
    with transaction.atomic():
        if case.act and case.act.kind == ActKind.CHEATING:
            _lock_all_turns(case.entry)
        else:
            turns = Turn.objects.filter(game=case.turn.game_id)
            lock_turns(turns.filter(ordinal__gte=case.turn.ordinal))
        with lock_turn(case.turn) as turn:
            yield turn


def _list_acts_of_annulment(act: Act) -> list[Act]:
    if act.kind != ActKind.CHEATING:
        return [act]
    rows = _list_annulments(act.entry).filter(at=act.at)
    return list(rows.select_related("turn__game__tournament", "entry")) or [act]


def _lock_all_turns(entry: Entry) -> None:
    """Lock the turns of the tournament: results of later turns depend on those annulled."""
    lock_turns(Turn.objects.filter(game__tournament=entry.tournament_id))


def _list_turns_to_annul(entry: Entry) -> QuerySet[Turn]:
    turns = Turn.objects.filter(
        game__tournament=entry.tournament_id, state__in=list(COLLECTED_TURN_STATES)
    )
    turns = turns.exclude(game__state=GameState.VOID)
    return turns.select_related("game__tournament").order_by("game__number", "ordinal")


def _list_annulments(entry: Entry) -> QuerySet[Act]:
    acts = Act.objects.filter(entry=entry, kind=ActKind.CHEATING, taken_back_by__isnull=True)
    return acts.order_by("pk")
