"""A server that stops while another goes on: it sends its clients away before it goes."""

import urllib.request

import pytest
from websockets.exceptions import InvalidStatus

from config.probe import read_readiness
from tests.tournament.live.hall import LiveHall
from tests.tournament.live.test_bad_days import play_until
from tests.tournament.live.web import HOST, Web, browse, watch
from tests.waiting import wait_for
from tournament.live.draining import MISDIRECTED, RESTARTING
from tournament.protocol import Audience


def check_draining(web: Web, hall: LiveHall) -> None:
    """Check that a stopping server sends its clients away and still answers; it has ended then, and
    stored every bulletin that it acknowledged."""
    url, headers = f"http://{HOST}:{web.port}", {"Host": "localhost"}
    token = hall.make_token(Audience.PUBLIC)
    with watch(web, token) as browser:
        acknowledged = play_until(hall, web, web.begin_stop)
        assert browser.read_close_code() == RESTARTING
    assert read_readiness(url, headers) == 503
    with pytest.raises(InvalidStatus) as refusal, browse(web, token):
        pass
    assert refusal.value.response.status_code == MISDIRECTED
    request = urllib.request.Request(f"{url}/sante/vie", headers=headers)
    with urllib.request.urlopen(request) as page:
        assert (page.status, page.headers["Connection"]) == (200, "close")
    web.begin_stop()  # a second signal: at once
    wait_for(web.has_ended)
    stored = hall.list_revs()
    assert all(stored[table] >= rev for table, rev in acknowledged.items())
    assert "live.bulletins_not_stored" not in web.read_log()
