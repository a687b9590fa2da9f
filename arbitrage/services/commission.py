"""The commission decides of a case; what it decides becomes a ruling (6.3, 6.4.1)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from arbitrage.core.appeals import CaseCommand, CaseSubject
from arbitrage.core.codes import Sanction
from arbitrage.models import DECIDED, Appeal, Ruling, Sitting, Status
from arbitrage.queries.appeals import CommissionSeat, seats_of_case
from arbitrage.services.cheating import lock_whole, take_back_whole
from arbitrage.services.deciding import deciding
from arbitrage.services.journal_digests import salt
from arbitrage.services.referral import move_case, record
from arbitrage.services.rulings import append_rulings, check_decision, held_for, superseding
from tournament.core.errors import BadSetting, NotAllowed
from tournament.core.states import GameState, Role, TurnState
from tournament.models import Turn
from tournament.queries.access import require_role

MOST_REASON = 300


@dataclass(frozen=True, slots=True)
class NewRuling:
    """What the commission decides of a bulletin; ``points`` after a penalty."""

    points: int
    sanction: str
    motives: tuple[str, ...] = ()
    article: str = ""


@dataclass(frozen=True, slots=True)
class CommissionDecision:
    """``changed`` of a bulletin that is decided otherwise; ``order``: what the judge is to do,
    where another decision of his is not upheld. The player reads ``reason``."""

    allowed: bool
    reason: str
    changed: NewRuling | None = None
    order: str = ""

    @property
    def command(self) -> CaseCommand:
        return CaseCommand.ALLOW if self.allowed else CaseCommand.DISMISS


def decide(
    *,
    case: Appeal,
    decision: CommissionDecision,
    sitting: Collection[int],
    version: int,
    by: User,
    now: datetime,
) -> Appeal:
    """``sitting``: accounts of the members who sit, ``by`` among them; ``version``: of the ruling
    that they saw.

    Raises NotAllowed for who may not sit, BadSetting for what is no decision, WrongState for a
    case that is over, LostRace when the ruling is another one meanwhile.
    """
    require_role(by, case.tournament, Role.COMMISSION)
    reason = checked_reason(decision.reason)
    with deciding(case.turn) as turn:
        if case.act:
            lock_whole(case.act)
        members = _sit(case, sitting, by)
        ruling = ruling_of(turn, case, decision, version, reason, by=by, now=now)
        fields: dict[str, Any] = {"decision_version": ruling.version} if ruling else {}
        if case.subject == CaseSubject.DECISION and decision.allowed:
            fields["order"] = checked_order(decision.order)
        moved = move_case(case, decision.command, by=by, now=now, reason=reason, **fields)
        _keep_sittings(moved, members)
        if ruling:
            append_rulings(turn, [ruling], by=by, now=now)
        elif case.subject == CaseSubject.ACT and decision.allowed:
            assert moved.act
            among = (Role.COMMISSION,)
            take_back_whole(act=moved.act, reason=reason, by=by, now=now, among=among)
        record(moved, decision.command, by=by, now=now)
    return moved


def checked_reason(text: str) -> str:
    """Raises BadSetting."""
    return _checked(text, "no-reason")


def checked_order(text: str) -> str:
    """Raises BadSetting."""
    return _checked(text, "no-order")


def _checked(text: str, missing: str) -> str:
    words = text.strip()
    if not words:
        raise BadSetting(missing)
    if len(words) > MOST_REASON:
        raise BadSetting("too-many-words", most=MOST_REASON)
    return words


def _keep_sittings(case: Appeal, members: Iterable[User]) -> None:
    rows = [
        Sitting(appeal=case, user=user, name=user.get_full_name() or user.get_username())
        for user in members
    ]
    for row in rows:
        salt(row, "sittings")
    Sitting.objects.bulk_create(rows)


def _sit(case: Appeal, sitting: Collection[int], by: User) -> list[User]:
    """Raises NotAllowed for one who may not, BadSetting for none, or without ``by``."""
    seats = {seat.user.pk: seat for seat in seats_of_case(case)}
    if strangers := set(sitting) - seats.keys():
        raise BadSetting("no-member", number=min(strangers))
    for pk in sitting:
        _require_free(seats[pk])
    if by.pk not in sitting:
        raise BadSetting("must-sit")
    return [seats[pk].user for pk in sorted(sitting)]


def _require_free(seat: CommissionSeat) -> None:
    if seat.bars:
        name = seat.user.get_full_name() or seat.user.get_username()
        raise NotAllowed("does-not-sit", name=name, bar=str(seat.bars[0]))


def ruling_of(
    turn: Turn,
    case: Appeal,
    decision: CommissionDecision,
    version: int,
    reason: str,
    *,
    by: User,
    now: datetime,
) -> Ruling | None:
    """The ruling that the decision on a bulletin is; None where it is none, as on a turn that is
    cancelled since."""
    if case.subject != CaseSubject.RULING:
        return None
    if not decision.allowed and not _stands(turn):
        return None
    held = held_for(turn, case.entry, version, commission=True)
    if not decision.allowed:
        status = held.status if held.status in DECIDED else Status.CONFIRMED
        return superseding(held, by=by, now=now, status=status, reason=reason, came_since=False)
    changed = decision.changed
    if changed is None:
        raise BadSetting("no-change")
    check_decision(changed.points, changed.sanction, changed.motives)
    penalty = case.tournament.regulation.sanctions.penalty.value
    return superseding(
        held,
        by=by,
        now=now,
        status=Status.CHANGED,
        points=changed.points,
        gross=changed.points + (penalty if changed.sanction == Sanction.PENALTY else 0),
        sanction=changed.sanction,
        motives=list(changed.motives),
        article=changed.article.strip(),
        reason=reason,
        came_since=False,
    )


def _stands(turn: Turn) -> bool:
    return turn.state != TurnState.CANCELLED and turn.game.state != GameState.VOID
