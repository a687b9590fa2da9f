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
from arbitrage.services.acts import take_back
from arbitrage.services.binding import salt
from arbitrage.services.posting import deciding
from arbitrage.services.referral import INFORMED, move_case, record
from arbitrage.services.rulings import append_rulings, check_decision, held_for, superseding
from tournament.core.errors import BadSetting, NotAllowed, WrongState
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
    reason = decision.reason.strip()
    if not reason:
        raise BadSetting("no-reason")
    if len(reason) > MOST_REASON:
        raise BadSetting("too-many-words", most=MOST_REASON)
    with deciding(case.turn) as turn:
        members = _sit(case, sitting, by)
        ruling = _ruling(turn, case, decision, version, reason, by=by, now=now)
        fields: dict[str, Any] = {"decision_version": ruling.version} if ruling else {}
        if case.subject == CaseSubject.DECISION and decision.allowed:
            fields["order"] = _order(decision.order)
        moved = move_case(case, decision.command, by=by, now=now, reason=reason, **fields)
        _keep_sittings(moved, members)
        if ruling:
            append_rulings(turn, [ruling], by=by, now=now)
        elif case.subject == CaseSubject.ACT and decision.allowed:
            assert moved.act
            among = (Role.COMMISSION,)
            take_back(act=moved.act, reason=reason, by=by, now=now, among=among)
        record(moved, decision.command, by=by, now=now)
    return moved


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


def _ruling(
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


def _order(text: str) -> str:
    order = text.strip()
    if not order:
        raise BadSetting("no-order")
    if len(order) > MOST_REASON:
        raise BadSetting("too-many-words", most=MOST_REASON)
    return order


# a further appeal, to the federation (6.4.2)

#: Who hands the file over: the commission, in its absence the organiser (6.4.2.c).
SENDERS = (Role.COMMISSION, Role.ORGANISER)


def inform(*, case: Appeal, by: User, now: datetime) -> None:
    """State that the player or arbiter concerned was told that the file goes to the federation.

    Raises NotAllowed, WrongState for a case that the commission has not decided, or under an
    edition that knows no further appeal (reading A-76).
    """
    require_role(by, case.tournament, *SENDERS)
    _require_further(case)
    with deciding(case.turn):
        if Appeal.objects.filter(pk=case.pk, informed_at=None).update(
            informed_at=now, informed_by=by
        ):
            record(case, INFORMED, by=by, now=now)


def ask_for_more(*, case: Appeal, by: User, now: datetime) -> None:
    """The federation asked for what is missing: from ``now`` on two weeks (6.4.2.c). Raises as
    ``inform``."""
    _further_step(case, by, asked_at=now, completed_at=None)


def complete(*, case: Appeal, by: User, now: datetime) -> None:
    """What was missing was sent. Raises as ``inform``."""
    if case.asked_at is None:
        raise WrongState("nothing-asked")
    _further_step(case, by, completed_at=now)


def _further_step(case: Appeal, by: User, **fields: Any) -> None:
    require_role(by, case.tournament, *SENDERS)
    _require_further(case)
    if case.informed_at is None:
        raise WrongState("not-informed")
    Appeal.objects.filter(pk=case.pk).update(**fields)


def _require_further(case: Appeal) -> None:
    if case.tournament.regulation.appeals.completion_days.value is None:
        raise WrongState("no-further-appeal")
    if not case.sittings.exists():
        raise WrongState("case-not-decided")
