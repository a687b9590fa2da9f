"""A late bulletin that an arbiter counts as handed in in time (5.7)."""

from typing import Any

import pytest

from arbitrage.models import BulletinOrigin, Ruling, RulingStatus
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.queries.undoable_decisions import find_undoable_decision
from arbitrage.services import rulings
from arbitrage.services.correction import correct_turn
from arbitrage.services.late_bulletins import accept_as_in_time
from tests.bulletins import DOUBTFUL, WrittenBulletin, collect, play_first_turn
from tests.explanations import read_explanation
from tests.french import plain
from tests.room import Room
from tournament.core.errors import BadSetting, LostRace, WrongState
from tournament.models import Bulletin, Entry, LateBulletin, Score, Turn
from tournament.queries import clock

WHY = "réseau coupé à la fin du coup"
#: What two tables hand in too late; a third one handed in the same in time.
SAME: WrittenBulletin = (["RATINES"], "H2", "70")


@pytest.fixture
def turn(room: Room) -> Turn:
    """The first turn: tables 2 and 3 were late with the same bulletin, table 5 with one that an
    arbiter must decide; table 1 has the same as 2 and 3 in time."""
    played = play_first_turn(room)
    for table in (1, 2, 3, 5):
        Bulletin.objects.filter(turn=played, entry=room.entries[table - 1]).delete()
    written: dict[str, Any] = {"turn": played, "device": "essai", "arrived_at": clock.now()}
    for table, slip, kind in (
        (1, SAME, Bulletin),
        (2, SAME, LateBulletin),
        (3, SAME, LateBulletin),
        (5, DOUBTFUL, LateBulletin),
    ):
        rows, reference, score = slip
        fields = {"rows": rows, "reference": reference, "score": score, "rev": 1}
        kind.objects.create(entry=room.entries[table - 1], **fields, **written)
    return collect(played)


def get_entry(room: Room, table: int) -> Entry:
    return room.entries[table - 1]


def get_ruling(turn: Turn, entry: Entry) -> Ruling:
    return get_current_rulings(turn, [entry.pk])[entry.pk]


def count(room: Room, turn: Turn, table: int, reason: str = WHY) -> Ruling:
    entry = get_entry(room, table)
    version = get_ruling(turn, entry).version
    return accept_as_in_time(
        turn=turn, entry=entry, version=version, reason=reason, **room.get_author_and_time()
    )


def test_it_is_paid_like_its_equals_and_others_stay_late(room: Room, turn: Turn) -> None:
    assert [get_ruling(turn, get_entry(room, table)).points for table in (1, 2, 3)] == [66, 0, 0]
    counted = count(room, turn, 2)
    assert (counted.status, counted.points, counted.origin) == (
        RulingStatus.CONFIRMED,
        66,
        BulletinOrigin.LATE,
    )
    assert counted.by == room.user
    lines = {line.entry: line for line in Score.objects.filter(turn=turn)}
    assert [lines[get_entry(room, table)].points for table in (1, 2, 3)] == [66, 66, 0]
    text = plain(read_explanation(lines[get_entry(room, 2)]))
    assert "RATINES en H2 : 66 points, avertissement : score absent ou erroné" in text
    assert f"Compté comme remis à temps (art. 5.7) : {WHY}" in text
    assert "Compté" not in read_explanation(lines[get_entry(room, 1)])


def test_resends_and_another_correction_do_not_change_it(room: Room, turn: Turn) -> None:
    for table in (2, 5):
        count(room, turn, table)
        LateBulletin.objects.filter(entry=get_entry(room, table)).update(rev=2)
    correct_turn(turn_id=turn.pk, now=clock.now())
    assert [get_ruling(turn, get_entry(room, table)).version for table in (2, 5)] == [2, 2]


def test_an_undecided_bulletin_waits_and_keeps_the_reason(room: Room, turn: Turn) -> None:
    ruling = count(room, turn, 5)
    assert (ruling.status, ruling.in_time) == (RulingStatus.UNDECIDED, WHY)
    assert not Score.objects.filter(turn=turn, entry=get_entry(room, 5)).exists()
    rulings.confirm_ruling(
        turn=turn, entry=get_entry(room, 5), version=2, **room.get_author_and_time()
    )
    assert WHY in read_explanation(Score.objects.get(turn=turn, entry=get_entry(room, 5)))


def test_it_is_undone_in_one_gesture(room: Room, turn: Turn) -> None:
    before = get_ruling(turn, get_entry(room, 2))
    count(room, turn, 2)
    gesture = find_undoable_decision(turn, room.user)
    assert gesture
    rulings.undo_rulings(turn=turn, journal_row=gesture.pk, by=room.user, now=clock.now())
    again = get_ruling(turn, get_entry(room, 2))
    assert (again.version, again.points, again.in_time) == (3, 0, "")
    assert (again.key, again.verdict, again.status) == (before.key, before.verdict, before.status)
    correct_turn(turn_id=turn.pk, now=clock.now())
    assert get_ruling(turn, get_entry(room, 2)).version == 3


def test_only_a_late_bulletin_counts_once_with_a_reason(room: Room, turn: Turn) -> None:
    for table in (1, 6):
        with pytest.raises(WrongState, match="not-late"):
            count(room, turn, table)
    with pytest.raises(BadSetting, match="no-reason"):
        count(room, turn, 2, reason=" ")
    count(room, turn, 2)
    with pytest.raises(WrongState, match="not-late"):
        count(room, turn, 2)
    with pytest.raises(LostRace):
        accept_as_in_time(
            turn=turn, entry=get_entry(room, 3), version=9, reason=WHY, **room.get_author_and_time()
        )
