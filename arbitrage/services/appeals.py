"""Appeals of players, cases that arbiters bring, and what is said in them (6.3)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from arbitrage.core.appeals import CaseCommand, CaseOrigin, CaseState, CaseSubject
from arbitrage.models import Act, ActKind, Appeal, Ruling, Statement
from arbitrage.models.appeals import MOST_WORDS
from arbitrage.queries.appeals import SHOWN_TURN_STATES, decided_before, open_case, window_of
from arbitrage.services.acts import OFFICERS
from arbitrage.services.deciding import deciding, require_collected, require_standing
from arbitrage.services.journal_digests import salt
from arbitrage.services.posting import follow_case
from arbitrage.services.referral import DONE, SAID, create_case, move_case, record
from engine.regulation.topics import Topic
from tournament.core.errors import BadSetting, LostRace, NotAllowed, WrongState
from tournament.core.states import Role, TurnState
from tournament.models import Entry, Turn
from tournament.queries.access import require_role

#: Who may speak in a case, and write down who said what.
SPEAKERS = (*OFFICERS, Role.COMMISSION)
_LONGEST_NAME = 100
#: What one tablet may add to a case, and how many cases it may bring in a tournament.
MOST_SAID, MOST_BROUGHT = 10, 100


@dataclass(frozen=True, slots=True)
class Contested:
    """What a case is about: the ruling on the bulletin, an ``act``, or another decision."""

    turn: Turn
    entry: Entry
    subject: CaseSubject
    act: Act | None = None


def appeal(*, about: Contested, grounds: str, by: User | None, now: datetime) -> Appeal:
    """A player appeals: on his tablet (``by`` None), or through an arbiter. What waits for the
    commission already gets his grounds as a statement.

    Raises WrongState after the deadline of the edition, before the result is shown, when the
    commission has decided of it, BadSetting without grounds, NotAllowed for an account that is no
    arbiter's.
    """
    if by is not None:
        require_role(by, about.turn.game.tournament, *OFFICERS)
    with deciding(about.turn) as turn:
        _require_in_time(turn, about, now)
        if turn.state not in SHOWN_TURN_STATES:
            raise WrongState("not-shown-yet")
        return _bring(turn, about, CaseOrigin.PLAYER, grounds, by, now)


def bring(*, about: Contested, grounds: str, by: User, now: datetime) -> Appeal:
    """The arbiters bring a case of their own, which no deadline binds (6.3; reading B-31). Raises
    as ``appeal``."""
    require_role(by, about.turn.game.tournament, *OFFICERS)
    with deciding(about.turn) as turn:
        return _bring(turn, about, CaseOrigin.ARBITER, grounds, by, now)


def _require_in_time(turn: Turn, about: Contested, now: datetime) -> None:
    found = window_of(turn.game, now, _decided_at(turn, about))
    if found.open:
        return
    edition = turn.game.tournament.regulation
    said = {"article": edition.number(Topic.APPEAL)}
    if found.until is None:
        raise WrongState("appeal-next-game", **said)
    minutes = edition.appeals.after_last_game_min.value
    raise WrongState("appeal-too-late", minutes=minutes, **said)


def _decided_at(turn: Turn, about: Contested) -> datetime | None:
    """When what is contested was decided; of another decision nothing says it."""
    match about.subject:
        case CaseSubject.ACT:
            return about.act.at if about.act else None
        case CaseSubject.RULING:
            held = Ruling.objects.filter(turn=turn, entry=about.entry).order_by("-version")
            return held.values_list("at", flat=True).first()
        case CaseSubject.DECISION:
            return None


def _bring(
    turn: Turn,
    about: Contested,
    origin: CaseOrigin,
    grounds: str,
    by: User | None,
    now: datetime,
) -> Appeal:
    words = _words(grounds, "no-grounds")
    version = _contested_version(turn, about)
    target: dict[str, Any] = {
        "turn": turn,
        "entry": about.entry,
        "subject": about.subject,
        "act": about.act,
    }
    held = open_case(**target)
    if by is None:
        _require_measure(about, held)
    if held is not None:
        speaker = about.entry.name if origin == CaseOrigin.PLAYER else _name_of(by)
        _say(held, speaker, words, by=by, now=now)
        return held
    before = decided_before(**target, version=version)
    if before is not None:
        raise WrongState(_last_word(before), number=before.number)
    case = create_case(**target, origin=origin, version=version, grounds=words, by=by, now=now)
    follow_case(turn, case.entry_id, now=now)
    return case


def _last_word(case: Appeal) -> str:
    """Why what was decided is not brought again: another commission hears of it, or none."""
    if case.origin == CaseOrigin.FEDERATION:
        return "decided-by-federation"
    further = case.tournament.regulation.appeals.completion_days.value is not None
    return "case-decided" if further else "decided-for-good"


def _require_measure(about: Contested, held: Appeal | None) -> None:
    """A tablet is anybody's hand: it neither speaks nor appeals without end. Raises WrongState."""
    said = held.statements.filter(by=None).count() if held else 0
    brought = Appeal.objects.filter(entry=about.entry, by=None, origin=CaseOrigin.PLAYER)
    if said >= MOST_SAID or brought.count() >= MOST_BROUGHT:
        raise WrongState("enough-said")


