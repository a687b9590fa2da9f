"""Bulletins that come during or after a decision are judged."""

from datetime import timedelta
from typing import Any

import pytest

from arbitrage.core.bulletin import Bulletin
from arbitrage.core.ruling_codes import is_ruling_outdated
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.models import DECIDED_STATUSES, BulletinOrigin, Ruling, RulingStatus
from arbitrage.presentation.sentences import explain_proposal
from arbitrage.queries.rulings import get_current_papers, get_current_rulings
from arbitrage.services import rulings
from arbitrage.services.correction import correct_turn
from arbitrage.services.turn_lock import lock_turn
from tests.arbitrage.services.broker import Broker, list_queued, lose_queued, perform_queued
from tests.arbitrage.services.rulings.test_resends import Process, build_bulletin
from tests.arbitrage.services.test_races import run_while_locked
from tests.bulletins import collect, enter_paper, play_first_turn
from tests.room import Room
from tests.rows import every_row
from tests.waiting import TIMEOUT_S
from tournament.core.errors import LostRace, WrongState
from tournament.core.states import GameState
from tournament.models import Game, Turn
from tournament.queries import clock
from tournament.services.people.registration import restore_entry, withdraw_entry
from tournament.services.play import closing
from tournament.services.play.turns import cancel_turn

#: What is typed in or sent: two that are equal to nobody's, two that another table wrote too.
WRITTEN = [
    ("ENTRAIS", "H2", "1"),
    ("SATIRE", "H3", "9"),
    ("RATINES", "H2", "70"),
    ("ZZZ", "H7", "50"),
]


@pytest.fixture
def turn(first_results: Turn) -> Turn:
    """The first turn, collected and corrected; table 6 handed nothing in."""
    return first_results


def type_in(room: Room, turn: Turn, table: int = 6, written: int = 0) -> None:
    word, reference, score = WRITTEN[written]
    paper = get_current_papers(turn).get(room.entries[table - 1].pk)
    enter_paper(
        turn=turn,
        number=table,
        bulletin=Bulletin(Sheet((word,)), reference, score),
        seen_version=paper.version if paper else 0,
        over_tablet=True,
        **room.get_author_and_time(),
    )


def build_target(room: Room, turn: Turn, table: int = 6) -> dict[str, Any]:
    return {"turn": turn, "entry": room.entries[table - 1], **room.get_author_and_time()}


def test_only_bulletins_the_ruling_did_not_judge_are_judged_again() -> None:
    """Origin, version and content decide, not times."""

    def make_ruling(**other: Any) -> Ruling:
        fields = {
            "origin": BulletinOrigin.TABLET,
            "rev": 2,
            "key": "A",
            "status": RulingStatus.CONFIRMED,
        }
        return Ruling(**fields | {"in_time": False} | other)

    late, proposed = (
        make_ruling(origin=BulletinOrigin.LATE),
        make_ruling(status=RulingStatus.PROPOSED),
    )
    in_time = make_ruling(in_time=True)
    rows = [
        (make_ruling(), BulletinOrigin.TABLET, 2, "A", False),
        (
            make_ruling(),
            BulletinOrigin.TABLET,
            3,
            "A",
            False,
        ),  # a decision stands for what says the same
        (make_ruling(), BulletinOrigin.TABLET, 3, "B", True),
        (make_ruling(), BulletinOrigin.PAPER, 2, "B", True),
        (make_ruling(), BulletinOrigin.NOTHING, 0, "", False),
        (proposed, BulletinOrigin.TABLET, 2, "A", False),
        (proposed, BulletinOrigin.TABLET, 3, "A", True),
        (proposed, BulletinOrigin.TABLET, 2, "B", True),
        (late, BulletinOrigin.LATE, 3, "B", False),  # 5.7
        (make_ruling(origin=BulletinOrigin.LATE, in_time=True), BulletinOrigin.LATE, 3, "B", False),
        (in_time, BulletinOrigin.TABLET, 2, "B", False),
        (in_time, BulletinOrigin.TABLET, 3, "B", True),
        (in_time, BulletinOrigin.PAPER, 1, "B", True),
    ]
    with every_row() as row:
        for number, (ruling, origin, rev, key, again) in enumerate(rows):
            with row(f"{number}: {origin} {rev} {key}"):
                assert is_ruling_outdated(origin, rev, key, ruling) is again


