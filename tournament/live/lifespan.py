"""Start and stop of the live room with the process (called by the ASGI application)."""

import asyncio
import gc

import structlog
from django.db import connection

from tournament.live.room import Room
from tournament.services import timekeeping
from tournament.services.hand_in import desk

log = structlog.get_logger(__name__)

#: How long a stopping process may take to store what was handed in to it.
FLUSH_S = 10.0

_room: Room | None = None


def current_room() -> Room:
    """The room of this process; raises RuntimeError before ``startup``."""
    if _room is None:
        raise RuntimeError("the live room is not open: the server must run the lifespan")
    return _room


async def startup() -> None:
    """Raises when the database does not answer."""
    global _room  # noqa: PLW0603 - one per process
    room = Room(await asyncio.to_thread(_prepare))
    await room.open()
    _room = room
    # What was imported stays: the collector need not look through it whenever a crowd comes.
    gc.collect()
    gc.freeze()


async def shutdown() -> None:
    global _room
    room, _room = _room, None
    if room is not None:
        await room.close()
    if not await asyncio.to_thread(desk.close_desk, FLUSH_S):
        log.error("live.bulletins_not_stored")


def _prepare() -> desk.HandInDesk:
    """Open the desk, and correct the room's clock if it is behind the journal."""
    try:
        opened = desk.open_desk()
        time = opened.servertime
        if timekeeping.never_back(now=time.now(), number=time.number):
            time.measure()
        return opened
    finally:
        connection.close()  # this thread is only borrowed
