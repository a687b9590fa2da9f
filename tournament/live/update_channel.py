"""Sockets of pages outside the live room, which only receive notices that something changed."""

import asyncio
import math
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable

import msgspec

from tournament.live.connection import MALFORMED, TRY_LATER
from tournament.live.registry import CHUNK, MAX_PER_TOKEN
from tournament.live.wire import Frame, Receive, Wire
from tournament.protocol import Message, Ping, Pong, UpdateNotice, decode_client, encode

_notice = Frame(encode(UpdateNotice()))


class Follower:
    """The socket of one page. A page that does not read is disconnected, and reconnects.

    ``token``: the sockets of one are limited; unique for a page whose token all readers have.
    """

    __slots__ = ("rooms", "token", "wire")

    def __init__(self, token: str, rooms: frozenset[str], wire: Wire) -> None:
        self.token = token
        self.rooms = rooms
        self.wire = wire

    def push(self, frame: Frame) -> None:
        if not self.wire.write(frame):
            self.wire.abort()

    def send(self, message: Message) -> None:
        self.push(Frame(encode(message)))


class Followers:
    """The followers in this process, by room and by token; ``get_now_ms`` is the clock of the
    room, ``ensure_subscribed`` subscribes to rooms."""

    def __init__(
        self,
        get_now_ms: Callable[[], int],
        ensure_subscribed: Callable[[Iterable[str]], Awaitable[None]],
    ) -> None:
        self._get_now_ms = get_now_ms
        self._ensure_subscribed = ensure_subscribed
        self._rooms: defaultdict[str, set[Follower]] = defaultdict(set)
        self._tokens: defaultdict[str, list[Follower]] = defaultdict(list)

    def __len__(self) -> int:
        return sum(map(len, self._tokens.values()))

    @property
    def rooms(self) -> Collection[str]:
        """The rooms with a follower in this process."""
        return self._rooms.keys()

    def add(self, follower: Follower) -> None:
        """Add a follower; beyond ``MAX_PER_TOKEN`` close the oldest of its token."""
        followers = self._tokens[follower.token]
        followers.append(follower)
        if len(followers) > MAX_PER_TOKEN:
            followers[0].wire.close(TRY_LATER)
            self.remove(followers[0])
        for room in follower.rooms:
            self._rooms[room].add(follower)

    def remove(self, follower: Follower) -> None:
        followers = self._tokens.get(follower.token, [])
        if follower in followers:
            followers.remove(follower)
        if not followers:
            self._tokens.pop(follower.token, None)
        for room in follower.rooms:
            self._rooms[room].discard(follower)
            if not self._rooms[room]:
                del self._rooms[room]

    async def notify(self, rooms: Iterable[str], notified: Collection[str] = ()) -> None:
        """Send a notice to the followers of these rooms who follow none of those ``notified``."""
        followers = {follower for room in rooms for follower in self._rooms.get(room, ())}
        await _notify(each for each in followers if each.rooms.isdisjoint(notified))

    async def notify_all(self) -> None:
        """Send a notice to all: what was published while the bus was away is lost."""
        await _notify({follower for followers in self._tokens.values() for follower in followers})

    def close_share(self, code: int, share: float) -> None:
        """Close a share of the followers."""
        followers = [follower for row in self._tokens.values() for follower in row]
        for follower in followers[: math.ceil(share * len(followers))]:
            follower.wire.close(code)
            self.remove(follower)

    async def serve(self, follower: Follower, receive: Receive) -> None:
        """Answer the pings of a follower until it disconnects."""
        self.add(follower)
        try:
            await self._ensure_subscribed(follower.rooms)
            follower.push(_notice)  # there may have been changes before it connected
            while (event := await receive())["type"] == "websocket.receive":
                message = decode_client(event.get("text") or event.get("bytes") or "")
                if isinstance(message, Ping):
                    follower.send(Pong(t=message.t, now=self._get_now_ms()))
        except (msgspec.MsgspecError, RecursionError):  # not one of our pages
            follower.wire.close(MALFORMED)
        finally:
            self.remove(follower)


async def _notify(followers: Iterable[Follower]) -> None:
    for number, follower in enumerate(followers):
        follower.push(_notice)
        if number % CHUNK == CHUNK - 1:
            await asyncio.sleep(0)
