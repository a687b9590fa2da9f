"""Match sheets that were typed go away in an archive with their rounds, and come back."""

from typing import Any

import pytest

from arbitrage.archive.core.matches import MatchResultRow
from arbitrage.archive.core.reading import read
from arbitrage.archive.services.anonymising import anonymise
from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.report import Matter
from arbitrage.archive.verify.whole import Verification
from tests.arbitrage.archive.comings_and_goings import archived, forged, gone_and_come, of_content
from tests.classic_room import ClassicRoom, make_classic_room
from tests.rows import every_row
from tournament.classic.core.endings import Winner
from tournament.classic.core.rounds.states import ResultKind
from tournament.classic.core.rounds.terms import RoundTerms
from tournament.classic.models import MatchResult
from tournament.classic.queries.rounds import RoundField, load_round_field
from tournament.core.chain import ERASED
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def typed() -> ClassicRoom:
    """A round over, with a correction and a forfeit; one that is running."""
    room = make_classic_room(rounds=4, points_won=3)
    one = room.begin()
    room.play(one)
    first, second, _third = room.matches(one)
    room.sheet(first, (350, 351), reason=f"{first.x.name} a recompté")
    room.sheet(second, kind=ResultKind.FORFEIT, winner=Winner.X)
    room.finish(one)
    room.begin()
    return room


def told(found: RoundField) -> list[tuple[int, str, dict[Any, int]]]:
    return [(row.rank, found.entries[row.key].name, row.values) for row in found.standings]


def lies(content: bytes) -> list[Matter]:
    return [lie.matter for lie in Verification(content, Lexica()).run().lies]


def test_rounds_terms_and_sheets_come_back_and_rank_the_same(typed: ClassicRoom) -> None:
    standing = told(typed.field())
    before, made = gone_and_come(typed.tournament)
    assert of_content(archived(made)) == of_content(before)
    assert RoundTerms.from_json(made.classic).points.win == 3
    assert told(load_round_field(made)) == standing
    assert [one.state for one in made.rounds.order_by("number")] == ["finished", "running"]


def test_the_verification_counts_match_sheets_again(typed: ClassicRoom) -> None:
    content = archived(typed.tournament)
    assert lies(content) == []
    wrong = {
        "winner": lambda lines: [line | {"winner": "equal"} for line in lines],
        "games": lambda lines: [line | {"games": [[1, 999]]} for line in lines],
    }
    with every_row() as row:
        for name, change in wrong.items():
            with row(name):
                assert Matter.MATCH in lies(forged(content, "match_results", change))


def test_who_is_anonymised_is_named_in_no_reason(typed: ClassicRoom) -> None:
    result = MatchResult.objects.exclude(reason="").get()
    (player,) = result.match.x.players.all()
    anonymise(player=player, typed=str(player), **typed.by())
    result.refresh_from_db()
    assert result.reason == ERASED
    content = archived(Tournament.objects.get(pk=typed.tournament.pk))
    assert lies(content) == []
    assert ERASED in {one.reason for one in read(content).of(MatchResultRow)}
