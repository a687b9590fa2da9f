"""Two people type the same tables in: nothing is overwritten unseen, and differences are listed."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from arbitrage.core.bulletin import Bulletin
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.models import PaperBulletin
from arbitrage.queries.keying import list_typed_bulletins, list_typed_versions
from arbitrage.services.correction import correct_turn
from arbitrage.services.paper import TypedBulletin, enter_papers
from tests.bulletins import enter_paper
from tests.room import Room
from tournament.core.states import Role
from tournament.models import StaffMember, Turn
from tournament.queries import clock

RATINES = Bulletin(Sheet(("RATINES",)), "H2", "66")


@pytest.fixture
def turn(first_results: Turn) -> Turn:
    """The first turn, collected and corrected; table 6 handed nothing in."""
    return first_results


def type_in(room: Room, turn: Turn, bulletin: Bulletin = RATINES, **changes: Any) -> PaperBulletin:
    return enter_paper(
        turn=turn, number=6, bulletin=bulletin, **room.get_author_and_time() | changes
    )


def correct(turn: Turn) -> None:
    correct_turn(turn_id=turn.pk, now=clock.now())


def create_arbiter(room: Room, name: str) -> User:
    user = User.objects.create_user(name)
    StaffMember.objects.create(tournament=room.tournament, user=user, role=Role.ARBITER)
    return user


def test_two_keyers_do_not_overwrite_each_other_unseen(room: Room, turn: Turn) -> None:
    camille, other = create_arbiter(room, "camille"), Bulletin(Sheet(("ZZZ",)), "H7", "50")
    first = type_in(room, turn)
    assert type_in(room, turn) == first, "the same again is the same"

    for _again in range(2):
        assert type_in(room, turn, other, by=camille) == first, "what stands"
    correct(turn)
    [slip] = [keyed for keyed in list_typed_bulletins(turn) if keyed.differing_papers]
    assert (slip.paper, [rival.rows for rival in slip.differing_papers]) == (first, [["ZZZ"]])
    assert slip.is_open, "somebody must look at it"
    turn.refresh_from_db()
    assert turn.to_decide == 2

    receipt = type_in(room, turn, other, seen_version=first.version, by=camille)
    correct(turn)
    assert (receipt.version, receipt.contests) == (3, None)
    assert not any(slip.differing_papers for slip in list_typed_bulletins(turn))
    assert [paper.version for paper in list_typed_versions(turn, first.entry_id)] == [3, 2, 1]


def test_typing_the_current_version_again_settles_a_difference(room: Room, turn: Turn) -> None:
    first = type_in(room, turn)
    type_in(room, turn, Bulletin(Sheet(("ZZZ",)), "H7", "50"), by=create_arbiter(room, "camille"))
    settled = type_in(room, turn, seen_version=first.version)
    assert settled.rows == first.rows
    assert not any(slip.differing_papers for slip in list_typed_bulletins(turn))


def test_a_refused_bulletin_does_not_stop_the_others(room: Room, turn: Turn) -> None:
    empty = Bulletin(Sheet())
    typed = [
        TypedBulletin(99, RATINES),
        TypedBulletin(4, RATINES),
        TypedBulletin(6, RATINES),
        TypedBulletin(6, empty),
    ]
    answers = enter_papers(turn=turn, typed_bulletins=typed, **room.get_author_and_time())
    outcomes = [(answer.outcome, answer.error and answer.error.reason) for answer in answers]
    assert outcomes == [
        ("refused", "no-such-table"),
        ("refused", "tablet-bulletin"),
        ("stored", None),
        ("refused", "nothing-written"),
    ]
