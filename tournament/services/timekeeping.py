"""The room's time goes on as before when the database's clock is set (``queries.clock``).

Every process sees it and the first one stores it: a compare-and-swap on the number of the last
correction, so that it is done once. Nothing in the room is moved: deadlines and stamps stay.
"""

from datetime import datetime, timedelta
from functools import reduce
from operator import or_

import structlog
from django.db import transaction
from django.db.models import Exists, F

from tournament import ports
from tournament.core.events import EventKind
from tournament.core.states import COLLECTED_TURN_STATES, GameState
from tournament.models import Game, Journal, RoomClock, Turn
from tournament.queries.clock import TOLERANCE_S
from tournament.services.journal import append

log = structlog.get_logger(__name__)

IN_PLAY = (GameState.RUNNING, GameState.INTERRUPTED)
#: What came in time may be stored so long after the last turn was collected, the database away.
STILL_COMING = timedelta(minutes=2)


def keep_steady(*, jump_s: float, number: int, now: datetime) -> bool:
    """The database's clock was set by ``jump_s`` since correction ``number``: take it back.

    False when somebody was first. ``now`` is the room's time, which does not jump; the games in
    play note in their journal what happened.
    """
    return _correct(jump_s=jump_s, number=number, now=now, steps=0)


def _correct(*, jump_s: float, number: int, now: datetime, steps: int) -> bool:
    with transaction.atomic():
        RoomClock.objects.get_or_create(pk=RoomClock.ONLY)
        first = RoomClock.objects.filter(pk=RoomClock.ONLY, number=number).update(
            shift=F("shift") - timedelta(seconds=jump_s),
            number=number + 1,
            steps=F("steps") + steps,
        )
        if not first:
            return False
        for game in Game.objects.filter(state__in=IN_PLAY).order_by("pk"):
            append(game, EventKind.CLOCK, now=now, data={"jump_s": round(jump_s, 3)})
    log.warning("clock.jumped", by_s=round(jump_s, 3))
    return True


def never_back(*, now: datetime, number: int) -> bool:
    """Before a process counts: no game in play goes on before what its journal says last.

    A clock that was set back while nothing ran is seen by nobody. Whether it was corrected.
    """
    journal = Journal.objects.filter(game__state__in=IN_PLAY)
    # The last row of each, not the latest: the room's time may have made a step before it.
    lasts = [
        journal.order_by("game_id", "-seq").distinct("game_id"),
        *(find_last() for find_last in ports.last_moments),
    ]
    last = max((at for rows in lasts for at in rows.values_list("at", flat=True)), default=None)
    if last is None or last - now <= timedelta(seconds=TOLERANCE_S):
        return False
    return _correct(jump_s=(now - last).total_seconds(), number=number, now=last, steps=1)


def settle(now: datetime) -> None:
    """With nothing in play the room's time is again that of the database's clock.

    That may be before bells that have rung: of their turns, everything from now on is late.
    """
    games = Exists(Game.objects.filter(state__in=IN_PLAY))
    just_over = Exists(Game.objects.filter(finished_at__gt=now - STILL_COMING))
    playing = reduce(or_, (is_playing() for is_playing in ports.is_playing), games | just_over)
    shifted = RoomClock.objects.exclude(shift=timedelta()).filter(~playing)
    with transaction.atomic():
        held = shifted.select_for_update().first()
        if held is None:
            return
        rung = Turn.objects.filter(state__in=COLLECTED_TURN_STATES)
        rung.filter(collects_at__gt=now - held.shift).update(shut=True)
        shifted.update(shift=timedelta(), number=F("number") + 1, steps=F("steps") + 1)
    log.info("clock.settled")
