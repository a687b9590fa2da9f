"""A tablet has shown a slip: answered once it is written, and only for the table's own."""

import time
from contextlib import ExitStack
from uuid import uuid4

from django.db import transaction

from arbitrage.core.slip import Notice
from arbitrage.models import Slip
from tests.rows import every_row
from tests.tournament.live.hall import Hall
from tests.tournament.live.web import Web, watch
from tournament.protocol import Audience, Ping, SlipShown
from tournament.queries import clock

#: Readings of one clock, a moment apart.
NEAR_MS = 20


def slip_for(hall: Hall, index: int) -> Slip:
    return Slip.objects.create(
        turn=hall.turn,
        entry=hall.entries[index],
        version=1,
        content=Notice(conduct=("bavardage",), number=1).to_dict(),
        made_at=clock.now(),
    )


def test_a_receipt_is_answered_once_it_is_written(hall: Hall, web: Web) -> None:
    mine, other = slip_for(hall, 0), slip_for(hall, 1)
    with watch(web, hall.token(Audience.ENTRY, 0)) as browser:
        for _ in range(2):  # sent again, it does no harm
            answer = browser.ask(SlipShown(uid=mine.uid))
            assert answer == {"type": "receipt", "uid": str(mine.uid), "known": True}
            mine.refresh_from_db()
            assert mine.shown_at is not None
        for uid in (other.uid, uuid4()):
            answer = browser.ask(SlipShown(uid=uid))
            assert answer == {"type": "receipt", "uid": str(uid), "known": False}
    other.refresh_from_db()
    assert other.shown_at is None


def test_nobody_else_sends_receipts(hall: Hall, web: Web) -> None:
    slip = slip_for(hall, 0)
    with every_row() as row:
        for audience in (Audience.PUBLIC, Audience.ARBITERS, Audience.JUDGE):
            with row(audience), watch(web, hall.token(audience)) as browser:
                refused = browser.ask(SlipShown(uid=slip.uid))
                assert (refused["type"], refused["code"]) == ("refused", "not-allowed")
    slip.refresh_from_db()
    assert slip.shown_at is None


def test_what_waits_for_another_batch_counts_from_when_it_came(hall: Hall, web: Web) -> None:
    slips = [slip_for(hall, index) for index in range(4)]
    with ExitStack() as stack:
        browsers = [
            stack.enter_context(watch(web, hall.token(Audience.ENTRY, index))) for index in range(4)
        ]
        with transaction.atomic():  # the first one is held up, and the others behind it
            Slip.objects.select_for_update().get(pk=slips[0].pk)
            for browser, slip in zip(browsers, slips, strict=True):
                browser.say(SlipShown(uid=slip.uid))
                all_came = browser.ask(Ping(t=0))["now"]  # by the clock that times receipts
            time.sleep(2 * NEAR_MS / 1000)  # that clock is set right by a little now and then
        for browser, slip in zip(browsers, slips, strict=True):
            assert browser.next("receipt")["uid"] == str(slip.uid)
    for slip in slips:
        slip.refresh_from_db()
        assert slip.shown_at is not None
        assert clock.millis(slip.shown_at) <= all_came + NEAR_MS
