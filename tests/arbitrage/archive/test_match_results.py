"""Recorded match results in archives: restored, verified and anonymised."""

from typing import Any

import pytest

from arbitrage.archive.core.matches import MatchResultRow
from arbitrage.archive.core.reading import read_archive
from arbitrage.archive.services.anonymising import anonymise_player
from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.report import DiscrepancyKind
from arbitrage.archive.verify.verification import Verification
from tests.arbitrage.archive.archive_bytes import (
    archive_and_restore,
    archive_now,
    expect_bad_values,
    forge,
    read_content_members,
    remove_tournament,
)
from tests.classic_room import ClassicRoom, make_classic_room
from tests.rows import every_row
from tournament.classic.core.endings import Winner
from tournament.classic.core.rounds.states import ResultKind
from tournament.classic.core.rounds.terms import RoundTerms
from tournament.classic.models import MatchResult
from tournament.classic.queries.rounds import RoundsData, load_rounds_data
from tournament.core.chain import ERASED_TEXT
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def typed() -> ClassicRoom:
    """A finished round with a correction and a forfeit, and a running one."""
    room = make_classic_room(rounds=4, points_won=3)
    match_round = room.begin()
    room.play(match_round)
    first, second, _third = room.matches(match_round)
    room.sheet(first, (350, 351), reason=f"{first.x.name} a recompté")
    room.sheet(second, kind=ResultKind.FORFEIT, winner=Winner.X)
    room.finish(match_round)
    room.begin()
    return room


def test_impossible_results_are_refused(typed: ClassicRoom) -> None:
    content = archive_now(typed.tournament)
    remove_tournament(typed.tournament)
    rows: list[tuple[str, dict[str, Any]]] = [
        ("match_results", {"games": [[9999, 1]]}),
        ("match_results", {"games": [[1, 2], [2, 1], [3, 1], [1, 3]]}),
        ("match_results", {"kind": "x"}),
        ("match_results", {"winner": "Z"}),
    ]
    expect_bad_values(content, rows)


def list_standings(rounds_data: RoundsData) -> list[tuple[int, str, dict[Any, int]]]:
    return [
        (row.rank, rounds_data.entries[row.key].name, row.values) for row in rounds_data.standings
    ]


def find_discrepancies(content: bytes) -> list[DiscrepancyKind]:
    return [discrepancy.kind for discrepancy in Verification(content, Lexica()).run().discrepancies]


def test_rounds_terms_and_sheets_come_back_and_rank_the_same(typed: ClassicRoom) -> None:
    standings = list_standings(typed.load_rounds())
    before, restored = archive_and_restore(typed.tournament, is_verified=True)
    assert read_content_members(archive_now(restored)) == read_content_members(before)
    assert RoundTerms.from_json(restored.classic).points.win == 3
    assert list_standings(load_rounds_data(restored)) == standings
    assert [match_round.state for match_round in restored.rounds.order_by("number")] == [
        "finished",
        "running",
    ]


def test_the_verification_counts_match_sheets_again(typed: ClassicRoom) -> None:
    content = archive_now(typed.tournament)
    assert find_discrepancies(content) == []
    changes = {
        "winner": lambda lines: [line | {"winner": "equal"} for line in lines],
        "games": lambda lines: [line | {"games": [[1, 999]]} for line in lines],
    }
    with every_row() as row:
        for name, change in changes.items():
            with row(name):
                assert DiscrepancyKind.MATCH in find_discrepancies(
                    forge(content, "match_results", change)
                )


def test_who_is_anonymised_is_named_in_no_reason(typed: ClassicRoom) -> None:
    result = MatchResult.objects.exclude(reason="").get()
    (player,) = result.match.x.players.all()
    anonymise_player(player=player, typed_name=str(player), **typed.get_author_and_time())
    result.refresh_from_db()
    assert result.reason == ERASED_TEXT
    content = archive_now(Tournament.objects.get(pk=typed.tournament.pk))
    assert find_discrepancies(content) == []
    assert ERASED_TEXT in {row.reason for row in read_archive(content).list_rows(MatchResultRow)}
