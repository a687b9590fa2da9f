"""Automatic changes of turns: closing them, and queueing work that was lost."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from tournament import ports
from tournament.core.errors import LostRace
from tournament.core.events import EventKind
from tournament.core.states import (
    COLLECTED_TURN_STATES,
    UNDER_WAY_GAME_STATES,
    GameState,
    TurnCommand,
    TurnState,
)
from tournament.models import Straggler, Turn, TurnWork, WorkKind, WorkPriority
from tournament.services.play import work
from tournament.services.play.participation import record_media
from tournament.services.play.transitions import move_turn

#: Every turn is looked at a second time this long after its end.
CHECK_AFTER = timedelta(seconds=15)
#: Missing corrections are searched for this long after the end of a game or the typing of a
#: bulletin; checks, after the end of the turn.
RESCUE_PERIOD = timedelta(hours=1)
_ANY = Q()
_RUNNING = Q(game__state__in=UNDER_WAY_GAME_STATES)


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
            move_turn(
                turn, TurnCommand.CLOSE, EventKind.TURN_CLOSED, by=None, now=now, closed_at=now
            )
            work.queue_work(WorkKind.CORRECT, turn.pk)
    except LostRace:
        return False
    return True


def close_due_turns(now: datetime) -> int:
    """Close every turn that is due, in case timers failed."""
    due_turns = Turn.objects.filter(state=TurnState.OPEN, collects_at__lte=now)
    return sum(close_turn(turn_id=pk, now=now) for pk in due_turns.values_list("pk", flat=True))


def request_correction(turn_id: int, entries: Collection[int]) -> None:
    """Ask for the correction of bulletins of ``entries`` stored or sent again after the close."""
    for queue_correction in ports.queue_late_correction:
        queue_correction(turn_id, entries)


def mark_uncorrected(turn_id: int) -> None:
    """Mark the turn as not corrected; ``rescue_stuck_turns`` asks for a correction in the end."""
    Turn.objects.filter(pk=turn_id).update(corrected_at=None)


def rescue_stuck_turns(now: datetime) -> None:
    """Queue the work of turns that need it and have none, and send the broker's lost messages.

    Every process checks now and then. What is queued or held is a row (``work``): nothing is
    queued twice, however long the queue.
    """
    for pk in _list_unsolved():
        work.queue_work(WorkKind.SOLVE, pk)
    for pk in _list_uncorrected(now):
        work.queue_work(WorkKind.CORRECT, pk)
    _queue_checks(now)
    work.restore_queue(now)


def _list_unsolved() -> list[int]:
    """List the turns without solutions whose work was lost, as by a release without ``work``."""
    unsolved = Turn.objects.filter(
        _RUNNING,
        ~_build_has_work(WorkKind.SOLVE),
        solved_at__isnull=True,
        journal__kind=EventKind.RACK_DRAWN,
    ).exclude(state__in=[TurnState.CANCELLED, TurnState.DONE])
    return sorted(set(unsolved.values_list("pk", flat=True)))


def _list_uncorrected(now: datetime) -> list[int]:
    """List the turns with bulletins that nobody asked to correct."""
    over = Q(game__state=GameState.FINISHED, game__finished_at__gt=now - RESCUE_PERIOD)
    # A bulletin on paper may be typed in, or typed again, long after the end of the game.
    typed = Q(journal__kind=EventKind.PAPER_TYPED, journal__at__gt=now - RESCUE_PERIOD)
    straggling = Exists(Straggler.objects.filter(turn=OuterRef("pk")))
    uncorrected = Turn.objects.filter(
        _RUNNING | over | typed,
        Q(corrected_at=None) | straggling,
        ~_build_has_work(
            WorkKind.CORRECT, Q(held_at__isnull=False) | Q(priority=WorkPriority.FRESH)
        ),
        state__in=COLLECTED_TURN_STATES,
    )
    return sorted(set(uncorrected.values_list("pk", flat=True)))


def _queue_checks(now: datetime) -> None:
    """Queue a second look at each turn corrected soon after its end, after all fresh work.

    A bulletin may be committed after the correction though its storing began before the close, by
    a process that was killed then.
    """
    unchecked = Turn.objects.filter(
        Q(rescued_at=None) | Q(rescued_at__lt=F("closed_at")),
        closed_at__range=(now - RESCUE_PERIOD, now - CHECK_AFTER),
        corrected_at__lt=F("closed_at") + CHECK_AFTER,
        state__in=COLLECTED_TURN_STATES,
    )
    for pk in unchecked.values_list("pk", flat=True):
        with transaction.atomic():
            if unchecked.filter(pk=pk).update(rescued_at=now):
                work.queue_work(WorkKind.CORRECT, pk, priority=WorkPriority.CHECK)


def _build_has_work(kind: WorkKind, condition: Q = _ANY) -> Exists:
    return Exists(TurnWork.objects.filter(condition, turn=OuterRef("pk"), kind=kind))
