"""The standings of matches after the finished rounds, computed again: match points (PM),
tie-breaks, ranks."""

from collections import defaultdict
from typing import Any
from uuid import UUID

from arbitrage.archive.core.matches import (
    STANDING_COUNTS,
    MatchGameRow,
    MatchResultRow,
    MatchRow,
    MatchStandingRow,
    RoundRow,
)
from arbitrage.archive.core.people import EntryRow, TournamentRow
from arbitrage.archive.core.reading import Archive, to_dict
from arbitrage.archive.verify.record import list_numbered
from arbitrage.archive.verify.report import DiscrepancyKind, Report
from tournament.classic.core.endings import Winner
from tournament.classic.core.match import MatchGameResult
from tournament.classic.core.rounds.lines_by_entry import RoundMatch, build_lines_by_entry
from tournament.classic.core.rounds.sheets import build_results
from tournament.classic.core.rounds.standings import RoundStanding, compute_standings
from tournament.classic.core.rounds.states import RoundState
from tournament.classic.core.rounds.terms import RoundTerms

#: The first version of archives with standings of matches.
_SINCE_VERSION = 4
#: Fields of a standing that are compared, besides its values.
_COUNTS = ("rank", *STANDING_COUNTS)


def check_match_standings(archive: Archive, report: Report) -> None:
    if archive.manifest.version < _SINCE_VERSION:
        return
    computed = {row.key: _to_fields(row) for row in _compute_standings(archive)}
    for line in list_numbered(archive, MatchStandingRow, "match_standings"):
        stated = to_dict(line.row)
        expected = computed.pop(_get_key(stated.pop("entry")), None)
        report.compare(DiscrepancyKind.STANDING, line, "values", stated, expected)
    if computed:
        report.add(
            DiscrepancyKind.STANDING_MISSING, None, 0, len(computed), member="match_standings"
        )


def _to_fields(row: RoundStanding) -> dict[str, Any]:
    values = {str(measure): value for measure, value in row.values.items()}
    return {"values": values} | {name: getattr(row, name) for name in _COUNTS}


def _get_key(entry: str) -> int:
    """Return the number that stands for an entry in ``tournament.classic.core``."""
    return UUID(entry).int


def _compute_standings(archive: Archive) -> list[RoundStanding]:
    terms = RoundTerms.from_json(archive.list_rows(TournamentRow)[0].classic)
    rounds = [row for row in archive.list_rows(RoundRow) if row.state == RoundState.FINISHED]
    if not rounds:
        return []
    matches_by_round = _list_matches_by_round(archive)
    entries = sorted(archive.list_rows(EntryRow), key=lambda row: row.table)
    cards = build_lines_by_entry(
        [_get_key(entry.uid) for entry in entries],
        {_get_key(entry.uid) for entry in entries if entry.withdrawn},
        [(row.number, matches_by_round[row.number]) for row in rounds],
        terms.points,
    )
    return compute_standings(cards, terms.order)


def _list_matches_by_round(archive: Archive) -> dict[int | None, list[RoundMatch]]:
    """Return the matches by the number of their round; a recorded result replaces the games."""
    recorded_results = {row.match: row for row in archive.list_rows(MatchResultRow)}
    games: defaultdict[str, list[MatchGameResult]] = defaultdict(list)
    for game in archive.list_rows(MatchGameRow):
        if game.over_at is not None:
            winner = Winner(game.winner) if game.winner else None
            games[game.match].append(MatchGameResult(winner, (game.score_x, game.score_y)))
    matches_by_round: defaultdict[int | None, list[RoundMatch]] = defaultdict(list)
    for match in archive.list_rows(MatchRow):
        result = recorded_results.get(match.uid)
        matches_by_round[match.round].append(
            RoundMatch(
                x=_get_key(match.x),
                y=None if match.y is None else _get_key(match.y),
                is_over=match.over_at is not None,
                winner=match.winner,
                kind=result.kind if result else "",
                games=build_results(result.games) if result else games[match.uid],
            )
        )
    return matches_by_round
