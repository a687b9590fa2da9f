"""Messages that come twice, and in another order: bulletins, tasks, news on the bus."""

import contextlib
import json
import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import TYPE_CHECKING

import redis

from benchmarks.chaos.blows.blow import BrokenError, IsWell, NotThereError, Target

if TYPE_CHECKING:
    from benchmarks.chaos.tablets import Sheet, Tablet  # their imports need Django

#: Tablets that send all again at once.
TABLETS = 3
#: Turns whose work is asked for again, and how many times.
TURNS = 3
TIMES = 3
#: Taken, or refused by its turn.
ANSWERS = (HTTPStatus.OK, HTTPStatus.UNPROCESSABLE_ENTITY)
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
TASKS = ("tournament.tasks.solve_turn", "arbitrage.tasks.correct_turn")
QUEUE = "turn"
CONNECT_S = 2.0


@contextlib.contextmanager
def bulletins(target: Target, _whom: tuple[str, ...]) -> Iterator[IsWell]:
    """Tablets send by request what they have sent by the socket: each twice, the newest first.

    What was acknowledged before, what is now, and what waits for its answer.
    """
    before = {tablet.seat.entry: list(tablet.promised.values()) for tablet in target.tablets}
    yield target.club.answers
    senders = [tablet for tablet in target.tablets if tablet.promised][-TABLETS:]
    if not senders:
        raise NotThereError
    for tablet in senders:
        waits = [tablet.unanswered] if tablet.unanswered else []
        now = list(tablet.promised.values())
        _send_again(target, tablet, [*waits, *now[-1:], *before[tablet.seat.entry][-1:]])


def _send_again(target: Target, tablet: "Tablet", sheets: "list[Sheet]") -> None:
    from benchmarks.chaos.people import Browser, Unreachable

    browser = Browser(target.club.room_url)
    with contextlib.suppress(Unreachable):
        token = TOKEN.search(browser.get(f"/t/{tablet.seat.key}/").text)
        if token is None:
            raise NotThereError
        for sheet in [*sheets, *sheets]:
            message = json.loads(sheet.message())
            status, said = browser.post_json("/table/bulletin/", message, token[1])
            if status not in ANSWERS:
                raise BrokenError(f"bulletin envoyé deux fois : {status} {said[:200]}")
    if browser.errors:
        raise BrokenError(f"bulletin envoyé deux fois : {browser.errors[0]}")


@contextlib.contextmanager
def tasks(target: Target, _whom: tuple[str, ...]) -> Iterator[IsWell]:
    """The work of the last turns is asked for again and again, as a broker that delivers twice."""
    from django.db import connection

    from tournament.models import Turn

    try:
        turns = list(Turn.objects.order_by("-pk").values_list("pk", flat=True)[:TURNS])
    finally:
        connection.close()  # the server may be killed before the next time
    app = target.club.tasks()
    for turn in turns * TIMES:
        for task in TASKS:
            app.send_task(task, [turn], queue=QUEUE)
    yield lambda: target.club.consumes(QUEUE)


@contextlib.contextmanager
def news(target: Target, _whom: tuple[str, ...]) -> Iterator[IsWell]:
    """What is heard on the bus is said again: once in its order, and once backwards."""
    from tournament.protocol.bus import get_channel

    with redis.Redis.from_url(
        target.club.urls.redis_url, socket_connect_timeout=CONNECT_S, socket_timeout=CONNECT_S
    ) as client:
        with client.pubsub() as listener:
            listener.subscribe(get_channel())
            yield target.club.answers
            heard = list(_heard(listener))
        if not heard:
            raise NotThereError
        for message in [*heard, *reversed(heard)]:
            client.publish(get_channel(), message)


def _heard(listener: redis.client.PubSub) -> Iterator[bytes]:
    """All that has come meanwhile; it does not wait for more."""
    while (message := listener.get_message(timeout=0)) is not None:
        if message["type"] == "message":
            yield message["data"]
