"""A server that stops while another goes on: it sends its clients away before it goes."""

import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from config.probe import read_readiness
from tests.room import Room
from tests.tournament.live.web import HOST, Web, browse, watch
from tests.waiting import wait_for
from tournament.live.draining import MISDIRECTED, RESTARTING
from tournament.protocol import Audience
from tournament.protocol.tokens import Ticket, make_token

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def draining_web(room: Room, tmp_path: Path) -> Iterator[Web]:
    """A server that drains for longer than the test takes."""
    server = Web(tmp_path / "web.log", DRAIN_S="20")
    server.ensure()
    yield server
    server.kill()


def test_a_stopping_server_sends_its_clients_away_and_still_answers(
    room: Room, draining_web: Web
) -> None:
    url = f"http://{HOST}:{draining_web.port}"
    token = make_token(Ticket(room.tournament.pk, Audience.PUBLIC))
    with watch(draining_web, token) as browser:
        draining_web.begin_stop()
        assert browser.read_close_code() == RESTARTING
    headers = {"Host": "localhost"}
    assert read_readiness(url, headers) == 503
    with pytest.raises(InvalidStatus) as refusal, browse(draining_web, token):
        pass
    assert refusal.value.response.status_code == MISDIRECTED
    request = urllib.request.Request(f"{url}/sante/vie", headers=headers)
    with urllib.request.urlopen(request) as page:
        assert (page.status, page.headers["Connection"]) == (200, "close")
    draining_web.begin_stop()  # a second signal: at once
    wait_for(draining_web.has_ended)
