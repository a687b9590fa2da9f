"""Further appeals to the federation against the commission's decision (6.4.2).

The file is sent to the federation and its answer recorded. Until then the decision stands (reading
B-34).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from arbitrage.core.appeals import CASE_TRANSITIONS, CaseCommand, CaseOrigin, CaseState, CaseSubject
from arbitrage.models import Act, Appeal
from arbitrage.services.cheating import lock_case_turn, withdraw_with_annulment
from arbitrage.services.commission import (
    CommissionDecision,
    build_ruling,
    check_order,
    check_reason,
)
from arbitrage.services.referral import ASKED, COMPLETED, INFORMED, create_case, record_case_event
from arbitrage.services.rulings import append_rulings
from engine.regulation.topics import Topic
from tournament.core.errors import WrongState
from tournament.core.states import Role
from tournament.models import Turn
from tournament.queries.access import require_role

#: Roles that hand the file over: the commission, in its absence the organiser (6.4.2.c).
SENDING_ROLES = (Role.COMMISSION, Role.ORGANISER)


def record_information(*, case: Appeal, by: User, now: datetime) -> None:
    """Record that the player or arbiter concerned was informed of the further appeal.

    Raise NotAllowed, WrongState for a case that the commission has not decided, or under an edition
    without further appeals (reading A-76).
    """
    with _lock_appealed_case(case, by, must_be_sent=False) as (_turn, locked):
        if locked.informed_at is None:
            _update(locked, INFORMED, by=by, now=now, informed_at=now, informed_by=by)


def record_missing_documents(*, case: Appeal, by: User, now: datetime) -> None:
    """Record that the federation asked for missing documents (6.4.2.c). Raise as
    ``record_information``."""
    with _lock_appealed_case(case, by) as (_turn, locked):
        _update(locked, ASKED, by=by, now=now, asked_at=now, completed_at=None)


def record_completion(*, case: Appeal, by: User, now: datetime) -> None:
    """Record that the missing documents were sent. Raise as ``record_information``."""
    with _lock_appealed_case(case, by) as (_turn, locked):
        if locked.asked_at is None:
            raise WrongState("nothing-asked")
        _update(locked, COMPLETED, by=by, now=now, completed_at=now)


def _update(case: Appeal, event: str, *, by: User, now: datetime, **fields: Any) -> None:
    Appeal.objects.filter(pk=case.pk).update(**fields)
    record_case_event(case, event, by=by, now=now)


def record_answer(
    *, case: Appeal, decision: CommissionDecision, version: int, by: User, now: datetime
) -> Appeal:
    """Record the federation's decision, which is final, as a case of its own.

    ``version``: of the ruling that was read with it. Raise as ``record_information``, BadSetting
    for an invalid decision, LostRace when the ruling has changed.
    """
    reason = check_reason(decision.reason)
    with _lock_appealed_case(case, by) as (turn, locked):
        ruling = build_ruling(turn, locked, decision, version, reason, by=by, now=now)
        fields: dict[str, Any] = {"decision_version": ruling.version} if ruling else {}
        if decision.allowed and is_only_an_order(locked):
            fields["order"] = check_order(decision.order)
        answer_case = _write(turn, locked, decision.command, reason, by=by, now=now, **fields)
        if ruling:
            append_rulings(turn, [ruling], by=by, now=now)
        elif locked.act and decision.allowed and not fields:
            withdraw_with_annulment(
                act=locked.act, reason=reason, by=by, now=now, roles=SENDING_ROLES
            )
    return answer_case


def shelve_file(*, case: Appeal, reason: str, by: User, now: datetime) -> Appeal:
    """Record that the federation closed the file because it was never completed (6.4.2.c).

    The commission's decision stands. Raise as ``record_answer``.
    """
    checked = check_reason(reason)
    with _lock_appealed_case(case, by) as (turn, locked):
        return _write(turn, locked, CaseCommand.LAPSE, checked, by=by, now=now)


def is_only_an_order(case: Appeal) -> bool:
    """Return True if allowing the appeal only orders somebody to act.

    That is so for a decision of the judge, and for an act that the commission took back.
    """
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
        event=command,
        entry=case.entry,
        subject=case.subject,
        act=case.act,
        origin=CaseOrigin.FEDERATION,
        against=case,
        version=case.decision_version or case.version,
        article=case.tournament.regulation.format_articles(Topic.FURTHER_APPEAL),
        state=CASE_TRANSITIONS[CaseState.OPEN, command],
        closed_at=now,
        closed_by=by,
        reason=reason,
        by=by,
        now=now,
        **fields,
    )


@contextmanager
def _lock_appealed_case(
    case: Appeal, by: User, *, must_be_sent: bool = True
) -> Iterator[tuple[Turn, Appeal]]:
    """Lock the turn and the case while the federation has not answered.

    ``must_be_sent``: require that the person concerned was informed.
    """
    require_role(by, case.tournament, *SENDING_ROLES)
    if case.tournament.regulation.appeals.completion_days.value is None:
        raise WrongState("no-further-appeal")
    with lock_case_turn(case) as turn:
        rows = Appeal.objects.select_related("tournament", "entry", "act__turn__game__tournament")
        locked = rows.get(pk=case.pk)
        locked.turn = turn
        if not locked.sittings.exists():
            raise WrongState("case-not-decided")
        if (answer_case := Appeal.objects.filter(against=locked).first()) is not None:
            raise WrongState("already-answered", number=answer_case.number)
        if must_be_sent and locked.informed_at is None:
            raise WrongState("not-informed")
        yield turn, locked
