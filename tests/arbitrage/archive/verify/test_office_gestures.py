"""Whatever the office does while a tournament is played, in any order, its archive agrees."""

from hypothesis import HealthCheck, example, given, settings, strategies as st

from arbitrage.archive.verify.lexica import Lexica
from tests.arbitrage.archive.archive_bytes import archive_now
from tests.arbitrage.archive.verify.forgeries import verify
from tests.arbitrage.archive.verify.office_gestures import GESTURES, Gesture, RandomOffice
from tests.arbitrage.services.rulings.test_any_order import roll_back
from tests.room import Room, make_room

#: Every second gesture moves the game on, so that the others find something to be about.
_ADVANCE = st.just(Gesture("advance"))
_OTHERS = st.builds(
    Gesture, st.sampled_from(sorted(GESTURES)), st.integers(0, 6), st.integers(0, 5)
)
#: What moves the game on from a drawn turn to the next one.
NEXT_TURN = [Gesture("advance")] * 6


@settings(
    max_examples=3,
    suppress_health_check=[*settings().suppress_health_check, HealthCheck.large_base_example],
)
@given(gestures=st.lists(_ADVANCE | _OTHERS, min_size=12, max_size=30))
@example(gestures=[*NEXT_TURN[:2], Gesture("withdraw", 2), *NEXT_TURN[:4]])
@example(gestures=[*NEXT_TURN[:4], Gesture("cancel"), Gesture("delete", 2), *NEXT_TURN])
@example(
    gestures=[*NEXT_TURN[:4], Gesture("withdraw", 1), Gesture("send", 1), Gesture("restore", 1)]
)
def _play_and_verify(gestures: list[Gesture], *, room: Room, lexica: Lexica) -> None:
    with roll_back():
        office = RandomOffice(room)
        done = [gesture for gesture in gestures if office.do(gesture)]
        discrepancies = verify(archive_now(room.tournament), lexica).discrepancies
        assert discrepancies == [], done


def test_any_gestures_of_the_office_agree(transactional_db: None) -> None:
    room = make_room()
    room.game(seed=7)
    office = RandomOffice(room)
    for gesture in NEXT_TURN:
        assert office.do(gesture)
    _play_and_verify(room=room, lexica=Lexica())
