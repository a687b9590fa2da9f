"""Sockets of the real server: messages of each audience, and clients that misbehave."""

import contextlib
import socket
import time

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.tournament.live.hall import LiveHall
from tests.tournament.live.web import HOST, Web, browse, watch
from tournament.live.connection import BAD_TOKEN, MALFORMED
from tournament.live.consumer import MAX_MALFORMED
from tournament.live.registry import MAX_PER_TOKEN
from tournament.protocol import Audience, Ping, Sync, TableResults, bus, encode
from tournament.queries import clock
from tournament.services.play import turns

OTHERS = (Audience.PUBLIC, Audience.ARBITERS, Audience.JUDGE)


def build_frames(hall: LiveHall, seq: int, **by_audience: str) -> bus.Frames:
    return bus.Frames(
        tournament=hall.tournament.pk,
        game=hall.game.pk,
        seq=seq,
        frames={audience: text.encode() for audience, text in by_audience.items()},
    )


@pytest.mark.parametrize("audience", OTHERS)
def test_a_new_client_gets_the_snapshot_of_its_audience(
    hall: LiveHall, web: Web, audience: Audience
) -> None:
    with browse(web, hall.make_token(audience)) as browser:
        snapshot = browser.next()
    assert (snapshot["type"], snapshot["v"], snapshot["audience"]) == ("snapshot", 1, audience)
    assert snapshot["state"]["game"]["id"] == hall.game.pk
    assert snapshot["state"]["turn"]["drawn"] == "AEINRST"
    assert ("holding" in snapshot["state"]) == (audience != Audience.PUBLIC)


def test_a_player_gets_their_own_table_and_bulletin(hall: LiveHall, web: Web) -> None:
    with watch(web, hall.make_token(Audience.ENTRY, 1)) as browser:
        browser.ask(hall.save(rev=3))
        snapshot = browser.ask(Sync())
    assert snapshot["state"]["table"] == 2
    assert snapshot["state"]["bulletin"]["rev"] == 3
    assert snapshot["state"]["bulletin"]["reference"] == "H4"


def test_a_change_by_a_service_reaches_all_audiences(hall: LiveHall, web: Web) -> None:
    with (
        watch(web, hall.make_token(Audience.PUBLIC)) as public,
        watch(web, hall.make_token(Audience.JUDGE)) as judge,
        watch(web, hall.make_token(Audience.ENTRY, 0)) as player,
    ):
        turns.stop_clock(turn=hall.turn, by=None, now=clock.now())
        events = [browser.next("event") for browser in (public, judge, player)]
    assert {event["kind"] for event in events} == {"shortened"}
    assert "solved" in events[1]["turn"]
    assert "solved" not in events[0]["turn"]


def test_the_next_snapshot_contains_what_has_happened(hall: LiveHall, web: Web) -> None:
    with watch(web, hall.make_token(Audience.PUBLIC)) as browser:
        turns.stop_clock(turn=hall.turn, by=None, now=clock.now())
        event = browser.next("event")
        with browse(web, hall.make_token(Audience.PUBLIC)) as newcomer:
            snapshot = newcomer.next("snapshot")
    assert snapshot["seq"] == event["seq"]
    assert snapshot["state"]["turn"] == event["turn"]


def test_a_client_that_misses_something_asks_and_gets_a_snapshot(hall: LiveHall, web: Web) -> None:
    with watch(web, hall.make_token(Audience.PUBLIC)) as browser:
        for _ in range(3):
            assert browser.ask(Sync())["type"] == "snapshot"


def test_a_frame_for_one_audience_reaches_no_other(hall: LiveHall, web: Web) -> None:
    with (
        watch(web, hall.make_token(Audience.JUDGE)) as judge,
        watch(web, hall.make_token(Audience.PUBLIC)) as public,
    ):
        bus.publish(build_frames(hall, 1, judge='{"type":"secret"}'))
        bus.publish(build_frames(hall, 2, judge='{"type":"open"}', public='{"type":"open"}'))
        assert judge.next()["type"] == "secret"
        assert public.next()["type"] == "open"


def test_personal_news_reach_their_table_alone(hall: LiveHall, web: Web) -> None:
    own_results = TableResults(game_id=hall.game.pk, seq=1, results={}, total=42, rank=1)
    with (
        watch(web, hall.make_token(Audience.ENTRY, 0)) as first,
        watch(web, hall.make_token(Audience.ENTRY, 1)) as second,
    ):
        envelope = build_frames(hall, 1, entry='{"type":"event"}')
        personal = {hall.entries[0].pk: encode(own_results)}
        bus.publish(
            bus.Frames(
                tournament=envelope.tournament,
                game=envelope.game,
                seq=1,
                personal=personal,
            )
        )
        bus.publish(envelope)
        assert first.next()["total"] == 42
        assert second.next()["type"] == "event"


def test_a_new_game_calls_everybody_for_a_snapshot(hall: LiveHall, web: Web) -> None:
    with watch(web, hall.make_token(Audience.PUBLIC)) as browser:
        bus.publish(bus.RoomResync(hall.tournament.pk))
        assert browser.next()["type"] == "resync"


