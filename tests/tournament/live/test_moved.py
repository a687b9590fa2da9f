"""Players change tables while their tablets are connected, in every process."""

from contextlib import ExitStack

import pytest

from tests.tournament.live.hall import LiveHall
from tests.tournament.live.test_revoked import is_served
from tests.tournament.live.web import Web, browse, watch
from tournament.core.states import GameState
from tournament.live.connection import MOVED
from tournament.models import Bulletin, Entry, Game
from tournament.protocol import Audience, Sync, bus
from tournament.protocol.tokens import make_token
from tournament.queries import clock
from tournament.services.people.seating import swap_entries


def swap_first_two(hall: LiveHall) -> None:
    """Exchange the tables of the first two entries, between two games."""
    Game.objects.filter(pk=hall.game.pk).update(state=GameState.FINISHED, finished_at=clock.now())
    first, second = hall.entries[:2]
    swap_entries(first=first, second=second, by=None, now=clock.now())
    for entry in (first, second):
        entry.refresh_from_db()


def test_only_moved_tablets_are_closed_in_every_process(hall: LiveHall, webs: list[Web]) -> None:
    with ExitStack() as stack:
        tablets = [
            stack.enter_context(watch(web, hall.make_token(Audience.ENTRY, number)))
            for number, web in enumerate([*webs, webs[0]])
        ]
        swap_first_two(hall)
        for tablet in tablets[:2]:
            assert tablet.next("moved") == {"type": "moved"}
            assert tablet.read_close_code() == MOVED
        assert all(is_served(tablet) for tablet in tablets[2:])


def test_an_old_ticket_opens_nothing_and_displaces_nobody(hall: LiveHall, webs: list[Web]) -> None:
    old = hall.make_token(Audience.ENTRY, 0)
    swap_first_two(hall)
    new = make_token(hall.make_ticket(0))
    with watch(webs[0], new) as tablet:
        for web in webs[:2]:
            with browse(web, old) as stranger:
                assert stranger.next()["type"] == "moved"
                assert stranger.read_close_code() == MOVED
        assert is_served(tablet)
        assert tablet.ask(Sync())["state"]["name"] == hall.entries[0].name


def test_a_tablet_missing_a_move_writes_for_its_entry_only(
    hall: LiveHall, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    with watch(web, hall.make_token(Audience.ENTRY, 0)) as tablet:
        with monkeypatch.context() as patch:
            patch.setattr(bus, "publish", lambda _: None)
            swap_first_two(hall)
        assert tablet.ask(hall.save(rev=4))["type"] == "saved"
        tablet.say(Sync())
        assert tablet.next()["type"] == "moved"
        assert tablet.read_close_code() == MOVED
    stored = Bulletin.objects.get()
    assert (stored.entry, stored.rev) == (Entry.objects.get(pk=hall.entries[0].pk), 4)
