"""The update channel: followers of a room receive notices, in every process."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
import redis
from django.conf import settings
from django.core import signing
from django.db import transaction
from websockets.sync.client import connect

from tests.tournament.live.web import HOST, Browser, Web
from tests.waiting import TIMEOUT_S
from tournament.core.errors import BadAccess
from tournament.live.connection import BAD_TOKEN, MALFORMED, TRY_LATER
from tournament.live.registry import MAX_PER_TOKEN
from tournament.protocol import Ping, bus, update_channel
from tournament.protocol.update_channel import (
    make_shared_update_token,
    make_update_token,
    read_update_token,
)
from tournament.services.update_channel import notify

NOTICE = {"type": "beside"}


@contextmanager
def follow(web: Web, token: str) -> Iterator[Browser]:
    """Open a socket that has received the first notice."""
    address = f"ws://{HOST}:{web.port}/live/beside/v1/{token}/"
    with connect(address, open_timeout=TIMEOUT_S, compression=None) as socket:
        browser = Browser(socket)
        assert browser.next() == NOTICE
        yield browser


def receives_notice(browser: Browser) -> bool:
    """Return True if a notice comes before the answer to a ping that is sent now."""
    browser.say(Ping(t=1.0))
    message = browser.next()
    if message == NOTICE:
        assert browser.next("pong")["t"] == 1.0
        return True
    assert message["type"] == "pong"
    return False


def test_followers_in_all_processes_are_notified_after_commit(
    webs: list[Web],
) -> None:
    match, both = make_update_token("match:1"), make_update_token("match:1", "round:7")
    with (
        follow(webs[0], match) as player,
        follow(webs[1], both) as wall,
        follow(webs[1], make_update_token("match:2")) as other,
    ):
        with transaction.atomic():
            notify("match:1")
            assert not receives_notice(player)  # not committed yet
        assert player.next() == wall.next() == NOTICE
        notify("round:7", "match:1")
        assert player.next() == wall.next() == NOTICE
        assert not any(
            receives_notice(each) for each in (player, wall, other)
        )  # once, and the followers only


def test_a_bad_token_or_message_closes_the_socket(web: Web) -> None:
    address = f"ws://{HOST}:{web.port}/live/beside/v1/match:1/"
    with connect(address, open_timeout=TIMEOUT_S, compression=None) as socket:
        assert Browser(socket).read_close_code() == BAD_TOKEN
    token = make_update_token("match:1")
    with follow(web, token) as broken:
        broken.say("nothing")
        assert broken.read_close_code() == MALFORMED
    with ExitStack() as many:
        first = many.enter_context(follow(web, token))
        for _ in range(MAX_PER_TOKEN):
            many.enter_context(follow(web, token))
        assert first.read_close_code() == TRY_LATER


def test_a_token_names_rooms_and_expires(monkeypatch: pytest.MonkeyPatch) -> None:
    token = make_update_token("topping:3", "round:1")
    assert read_update_token(token) == {"topping:3", "round:1"}
    for rooms in [(), ("a,b",)]:
        with pytest.raises(ValueError, match="rooms"):
            make_update_token(*rooms)
    with pytest.raises(BadAccess) as forged:
        read_update_token(signing.TimestampSigner(salt="other").sign("round:1"))
    assert forged.value.reason == "token-unknown"
    monkeypatch.setattr(update_channel, "MAX_AGE", -1)
    with pytest.raises(BadAccess) as old:
        read_update_token(token)
    assert old.value.reason == "token-expired"


def test_all_readers_of_a_page_follow_with_one_token(web: Web) -> None:
    token = make_shared_update_token("match:1")
    assert token == make_shared_update_token("match:1")
    assert read_update_token(token) == {"match:1"}
    with pytest.raises(BadAccess):
        read_update_token(token.replace("match:1", "calls:1"))
    with ExitStack() as many:
        first = many.enter_context(follow(web, token))
        for _ in range(MAX_PER_TOKEN):
            many.enter_context(follow(web, token))
        notify("match:1")
        assert first.next() == NOTICE


def test_followers_are_notified_when_the_bus_comes_back(web: Web) -> None:
    with follow(web, make_update_token("match:1")) as player:
        with redis.Redis.from_url(settings.REDIS_URL) as client:
            for other in client.client_list(_type="pubsub"):
                if (
                    other["name"] == bus.get_common_channel()
                ):  # other tests have theirs at this moment
                    client.client_kill_filter(_id=other["id"])
        assert player.next() == NOTICE
        bus.publish(bus.RoomUpdates(["match:1"]))
        assert player.next() == NOTICE
