"""Appeals of players, cases that arbiters bring, and statements in them (6.3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from arbitrage.core.appeals import CaseCommand, CaseOrigin, CaseState, CaseSubject
from arbitrage.models import Act, ActKind, Appeal, Ruling, Statement
from arbitrage.models.appeals import MAX_STATEMENT_LENGTH
from arbitrage.queries.appeals import (
    SHOWN_TURN_STATES,
    find_decided_case,
    find_open_case,
    get_appeal_window,
)
from arbitrage.services.acts import OFFICER_ROLES
from arbitrage.services.decision_checks import check_text
from arbitrage.services.journal_digests import add_salts
from arbitrage.services.posting import renew_slip_of_case
from arbitrage.services.referral import (
    ORDER_DONE,
    STATEMENT_RECORDED,
    apply_case_command,
    create_case,
    record_case_event,
)
from arbitrage.services.turn_lock import lock_turn, require_collected, require_valid
from engine.regulation.topics import Topic
from tournament.core.errors import BadSetting, LostRace, NotAllowed, WrongState
from tournament.core.states import Role, TurnState
from tournament.models import Entry, Turn
from tournament.queries.access import require_role
from tournament.queries.people.table_scope import require_own_centre

#: Roles that speak in a case and record statements.
STATEMENT_ROLES = (*OFFICER_ROLES, Role.COMMISSION)
_MAX_NAME_LENGTH = 100
#: Limits for one tablet: statements in a case, and cases in a tournament.
MAX_STATEMENTS, MAX_CASES = 10, 100


@dataclass(frozen=True, slots=True)
class ContestedDecision:
    """The decision that a case is about: the ruling on the bulletin, an ``act``, or another one."""

    turn: Turn
    entry: Entry
    subject: CaseSubject
    act: Act | None = None


def file_appeal(
    *, contested: ContestedDecision, grounds: str, by: User | None, now: datetime
) -> Appeal:
    """File the appeal of a player: from their tablet (``by`` None), or through an arbiter.

    If the decision is already before the commission, the grounds become a statement of that case.
    Raise WrongState after the deadline of the edition, before the result is revealed, and when the
    commission has decided; BadSetting without grounds; NotAllowed for an account that is not an
    arbiter's.
    """
    if by is not None:
        _require_officer(by, contested.turn, contested.entry)
    with lock_turn(contested.turn) as turn:
        _require_in_time(turn, contested, now)
        if turn.state not in SHOWN_TURN_STATES:
            raise WrongState("not-shown-yet")
        return _file_case(turn, contested, CaseOrigin.PLAYER, grounds, by, now)


def file_case(*, contested: ContestedDecision, grounds: str, by: User, now: datetime) -> Appeal:
    """File a case of the arbiters, which has no deadline (6.3, B-31). Raise as ``file_appeal``."""
    _require_officer(by, contested.turn, contested.entry)
    with lock_turn(contested.turn) as turn:
        return _file_case(turn, contested, CaseOrigin.ARBITER, grounds, by, now)


def _require_officer(
    by: User, turn: Turn, entry: Entry, roles: Sequence[Role] = OFFICER_ROLES
) -> None:
    """Raise NotAllowed for an account without such a role, or of another centre."""
    require_role(by, turn.game.tournament, *roles)
    require_own_centre(by, turn.game, [entry.pk], roles)


def _require_in_time(turn: Turn, contested: ContestedDecision, now: datetime) -> None:
    window = get_appeal_window(
        turn.game, now, _get_decision_time(turn, contested), entry=contested.entry
    )
    if window.is_open:
        return
    edition = turn.game.tournament.regulation
    data = {"article": edition.format_articles(Topic.APPEAL)}
    if window.closes_at is None:
        raise WrongState("appeal-next-game", **data)
    minutes = edition.appeals.after_last_game_min.value
    raise WrongState("appeal-too-late", minutes=minutes, **data)


def _get_decision_time(turn: Turn, contested: ContestedDecision) -> datetime | None:
    """Return when the contested ruling or act was decided; None for other decisions."""
    match contested.subject:
        case CaseSubject.ACT:
            return contested.act.at if contested.act else None
        case CaseSubject.RULING:
            rulings = Ruling.objects.filter(turn=turn, entry=contested.entry).order_by("-version")
            return rulings.values_list("at", flat=True).first()
        case CaseSubject.DECISION:
            return None


def _file_case(
    turn: Turn,
    contested: ContestedDecision,
    origin: CaseOrigin,
    grounds: str,
    by: User | None,
    now: datetime,
) -> Appeal:
    text = check_text(grounds, "no-grounds", MAX_STATEMENT_LENGTH)
    version = _get_contested_version(turn, contested)
    case_fields: dict[str, Any] = {
        "turn": turn,
        "entry": contested.entry,
        "subject": contested.subject,
        "act": contested.act,
    }
    open_case = find_open_case(**case_fields)
    if by is None:
        _require_within_limits(contested, open_case)
    if open_case is not None:
        speaker = contested.entry.name if origin == CaseOrigin.PLAYER else _get_name(by)
        _append_statement(open_case, speaker, text, by=by, now=now)
        return open_case
    decided_case = find_decided_case(**case_fields, version=version)
    if decided_case is not None:
        raise WrongState(_get_refusal_code(decided_case), number=decided_case.number)
    case = create_case(**case_fields, origin=origin, version=version, grounds=text, by=by, now=now)
    renew_slip_of_case(turn, case.entry_id, now=now)
    return case


def _get_refusal_code(case: Appeal) -> str:
    """Return the code of the refusal, by the appeals that the edition still has."""
    if case.origin == CaseOrigin.FEDERATION:
        return "decided-by-federation"
    further = case.tournament.regulation.appeals.completion_days.value is not None
    return "case-decided" if further else "decided-for-good"


def _require_within_limits(contested: ContestedDecision, case: Appeal | None) -> None:
    """Raise WrongState above the limits of a tablet, which anybody may hold."""
    statements = case.statements.filter(by=None).count() if case else 0
    cases = Appeal.objects.filter(entry=contested.entry, by=None, origin=CaseOrigin.PLAYER)
    if statements >= MAX_STATEMENTS or cases.count() >= MAX_CASES:
        raise WrongState("enough-said")


def _get_contested_version(turn: Turn, contested: ContestedDecision) -> int:
    """Return the version of the ruling in force, 0 without one.

    Raise BadSetting, WrongState, LostRace when there is nothing to contest.
    """
    if contested.entry.tournament_id != turn.game.tournament_id:
        raise BadSetting("other-tournament")
    match contested.subject:
        case CaseSubject.RULING:
            require_collected(turn)
        case CaseSubject.ACT:
            require_valid(turn)
            _require_in_force(turn, contested)
        case CaseSubject.DECISION:
            if turn.state == TurnState.DRAWN:
                raise WrongState("not-shown-yet")
    rulings = Ruling.objects.filter(turn=turn, entry=contested.entry).order_by("-version")
    version = rulings.values_list("version", flat=True).first()
    if version is None and contested.subject == CaseSubject.RULING:
        raise WrongState("not-corrected")
    return version or 0


def _require_in_force(turn: Turn, contested: ContestedDecision) -> None:
    act = contested.act
    if act is None or (act.turn_id, act.entry_id) != (turn.pk, contested.entry.pk):
        raise BadSetting("no-such-act")
    if act.kind == ActKind.WITHDRAWAL or Act.objects.filter(takes_back=act).exists():
        raise LostRace("act")


def _get_name(user: User | None) -> str:
    return (user.get_full_name() or user.get_username()) if user else ""


def record_statement(
    *, case: Appeal, speaker: str, text: str, by: User, now: datetime
) -> Statement:
    """Record a statement while the case is open. Raise NotAllowed, BadSetting, WrongState."""
    _require_officer(by, case.turn, case.entry, STATEMENT_ROLES)
    name = speaker.strip()[:_MAX_NAME_LENGTH]
    if not name:
        raise BadSetting("no-speaker")
    statement_text = check_text(text, "no-statement", MAX_STATEMENT_LENGTH)
    with lock_turn(case.turn):
        locked_case = Appeal.objects.select_for_update(of=["self"]).get(pk=case.pk)
        if locked_case.state != CaseState.OPEN:
            raise WrongState("case-over", state=locked_case.state)
        return _append_statement(locked_case, name, statement_text, by=by, now=now)


def _append_statement(
    case: Appeal, speaker: str, text: str, *, by: User | None, now: datetime
) -> Statement:
    statement = Statement(appeal=case, speaker=speaker[:_MAX_NAME_LENGTH], text=text, by=by, at=now)
    add_salts(statement, "statements")
    statement.save(force_insert=True)
    record_case_event(case, STATEMENT_RECORDED, by=by, now=now)
    return statement


def withdraw_case(*, case: Appeal, by: User | None, now: datetime) -> Appeal:
    """Take back a case that is not decided; only its author can.

    The player on their tablet (``by`` None), an arbiter for a case on paper, or an arbiter their
    own. Raise NotAllowed, WrongState for a case that a rule referred to the commission, LostRace.
    """
    if case.origin == CaseOrigin.RULE:
        raise WrongState("case-of-text", article=case.article)
    _require_own(case, by)
    with lock_turn(case.turn) as turn:
        apply_case_command(case, CaseCommand.WITHDRAW, by=by, now=now)
        record_case_event(case, CaseCommand.WITHDRAW, by=by, now=now)
        renew_slip_of_case(turn, case.entry_id, now=now)
    return case


def _require_own(case: Appeal, by: User | None) -> None:
    is_case_of_player = case.origin == CaseOrigin.PLAYER
    if by is None:
        if not is_case_of_player:
            raise NotAllowed("not-own-case")
        return
    _require_officer(by, case.turn, case.entry)
    if is_case_of_player and case.by is None:
        raise NotAllowed("case-of-tablet", name=case.entry.name)
    if not is_case_of_player and case.by != by:
        raise NotAllowed("case-of-another", name=_get_name(case.by))


def mark_order_done(*, case: Appeal, by: User, now: datetime) -> None:
    """Record that the judge carried out the order. Raise NotAllowed, WrongState."""
    _require_officer(by, case.turn, case.entry)
    with lock_turn(case.turn):
        orders = Appeal.objects.filter(pk=case.pk, order_done_at=None).exclude(order="")
        if not orders.update(order_done_at=now):
            raise WrongState("no-order-left")
        record_case_event(case, ORDER_DONE, by=by, now=now)
