"""A process subscribes to the parts of the audience that it serves, and misses nothing of them."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import redis
from django.db import connection, transaction

from tests.tournament.live.hall import LiveHall, make_hall
from tests.tournament.live.web import Browser, Web, browse, watch
from tests.waiting import wait_for
from tournament.core.events import EventKind
from tournament.core.scenes import Scene
from tournament.models import Game
from tournament.protocol import Audience, TableResults, bus, encode
from tournament.queries import clock
from tournament.services.journal import append_event
from tournament.services.screen import choose_scene

HALLS, EVENTS = 6, 12


@pytest.fixture
def client(redis_url: str) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(redis_url) as client:
        yield client


def count_listeners(client: redis.Redis, *channels: str) -> list[int]:
    return [int(count) for _, count in client.pubsub_numsub(*channels)]


def test_a_process_hears_what_its_sockets_see(
    hall: LiveHall, web: Web, client: redis.Redis
) -> None:
    parts = (*Audience, bus.ROOM_PART, bus.STAFF_PART)
    channels = [bus.get_channel(hall.tournament.pk, part) for part in parts]

    def list_heard() -> set[str]:
        counts = dict(zip(parts, count_listeners(client, *channels), strict=True))
        return {part for part, count in counts.items() if count}

    with watch(web, hall.make_token(Audience.PUBLIC)):
        assert list_heard() == {"public", "room"}
        with watch(web, hall.make_token(Audience.JUDGE)):
            assert list_heard() == {"public", "judge", "room", "staff"}
    wait_for(lambda: not list_heard())


def test_nothing_is_lost_between_subscription_and_snapshot(
    transactional_db: None, web: Web
) -> None:
    """Sockets come to rooms in which the process has none, while events are published."""
    for number in range(HALLS):
        hall = make_hall(f"hall{number}")
        with ThreadPoolExecutor(1) as thread:
            publishing = thread.submit(publish_events, hall.game)
            for audience in (Audience.PUBLIC, Audience.JUDGE):
                with browse(web, hall.make_token(audience)) as browser:
                    follow_to(browser, EVENTS)
            publishing.result()


def publish_events(game: Game) -> None:
    try:
        for _ in range(EVENTS):
            with transaction.atomic():
                append_event(game, EventKind.GAME_CHANGED, now=clock.now())
    finally:
        connection.close()


def follow_to(browser: Browser, last: int) -> None:
    """Read up to the event with number ``last``; assert that none is missing."""
    seq = browser.next("snapshot")["seq"]
    while seq < last:
        event = browser.next("event")
        if event["seq"] > seq:
            assert event["prev"] == seq
            seq = event["seq"]


def test_each_process_reads_the_results_of_its_tables(hall: LiveHall, webs: list[Web]) -> None:
    results = {
        entry.pk: encode(
            TableResults(game_id=hall.game.pk, seq=1, results={}, total=entry.pk, rank=1)
        )
        for entry in hall.entries
    }
    many = results | {-number: b"" for number in range(1, bus.MAX_PERSONAL)}
    with (
        watch(webs[0], hall.make_token(Audience.ENTRY, 0)) as first,
        watch(webs[1], hall.make_token(Audience.ENTRY, 1)) as second,
    ):
        bus.publish(bus.Frames(tournament=hall.tournament.pk, game=0, seq=0, personal=many))
        for browser, entry in zip((first, second), hall.entries, strict=False):
            assert browser.next()["total"] == entry.pk


def test_results_that_are_gone_make_players_resync(
    hall: LiveHall, web: Web, client: redis.Redis
) -> None:
    news = bus.Frames(tournament=hall.tournament.pk, game=0, seq=0, personal_key="gone")
    with watch(web, hall.make_token(Audience.ENTRY, 0)) as player:
        bus.publish(news)
        assert player.next()["type"] == "resync"


def test_a_scene_chosen_while_nobody_watched_is_shown(hall: LiveHall, web: Web) -> None:
    with watch(web, hall.make_token(Audience.JUDGE)):
        for scene in (Scene.RANKING, Scene.AUTO):
            choose_scene(tournament=hall.tournament, scene=scene, now=clock.now())
            with browse(web, hall.make_token(Audience.PUBLIC)) as public:
                assert public.next("snapshot")["scene"] == scene