def _contested_version(turn: Turn, about: Contested) -> int:
    """Version of the ruling in force, 0 without one. Raises when there is nothing to contest."""
    if about.entry.tournament_id != turn.game.tournament_id:
        raise BadSetting("other-tournament")
    match about.subject:
        case CaseSubject.RULING:
            require_collected(turn)
        case CaseSubject.ACT:
            require_standing(turn)
            _require_in_force(turn, about)
        case CaseSubject.DECISION:
            if turn.state == TurnState.DRAWN:
                raise WrongState("not-shown-yet")
    rulings = Ruling.objects.filter(turn=turn, entry=about.entry).order_by("-version")
    version = rulings.values_list("version", flat=True).first()
    if version is None and about.subject == CaseSubject.RULING:
        raise WrongState("not-corrected")
    return version or 0


def _require_in_force(turn: Turn, about: Contested) -> None:
    act = about.act
    if act is None or (act.turn_id, act.entry_id) != (turn.pk, about.entry.pk):
        raise BadSetting("no-such-act")
    if act.kind == ActKind.WITHDRAWAL or Act.objects.filter(takes_back=act).exists():
        raise LostRace("act")


def _words(text: str, missing: str) -> str:
    words = text.strip()
    if not words:
        raise BadSetting(missing)
    if len(words) > MOST_WORDS:
        raise BadSetting("too-many-words", most=MOST_WORDS)
    return words


def _name_of(user: User | None) -> str:
    return (user.get_full_name() or user.get_username()) if user else ""


def say(*, case: Appeal, speaker: str, text: str, by: User, now: datetime) -> Statement:
    """Write down what somebody said, while the case is open. Raises NotAllowed, BadSetting,
    WrongState."""
    require_role(by, case.tournament, *SPEAKERS)
    name = speaker.strip()[:_LONGEST_NAME]
    if not name:
        raise BadSetting("no-speaker")
    words = _words(text, "no-statement")
    with deciding(case.turn):
        held = Appeal.objects.select_for_update(of=["self"]).get(pk=case.pk)
        if held.state != CaseState.OPEN:
            raise WrongState("case-over", state=held.state)
        return _say(held, name, words, by=by, now=now)


def _say(case: Appeal, speaker: str, words: str, *, by: User | None, now: datetime) -> Statement:
    said = Statement(appeal=case, speaker=speaker[:_LONGEST_NAME], text=words, by=by, at=now)
    salt(said, "statements")
    said.save(force_insert=True)
    record(case, SAID, by=by, now=now)
    return said


def withdraw(*, case: Appeal, by: User | None, now: datetime) -> Appeal:
    """Whoever brought it takes it back while it is not decided: the player on his tablet (``by``
    None), for one on paper an arbiter, an arbiter his own.

    Raises NotAllowed, WrongState for what a text gives to the commission, LostRace.
    """
    if case.origin == CaseOrigin.RULE:
        raise WrongState("case-of-text", article=case.article)
    _require_own(case, by)
    with deciding(case.turn) as turn:
        move_case(case, CaseCommand.WITHDRAW, by=by, now=now)
        record(case, CaseCommand.WITHDRAW, by=by, now=now)
        follow_case(turn, case.entry_id, now=now)
    return case


def _require_own(case: Appeal, by: User | None) -> None:
    players = case.origin == CaseOrigin.PLAYER
    if by is None:
        if not players:
            raise NotAllowed("not-his-case")
        return
    require_role(by, case.tournament, *OFFICERS)
    if players and case.by is None:
        raise NotAllowed("case-of-tablet", name=case.entry.name)
    if not players and case.by != by:
        raise NotAllowed("case-of-another", name=_name_of(case.by))


def mark_done(*, case: Appeal, by: User, now: datetime) -> None:
    """The judge has done what the commission told him. Raises NotAllowed, WrongState."""
    require_role(by, case.tournament, *OFFICERS)
    with deciding(case.turn):
        told = Appeal.objects.filter(pk=case.pk, order_done_at=None).exclude(order="")
        if not told.update(order_done_at=now):
            raise WrongState("no-order-left")
        record(case, DONE, by=by, now=now)
