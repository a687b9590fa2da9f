"""Processes are killed and the database is away: the room goes on, acknowledged bulletins stay."""

import contextlib
import itertools
import threading
from collections.abc import Callable
from datetime import timedelta

from websockets.exceptions import WebSocketException

from tests.tournament.live.hall import LiveHall, make_hall
from tests.tournament.live.outage import cut_database
from tests.tournament.live.web import Web, browse, watch
from tests.waiting import TIMEOUT_S, wait_for
from tournament.core.events import EventKind
from tournament.core.states import TurnState
from tournament.models import Journal, Turn
from tournament.protocol import Audience, Sync, bus
from tournament.queries import clock
from tournament.services.play import turns


def ring_in(hall: LiveHall, seconds: float) -> None:
    """End the turn in so many seconds, and publish the new end."""
    turns.stop_clock(turn=hall.turn, by=None, now=clock.now())
    hall.ring(clock.now() + timedelta(seconds=seconds))
    bell = bus.TurnEnd(hall.turn.pk, round(hall.bell * 1000), round(hall.bell * 1000))
    bus.publish(bus.Frames(tournament=hall.tournament.pk, game=hall.game.pk, seq=1, turn_end=bell))


def are_closed(*halls: LiveHall) -> bool:
    pks = [hall.turn.pk for hall in halls]
    return not Turn.objects.filter(pk__in=pks).exclude(state=TurnState.CLOSED).exists()


def count_closings(hall: LiveHall) -> int:
    return Journal.objects.filter(turn=hall.turn, kind=EventKind.TURN_CLOSED).count()


# --- the clock --------------------------------------------------------------------------


def test_two_processes_close_every_turn_exactly_once(webs: list[Web], hall: LiveHall) -> None:
    halls = [hall, *(make_hall(f"hall-{number}") for number in range(4))]
    for each in halls:
        ring_in(each, 0.5)
    wait_for(lambda: are_closed(*halls))
    assert [count_closings(each) for each in halls] == [1] * len(halls)


def test_every_client_receives_a_close_once(webs: list[Web], hall: LiveHall) -> None:
    with contextlib.ExitStack() as stack:
        browsers = [
            stack.enter_context(watch(web, hall.make_token(Audience.PUBLIC))) for web in webs
        ]
        ring_in(hall, 0.5)
        for browser in browsers:
            kinds = [browser.next("event")["kind"] for _ in range(2)]
            assert kinds == ["shortened", "closed"]
            assert browser.ask(Sync())["type"] == "snapshot"


def find_closer(hall: LiveHall, webs: list[Web]) -> Web:
    """Return the process that has closed the turn."""
    ring_in(hall, 0.3)
    wait_for(lambda: are_closed(hall))
    mark = f"turn={hall.turn.pk}"
    wait_for(lambda: any(mark in line for web in webs for line in list_closings(web)))
    return next(web for web in webs if any(mark in line for line in list_closings(web)))


def list_closings(web: Web) -> list[str]:
    return [line for line in web.read_log().splitlines() if "live.closed" in line]


def test_a_turn_whose_end_was_lost_is_closed(web: Web, hall: LiveHall) -> None:
    """The sweep finds turns whose end was lost on the bus, or came while no process ran."""
    hall.ring()
    wait_for(lambda: are_closed(hall))
    assert count_closings(hall) == 1


# --- killed processes -------------------------------------------------------------------


class Player(threading.Thread):
    """A player who hands in one revision after the other until the server ends."""

    def __init__(self, web: Web, hall: LiveHall, entry: int) -> None:
        super().__init__()
        self.web, self.hall, self.entry = web, hall, entry
        self.acknowledged = 0
        self.token = hall.make_token(Audience.ENTRY, entry)

    def run(self) -> None:
        with (
            contextlib.suppress(WebSocketException, OSError),
            watch(self.web, self.token) as browser,
        ):
            for rev in itertools.count(1):
                browser.say(self.hall.save(rev=rev))
                assert browser.next("saved")["rev"] == rev
                self.acknowledged = rev


def play_until(hall: LiveHall, web: Web, end: Callable[[], None]) -> dict[int, int]:
    """Let all tables hand in until ``end``; return the last acknowledged revisions."""
    players = [Player(web, hall, entry) for entry in range(len(hall.entries))]
    for player in players:
        player.start()
    wait_for(lambda: all(player.acknowledged >= 20 for player in players))
    end()
    for player in players:
        player.join(TIMEOUT_S)
    return {player.entry + 1: player.acknowledged for player in players}


def test_a_killed_process_loses_no_bulletin_and_turns_still_close(
    webs: list[Web], hall: LiveHall
) -> None:
    """The one that has closed the last turn, as well."""
    doomed = find_closer(hall, webs)
    (other,) = (web for web in webs if web is not doomed)
    following = make_hall("following")

    def kill_before_the_bell() -> None:
        ring_in(following, 0.5)
        doomed.kill()

    acknowledged = play_until(following, doomed, kill_before_the_bell)
    with browse(other, following.make_token(Audience.ENTRY, 0)) as browser:
        shown = browser.next("snapshot")["state"]["bulletin"]["rev"]
        assert browser.ask(following.save(rev=shown))["late"] is False
        wait_for(lambda: are_closed(following))
        saved = {"type": "saved", "turn": 1, "rev": shown, "late": False}
        assert browser.ask(following.save(rev=shown)) == saved
        assert browser.ask(following.save(rev=shown + 1))["late"] is True
    stored = following.list_revs()
    assert all(stored[table] >= rev for table, rev in acknowledged.items())
    assert shown == stored[1]
    assert (count_closings(following), following.list_late_revs()) == (1, {1: shown + 1})


# --- the database away ------------------------------------------------------------------


def test_bulletins_wait_for_the_database_and_are_answered_then(web: Web, hall: LiveHall) -> None:
    with (
        watch(web, hall.make_token(Audience.ENTRY, 0)) as first,
        watch(web, hall.make_token(Audience.ENTRY, 1)) as second,
    ):
        with cut_database():
            first.say(hall.save(rev=1))
            second.say(hall.save(rev=1))
            wait_for(lambda: "live.database_lost" in web.read_log())
        assert first.next("saved")["rev"] == second.next("saved")["rev"] == 1
    assert hall.list_revs() == {1: 1, 2: 1}


def test_a_client_without_database_gets_a_snapshot_later(web: Web, hall: LiveHall) -> None:
    token = hall.make_token(Audience.ENTRY, 0)
    with cut_database(), browse(web, token) as browser:
        assert browser.read_close_code() == 1013
    wait_for(lambda: can_connect(web, token))


def can_connect(web: Web, token: str) -> bool:
    with contextlib.suppress(WebSocketException), watch(web, token):
        return True
    return False


def test_a_turn_ending_without_database_closes_when_it_is_back(web: Web, hall: LiveHall) -> None:
    with watch(web, hall.make_token(Audience.PUBLIC)) as browser:
        ring_in(hall, 0.2)
        with cut_database():
            wait_for(lambda: "live.close_failed" in web.read_log())
        while browser.next("event", "resync").get("kind") != EventKind.TURN_CLOSED:
            continue
    assert count_closings(hall) == 1
