"""The judge's view of bulletins on paper and of late ones."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services.correction import correct_turn
from tests.bulletins import collect, enter_paper, play_first_turn
from tests.room import Listener, Room
from tournament.models import LateBulletin, Turn
from tournament.protocol import Audience, JudgeState, bus, parts
from tournament.queries import clock
from tournament.services.play.scoreboard import SENDING_INTERVAL, send_due_standings

WORD = Bulletin(Sheet(("RATINES",)), "H2", "66")


@pytest.fixture
def turn(room: Room) -> Turn:
    """The first turn, collected and corrected; of tablets only the sixth handed nothing in."""
    return collect(play_first_turn(room))


def type_in(room: Room, turn: Turn, state: SheetState, **changes: Any) -> None:
    empty = state in {SheetState.BLANK, SheetState.MISSING}
    written = Bulletin(Sheet.from_text("") if empty else WORD.sheet, state=state)
    fields = (
        {"number": 6, "seen_version": 0, "over_tablet": False}
        | room.get_author_and_time()
        | changes
    )
    enter_paper(turn=turn, bulletin=written, **fields)


def hand_in_late(turn: Turn, room: Room, table: int = 6) -> None:
    LateBulletin.objects.create(
        turn=turn,
        entry=room.entries[table - 1],
        rev=1,
        device="d",
        rows=["RATINES"],
        arrived_at=clock.now(),
    )


def read_counts(judge: Client, room: Room) -> tuple[int, int, int]:
    """Return the numbers of collected, missing and late bulletins at the desk."""
    page = judge.get(reverse("judge-desk", args=[room.tournament.slug])).content.decode()
    shown = dict(re.findall(r'data-count="(\w+)"><dt>[^<]+</dt><dd class="num">(\d+)<', page))
    return tuple(int(shown.get(name, 0)) for name in ("collected", "missing", "late"))  # type: ignore[return-value]


def list_holding(room: Room) -> list[int]:
    state = parts.build_snapshot(room.tournament.pk, Audience.JUDGE).state
    assert isinstance(state, JudgeState)
    return state.holding


@pytest.fixture
def judge(room: Room) -> Client:
    client = Client()
    client.force_login(room.user)
    return client


def test_the_desk_counts_typed_bulletins(room: Room, turn: Turn, judge: Client) -> None:
    assert read_counts(judge, room) == (5, 1, 0)
    for version, (state, expected) in enumerate(
        (
            (SheetState.OK, (6, 0, 0)),
            (SheetState.BLANK, (6, 0, 0)),
            (SheetState.LATE, (5, 0, 1)),
            (SheetState.MISSING, (5, 1, 0)),
        )
    ):
        type_in(room, turn, state, seen_version=version)
        assert read_counts(judge, room) == expected, state
        assert (6 in list_holding(room)) == (expected[0] == 6)


def test_a_late_tablet_bulletin_is_not_counted_as_missing(
    room: Room, turn: Turn, judge: Client
) -> None:
    hand_in_late(turn, room)
    assert read_counts(judge, room) == (5, 0, 1)
    assert 6 not in list_holding(room)


def test_paper_replaces_the_tablet_and_the_last_version_counts(
    room: Room, turn: Turn, judge: Client
) -> None:
    type_in(room, turn, SheetState.LATE, number=1, over_tablet=True)
    assert read_counts(judge, room) == (4, 1, 1)
    type_in(room, turn, SheetState.OK, number=1, seen_version=1, over_tablet=True)
    assert read_counts(judge, room) == (5, 1, 0)


def test_the_staff_is_notified_of_a_typed_bulletin(
    room: Room, turn: Turn, monkeypatch: pytest.MonkeyPatch
) -> None:
    listener = Listener(room.tournament)
    monkeypatch.setattr(bus, "publish", listener.hear)
    listener.join(room.entries)
    type_in(room, turn, SheetState.OK)
    send_due_standings(clock.now() + 2 * SENDING_INTERVAL)
    listener.check()
    states = {client.audience: client.held["state"] for client in listener.clients}
    assert 6 in states[Audience.JUDGE]["holding"]
    assert "holding" not in states[Audience.PUBLIC]


def test_a_bulletin_after_the_correction_is_not_absent(room: Room, turn: Turn) -> None:
    assert get_current_rulings(turn)[room.entries[5].pk].motives == ["vierge-ou-manquant"]
    hand_in_late(turn, room)
    correct_turn(turn_id=turn.pk, now=clock.now())
    ruling = get_current_rulings(turn)[room.entries[5].pk]
    assert (ruling.points, ruling.motives) == (0, ["temps-depasse"])
