"""Messages on the bus may arrive twice, and late, without harm."""

from collections.abc import Iterator

import pytest
import redis
from redis.client import PubSub

from tests.tournament.live.hall import LiveHall
from tests.tournament.live.test_revoked import is_served
from tests.tournament.live.web import Web, watch
from tests.waiting import TIMEOUT_S
from tournament.core.scenes import Scene
from tournament.live.connection import DISPLACED
from tournament.protocol import Audience, bus
from tournament.queries import clock


@pytest.fixture
def listener(redis_url: str) -> Iterator[PubSub]:
    """Subscribe to the bus, as every process does."""
    with redis.Redis.from_url(redis_url) as client, client.pubsub() as pubsub:
        pubsub.subscribe(bus.get_common_channel())
        assert pubsub.get_message(timeout=TIMEOUT_S)
        yield pubsub


def read_seat_message(listener: PubSub) -> bytes:
    """Return the next encoded message about a seat."""
    while True:
        message = listener.get_message(timeout=TIMEOUT_S)
        assert message, "nothing came"
        data: bytes = message["data"]
        if isinstance(bus.decode(data), bus.SeatTaken):
            return data


def test_a_repeated_seat_message_does_not_displace_newer_devices(
    hall: LiveHall, webs: list[Web], listener: PubSub, redis_url: str
) -> None:
    token = hall.make_token(Audience.ENTRY, 0)
    with watch(webs[0], token) as old:
        messages = read_seat_message(listener)
        with watch(webs[1], token) as back:
            assert old.read_close_code() == DISPLACED
            with redis.Redis.from_url(redis_url) as client:
                client.publish(bus.get_common_channel(), messages)
            bus.publish(bus.RoomResync(hall.tournament.pk))
            assert back.next("resync", "displaced")["type"] == "resync"
            assert is_served(back)


def test_a_late_scene_does_not_replace_a_newer_one(hall: LiveHall, web: Web) -> None:
    room, at = hall.tournament.pk, clock.to_milliseconds(clock.now())
    ranking = bus.SceneChosen(room, Scene.RANKING, at)
    with watch(web, hall.make_token(Audience.PUBLIC)) as public:
        for chosen in (ranking, bus.SceneChosen(room, Scene.AUTO, at + 1)):
            bus.publish(chosen)
            assert public.next("scene")["scene"] == chosen.scene
        bus.publish(ranking)
        bus.publish(bus.RoomResync(hall.tournament.pk))
        assert public.next("scene", "resync")["type"] == "resync"
