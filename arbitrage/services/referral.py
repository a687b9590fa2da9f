"""Brings a case before the commission, and tells whom it concerns; what a text gives to the
commission arrives by itself."""

from collections.abc import Collection, Iterable
from datetime import datetime
from secrets import token_hex
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max, QuerySet

from arbitrage.core.appeals import (
    CASE_TRANSITIONS,
    CaseCommand,
    CaseOrigin,
    CaseState,
    CaseSubject,
)
from arbitrage.models import Appeal, Ruling
from arbitrage.queries.appeals import SHOWN_TURN_STATES, open_case, referred_keys
from arbitrage.services.journal_digests import bound_case, salt
from arbitrage.services.numbering import Numbered, one_number_at_a_time
from tournament.core.chain import TEXTS, salted
from tournament.core.errors import LostRace, WrongState
from tournament.core.events import EventKind
from tournament.core.states import GameState, TurnState
from tournament.models import Entry, Turn
from tournament.queries.people.seating import number_in
from tournament.services.journal import append
from tournament.services.notifications import tell_entry

#: What the journal calls the bringing of a case, and what is said in it; the rest are commands.
BROUGHT = "bring"
SAID = "say"
DONE = "done"
INFORMED, ASKED, COMPLETED = "informed", "asked", "completed"
#: Of these nothing follows for any ranking.
_ASIDE = frozenset({SAID, DONE, INFORMED, ASKED, COMPLETED})
#: What nobody is paid for, or against, once its turn is cancelled; a decision stays contested.
_GONE_WITH_TURN = (CaseSubject.RULING, CaseSubject.ACT)


def case_target(state: CaseState, command: CaseCommand) -> CaseState:
    """The state after ``command``; raises WrongState when the table has no such row."""
    try:
        return CASE_TRANSITIONS[state, command]
    except KeyError:
        raise WrongState("case-over", state=state, command=command) from None


def create_case(
    *, turn: Turn, by: User | None, now: datetime, what: str = BROUGHT, **fields: Any
) -> Appeal:
    """Number and write a case, in the journal as ``what``; ``turn`` is under its lock
    (``posting.deciding``)."""
    tournament = turn.game.tournament_id
    one_number_at_a_time(Numbered.CASES, tournament)
    last = Appeal.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    case = Appeal(
        tournament_id=tournament, number=last + 1, turn=turn, by=by, filed_at=now, **fields
    )
    salt(case, "cases")
    case.save(force_insert=True)
    record(case, what, by=by, now=now)
    return case


def move_case(
    case: Appeal, command: CaseCommand, *, by: User | None, now: datetime, **fields: Any
) -> Appeal:
    """By compare-and-swap; raises WrongState, and LostRace when somebody was first."""
    target = case_target(CaseState(case.state), command)
    texts = {name: fields[name] for name in TEXTS["cases"] if name in fields}
    salts = case.salts | salted(texts, lambda: token_hex(16))
    moved = Appeal.objects.filter(pk=case.pk, state=case.state).update(
        state=target, closed_at=now, closed_by=by, salts=salts, **fields
    )
    if not moved:
        raise LostRace("case", number=case.number)
    case.refresh_from_db()
    return case


def record(case: Appeal, what: str, *, by: User | None, now: datetime) -> None:
    """One row of the journal; staff, the table and, where the ranking depends on it, everybody
    hear of it."""
    turn = case.turn
    game = turn.game
    data = {
        "case": case.number,
        "what": what,
        "subject": case.subject,
        "origin": case.origin,
        "table": number_in(game.pk, case.entry),
        "entries": [str(case.entry.uid)],
        **bound_case(case),
    }
    append(game, EventKind.CASE, turn=turn, by=by, now=now, data=data)
    if game.state == GameState.FINISHED and what not in _ASIDE:
        # whether the ranking is provisional
        append(game, EventKind.SCORED, turn=turn, results=[], now=now)
    if turn.state in SHOWN_TURN_STATES:
        tell_entry(case.entry)


def refer(turn: Turn, rulings: Iterable[Ruling], *, now: datetime) -> None:
    """Open a case for every bulletin of ``rulings``, in force, that a text gives to the commission
    (2017: 5.3.2; 2014: 5.3) and that is not before it yet; one whose bulletin is another now, which
    is not for the commission, lapses."""
    by_entry = {ruling.entry_id: ruling for ruling in rulings}
    given = {pk: one for pk, one in by_entry.items() if one.verdict["commission"]}
    known = referred_keys(turn, given) if given else set()
    new = {pk: one for pk, one in sorted(given.items()) if (pk, one.key) not in known}
    if new:  # before the game, which every row of the journal locks
        one_number_at_a_time(Numbered.CASES, turn.game.tournament_id)
    _lapse(turn, (by_entry.keys() - given.keys()) | new.keys(), now)
    for ruling in new.values():
        if open_case(turn=turn, entry=ruling.entry, subject=CaseSubject.RULING) is None:
            create_case(
                turn=turn,
                entry=ruling.entry,
                subject=CaseSubject.RULING,
                origin=CaseOrigin.RULE,
                version=ruling.version,
                article=ruling.verdict["article"],
                by=None,
                now=now,
            )


def _lapse(turn: Turn, entries: Iterable[int], now: datetime) -> None:
    held = Appeal.objects.filter(turn=turn, origin=CaseOrigin.RULE, state=CaseState.OPEN)
    _close(turn, held.filter(entry__in=list(entries)), now)


def follow_acts(turn: Turn, entries: Collection[int], *, now: datetime) -> None:
    """Of an act about one of ``entries`` that is taken back by now, by an arbiter or by the rule,
    there is nothing left to decide."""
    held = Appeal.objects.filter(turn=turn, entry__in=entries, state=CaseState.OPEN)
    _close(turn, held.filter(act__taken_back_by__isnull=False), now)


def _close(turn: Turn, cases: QuerySet[Appeal], now: datetime) -> None:
    for case in cases.select_related("entry").order_by("number"):
        case.turn = turn
        move_case(case, CaseCommand.LAPSE, by=None, now=now)
        record(case, CaseCommand.LAPSE, by=None, now=now)


def follow_turn(turn: Turn, *, now: datetime) -> None:
    """Answers ``ports.turn_shown``: on tablets stand now the cases that were brought
    before the reveal; of a turn cancelled there is nothing left to decide but whether that is
    right."""
    about = Appeal.objects.filter(turn=turn)
    if turn.state == TurnState.CANCELLED:
        gone = about.filter(subject__in=list(_GONE_WITH_TURN), state=CaseState.OPEN)
        _close(turn, gone, now)
    for entry in Entry.objects.filter(pk__in=about.values("entry")):
        tell_entry(entry)
