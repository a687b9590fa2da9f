"""Calls follow the game (hook ``follow``): one comes when the game waits for an officer, and goes
when it waits no more. An arbiter takes one; the others see who."""

from datetime import datetime
from secrets import token_hex
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max

from arbitrage.classic.core.calls import (
    CALL_TRANSITIONS,
    OPEN_STATES,
    Awaited,
    CallCommand,
    CallKind,
    CallState,
)
from arbitrage.classic.core.waiting import CALLING, called_with, waiting
from arbitrage.classic.models import TableCall
from arbitrage.services.numbering import Numbered, one_number_at_a_time
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import PLAYERS, Side
from tournament.classic.core.state import MatchState
from tournament.classic.models import MatchEvent, MatchGame
from tournament.classic.queries.games import event_of
from tournament.classic.services.play import rooms
from tournament.core.chain import TEXTS, salted
from tournament.core.errors import LostRace, NotAllowed, WrongState
from tournament.core.states import Role
from tournament.queries.access import require_role
from tournament.services import update_channel
from tournament.services.lifecycle import require_open

#: Who takes calls and decides.
OFFICERS = (Role.ARBITER, Role.DOUBLE_ARBITER, Role.JUDGE)


def follow(game: MatchGame, state: MatchState, *, now: datetime) -> None:
    """Answers ``ports.match_event``: in the transaction of the game's last event,
    under the lock of the game."""
    wanted = set(waiting(state, _called(game, state)))
    held = TableCall.objects.filter(game=game, state__in=sorted(OPEN_STATES))
    calls = {Awaited(CallKind(one.kind), one.side, one.about): one for one in held}
    last = MatchEvent.objects.select_related("by").filter(game=game).last()
    for gone in calls.keys() - wanted:
        _close(calls[gone], last, now)
    for new in sorted(wanted - calls.keys(), key=lambda one: (one.kind, one.side, one.about)):
        _open(game, new, last, now)


def _called(game: MatchGame, state: MatchState) -> dict[Side, CallKind]:
    """With what each player has raised his hand."""
    raised = [side for side in Side if state.of(side).calls]
    rows = MatchEvent.objects.filter(game=game, command__in=sorted(CALLING), actor__in=raised)
    found = [event_of(row) for row in rows.order_by("seq")] if raised else []
    return {event.mover: called_with(event) for event in found}


def _open(game: MatchGame, wanted: Awaited, last: MatchEvent | None, now: datetime) -> None:
    tournament = game.match.tournament_id
    one_number_at_a_time(Numbered.CALLS, tournament)
    known = TableCall.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"]
    call = TableCall(
        tournament_id=tournament,
        number=(known or 0) + 1,
        game=game,
        kind=wanted.kind,
        side=wanted.side,
        about=wanted.about,
        said=last.reason if last and last.actor in PLAYERS else "",
        at=now,
    )
    call.salts = _salts({"said": call.said})
    call.save(force_insert=True)


def _close(call: TableCall, last: MatchEvent | None, now: datetime) -> None:
    """By an officer's event, or because the players need nobody any more."""
    by_officer = last is not None and last.actor not in PLAYERS
    command = CallCommand.CLOSE if by_officer else CallCommand.WITHDRAW
    move_call(
        call,
        command,
        closed_at=now,
        closed_by=last.by if last else None,
        closed_seq=_decisive(last).seq if last else 0,
    )


def _decisive(last: MatchEvent) -> MatchEvent:
    """That a call was answered says nothing of what was decided with it, just before."""
    if last.command != Command.ANSWER:
        return last
    rows = MatchEvent.objects.filter(game=last.game_id, seq__lt=last.seq, at=last.at)
    decided = rows.exclude(command=Command.ANSWER).exclude(actor__in=PLAYERS).last()
    return decided or last


def move_call(call: TableCall, command: CallCommand, **fields: Any) -> TableCall:
    """By compare-and-swap. Raises WrongState, and LostRace when somebody was first."""
    target = CALL_TRANSITIONS.get((CallState(call.state), command))
    if target is None:
        raise WrongState("call-over", number=call.number)
    held = TableCall.objects.filter(pk=call.pk, state=call.state, taken_by=call.taken_by_id)
    if not held.update(state=target, **fields):
        raise LostRace("call", number=call.number)
    call.refresh_from_db()
    return call


def take(*, call: TableCall, over: int | None = None, by: User, now: datetime) -> TableCall:
    """See to a call; ``over``: the account from which it is taken over. Raises NotAllowed,
    WrongState when somebody else has it, and LostRace."""
    require_open(call.tournament)
    require_role(by, call.tournament, *OFFICERS)
    if call.taken_by_id not in (None, by.pk, over):
        raise WrongState("call-taken", name=call.taken_by)
    move_call(call, CallCommand.TAKE, taken_by=by, taken_at=now)
    tell(call)
    return call


def release(*, call: TableCall, by: User) -> TableCall:
    """Leave it to another. Raises NotAllowed for whoever has not taken it."""
    require_open(call.tournament)
    require_role(by, call.tournament, *OFFICERS)
    if call.taken_by_id != by.pk:
        raise NotAllowed("call-not-yours")
    move_call(call, CallCommand.RELEASE, taken_by=None, taken_at=None)
    tell(call)
    return call


def tell(call: TableCall) -> None:
    """Those who follow the calls, and the game."""
    update_channel.tell(*rooms(call.game))


def note_proposed(call: TableCall, proposed: dict[str, bool], otherwise: str) -> None:
    """What the word list said, and why the arbiter decided otherwise: for officers alone."""
    call.proposed, call.otherwise = proposed, otherwise
    call.salts = call.salts | _salts({"otherwise": otherwise})
    call.save(update_fields=["proposed", "otherwise", "salts"])


def _salts(texts: dict[str, str]) -> dict[str, str]:
    assert texts.keys() <= set(TEXTS["calls"])
    return salted(texts, lambda: token_hex(16))
