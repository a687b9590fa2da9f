"""Start and stop of the live room with the process, called by the ASGI application."""

import asyncio
import gc

import structlog
from django.db import connection

from tournament.live.room import Room
from tournament.services import timekeeping
from tournament.services.hand_in import receiver

log = structlog.get_logger(__name__)

#: Greatest time for a stopping process to store what was handed in to it, in seconds.
FLUSH_S = 10.0

_room: Room | None = None


def get_current_room() -> Room:
    """Return the room of this process; raises RuntimeError before ``startup``."""
    if _room is None:
        raise RuntimeError("the live room is not open: the server must run the lifespan")
    return _room


async def startup() -> None:
    """Open the room. Raises if the database does not answer."""
    global _room  # noqa: PLW0603 - one per process
    room = Room(await asyncio.to_thread(_prepare))
    await room.open()
    _room = room
    # Imported objects stay for ever: exclude them from garbage collection.
    gc.collect()
    gc.freeze()


async def shutdown() -> None:
    global _room
    room, _room = _room, None
    if room is not None:
        await room.close()
    if not await asyncio.to_thread(receiver.close_receiver, FLUSH_S):
        log.error("live.bulletins_not_stored")


def _prepare() -> receiver.BulletinReceiver:
    """Open the desk, and correct the clock of the room if it is behind the journal."""
    try:
        bulletin_receiver = receiver.open_receiver()
        time = bulletin_receiver.server_time
        if timekeeping.correct_clock_behind(now=time.now(), number=time.number):
            time.measure()
        return bulletin_receiver
    finally:
        connection.close()  # the thread returns to its pool