def test_the_clock_is_the_database_s(hall: LiveHall, web: Web) -> None:
    with watch(web, hall.make_token(Audience.PUBLIC)) as browser:
        before = clock.to_milliseconds(clock.now())
        pong = browser.ask(Ping(t=123.5))
        after = clock.to_milliseconds(clock.now())
    assert pong["t"] == 123.5
    assert before - 1000 <= pong["now"] <= after + 1000  # the error of the measured offset


@pytest.mark.parametrize("token", ["nonsense", "1.judge.0:1abc:forged"])
def test_a_bad_token_closes_with_its_code(transactional_db: None, web: Web, token: str) -> None:
    with browse(web, token) as browser:
        assert browser.read_close_code() == BAD_TOKEN


def test_an_unknown_address_gets_no_socket(transactional_db: None, web: Web) -> None:
    with pytest.raises(InvalidStatus, match="403"), connect(f"ws://{HOST}:{web.port}/nowhere"):
        pass


def test_a_page_of_another_site_gets_no_socket(hall: LiveHall, web: Web) -> None:
    address = f"ws://{HOST}:{web.port}/live/v1/{hall.make_token(Audience.PUBLIC)}/"
    with connect(address, origin=Origin(f"http://{HOST}:{web.port}")):
        pass
    for origin in ("https://ailleurs.example", f"http://{HOST}.example", "null"):
        with pytest.raises(InvalidStatus, match="403"), connect(address, origin=Origin(origin)):
            pass


def test_an_expired_token_closes_with_its_code(
    hall: LiveHall, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    long_ago = time.time() - 16 * 60
    with monkeypatch.context() as patch:
        patch.setattr(time, "time", lambda: long_ago)
        token = hall.make_token(Audience.JUDGE)
    with browse(web, token) as browser:
        assert browser.read_close_code() == BAD_TOKEN


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "[]",
        "null",
        '{"type":"open_turn"}',
        '{"type":"save"}',
        '{"type":"ping","t":"soon"}',
        '{"type":"sync","more":1}',
        b"\x00\xff",
        '{"type":"save","game_id":1e99,"turn":1,"rev":1,"device":"d","rows":[]}',
        '{"type":"save","more":' + "[" * 16_000,
    ],
)
def test_an_unreadable_message_is_refused_without_harm(
    hall: LiveHall, web: Web, message: str | bytes
) -> None:
    with watch(web, hall.make_token(Audience.ENTRY, 0)) as browser:
        answer = browser.ask(message)
        assert (answer["type"], answer["code"]) == ("refused", "malformed")
        assert browser.ask(hall.save())["type"] == "saved"


def test_a_client_with_too_many_malformed_messages_is_closed(hall: LiveHall, web: Web) -> None:
    with watch(web, hall.make_token(Audience.PUBLIC)) as browser:
        for _ in range(MAX_MALFORMED):
            browser.say("nonsense")
        assert browser.read_close_code() == MALFORMED


def test_an_oversized_message_closes_the_socket_and_nothing_else(hall: LiveHall, web: Web) -> None:
    with (
        watch(web, hall.make_token(Audience.ENTRY, 0)) as browser,
        watch(web, hall.make_token(Audience.ENTRY, 1)) as other,
    ):
        assert browser.ask(hall.save(rev=1))["type"] == "saved"
        browser.say("x" * (16 * 1024 + 1))
        assert browser.read_close_code() == 1009
        assert other.ask(hall.save(rev=1))["type"] == "saved"
    assert hall.list_revs() == {1: 1, 2: 1}


def test_a_client_that_does_not_read_delays_nobody(hall: LiveHall, web: Web) -> None:
    count = 200
    filling = "x" * 50_000
    stalled = socket.socket()
    stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    with stalled, watch(web, hall.make_token(Audience.PUBLIC)) as healthy:
        stalled.connect((HOST, web.port))
        stalled.sendall(
            f"GET /live/v1/{hall.make_token(Audience.PUBLIC)}/ HTTP/1.1\r\nHost: {HOST}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert b"101" in stalled.recv(64)
        # One at a time, so that only the one who does not read is ever behind.
        for seq in range(count):
            frame = f'{{"type":"event","n":{seq},"filling":"{filling}"}}'
            bus.publish(build_frames(hall, 100 + seq, public=frame))
            assert healthy.next("event")["n"] == seq


def test_a_token_that_is_passed_round_holds_few_sockets(hall: LiveHall, web: Web) -> None:
    token = hall.make_token(Audience.PUBLIC)
    with contextlib.ExitStack() as stack:
        browsers = [stack.enter_context(watch(web, token)) for _ in range(MAX_PER_TOKEN + 2)]
        assert [browser.read_close_code() for browser in browsers[:2]] == [BAD_TOKEN, BAD_TOKEN]
        for browser in browsers[2:]:
            assert browser.ask(Sync())["type"] == "snapshot"
