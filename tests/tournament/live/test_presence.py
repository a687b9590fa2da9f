"""Tablets connected to all processes: the staff sees which, the public how many."""

from contextlib import ExitStack

import pytest
import redis
from django.conf import settings

from tests.stack import find_free_port
from tests.tournament.live.hall import LiveHall
from tests.tournament.live.web import Browser, Web, watch
from tests.waiting import wait_for
from tournament.models import Entry
from tournament.protocol import Audience, presence
from tournament.protocol.presence import TabletPresence
from tournament.queries import clock
from tournament.services.people import registration


def wait_for_away(browser: Browser, *away: int) -> None:
    """Wait until the staff is informed that these tables have no connected tablet."""
    while browser.next("connected")["away"] != [*away]:
        pass


def test_staff_sees_tablets_connected_to_all_processes(hall: LiveHall, webs: list[Web]) -> None:
    first, second = webs
    token = hall.make_token
    with ExitStack() as stack:
        judge = stack.enter_context(watch(first, token(Audience.JUDGE)))
        assert judge.next("connected") == {"type": "connected", "expected": 4, "away": [1, 2, 3, 4]}
        stack.enter_context(watch(first, token(Audience.ENTRY, 0)))
        stack.enter_context(watch(second, token(Audience.ENTRY, 2)))
        wait_for_away(judge, 2, 4)
        public = stack.enter_context(watch(first, token(Audience.PUBLIC)))
        assert public.next("here") == {"type": "here", "expected": 4, "here": 2}
        arbiter = stack.enter_context(watch(first, token(Audience.ARBITERS)))
        assert arbiter.next("connected")["away"] == [2, 4]
        assert presence.count_tablets_now(hall.tournament.pk) == TabletPresence(
            expected=4, away=[2, 4]
        )

        with watch(second, token(Audience.ENTRY, 3)):
            wait_for_away(judge, 2)
        wait_for_away(judge, 2, 4)
        second.kill()
        wait_for_away(judge, 2, 3, 4)
        registration.withdraw_entry(entry=hall.entries[1], by=None, now=clock.now())
        wait_for_away(judge, 3, 4)


def test_a_tablet_is_connected_once_it_has_its_snapshot(hall: LiveHall, web: Web) -> None:
    def find_connected() -> frozenset[int]:
        return presence.find_connected([hall.tournament.pk])[hall.tournament.pk]

    entry = hall.entries[0].pk
    with watch(web, hall.make_token(Audience.ENTRY, 0)):
        wait_for(lambda: find_connected() == {entry})
    wait_for(lambda: find_connected() == frozenset())


def test_without_a_broker_the_presence_is_unknown(
    hall: LiveHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", f"redis://127.0.0.1:{find_free_port()}/0")
    assert presence.count_tablets_now(hall.tournament.pk) is None
    with pytest.raises(redis.RedisError):
        presence.announce_connected("here", {hall.tournament.pk: [Entry.objects.earliest("pk").pk]})
