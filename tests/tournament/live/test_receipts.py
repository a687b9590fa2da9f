"""Receipts of slips: answered once they are stored, and only for slips of the table."""

import time
from contextlib import ExitStack
from uuid import uuid4

from django.db import transaction

from arbitrage.core.slip import Notice
from arbitrage.models import Slip
from tests.rows import every_row
from tests.tournament.live.hall import LiveHall
from tests.tournament.live.web import Web, watch
from tournament.protocol import Audience, Ping, SlipShown
from tournament.queries import clock

#: Greatest difference between two readings of one clock made at the same time.
NEAR_MS = 20


def create_slip(hall: LiveHall, index: int) -> Slip:
    return Slip.objects.create(
        turn=hall.turn,
        entry=hall.entries[index],
        version=1,
        content=Notice(conduct=("bavardage",), number=1).to_dict(),
        made_at=clock.now(),
    )


def test_a_receipt_is_answered_once_it_is_written(hall: LiveHall, web: Web) -> None:
    own_slip, other = create_slip(hall, 0), create_slip(hall, 1)
    with watch(web, hall.make_token(Audience.ENTRY, 0)) as browser:
        for _ in range(2):  # sent again, it does no harm
            answer = browser.ask(SlipShown(uid=own_slip.uid))
            assert answer == {"type": "receipt", "uid": str(own_slip.uid), "known": True}
            own_slip.refresh_from_db()
            assert own_slip.shown_at is not None
        for uid in (other.uid, uuid4()):
            answer = browser.ask(SlipShown(uid=uid))
            assert answer == {"type": "receipt", "uid": str(uid), "known": False}
    other.refresh_from_db()
    assert other.shown_at is None


def test_nobody_else_sends_receipts(hall: LiveHall, web: Web) -> None:
    slip = create_slip(hall, 0)
    with every_row() as row:
        for audience in (Audience.PUBLIC, Audience.ARBITERS, Audience.JUDGE):
            with row(audience), watch(web, hall.make_token(audience)) as browser:
                refused = browser.ask(SlipShown(uid=slip.uid))
                assert (refused["type"], refused["code"]) == ("refused", "not-allowed")
    slip.refresh_from_db()
    assert slip.shown_at is None


def test_receipts_that_wait_have_the_time_of_their_arrival(hall: LiveHall, web: Web) -> None:
    slips = [create_slip(hall, index) for index in range(4)]
    with ExitStack() as stack:
        browsers = [
            stack.enter_context(watch(web, hall.make_token(Audience.ENTRY, index)))
            for index in range(4)
        ]
        with transaction.atomic():  # the first receipt waits for a lock, and the others for it
            Slip.objects.select_for_update().get(pk=slips[0].pk)
            for browser, slip in zip(browsers, slips, strict=True):
                browser.say(SlipShown(uid=slip.uid))
                last_arrival = browser.ask(Ping(t=0))["now"]  # by the clock that times receipts
            time.sleep(2 * NEAR_MS / 1000)  # the clock is corrected by a little now and then
        for browser, slip in zip(browsers, slips, strict=True):
            assert browser.next("receipt")["uid"] == str(slip.uid)
    for slip in slips:
        slip.refresh_from_db()
        assert slip.shown_at is not None
        assert clock.to_milliseconds(slip.shown_at) <= last_arrival + NEAR_MS
