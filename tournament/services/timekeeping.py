"""Keeps the clock of the room continuous when the database's clock is changed (``queries.clock``).

Every process detects the change and the first one stores a correction: a compare-and-swap on the
number of the last correction ensures that it is done once. Deadlines and stamps stay as they are.
"""

from datetime import datetime, timedelta
from functools import reduce
from operator import or_

import structlog
from django.db import transaction
from django.db.models import Exists, F

from tournament import ports
from tournament.core.events import EventKind
from tournament.core.states import COLLECTED_TURN_STATES, UNDER_WAY_GAME_STATES
from tournament.models import Game, Journal, RoomClock, Turn
from tournament.queries.clock import TOLERANCE_S
from tournament.services.journal import append_event
from tournament.services.locks import lock_turns

log = structlog.get_logger(__name__)

#: Bulletins in time may be stored this long after the last turn closed, if the database was down.
LATE_STORAGE_TIME = timedelta(minutes=2)


def correct_jump(*, jump_s: float, number: int, now: datetime) -> bool:
    """Correct a change of the database's clock by ``jump_s`` since correction ``number``.

    False if another process was first. ``now`` is the time of the room, which does not jump; the
    games in play record the change in their journals.
    """
    return _correct(jump_s=jump_s, number=number, now=now, steps=0)


def _correct(*, jump_s: float, number: int, now: datetime, steps: int) -> bool:
    with transaction.atomic():
        RoomClock.objects.get_or_create(pk=RoomClock.ONLY_ID)
        is_first = RoomClock.objects.filter(pk=RoomClock.ONLY_ID, number=number).update(
            shift=F("shift") - timedelta(seconds=jump_s),
            number=number + 1,
            steps=F("steps") + steps,
        )
        if not is_first:
            return False
        for game in Game.objects.filter(state__in=UNDER_WAY_GAME_STATES).order_by("pk"):
            append_event(
                game, EventKind.CLOCK_CORRECTED, now=now, data={"jump_s": round(jump_s, 3)}
            )
    log.warning("clock.jumped", by_s=round(jump_s, 3))
    return True


def correct_clock_behind(*, now: datetime, number: int) -> bool:
    """Correct a clock that is behind the journal of a game in play, before a process counts time.

    Nothing notices that a clock was set back while no process was running. True if corrected.
    """
    journal = Journal.objects.filter(game__state__in=UNDER_WAY_GAME_STATES)
    # The last row of each journal, not the latest time: the clock may have jumped back before it.
    last_rows = [
        journal.order_by("game_id", "-seq").distinct("game_id"),
        *(find_last() for find_last in ports.find_last_rows),
    ]
    last = max((at for rows in last_rows for at in rows.values_list("at", flat=True)), default=None)
    if last is None or last - now <= timedelta(seconds=TOLERANCE_S):
        return False
    return _correct(jump_s=(now - last).total_seconds(), number=number, now=last, steps=1)


def reset_correction(now: datetime) -> None:
    """Use the database's clock again, without correction, when nothing is in play.

    It may be before the ends of closed turns: everything that arrives for them is late.
    """
    if not RoomClock.objects.exclude(shift=timedelta()).exists():
        return
    games = Exists(Game.objects.filter(state__in=UNDER_WAY_GAME_STATES))
    just_over = Exists(Game.objects.filter(finished_at__gt=now - LATE_STORAGE_TIME))
    playing = reduce(
        or_,
        (build_filter() for build_filter in ports.build_running_clock_filter),
        games | just_over,
    )
    shifted = RoomClock.objects.exclude(shift=timedelta()).filter(~playing)
    with transaction.atomic():
        locked_clock = shifted.select_for_update().first()
        if locked_clock is None:
            return
        closed_turns = lock_turns(
            Turn.objects.filter(
                state__in=COLLECTED_TURN_STATES, collects_at__gt=now - locked_clock.shift
            )
        )
        Turn.objects.filter(pk__in=[turn.pk for turn in closed_turns]).update(shut=True)
        shifted.update(shift=timedelta(), number=F("number") + 1, steps=F("steps") + 1)
    log.info("clock.settled")
