"""A further appeal, to the federation, against what the commission decided (6.4.2): its file goes
there, and what it answers is written down. Until then what was decided stands (reading B-34)."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from arbitrage.core.appeals import CASE_TRANSITIONS, CaseCommand, CaseOrigin, CaseState, CaseSubject
from arbitrage.models import Act, Appeal
from arbitrage.services.cheating import lock_whole, take_back_whole
from arbitrage.services.commission import (
    CommissionDecision,
    checked_order,
    checked_reason,
    ruling_of,
)
from arbitrage.services.deciding import deciding
from arbitrage.services.referral import ASKED, COMPLETED, INFORMED, create_case, record
from arbitrage.services.rulings import append_rulings
from engine.regulation.topics import Topic
from tournament.core.errors import WrongState
from tournament.core.states import Role
from tournament.models import Turn
from tournament.queries.access import require_role

#: Who hands the file over: the commission, in its absence the organiser (6.4.2.c).
SENDERS = (Role.COMMISSION, Role.ORGANISER)


def inform(*, case: Appeal, by: User, now: datetime) -> None:
    """State that the player or arbiter concerned was told that the file goes to the federation.

    Raises NotAllowed, WrongState for a case that the commission has not decided, or under an
    edition that knows no further appeal (reading A-76).
    """
    with _going_on(case, by, sent=False) as (_turn, held):
        if held.informed_at is None:
            _state(held, INFORMED, by=by, now=now, informed_at=now, informed_by=by)


def ask_for_more(*, case: Appeal, by: User, now: datetime) -> None:
    """The federation asked for what is missing: from ``now`` on two weeks (6.4.2.c). Raises as
    ``inform``."""
    with _going_on(case, by) as (_turn, held):
        _state(held, ASKED, by=by, now=now, asked_at=now, completed_at=None)


def complete(*, case: Appeal, by: User, now: datetime) -> None:
    """What was missing was sent. Raises as ``inform``."""
    with _going_on(case, by) as (_turn, held):
        if held.asked_at is None:
            raise WrongState("nothing-asked")
        _state(held, COMPLETED, by=by, now=now, completed_at=now)


def _state(case: Appeal, what: str, *, by: User, now: datetime, **fields: Any) -> None:
    Appeal.objects.filter(pk=case.pk).update(**fields)
    record(case, what, by=by, now=now)


def answer(
    *, case: Appeal, decision: CommissionDecision, version: int, by: User, now: datetime
) -> Appeal:
    """Write down what the federation decided: the last word on it, as a case of its own.

    ``version``: of the ruling that was read with it. Raises as ``inform``, BadSetting for what is
    no decision, LostRace when the ruling is another one meanwhile.
    """
    reason = checked_reason(decision.reason)
    with _going_on(case, by) as (turn, held):
        ruling = ruling_of(turn, held, decision, version, reason, by=by, now=now)
        fields: dict[str, Any] = {"decision_version": ruling.version} if ruling else {}
        if decision.allowed and only_ordered(held):
            fields["order"] = checked_order(decision.order)
        if held.act:
            lock_whole(held.act)
        made = _write(turn, held, decision.command, reason, by=by, now=now, **fields)
        if ruling:
            append_rulings(turn, [ruling], by=by, now=now)
        elif held.act and decision.allowed and not fields:
            take_back_whole(act=held.act, reason=reason, by=by, now=now, among=SENDERS)
    return made


def shelve(*, case: Appeal, reason: str, by: User, now: datetime) -> Appeal:
    """The federation filed it away, as it was never completed (6.4.2.c): what the commission
    decided stands. Raises as ``answer``."""
    words = checked_reason(reason)
    with _going_on(case, by) as (turn, held):
        return _write(turn, held, CaseCommand.LAPSE, words, by=by, now=now)


def only_ordered(case: Appeal) -> bool:
    """Whether an appeal allowed changes nothing by itself: somebody is told what to do. So it is
    of a decision of the judge, and of an act that the commission took back."""
    if case.subject == CaseSubject.ACT:
        return Act.objects.filter(takes_back=case.act_id).exists()
    return case.subject == CaseSubject.DECISION


def _write(
    turn: Turn,
    case: Appeal,
    command: CaseCommand,
    reason: str,
    *,
    by: User,
    now: datetime,
    **fields: Any,
) -> Appeal:
    return create_case(
        turn=turn,
        what=command,
        entry=case.entry,
        subject=case.subject,
        act=case.act,
        origin=CaseOrigin.FEDERATION,
        against=case,
        version=case.decision_version or case.version,
        article=case.tournament.regulation.number(Topic.FURTHER_APPEAL),
        state=CASE_TRANSITIONS[CaseState.OPEN, command],
        closed_at=now,
        closed_by=by,
        reason=reason,
        by=by,
        now=now,
        **fields,
    )


@contextmanager
def _going_on(case: Appeal, by: User, *, sent: bool = True) -> Iterator[tuple[Turn, Appeal]]:
    """The turn and the case as they are under the lock, while the federation has not answered;
    ``sent``: once who is concerned was informed."""
    require_role(by, case.tournament, *SENDERS)
    if case.tournament.regulation.appeals.completion_days.value is None:
        raise WrongState("no-further-appeal")
    with deciding(case.turn) as turn:
        rows = Appeal.objects.select_related("tournament", "entry", "act__turn__game__tournament")
        held = rows.get(pk=case.pk)
        held.turn = turn
        if not held.sittings.exists():
            raise WrongState("case-not-decided")
        if (answered := Appeal.objects.filter(against=held).first()) is not None:
            raise WrongState("already-answered", number=answered.number)
        if sent and held.informed_at is None:
            raise WrongState("not-informed")
        yield turn, held
