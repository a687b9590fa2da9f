"""Rankings of the golden cases; more fields are described in cases/complements/LISEZMOI.md."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.regulation.editions import get_edition
from tournament.core.ranking.measures import MEASURES, Measure, RankBy
from tournament.core.ranking.ranking import RankedEntry, RankedGroup, rank_entries, rank_groups
from tournament.core.ranking.ranking_input import (
    ABSENT,
    Entrant,
    EntryKind,
    GameResult,
    RankingInput,
    Trait,
)
from tournament.core.ranking.specification import RankingSettings, RankingSpecification
from tournament.core.standings import ScoringTerms, Tally, add_up_turns, compute_total

type Inputs = Mapping[str, Any]
type Outcome = dict[str, Any]


@dataclass(frozen=True)
class Line:
    """A line of the scoreboard."""

    entry_id: int
    points: int
    gross: int
    warnings: int = 0
    average: bool = False


def ranking_case(inputs: Inputs, edition: str) -> Outcome:
    terms = ScoringTerms(
        players=inputs["players_in_field"], is_final=True, edition=get_edition(edition)
    )
    tops = [_top(game) for game in inputs["games"]]
    entrants = [
        Entrant(
            key=player["name"],
            results=[
                _result(*pair, terms) for pair in zip(player["games"], inputs["games"], strict=True)
            ],
            table=table,
            name=player["name"],
            traits={trait: player[trait.value] for trait in Trait if player.get(trait.value)},
            is_pair=player.get("pair", False),
        )
        for table, player in enumerate(inputs["players"], start=1)
    ]
    specification = _build_specification(inputs)
    rows = rank_entries(RankingInput(tops, entrants), specification, terms.edition)
    return {
        "ranking": [_row(row) for row in rows],
        "ranks": [f"{row.rank} {row.entrant.name}" for row in rows],
        "overall": [row.overall_rank for row in rows],
        "top_total": sum(tops),
        "measures": {row.entrant.name: _measures(row) for row in rows},
        "groups": [_group(row) for row in _groups(rows, specification)],
    }


def _build_specification(inputs: Inputs) -> RankingSpecification:
    settings = RankingSettings(
        mode=RankBy(inputs["mode"]),
        tie_breaks=tuple(map(Measure, inputs.get("tie_breaks", []))),
        counted_members=inputs.get("best", 3),
        complete_only=inputs.get("full_only", False),
    )
    counted = inputs.get("only_games")
    return RankingSpecification(
        settings=settings,
        games=None if counted is None else tuple(number - 1 for number in counted),
        group_filter={Trait(name): value for name, value in inputs.get("only", {}).items()},
        entry_kind=EntryKind(inputs.get("kind", "all")),
        grouped_by=Trait(inputs["by"]) if "by" in inputs else None,
    )


def _row(row: RankedEntry[str]) -> Outcome:
    percent = MEASURES[Measure.PERCENT].read_value(row.totals)
    return {
        "name": row.entrant.name,
        "games": list(row.games),
        "places": list(row.places),
        "total": row.totals.total,
        "sum_of_places": row.totals.sum_of_places,
        "rank": row.rank,
        "percent": None if percent is None else float(percent),
        "negatif": MEASURES[Measure.NEGATIVE].read_value(row.totals),
    }


def _measures(row: RankedEntry[str]) -> Outcome:
    values = {measure.value: how.read_value(row.totals) for measure, how in MEASURES.items()}
    return {name: None if value is None else float(value) for name, value in values.items()}


def _groups(
    rows: Sequence[RankedEntry[str]], specification: RankingSpecification
) -> Iterable[RankedGroup[str]]:
    return (
        rank_groups(rows, specification.grouped_by, specification)
        if specification.grouped_by
        else []
    )


def _group(group: RankedGroup[str]) -> Outcome:
    percent = MEASURES[Measure.PERCENT_PLAYED].read_value(group.totals)
    return {
        "name": group.name,
        "rank": group.rank,
        "total": group.totals.total,
        "sum_of_places": group.totals.sum_of_places,
        "percent": None if percent is None else float(percent),
        "members": group.member_count,
        "counted": [row.entrant.name for row in group.counted_members],
    }


def _result(result: Inputs | None, game: Inputs, terms: ScoringTerms) -> GameResult:
    """Return a player's result in one game, ABSENT for None."""
    if result is None:
        return ABSENT
    counted = _tally(result, game)
    final, bonus, deduction = compute_total(counted, terms)
    return GameResult(
        total=final,
        points=counted.points,
        solos=counted.solos,
        bonus=bonus,
        warnings=counted.warnings,
        deduction=deduction,
        averages=result.get("averages", 0),
    )


def _tally(result: Inputs, game: Inputs) -> Tally:
    """Return a player's points in one game, without cancelled turns and those before arrival."""
    points = result["points"]
    if result.get("turns") is not None:
        turns = [
            [Line(1, score, score)]
            for number, score in enumerate(result["turns"], start=1)
            if score is not None
            and number >= result["arrived_at_turn"]
            and number not in game["cancelled_turns"]
        ]
        points = add_up_turns(turns, [1])[1].points
    return Tally(points, result.get("warnings", 0), result.get("solos", 0))


def _top(game: Inputs) -> int:
    if game.get("top_turns") is None:
        return int(game["top"])
    cancelled = game["cancelled_turns"]
    return sum(top for i, top in enumerate(game["top_turns"], start=1) if i not in cancelled)
