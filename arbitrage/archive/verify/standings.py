"""The rankings, added up again from the scoreboard (introduction, 3.5, 5.8, 6.2)."""

from collections import defaultdict
from dataclasses import dataclass

from arbitrage.archive.core.play import RankedRow
from arbitrage.archive.verify.mort_subite import settled_in
from arbitrage.archive.verify.record import ArchiveRecord, At, GameRecord
from arbitrage.archive.verify.report import Matter, Report
from arbitrage.core.decided import handed_as
from tournament.core import solo
from tournament.core.game_results import GameSum, GameSums, results_of, taking_part
from tournament.core.ranking.field import Entrant, Field, GameResult
from tournament.core.ranking.ranking import Ranked, ranking
from tournament.core.ranking.specification import Settings, Wanted
from tournament.core.standings import Terms
from tournament.core.states import (
    PLACED_TURN_STATES,
    PLAYED,
    GameKind,
    GameState,
    Handed,
    TurnState,
)

_SUMS = ("total", "points", "solos", "bonus", "warnings", "deduction", "averages")


@dataclass(frozen=True, slots=True)
class _Scored:
    entry_id: int
    gross: int
    average: bool


def check_standings(record: ArchiveRecord, report: Report) -> None:
    """Those of each game that was begun, and of all together."""
    games = [
        game
        for game in record.games.values()
        if GameState(game.row.state) in PLAYED and game.row.kind == GameKind.DUPLICATE
    ]
    sums = [_sums(game) for game in games]
    scored = {entry for one in sums for entry in one.by_entry}
    entries = {
        uid: at.row.withdrawn
        for uid, at in record.entries.items()
        if not at.row.withdrawn or uid in scored
    }
    results = [_results(record, game, one, entries) for game, one in zip(games, sums, strict=True)]
    entrants = [
        Entrant(
            key=uid,
            results=[mine[uid] for mine in results],
            table=record.entries[uid].row.table,
        )
        for uid in sorted(entries, key=lambda one: record.entries[one].row.table)
    ]
    field = Field(
        [one.top or 0 for one in sums],
        entrants,
        numbers=[game.row.number for game in games],
        settled=settled_in(record),
    )
    settings = Settings.read(record.tournament.ranking).under(record.edition)
    said = {(at.row.game, at.row.entry): at for at in record.standings}
    for position, game in enumerate(games):
        wanted = Wanted(settings, games=(position,))
        _check(ranking(field, wanted, record.edition), game.row.number, said, report)
    _check(ranking(field, Wanted(settings), record.edition), None, said, report)
    for at in said.values():
        report.lie(Matter.STANDING_MISSING, at, at.row.rank, None, name="rank")


def _sums(game: GameRecord) -> GameSums[str]:
    """What its revealed turns add up to."""
    placed = [one for one in game.turns.values() if TurnState(one.row.state) in PLACED_TURN_STATES]
    sums: defaultdict[str, GameSum] = defaultdict(lambda: GameSum(0, 0, 0))
    for turn in placed:
        lines = [at.row for at in turn.scores.values()]
        for row in lines:
            mine = sums[row.entry]
            sums[row.entry] = mine._replace(
                points=mine.points + row.points,
                warnings=mine.warnings + row.warnings,
                averages=mine.averages + row.average,
            )
        scored = [_Scored(at, row.gross, row.average) for at, row in enumerate(lines)]
        if (alone := solo.solo(scored)) is not None:
            entry = lines[alone].entry
            sums[entry] = sums[entry]._replace(solos=sums[entry].solos + 1)
    top = sum(turn.row.score for turn in placed) if placed else None
    return GameSums(top, sums)


def _results(
    record: ArchiveRecord, game: GameRecord, sums: GameSums[str], entries: dict[str, bool]
) -> dict[str, GameResult]:
    there = taking_part(entries, sums, _handed(game))
    terms = Terms(
        players=len(there),
        edition=record.edition,
        format=game.row.format,
        time_s=game.row.time_s,
        final=game.row.state == GameState.FINISHED,
    )
    return results_of(list(entries), sums, there, terms)


def _handed(game: GameRecord) -> set[str]:
    """Who handed in a bulletin, in time or not, on tablet or paper."""
    found: set[str] = set()
    for turn in game.turns.values():
        found |= turn.tablets.keys() | turn.late.keys()
        found |= {
            entry
            for entry, paper in turn.typed.items()
            if handed_as(paper.row.state) is not Handed.NOT
        }
    return found


def _check(
    rows: list[Ranked[str]],
    game: int | None,
    said: dict[tuple[int | None, str], At[RankedRow]],
    report: Report,
) -> None:
    for row in rows:
        at = said.pop((game, row.key), None)
        if at is None:
            report.lie(Matter.STANDING_MISSING, None, None, row.rank, member="standings")
            continue
        good = [report.compare(Matter.STANDING, at, "rank", at.row.rank, row.rank)]
        for name in _SUMS:
            told, found = getattr(at.row, name), getattr(row.line, name)
            good.append(report.compare(Matter.STANDING, at, name, told, found))
        good.append(report.compare(Matter.STANDING, at, "games", at.row.games, list(row.games)))
        if all(good):
            report.count(game or 0, 0, "ranked")
