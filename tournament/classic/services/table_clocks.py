"""Commands of the clock of a table with real tiles that is not recorded (6.2 to 6.4).

Tournament, match and clock are locked in this order. A device without network sends its presses
later, each with the time since it was made.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from tournament.classic.core.commands import Command, Event
from tournament.classic.core.match import compute_max_games
from tournament.classic.core.rounds.states import RESULT_STATES
from tournament.classic.core.sides import Actor
from tournament.classic.core.table_clock import ClockPhase, TableClockState, apply
from tournament.classic.models import ClockEvent, Match, TableClock
from tournament.classic.queries.table_clocks import has_games, load_clock_state
from tournament.classic.services.play import SenderFields, read_data, store_event
from tournament.core.errors import ClassicRefused, WrongState
from tournament.core.tournament_journal import SubjectKind
from tournament.models import Tournament
from tournament.queries.clock import from_milliseconds, to_milliseconds
from tournament.services import update_channel
from tournament.services.lifecycle import lock_unless_archived
from tournament.services.play.transitions import By
from tournament.services.tournament_journal import append_change, open_journal_transaction

#: Limits of the time between a press and its arrival, in milliseconds: a longer one is cut, a
#: shorter one is not stored.
MAX_DELAY_MS, MIN_DELAY_MS = 600_000, 1_000
#: Commands of officers that are possible after the end of the match.
_COMMANDS_AFTER_MATCH = frozenset({Command.SANCTION, Command.LIFT, Command.ANSWER})


@dataclass(frozen=True, slots=True)
class ClockRequest:
    """A command as it was sent; ``delay_ms``: time from the press to its sending."""

    command: Command
    actor: Actor
    data: Mapping[str, Any] = field(default_factory=dict)
    sender_fields: SenderFields = field(default_factory=SenderFields)
    delay_ms: int = 0


def run_clock_commands(
    *, match: Match, number: int, requests: Sequence[ClockRequest], by: By = None, now: datetime
) -> list[ClassicRefused]:
    """Run ``requests`` in order on the clock of game ``number``, each once per key; return why some
    were refused. The caller has checked the permission.

    Raise ClassicRefused for a match without such a clock, WrongState if its round does not run.
    """
    refusals = []
    with open_journal_transaction():
        lock_unless_archived(match.tournament)
        match = Match.objects.select_for_update(of=("self",)).get(pk=match.pk)
        clock = _lock_clock(match, number, now)
        state = before = load_clock_state(clock)
        for request in requests:
            try:
                state = _run(clock, state, request, by, now)
            except ClassicRefused as error:
                refusals.append(error)
        if state is not before:
            _save_derived_columns(clock, state, before)
    return refusals


def run_clock_command(
    *, match: Match, number: int, request: ClockRequest, by: By, now: datetime
) -> None:
    """Run one request. Raise ClassicRefused, WrongState."""
    for refusal in run_clock_commands(
        match=match, number=number, requests=[request], by=by, now=now
    ):
        raise refusal


def _lock_clock(match: Match, number: int, now: datetime) -> TableClock:
    """Return the locked clock, or an unsaved one for the next game."""
    if match.y_id is None:
        raise ClassicRefused("bye")
    if match.round is not None and match.round.state not in RESULT_STATES:
        raise WrongState("round-not-running", number=match.round.number)
    if has_games(match):
        raise ClassicRefused("clock-in-game")
    clocks = list(TableClock.objects.select_for_update().filter(match=match))
    clock = next((clock for clock in clocks if clock.number == number), None)
    if clock is not None:
        return clock
    is_next = number == len(clocks) + 1 <= compute_max_games(match.parsed_terms)
    if not is_next or any(clock.phase != ClockPhase.OVER for clock in clocks):
        raise ClassicRefused("no-game")
    return TableClock(match=match, number=number, terms=match.terms, opened_at=now)


def _run(
    clock: TableClock, state: TableClockState, request: ClockRequest, by: By, now: datetime
) -> TableClockState:
    """Return the state after the request; the same if it was run before."""
    sender_fields = request.sender_fields
    if sender_fields.key and clock.seq and clock.events.filter(key=sender_fields.key).exists():
        return state
    if clock.match.over_at is not None and request.command not in _COMMANDS_AFTER_MATCH:
        raise ClassicRefused("clock-match-over")
    _require_last(clock, request.command)
    delay_ms = max(0, min(request.delay_ms, MAX_DELAY_MS))
    data = read_data(request.command, request.data)
    if delay_ms >= MIN_DELAY_MS:
        data["delay_ms"] = delay_ms
    event = Event(request.command, request.actor, to_milliseconds(now) - delay_ms, data)
    return _append_event(clock, state, event, sender_fields, by)


def _append_event(
    clock: TableClock, state: TableClockState, event: Event, sender_fields: SenderFields, by: By
) -> TableClockState:
    """Store the event, dated after the last one, and return the state after it."""
    after = apply(state, event)
    if not clock.seq:
        clock.save()
    clock.seq += 1
    row = ClockEvent(clock=clock, seq=clock.seq)
    store_event(
        row,
        replace(event, at=max(event.at, state.clock.updated_at_ms)),
        sender_fields=sender_fields,
        by=by,
    )
    append_change(clock.match.tournament_id, SubjectKind.CLOCK, clock.uid, by=by, now=row.at)
    return after


def _require_last(clock: TableClock, command: Command) -> None:
    """Raise ClassicRefused if the command would restart a game after the next one began."""
    later_clocks = TableClock.objects.filter(match=clock.match_id, number__gt=clock.number)
    if command not in _COMMANDS_AFTER_MATCH and later_clocks.exists():
        raise ClassicRefused("clock-next-game")


def _save_derived_columns(
    clock: TableClock, state: TableClockState, before: TableClockState
) -> None:
    expiry = state.clock.find_next_expiry()
    clock.phase, clock.called = state.phase, state.call_command or ""
    clock.expires_at = from_milliseconds(expiry[0]) if expiry else None
    clock.save()
    channels = [f"match:{clock.match_id}"]
    if (state.call_command, state.decisions) != (before.call_command, before.decisions):
        channels.append(f"classic:{clock.match.tournament_id}")
    update_channel.notify(*channels)


def finish_clocks(*, match: Match, by: By, now: datetime) -> None:
    """End the clocks of a match whose result was written; the caller has locked the match."""
    clocks = TableClock.objects.select_for_update().filter(match=match)
    for clock in clocks.exclude(phase=ClockPhase.OVER):
        _append_and_save(clock, Event(Command.STOP, Actor.ARBITER, to_milliseconds(now)), by)


def stop_unwatched_clocks(*, tournament: Tournament, now: datetime) -> None:
    """Stop the clocks that ran when an archive of the tournament was made (C-34)."""
    with open_journal_transaction():
        clocks = TableClock.objects.select_for_update().filter(match__tournament=tournament)
        for clock in clocks.filter(phase=ClockPhase.RUNNING):
            _append_and_save(
                clock, Event(Command.UNWATCHED, Actor.TIME, to_milliseconds(now)), None
            )


def _append_and_save(clock: TableClock, event: Event, by: By) -> None:
    before = load_clock_state(clock)
    _save_derived_columns(clock, _append_event(clock, before, event, SenderFields(), by), before)
