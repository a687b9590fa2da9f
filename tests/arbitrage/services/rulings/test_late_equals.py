"""A bulletin that comes in after an arbiter has decided on its equals gets no other verdict."""

from arbitrage.models import RulingStatus
from arbitrage.queries.listing import get_row
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services import correction, rulings
from tests.arbitrage.services.rulings.test_correction import collect, get_score, hand_in, open_turn
from tests.room import Room
from tournament.models import Entry, Turn, TurnParticipation
from tournament.queries import clock
from tournament.queries.results.tops import load_choice
from tournament.services.people.registration import withdraw_entry


def change(room: Room, turn: Turn, entry: Entry, *, equal: bool = False) -> None:
    rulings.change_ruling(
        turn=turn,
        entry=entry,
        version=get_current_rulings(turn)[entry.pk].version,
        points=3,
        sanction="none",
        motives=[],
        article="6.3",
        reason="jury",
        is_free_ruling=True,
        entries=room.entry_ids if equal else [],
        **room.get_author_and_time(),
    )


def add_equal_after_a_change(room: Room, *, equal: bool) -> tuple[Turn, Entry, Entry]:
    """Two equal bulletins, a decision on the first or on both, then a third equal one: the turn,
    the second and the third."""
    _, turn = open_turn(room)
    first, second, third = room.entries[:3]
    top = load_choice(turn).tops[0]
    for entry in (first, second):
        hand_in(turn, entry, [top.word], score="1")
    collect(turn)
    change(room, turn, first, equal=equal)
    hand_in(turn, third, [top.word], score="1")
    assert correction.correct_turn(turn_id=turn.pk, now=clock.now()) == 1
    return turn, second, third


def test_a_late_equal_shares_the_common_decision(room: Room) -> None:
    turn, _, third = add_equal_after_a_change(room, equal=True)
    line = get_row(turn=turn, entry_id=third.pk)
    assert line is not None
    assert (line.ruling.status, line.ruling.reason, line.points) == (
        RulingStatus.CHANGED,
        "jury",
        3,
    )
    assert line.ruling.by == room.get_author_and_time()["by"]
    assert not line.is_open


def test_a_late_equal_is_judged_if_the_decisions_differ(room: Room) -> None:
    turn, second, third = add_equal_after_a_change(room, equal=False)
    in_force = get_current_rulings(turn)
    assert in_force[third.pk].status == in_force[second.pk].status
    assert in_force[third.pk].points == in_force[second.pk].points != 3


def test_missing_bulletins_are_decided_one_by_one(room: Room) -> None:
    """A bulletin that was lost and paid says nothing of another player's."""
    _, turn = open_turn(room)
    lost, absent = room.entries[:2]
    for entry in room.entries[1:]:
        withdraw_entry(entry=entry, **room.get_author_and_time())
    collect(turn)
    change(room, turn, lost)
    Entry.objects.filter(pk=absent.pk).update(withdrawn=False)
    TurnParticipation.objects.filter(entry=absent).delete()  # as if it had been there
    correction.correct_turn(turn_id=turn.pk, now=clock.now())
    assert (get_score(turn, lost).points, get_score(turn, absent).points) == (3, 0)