# --- one after the other -------------------------------------------------------------------


def test_a_decision_on_nothing_is_refused_after_typing(room: Room, turn: Turn) -> None:
    """The worker is behind: the list still says that there is none."""
    type_in(room, turn)
    for decide in (
        rulings.confirm_ruling,
        lambda **arguments: rulings.apply_to_equal(entries=[], **arguments),
    ):
        with pytest.raises(LostRace) as refused:
            decide(version=1, **build_target(room, turn))
        assert (refused.value.reason, refused.value.data) == ("bulletin", {"number": 6})
    correct_turn(turn_id=turn.pk, now=clock.now())
    ruling = get_current_rulings(turn)[room.entries[5].pk]
    assert (ruling.origin, ruling.rev, ruling.status) == (
        BulletinOrigin.PAPER,
        1,
        RulingStatus.PROPOSED,
    )


def test_a_decision_that_waited_during_typing_is_refused(room: Room, turn: Turn) -> None:
    refused: list[str] = []

    def confirm() -> None:
        try:
            rulings.confirm_ruling(version=1, **build_target(room, turn))
        except LostRace as error:
            refused.append(error.reason)

    with lock_turn(turn):
        waiting = run_while_locked(confirm)
        type_in(room, turn)
    waiting.join(TIMEOUT_S)
    assert refused == ["bulletin"]
    assert get_current_rulings(turn)[room.entries[5].pk].version == 1


def test_a_decision_written_after_the_slip_does_not_hide_it(room: Room, turn: Turn) -> None:
    """A decision whose clock is later, on what lay there before; as one that was never refused."""
    type_in(room, turn)
    Ruling.objects.filter(turn=turn, entry=room.entries[5]).update(
        status=RulingStatus.CONFIRMED, at=clock.now() + timedelta(hours=1)
    )
    assert correct_turn(turn_id=turn.pk, now=clock.now()) == 1
    ruling = get_current_rulings(turn)[room.entries[5].pk]
    assert (ruling.origin, ruling.status) == (BulletinOrigin.PAPER, RulingStatus.UNDECIDED)
    assert (ruling.came_since, ruling.reason) == (True, "")
    assert explain_proposal(ruling).endswith(" Saisi après la décision.")


def test_a_paper_version_is_not_a_tablet_revision(room: Room, turn: Turn) -> None:
    """Both are number 1: the paper is judged, and what was decided on the tablet's returns."""
    entry = room.entries[3]
    rulings.confirm_ruling(version=1, **build_target(room, turn, 4))
    type_in(room, turn, 4)
    assert correct_turn(turn_id=turn.pk, now=clock.now()) == 1
    ruling = get_current_rulings(turn)[entry.pk]
    assert (ruling.origin, ruling.rev, ruling.status) == (
        BulletinOrigin.PAPER,
        1,
        RulingStatus.UNDECIDED,
    )


def test_a_late_sheet_after_a_decision_returns_once(room: Room, turn: Turn) -> None:
    rulings.confirm_ruling(version=1, **build_target(room, turn))
    Process().store(build_bulletin(room, turn, late=True))
    correct_turn(turn_id=turn.pk, now=clock.now())
    ruling = get_current_rulings(turn)[room.entries[5].pk]
    assert (ruling.origin, ruling.status, ruling.motives) == (
        BulletinOrigin.LATE,
        RulingStatus.UNDECIDED,
        ["temps-depasse"],
    )
    rulings.confirm_ruling(version=ruling.version, **build_target(room, turn))
    Process().store(build_bulletin(room, turn, late=True, rev=2))
    assert correct_turn(turn_id=turn.pk, now=clock.now()) == 0


