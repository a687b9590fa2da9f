"""The rankings, computed again from the scoreboard (introduction, 3.5, 5.8, 6.2)."""

from collections import defaultdict
from dataclasses import dataclass

from arbitrage.archive.core.play import RANKED_SUMS, RankedEntryRow
from arbitrage.archive.verify.mort_subite import list_playoffs
from arbitrage.archive.verify.record import ArchiveRecord, GameRecord, NumberedLine
from arbitrage.archive.verify.report import DiscrepancyKind, Report
from arbitrage.core.ruling_codes import get_hand_in_status
from tournament.core import solo
from tournament.core.game_results import GameSum, GameSums, compute_results, find_participants
from tournament.core.ranking.ranking import RankedEntry, rank_entries
from tournament.core.ranking.ranking_input import Entrant, GameResult, RankingInput
from tournament.core.ranking.specification import RankingSettings, RankingSpecification
from tournament.core.standings import ScoringTerms
from tournament.core.states import (
    PLACED_TURN_STATES,
    PLAYED_GAME_STATES,
    CountedOver,
    GameKind,
    GameState,
    HandInStatus,
    TurnState,
)


@dataclass(frozen=True, slots=True)
class _ScoredEntry:
    """A score for ``find_solo``; ``entry_id`` is its index in the turn."""

    entry_id: int
    gross: int
    average: bool


def check_standings(record: ArchiveRecord, report: Report) -> None:
    """Check the ranking of each game that was begun, and the general one."""
    games = [
        game
        for game in record.games.values()
        if GameState(game.row.state) in PLAYED_GAME_STATES and game.row.kind == GameKind.DUPLICATE
    ]
    ranking_input = _build_ranking_input(record, games)
    settings = RankingSettings.from_json(record.tournament.ranking).adapt_to(record.edition)
    standings = {(line.row.game, line.row.entry): line for line in record.standings}
    for position, game in enumerate(games):
        specification = RankingSpecification(settings, games=(position,))
        _check_ranking(
            rank_entries(ranking_input, specification, record.edition),
            game.row.number,
            standings,
            report,
        )
    _check_ranking(
        rank_entries(ranking_input, RankingSpecification(settings), record.edition),
        None,
        standings,
        report,
    )
    for line in standings.values():
        report.add(DiscrepancyKind.STANDING_MISSING, line, line.row.rank, None, name="rank")


def _build_ranking_input(record: ArchiveRecord, games: list[GameRecord]) -> RankingInput[str]:
    """Return the results of ``games`` by table, without withdrawn entries that never scored."""
    sums = [_sum_game(game) for game in games]
    scored = {entry for game_sums in sums for entry in game_sums.by_entry}
    entries = {
        uid: line.row.withdrawn
        for uid, line in record.entries.items()
        if not line.row.withdrawn or uid in scored
    }
    results = [
        _build_results(record, game, game_sums, entries)
        for game, game_sums in zip(games, sums, strict=True)
    ]
    entrants = [
        Entrant(
            key=uid,
            results=[game_results[uid] for game_results in results],
            table=record.entries[uid].row.table,
        )
        for uid in sorted(entries, key=lambda uid: record.entries[uid].row.table)
    ]
    return RankingInput(
        [game_sums.top or 0 for game_sums in sums],
        entrants,
        game_numbers=[game.row.number for game in games],
        playoffs=list_playoffs(record),
    )


def _sum_game(game: GameRecord) -> GameSums[str]:
    """Return the sums of the placed turns of the game."""
    placed_turns = [
        turn for turn in game.turns.values() if TurnState(turn.row.state) in PLACED_TURN_STATES
    ]
    sums: defaultdict[str, GameSum] = defaultdict(lambda: GameSum(0, 0, 0))
    for turn in placed_turns:
        rows = [line.row for line in turn.scores.values()]
        for row in rows:
            entry_sum = sums[row.entry]
            sums[row.entry] = entry_sum._replace(
                points=entry_sum.points + row.points,
                warnings=entry_sum.warnings + row.warnings,
                averages=entry_sum.averages + row.average,
            )
        scored = [_ScoredEntry(index, row.gross, row.average) for index, row in enumerate(rows)]
        if (solo_index := solo.find_solo(scored)) is not None:
            entry = rows[solo_index].entry
            sums[entry] = sums[entry]._replace(solos=sums[entry].solos + 1)
    top = sum(turn.row.score for turn in placed_turns) if placed_turns else None
    return GameSums(top, sums)


def _build_results(
    record: ArchiveRecord, game: GameRecord, sums: GameSums[str], entries: dict[str, bool]
) -> dict[str, GameResult]:
    participants = find_participants(entries, sums, find_senders(game))
    terms = ScoringTerms(
        players=len(participants),
        edition=record.edition,
        format=game.row.format,
        time_s=game.row.time_s,
        is_final=game.row.state == GameState.FINISHED,
        solo_terms=solo.get_solo_terms(
            record.edition, record.tournament.solo_points, record.tournament.solo_players
        ),
    )
    is_by_centre = record.tournament.counted_over == CountedOver.CENTRE
    centres = {entry: record.find_centre(game.row.number, entry) for entry in entries}
    return compute_results(
        list(entries), sums, participants, terms, centres=centres if is_by_centre else None
    )


def find_senders(game: GameRecord) -> set[str]:
    """Return the entries that handed in a bulletin, in time or late, on tablet or paper."""
    entries: set[str] = set()
    for turn in game.turns.values():
        entries |= turn.tablet_bulletins.keys() | turn.late_bulletins.keys()
        entries |= {
            entry
            for entry, paper in turn.typed_bulletins.items()
            if get_hand_in_status(paper.row.state) is not HandInStatus.MISSING
        }
    return entries


def _check_ranking(
    rows: list[RankedEntry[str]],
    game: int | None,
    standings: dict[tuple[int | None, str], NumberedLine[RankedEntryRow]],
    report: Report,
) -> None:
    for row in rows:
        line = standings.pop((game, row.key), None)
        if line is None:
            report.add(DiscrepancyKind.STANDING_MISSING, None, None, row.rank, member="standings")
            continue
        agreements = [
            report.compare(DiscrepancyKind.STANDING, line, "rank", line.row.rank, row.rank)
        ]
        for name in RANKED_SUMS:
            stated, computed = getattr(line.row, name), getattr(row.totals, name)
            agreements.append(
                report.compare(DiscrepancyKind.STANDING, line, name, stated, computed)
            )
        agreements.append(
            report.compare(DiscrepancyKind.STANDING, line, "games", line.row.games, list(row.games))
        )
        if all(agreements):
            report.count(game or 0, 0, "ranked")
