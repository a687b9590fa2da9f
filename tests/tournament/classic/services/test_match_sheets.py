"""Match sheet, tablet and standings give the same points of a match (2.4.1)."""

from typing import Any

import pytest

from tests.classic_room import NAMES, make_classic_room
from tests.rows import every_row
from tournament.classic.core.endings import Winner
from tournament.classic.core.rounds.states import ResultKind
from tournament.classic.presentation.match.sheets import build_match_sheet
from tournament.classic.queries.own_matches import list_results_of_entry
from tournament.classic.queries.rounds import get_pairing_key

pytestmark = pytest.mark.django_db

_FORFEIT = {"kind": ResultKind.FORFEIT, "winner": Winner.X}
#: Terms, result of a match, and PM and Pdep of both.
ROWS: list[tuple[dict[str, Any], dict[str, Any], list[tuple[int, int]]]] = [
    ({}, {}, [(2, 120), (0, -120)]),
    ({"tie_break_most": 100}, {}, [(2, 100), (0, -100)]),
    ({"tie_break": "games"}, {}, [(2, 1), (0, 0)]),
    ({"tie_break": "scored"}, {}, [(2, 420), (0, 300)]),
    ({"tie_break_unplayed": 50, "points_forfeit": 1}, _FORFEIT, [(1, 50), (0, 0)]),
    ({}, {"kind": ResultKind.BOTH_AWAY}, [(0, 0), (0, 0)]),
]


def test_match_sheet_and_tablet_agree_with_the_standings() -> None:
    with every_row() as row:
        for terms, went, points in ROWS:
            with row(f"{terms} {went}"):
                room = make_classic_room(NAMES[:2], **terms)
                match_round = room.begin()
                (match,) = room.matches(match_round)
                room.sheet(match, *([] if went else [(420, 300)]), **went)
                (match,) = room.matches(match_round)
                both = [match.x, match.y]
                cards = room.load_rounds().lines_by_entry
                lines = [cards[get_pairing_key(entry)][0] for entry in both if entry]
                assert [(line.points, line.tie_break) for line in lines] == points
                results = [list_results_of_entry(entry)[0] for entry in both if entry]
                assert [
                    (match_round.points, match_round.tie_break) for match_round in results
                ] == points
                sheet = build_match_sheet(match, ("Alba", "Bona"))
                printed = zip(sheet.points, sheet.tie_breaks, strict=True)
                printed_points = [(int(pm), int(pdep.replace("−", "-"))) for pm, pdep in printed]
                assert printed_points == points
                assert [game.scores for game in sheet.games] == ([] if went else [("420", "300")])
