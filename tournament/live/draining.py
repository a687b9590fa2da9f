"""The last seconds of a process that stops while others go on serving.

It is not ready any more, refuses new sockets, and closes its own by waves, so that thousands of
clients do not come back to the other processes at the same moment. Requests are answered to the
end.
"""

import asyncio

from tournament.live.lifespan import get_current_room
from tournament.live.wire import Receive, Send

#: Closing code of a server that restarts: the client comes back after a random pause.
RESTARTING = 1012
#: HTTP status of a refused handshake: the proxy sends the next ones to another process
#: (``deploy/Caddyfile``).
MISDIRECTED = 421
WAVE_S = 0.1
#: Share of the time in which the sockets are closed; in the rest, their clients have come back.
CLOSING_SHARE = 0.75

_is_draining = False


def is_draining() -> bool:
    """Return True if this process is about to stop."""
    return _is_draining


async def drain(seconds: float) -> None:
    """Close the sockets by waves; return after ``seconds``."""
    global _is_draining  # noqa: PLW0603 - one process, one state
    _is_draining = True
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    room = get_current_room()
    waves = max(1, round(seconds * CLOSING_SHARE / WAVE_S))
    for number in range(waves):
        room.close_share(RESTARTING, 1 / (waves - number))
        await asyncio.sleep(WAVE_S)
    await asyncio.sleep(max(0.0, end - loop.time()))


async def refuse_handshake(receive: Receive, send: Send) -> None:
    """Answer an opening handshake by the status that sends the proxy elsewhere."""
    await receive()
    await send({"type": "websocket.http.response.start", "status": MISDIRECTED, "headers": []})
    await send({"type": "websocket.http.response.body", "body": b""})