def test_an_exchanged_slip_does_not_get_the_equal_decision(room: Room, turn: Turn) -> None:
    """Tables 2 and 3 wrote the same, until another bulletin of table 3 was typed in."""
    type_in(room, turn, 3)
    assert (
        rulings.apply_to_equal(version=1, entries=room.entry_ids, **build_target(room, turn, 2))
        == 0
    )
    correct_turn(turn_id=turn.pk, now=clock.now())
    in_force = get_current_rulings(turn)
    assert in_force[room.entries[1].pk].status == RulingStatus.CONFIRMED
    assert in_force[room.entries[2].pk].origin == BulletinOrigin.PAPER


def test_nothing_is_decided_on_a_turn_that_was_cancelled_meanwhile(room: Room, turn: Turn) -> None:
    """The arbiter's page still shows it as it was."""
    fresh = Turn.objects.select_related("game__tournament").get(pk=turn.pk)
    cancel_turn(turn=turn, reason="essai", **room.get_author_and_time())
    for decide in (
        lambda: rulings.confirm_ruling(version=1, **build_target(room, fresh)),
        lambda: rulings.apply_to_equal(version=1, entries=[], **build_target(room, fresh)),
    ):
        with pytest.raises(WrongState) as refused:
            decide()
        assert refused.value.reason == "turn-cancelled"
    assert not Ruling.objects.filter(status__in=DECIDED_STATUSES).exists()


@pytest.mark.parametrize(
    "state", [GameState.RUNNING, GameState.INTERRUPTED, GameState.FINISHED], ids=str
)
def test_the_sweep_finds_a_slip_with_a_lost_correction(
    room: Room, turn: Turn, broker: Broker, state: GameState
) -> None:
    """Also in a game that stands still or has been over for long."""
    long_ago = clock.now() - 2 * closing.RESCUE_PERIOD
    Turn.objects.update(rescued_at=clock.now(), closed_at=long_ago)
    Game.objects.update(state=state, finished_at=long_ago)
    type_in(room, turn)
    turn.refresh_from_db()
    assert turn.corrected_at is None
    assert list_queued() == [("correct", turn.pk)]
    lose_queued()
    closing.rescue_stuck_turns(clock.now() + 2 * closing.CHECK_AFTER)
    assert list_queued() == [("correct", turn.pk)]
    perform_queued()
    closing.rescue_stuck_turns(clock.now() + 4 * closing.CHECK_AFTER)
    assert list_queued() == []


def test_typing_the_same_again_leaves_the_turn_corrected(
    room: Room, turn: Turn, broker: Broker
) -> None:
    """The decision stands, and the desk does not wait for the sweep to say so."""
    type_in(room, turn)
    perform_queued()
    rulings.confirm_ruling(version=2, **build_target(room, turn))
    type_in(room, turn)
    assert list_queued() == [], "the same again is nothing new"
    assert correct_turn(turn_id=turn.pk, now=clock.now()) == 0
    turn.refresh_from_db()
    assert turn.corrected_at is not None
    assert get_current_rulings(turn)[room.entries[5].pk].status == RulingStatus.CONFIRMED


def test_a_bulletin_from_before_a_withdrawal_is_judged_on_return(
    room: Room, broker: Broker
) -> None:
    turn, entry = play_first_turn(room), room.entries[1]
    withdraw_entry(entry=entry, **room.get_author_and_time())
    collect(turn)
    perform_queued()
    assert entry.pk not in get_current_rulings(turn)
    restore_entry(entry=entry, **room.get_author_and_time())
    closing.rescue_stuck_turns(clock.now() + 2 * closing.CHECK_AFTER)
    assert list_queued() == [("correct", turn.pk)]
    correct_turn(turn_id=turn.pk, now=clock.now())
    assert get_current_rulings(turn)[entry.pk].origin == BulletinOrigin.TABLET
