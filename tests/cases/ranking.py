"""Rankings of the golden cases; what else a case may say is in cases/complements/LISEZMOI.md."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.regulation.editions import get_edition
from tournament.core.ranking.field import ABSENT, Entrant, Field, GameResult, Kind, Trait
from tournament.core.ranking.measures import MEASURES, Measure, RankBy
from tournament.core.ranking.ranking import Ranked, RankedGroup, ranking, ranking_of_groups
from tournament.core.ranking.specification import Settings, Wanted
from tournament.core.standings import Tally, Terms, tally, total

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
    terms = Terms(players=inputs["players_in_field"], final=True, edition=get_edition(edition))
    tops = [_top(game) for game in inputs["games"]]
    entrants = [
        Entrant(
            key=player["name"],
            results=[
                _result(*one, terms) for one in zip(player["games"], inputs["games"], strict=True)
            ],
            table=table,
            name=player["name"],
            traits={trait: player[trait.value] for trait in Trait if player.get(trait.value)},
            pair=player.get("pair", False),
        )
        for table, player in enumerate(inputs["players"], start=1)
    ]
    wanted = _wanted(inputs)
    rows = ranking(Field(tops, entrants), wanted, terms.edition)
    return {
        "ranking": [_row(row) for row in rows],
        "ranks": [f"{row.rank} {row.entrant.name}" for row in rows],
        "overall": [row.overall for row in rows],
        "top_total": sum(tops),
        "measures": {row.entrant.name: _measures(row) for row in rows},
        "groups": [_group(row) for row in _groups(rows, wanted)],
    }


def _wanted(inputs: Inputs) -> Wanted:
    settings = Settings(
        mode=RankBy(inputs["mode"]),
        tie_breaks=tuple(map(Measure, inputs.get("tie_breaks", []))),
        best=inputs.get("best", 3),
        full_only=inputs.get("full_only", False),
    )
    counted = inputs.get("only_games")
    return Wanted(
        settings=settings,
        games=None if counted is None else tuple(number - 1 for number in counted),
        only={Trait(name): value for name, value in inputs.get("only", {}).items()},
        kind=Kind(inputs.get("kind", "all")),
        by=Trait(inputs["by"]) if "by" in inputs else None,
    )


def _row(row: Ranked[str]) -> Outcome:
    percent = MEASURES[Measure.PERCENT].value(row.line)
    return {
        "name": row.entrant.name,
        "games": list(row.games),
        "places": list(row.places),
        "total": row.line.total,
        "sum_of_places": row.line.sum_of_places,
        "rank": row.rank,
        "percent": None if percent is None else float(percent),
        "negatif": MEASURES[Measure.NEGATIVE].value(row.line),
    }


def _measures(row: Ranked[str]) -> Outcome:
    values = {measure.value: how.value(row.line) for measure, how in MEASURES.items()}
    return {name: None if value is None else float(value) for name, value in values.items()}


def _groups(rows: Sequence[Ranked[str]], wanted: Wanted) -> Iterable[RankedGroup[str]]:
    return ranking_of_groups(rows, wanted.by, wanted) if wanted.by else []


def _group(group: RankedGroup[str]) -> Outcome:
    percent = MEASURES[Measure.PERCENT_PLAYED].value(group.line)
    return {
        "name": group.name,
        "rank": group.rank,
        "total": group.line.total,
        "sum_of_places": group.line.sum_of_places,
        "percent": None if percent is None else float(percent),
        "members": group.members,
        "counted": [row.entrant.name for row in group.counted],
    }


def _result(mine: Inputs | None, game: Inputs, terms: Terms) -> GameResult:
    """What one player did in one game; None: he did not take part in it."""
    if mine is None:
        return ABSENT
    counted = _tally(mine, game)
    final, bonus, deduction = total(counted, terms)
    return GameResult(
        total=final,
        points=counted.points,
        solos=counted.solos,
        bonus=bonus,
        warnings=counted.warnings,
        deduction=deduction,
        averages=mine.get("averages", 0),
    )


def _tally(mine: Inputs, game: Inputs) -> Tally:
    """Points of one player in one game; turns cancelled or before he came count nothing."""
    points = mine["points"]
    if mine.get("turns") is not None:
        turns = [
            [Line(1, score, score)]
            for number, score in enumerate(mine["turns"], start=1)
            if score is not None
            and number >= mine["arrived_at_turn"]
            and number not in game["cancelled_turns"]
        ]
        points = tally(turns, [1])[1].points
    return Tally(points, mine.get("warnings", 0), mine.get("solos", 0))


def _top(game: Inputs) -> int:
    if game.get("top_turns") is None:
        return int(game["top"])
    cancelled = game["cancelled_turns"]
    return sum(top for i, top in enumerate(game["top_turns"], start=1) if i not in cancelled)
