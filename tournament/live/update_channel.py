"""Sockets that follow rooms beside the big one: told that there are news, and nothing else."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable

import msgspec

from tournament.live.connection import MALFORMED, TRY_LATER
from tournament.live.registry import CHUNK, MAX_PER_TOKEN
from tournament.live.wire import Frame, Receive, Wire
from tournament.protocol import BesideTold, Message, Ping, Pong, decode_client, encode

_told = Frame(encode(BesideTold()))


class Follower:
    """One page's socket. A page that does not read is sent away: it comes back and asks."""

    __slots__ = ("rooms", "token", "wire")

    def __init__(self, token: str, rooms: frozenset[str], wire: Wire) -> None:
        self.token = token
        self.rooms = rooms
        self.wire = wire

    def push(self, frame: Frame) -> None:
        if not self.wire.write(frame):
            self.wire.abort()

    def say(self, message: Message) -> None:
        self.push(Frame(encode(message)))


class Beside:
    """The followers of this process, by room and by token; ``millis`` is the room's clock."""

    def __init__(self, millis: Callable[[], int]) -> None:
        self._millis = millis
        self._rooms: defaultdict[str, set[Follower]] = defaultdict(set)
        self._tokens: defaultdict[str, list[Follower]] = defaultdict(list)

    def __len__(self) -> int:
        return sum(map(len, self._tokens.values()))

    def add(self, follower: Follower) -> None:
        """Past ``MAX_PER_TOKEN`` the oldest of a token goes, as in the big room."""
        same = self._tokens[follower.token]
        same.append(follower)
        if len(same) > MAX_PER_TOKEN:
            same[0].wire.close(TRY_LATER)
            self.remove(same[0])
        for room in follower.rooms:
            self._rooms[room].add(follower)

    def remove(self, follower: Follower) -> None:
        same = self._tokens.get(follower.token, [])
        if follower in same:
            same.remove(follower)
        if not same:
            self._tokens.pop(follower.token, None)
        for room in follower.rooms:
            self._rooms[room].discard(follower)
            if not self._rooms[room]:
                del self._rooms[room]

    async def tell(self, rooms: Iterable[str]) -> None:
        """There are news in these rooms."""
        await _tell({each for room in rooms for each in self._rooms.get(room, ())})

    async def tell_all(self) -> None:
        """What was published while the bus was away is lost: everybody asks."""
        await _tell({each for same in self._tokens.values() for each in same})

    async def serve(self, follower: Follower, receive: Receive) -> None:
        """Answer its pings until it goes."""
        self.add(follower)
        try:
            follower.push(_told)  # whatever changed before it was here
            while (event := await receive())["type"] == "websocket.receive":
                message = decode_client(event.get("text") or event.get("bytes") or "")
                if isinstance(message, Ping):
                    follower.say(Pong(t=message.t, now=self._millis()))
        except (msgspec.MsgspecError, RecursionError):  # no page of ours
            follower.wire.close(MALFORMED)
        finally:
            self.remove(follower)


async def _tell(followers: Iterable[Follower]) -> None:
    for number, follower in enumerate(followers):
        follower.push(_told)
        if number % CHUNK == CHUNK - 1:
            await asyncio.sleep(0)
