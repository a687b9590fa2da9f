"""Brings cases before the commission and notifies those concerned.

Cases that a rule gives to the commission are opened automatically.
"""

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
from arbitrage.queries.appeals import SHOWN_TURN_STATES, find_open_case, list_referred_keys
from arbitrage.services.journal_digests import add_salts, digest_case
from arbitrage.services.numbering import NumberedKind, lock_numbering
from tournament.core.chain import TEXT_FIELDS, make_salts
from tournament.core.errors import LostRace, WrongState
from tournament.core.events import EventKind
from tournament.core.states import GameState, TurnState
from tournament.models import Entry, Turn
from tournament.queries.people.seating import get_table_number
from tournament.services.journal import append_event
from tournament.services.notifications import notify_entry

#: Values in the journal for bringing a case and for events in it; the others are commands.
CASE_BROUGHT = "bring"
STATEMENT_RECORDED = "say"
ORDER_DONE = "done"
INFORMED, ASKED, COMPLETED = "informed", "asked", "completed"
#: Events without effect on any ranking.
_NO_EFFECT_ON_RANKING = frozenset({STATEMENT_RECORDED, ORDER_DONE, INFORMED, ASKED, COMPLETED})
#: Subjects that lapse when their turn is cancelled; a decision stays contested.
_LAPSE_WITH_TURN = (CaseSubject.RULING, CaseSubject.ACT)


def get_case_target(state: CaseState, command: CaseCommand) -> CaseState:
    """Return the state after ``command``. Raise WrongState for an impossible transition."""
    try:
        return CASE_TRANSITIONS[state, command]
    except KeyError:
        raise WrongState("case-over", state=state, command=command) from None


def create_case(
    *, turn: Turn, by: User | None, now: datetime, event: str = CASE_BROUGHT, **fields: Any
) -> Appeal:
    """Number and store a case, with the journal event ``event``.

    ``turn`` is locked (``lock_turn``).
    """
    tournament = turn.game.tournament_id
    lock_numbering(NumberedKind.CASES, tournament)
    last = Appeal.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    case = Appeal(
        tournament_id=tournament, number=last + 1, turn=turn, by=by, filed_at=now, **fields
    )
    add_salts(case, "cases")
    case.save(force_insert=True)
    record_case_event(case, event, by=by, now=now)
    return case


def apply_case_command(
    case: Appeal, command: CaseCommand, *, by: User | None, now: datetime, **fields: Any
) -> Appeal:
    """Change the state by compare-and-swap. Raise WrongState, LostRace."""
    target = get_case_target(CaseState(case.state), command)
    texts = {name: fields[name] for name in TEXT_FIELDS["cases"] if name in fields}
    salts = case.salts | make_salts(texts, lambda: token_hex(16))
    changed_rows = Appeal.objects.filter(pk=case.pk, state=case.state).update(
        state=target, closed_at=now, closed_by=by, salts=salts, **fields
    )
    if not changed_rows:
        raise LostRace("case", number=case.number)
    case.refresh_from_db()
    return case


def record_case_event(case: Appeal, event: str, *, by: User | None, now: datetime) -> None:
    """Write a row of the journal.

    Notify staff, the table and, where the ranking depends on it, everybody.
    """
    turn = case.turn
    game = turn.game
    data = {
        "case": case.number,
        "what": event,
        "subject": case.subject,
        "origin": case.origin,
        "table": get_table_number(game.pk, case.entry),
        "entries": [str(case.entry.uid)],
        **digest_case(case),
    }
    append_event(game, EventKind.CASE_CHANGED, turn=turn, by=by, now=now, data=data)
    if game.state == GameState.FINISHED and event not in _NO_EFFECT_ON_RANKING:
        # The ranking becomes provisional or final.
        append_event(game, EventKind.STANDINGS_CHANGED, turn=turn, results=[], now=now)
    if turn.state in SHOWN_TURN_STATES:
        notify_entry(case.entry)


def open_referred_cases(turn: Turn, rulings: Iterable[Ruling], *, now: datetime) -> None:
    """Open a case for every bulletin of ``rulings``, in force, that a rule gives to the commission.

    (2017: 5.3.2; 2014: 5.3.) Bulletins that are before it already are skipped. A case lapses when
    its bulletin was replaced by one that is not for the commission.
    """
    by_entry = {ruling.entry_id: ruling for ruling in rulings}
    for_commission = {pk: ruling for pk, ruling in by_entry.items() if ruling.verdict["commission"]}
    referred_keys = list_referred_keys(turn, for_commission) if for_commission else set()
    new_rulings = {
        pk: ruling
        for pk, ruling in sorted(for_commission.items())
        if (pk, ruling.key) not in referred_keys
    }
    if new_rulings:  # before the game, which every row of the journal locks
        lock_numbering(NumberedKind.CASES, turn.game.tournament_id)
    _lapse_cases(turn, (by_entry.keys() - for_commission.keys()) | new_rulings.keys(), now)
    for ruling in new_rulings.values():
        if find_open_case(turn=turn, entry=ruling.entry, subject=CaseSubject.RULING) is None:
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


def _lapse_cases(turn: Turn, entries: Iterable[int], now: datetime) -> None:
    cases = Appeal.objects.filter(turn=turn, origin=CaseOrigin.RULE, state=CaseState.OPEN)
    _lapse_each(turn, cases.filter(entry__in=list(entries)), now)


def close_cases_of_withdrawn_acts(turn: Turn, entries: Collection[int], *, now: datetime) -> None:
    """Close the cases about acts of ``entries`` that were taken back."""
    cases = Appeal.objects.filter(turn=turn, entry__in=entries, state=CaseState.OPEN)
    _lapse_each(turn, cases.filter(act__taken_back_by__isnull=False), now)


def _lapse_each(turn: Turn, cases: QuerySet[Appeal], now: datetime) -> None:
    for case in cases.select_related("entry").order_by("number"):
        case.turn = turn
        apply_case_command(case, CaseCommand.LAPSE, by=None, now=now)
        record_case_event(case, CaseCommand.LAPSE, by=None, now=now)


def update_cases_of_turn(turn: Turn, *, now: datetime) -> None:
    """Notify the tablets of cases brought before the reveal; close those of a cancelled turn.

    Answers ``ports.handle_shown_turn``. A case about the cancellation itself stays open.
    """
    cases = Appeal.objects.filter(turn=turn)
    if turn.state == TurnState.CANCELLED:
        lapsing = cases.filter(subject__in=list(_LAPSE_WITH_TURN), state=CaseState.OPEN)
        _lapse_each(turn, lapsing, now)
    for entry in Entry.objects.filter(pk__in=cases.values("entry")):
        notify_entry(entry)
