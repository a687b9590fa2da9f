"""The decision of the commission on a case, which becomes a ruling (6.3, 6.4.1)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from arbitrage.core.appeals import CaseCommand, CaseSubject
from arbitrage.models import DECIDED_STATUSES, Appeal, Ruling, RulingStatus, Sitting
from arbitrage.queries.appeals import CommissionSeat, list_seats
from arbitrage.services.cheating import lock_case_turn, withdraw_with_annulment
from arbitrage.services.decision_checks import check_decision, check_text, check_top, compute_gross
from arbitrage.services.journal_digests import add_salts
from arbitrage.services.referral import apply_case_command, record_case_event
from arbitrage.services.rulings import (
    append_rulings,
    build_changed_version,
    build_next_version,
    get_seen_ruling,
)
from arbitrage.services.turn_lock import is_valid
from tournament.core.errors import BadSetting, NotAllowed
from tournament.core.states import Role
from tournament.models import Turn
from tournament.queries.access import require_role

MAX_REASON_LENGTH = 300


@dataclass(frozen=True, slots=True)
class BulletinDecision:
    """The commission's decision on a bulletin.

    ``points`` are after a penalty; ``above_top`` confirms more than the top of the turn.
    """

    points: int
    sanction: str
    motives: tuple[str, ...] = ()
    article: str = ""
    above_top: bool = False


@dataclass(frozen=True, slots=True)
class CommissionDecision:
    """The commission's decision on a case.

    ``new_decision``: for a bulletin that is decided otherwise. ``order``: an instruction to the
    judge, when another decision of theirs is not upheld. The player reads ``reason``.
    """

    allowed: bool
    reason: str
    new_decision: BulletinDecision | None = None
    order: str = ""

    @property
    def command(self) -> CaseCommand:
        return CaseCommand.ALLOW if self.allowed else CaseCommand.DISMISS


def decide_case(
    *,
    case: Appeal,
    decision: CommissionDecision,
    sitting_accounts: Collection[int],
    version: int,
    by: User,
    now: datetime,
) -> Appeal:
    """Decide a case.

    ``sitting_accounts``: accounts of the members who sit, with ``by``; ``version``: of the ruling
    that they saw. Raise NotAllowed for members who may not sit, BadSetting for an invalid decision,
    WrongState for a case that is over, LostRace when the ruling has changed.
    """
    require_role(by, case.tournament, Role.COMMISSION)
    reason = check_reason(decision.reason)
    with lock_case_turn(case) as turn:
        members = _check_sitting(case, sitting_accounts, by)
        ruling = build_ruling(turn, case, decision, version, reason, by=by, now=now)
        fields: dict[str, Any] = {"decision_version": ruling.version} if ruling else {}
        if case.subject == CaseSubject.DECISION and decision.allowed:
            fields["order"] = check_order(decision.order)
        closed_case = apply_case_command(
            case, decision.command, by=by, now=now, reason=reason, **fields
        )
        _store_sittings(closed_case, members)
        if ruling:
            append_rulings(turn, [ruling], by=by, now=now)
        elif case.subject == CaseSubject.ACT and decision.allowed:
            assert closed_case.act
            roles = (Role.COMMISSION,)
            withdraw_with_annulment(act=closed_case.act, reason=reason, by=by, now=now, roles=roles)
        record_case_event(closed_case, decision.command, by=by, now=now)
    return closed_case


def check_reason(text: str) -> str:
    """Return the stripped reason. Raise BadSetting."""
    return check_text(text, "no-reason", MAX_REASON_LENGTH)


def check_order(text: str) -> str:
    """Return the stripped order. Raise BadSetting."""
    return check_text(text, "no-order", MAX_REASON_LENGTH)


def _store_sittings(case: Appeal, members: Iterable[User]) -> None:
    rows = [
        Sitting(appeal=case, user=user, name=user.get_full_name() or user.get_username())
        for user in members
    ]
    for row in rows:
        add_salts(row, "sittings")
    Sitting.objects.bulk_create(rows)


def _check_sitting(case: Appeal, sitting_accounts: Collection[int], by: User) -> list[User]:
    """Return the members who sit.

    Raise NotAllowed for a recused member, BadSetting for an unknown one or without ``by``.
    """
    seats = {seat.user.pk: seat for seat in list_seats(case)}
    if non_members := set(sitting_accounts) - seats.keys():
        raise BadSetting("no-member", number=min(non_members))
    for pk in sitting_accounts:
        _require_no_recusal(seats[pk])
    if by.pk not in sitting_accounts:
        raise BadSetting("must-sit")
    return [seats[pk].user for pk in sorted(sitting_accounts)]


def _require_no_recusal(seat: CommissionSeat) -> None:
    if seat.recusal_reasons:
        name = seat.user.get_full_name() or seat.user.get_username()
        raise NotAllowed("does-not-sit", name=name, bar=str(seat.recusal_reasons[0]))


def build_ruling(
    turn: Turn,
    case: Appeal,
    decision: CommissionDecision,
    version: int,
    reason: str,
    *,
    by: User,
    now: datetime,
) -> Ruling | None:
    """Return the ruling for the decision on a bulletin.

    None if the decision is not about a bulletin, or the turn was cancelled meanwhile.
    """
    if case.subject != CaseSubject.RULING:
        return None
    if not decision.allowed and not is_valid(turn):
        return None
    current = get_seen_ruling(turn, case.entry, version, commission=True)
    if not decision.allowed:
        status = current.status if current.status in DECIDED_STATUSES else RulingStatus.CONFIRMED
        return build_next_version(
            current, by=by, now=now, status=status, reason=reason, came_since=False
        )
    if decision.new_decision is None:
        raise BadSetting("no-change")
    return _build_changed_ruling(turn, current, decision.new_decision, reason, by=by, now=now)


def _build_changed_ruling(
    turn: Turn,
    current_ruling: Ruling,
    new_decision: BulletinDecision,
    reason: str,
    *,
    by: User,
    now: datetime,
) -> Ruling:
    check_decision(new_decision.points, new_decision.sanction, new_decision.motives)
    gross = compute_gross(
        new_decision.points, new_decision.sanction, turn.game.tournament.regulation
    )
    check_top(turn, gross, reason, is_confirmed=new_decision.above_top)
    return build_changed_version(
        current_ruling,
        by=by,
        now=now,
        points=new_decision.points,
        gross=gross,
        sanction=new_decision.sanction,
        motives=list(new_decision.motives),
        article=new_decision.article.strip(),
        reason=reason,
    )
