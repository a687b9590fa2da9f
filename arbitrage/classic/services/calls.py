"""Opening and closing of calls as the state of the game requires, and their taking by an
arbiter."""

from datetime import datetime
from secrets import token_hex
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max

from arbitrage.classic.core.calls import (
    CALL_TRANSITIONS,
    OPEN_STATES,
    CallCommand,
    CallKind,
    CallState,
    ExpectedCall,
)
from arbitrage.classic.core.expected_calls import CALL_COMMANDS, find_call_kind, list_expected_calls
from arbitrage.classic.models import TableCall
from arbitrage.services.numbering import NumberedKind, lock_numbering
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import PLAYERS, Side
from tournament.classic.core.state import MatchState
from tournament.classic.models import MatchEvent, MatchGame
from tournament.classic.queries.games import to_event
from tournament.classic.services.play import list_channels
from tournament.core.chain import TEXT_FIELDS, make_salts
from tournament.core.errors import LostRace, NotAllowed, WrongState
from tournament.core.states import Role
from tournament.core.tournament_journal import SubjectKind
from tournament.queries.access import require_role
from tournament.services import update_channel
from tournament.services.lifecycle import require_not_archived
from tournament.services.tournament_journal import append_change, open_journal_transaction

#: Roles that take calls and decide.
OFFICER_ROLES = (Role.ARBITER, Role.DOUBLE_ARBITER, Role.JUDGE)


def update_calls(game: MatchGame, state: MatchState, *, now: datetime) -> None:
    """Open the calls that the game needs and close those that it does not need any more.

    Answers ``ports.handle_match_event``: in the transaction of the game's last event, under the
    lock of the game.
    """
    expected_call = set(list_expected_calls(state, _find_open_kinds(game, state)))
    open_calls = TableCall.objects.filter(game=game, state__in=sorted(OPEN_STATES))
    calls = {ExpectedCall(CallKind(row.kind), row.side, row.about): row for row in open_calls}
    last = MatchEvent.objects.select_related("by").filter(game=game).last()
    for obsolete in calls.keys() - expected_call:
        _close_call(calls[obsolete], last, now)
    for missing in sorted(
        expected_call - calls.keys(), key=lambda row: (row.kind, row.side, row.about)
    ):
        _open_call(game, missing, last, now)


def _find_open_kinds(game: MatchGame, state: MatchState) -> dict[Side, CallKind]:
    """Return the kind of the open call of each player."""
    calling = [side for side in Side if state.get_player(side).has_called]
    rows = MatchEvent.objects.filter(
        game=game, command__in=sorted(CALL_COMMANDS), actor__in=calling
    )
    events = [to_event(row) for row in rows.order_by("seq")] if calling else []
    return {event.acting_side: find_call_kind(event) for event in events}


def _open_call(
    game: MatchGame, expected_call: ExpectedCall, last: MatchEvent | None, now: datetime
) -> None:
    tournament = game.match.tournament_id
    lock_numbering(NumberedKind.CALLS, tournament)
    last_number = TableCall.objects.filter(tournament=tournament).aggregate(last=Max("number"))[
        "last"
    ]
    call = TableCall(
        tournament_id=tournament,
        number=(last_number or 0) + 1,
        game=game,
        kind=expected_call.kind,
        side=expected_call.side,
        about=expected_call.about,
        said=last.reason if last and last.actor in PLAYERS else "",
        at=now,
    )
    call.salts = _create_salts({"said": call.said})
    call.save(force_insert=True)
    _record_change(call, by=last.by if last else None, now=now)


def _record_change(call: TableCall, *, by: User | None, now: datetime) -> None:
    append_change(call.tournament_id, SubjectKind.CALL, call.uid, by=by, now=now)


def _close_call(call: TableCall, last: MatchEvent | None, now: datetime) -> None:
    """Close the call after an event of an officer, withdraw it after one of a player."""
    by_officer = last is not None and last.actor not in PLAYERS
    command = CallCommand.CLOSE if by_officer else CallCommand.WITHDRAW
    apply_call_command(
        call,
        command,
        closed_at=now,
        closed_by=last.by if last else None,
        closed_seq=_find_deciding_event(last).seq if last else 0,
    )
    _record_change(call, by=last.by if last else None, now=now)


def _find_deciding_event(last: MatchEvent) -> MatchEvent:
    """Return the decision before an ANSWER at the same time, which itself decides nothing; else
    ``last``."""
    if last.command != Command.ANSWER:
        return last
    rows = MatchEvent.objects.filter(game=last.game_id, seq__lt=last.seq, at=last.at)
    decision = rows.exclude(command=Command.ANSWER).exclude(actor__in=PLAYERS).last()
    return decision or last


def apply_call_command(call: TableCall, command: CallCommand, **fields: Any) -> TableCall:
    """Change the state by compare-and-swap. Raise WrongState, or LostRace if another change came
    first."""
    target = CALL_TRANSITIONS.get((CallState(call.state), command))
    if target is None:
        raise WrongState("call-over", number=call.number)
    unchanged_rows = TableCall.objects.filter(
        pk=call.pk, state=call.state, taken_by=call.taken_by_id
    )
    if not unchanged_rows.update(state=target, **fields):
        raise LostRace("call", number=call.number)
    call.refresh_from_db()
    return call


def take_call(
    *, call: TableCall, previous_holder: int | None = None, by: User, now: datetime
) -> TableCall:
    """Take a call; ``previous_holder``: primary key of the account from which it may be taken over.
    Raise NotAllowed, WrongState if another account has it, and LostRace."""
    require_not_archived(call.tournament)
    require_role(by, call.tournament, *OFFICER_ROLES)
    if call.taken_by_id not in (None, by.pk, previous_holder):
        raise WrongState("call-taken", name=call.taken_by)
    with open_journal_transaction():
        apply_call_command(call, CallCommand.TAKE, taken_by=by, taken_at=now)
        _record_change(call, by=by, now=now)
    notify_followers(call)
    return call


def release_call(*, call: TableCall, by: User, now: datetime) -> TableCall:
    """Leave a call to another officer. Raise NotAllowed if ``by`` has not taken it."""
    require_not_archived(call.tournament)
    require_role(by, call.tournament, *OFFICER_ROLES)
    if call.taken_by_id != by.pk:
        raise NotAllowed("call-not-yours")
    with open_journal_transaction():
        apply_call_command(call, CallCommand.RELEASE, taken_by=None, taken_at=None)
        _record_change(call, by=by, now=now)
    notify_followers(call)
    return call


def notify_followers(call: TableCall) -> None:
    """Notify the pages that follow the calls and the game."""
    update_channel.notify(*list_channels(call.game))


def record_proposed_answers(
    call: TableCall, proposed_answers: dict[str, bool], otherwise: str, *, by: User, now: datetime
) -> None:
    """Store the answers of the word list, and why the arbiter decided otherwise; visible to
    officers only."""
    call.proposed, call.otherwise = proposed_answers, otherwise
    call.salts = call.salts | _create_salts({"otherwise": otherwise})
    call.save(update_fields=["proposed", "otherwise", "salts"])
    _record_change(call, by=by, now=now)


def _create_salts(texts: dict[str, str]) -> dict[str, str]:
    assert texts.keys() <= set(TEXT_FIELDS["calls"])
    return make_salts(texts, lambda: token_hex(16))
