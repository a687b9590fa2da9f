"""Automatic changes of turns: closing them, and sending lost tasks again."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from tournament import ports
from tournament.core.errors import LostRace
from tournament.core.events import EventKind
from tournament.core.states import GameState, TurnCommand, TurnState
from tournament.models import Straggler, Turn
from tournament.services import tasks
from tournament.services.play.participation import record_media
from tournament.services.play.transitions import move_turn

#: A task not done this long after its turn needs it was lost.
STUCK_AFTER = timedelta(seconds=15)
#: Corrections are sent again until so long after the end of a game, or after typing on paper.
RESCUE_PERIOD = timedelta(hours=1)


def close_turn(*, turn_id: int, now: datetime) -> bool:
    """Close an open turn whose time and grace are over; False if another process was first.

    Any process may call this at any time: the first one after the deadline closes the turn.
    """
    turn = (
        Turn.objects.filter(pk=turn_id, state=TurnState.OPEN, collects_at__lte=now)
        .select_related("game__tournament")
        .first()
    )
    if turn is None:
        return False
    try:
        with transaction.atomic():
            record_media(turn)
            move_turn(turn, TurnCommand.CLOSE, EventKind.CLOSED, by=None, now=now, closed_at=now)
            _run_closed_hooks(turn.pk)
    except LostRace:
        return False
    return True


def _run_closed_hooks(turn_id: int) -> None:
    for closed in ports.turn_closed:
        closed(turn_id)


def close_due_turns(now: datetime) -> int:
    """Close every turn that is due, in case timers failed."""
    due = Turn.objects.filter(state=TurnState.OPEN, collects_at__lte=now)
    return sum(close_turn(turn_id=pk, now=now) for pk in due.values_list("pk", flat=True))


def ask_for_correction(turn_id: int, entries: Collection[int]) -> None:
    """Ask for the correction of bulletins of ``entries`` stored or sent again after the close."""
    for stored in ports.stored_after_close:
        stored(turn_id, entries)


def forget_correction(turn_id: int) -> None:
    """Mark the turn as not corrected; ``rescue_stuck_turns`` asks for a correction in the end."""
    Turn.objects.filter(pk=turn_id).update(corrected_at=None)


def rescue_stuck_turns(now: datetime) -> None:
    """Send again the tasks of turns that wait too long: a worker or the broker lost them.

    Every process checks every few seconds. The first one sends the task, and no process repeats it
    for a while, so that a worker that comes back does not find the same task a thousand times.
    """
    running = Q(game__state__in=[GameState.RUNNING, GameState.INTERRUPTED])
    over = Q(game__state=GameState.FINISHED, game__finished_at__gt=now - RESCUE_PERIOD)
    # A bulletin on paper may be typed in, or typed again, long after the end of the game.
    typed = Q(journal__kind=EventKind.PAPER, journal__at__gt=now - RESCUE_PERIOD)
    unsolved = Turn.objects.filter(
        running,
        _build_long_ago("journal__at", now),
        solved_at__isnull=True,
        journal__kind=EventKind.DRAWN,
    ).exclude(state__in=[TurnState.CANCELLED, TurnState.DONE])
    # A bulletin may be committed after the correction though its storing began before the close,
    # by a process that was killed then: every turn is checked a second time.
    checked_once = Q(rescued_at=None) | Q(rescued_at__lt=F("closed_at"))
    checked_once &= Q(closed_at__range=(now - 2 * STUCK_AFTER, now))
    straggling = Exists(Straggler.objects.filter(turn=OuterRef("pk")))
    uncorrected = Turn.objects.filter(
        running | over | typed,
        Q(corrected_at=None) | straggling | checked_once,
        _build_long_ago("closed_at", now),
        state__in=[TurnState.CLOSED, TurnState.REVEALED, TurnState.DONE],
    )
    lost_solving, lost_correction = (
        set(turns.values_list("pk", flat=True)) for turns in (unsolved, uncorrected)
    )
    for pk in sorted(lost_solving | lost_correction):
        if _is_first_rescue(pk, now):
            if pk in lost_solving:
                tasks.send_on_commit("tournament.tasks.solve_turn", pk)
            if pk in lost_correction:
                _run_closed_hooks(pk)


def _build_long_ago(field: str, now: datetime) -> Q:
    """Not recently. A time in the future was stamped before the clock was set back."""
    return Q(**{f"{field}__lt": now - STUCK_AFTER}) | Q(**{f"{field}__gt": now})


def _is_first_rescue(turn_id: int, now: datetime) -> bool:
    """Return True if this process is the first to ask for the turn's work for a while."""
    recently = Q(rescued_at__gt=now - STUCK_AFTER, rescued_at__lte=now)
    return bool(Turn.objects.filter(~recently, pk=turn_id).update(rescued_at=now))
