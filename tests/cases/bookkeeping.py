"""The bookkeeping's answers to the golden cases: ``function(inputs, edition) -> outcome``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.regulation.editions import get_edition
from tests.cases.appeals import appeals_case
from tests.cases.ranking import ranking_case
from tournament.core import mort_subite, solo, warnings
from tournament.core.average import RepeatedWord, cap_average, compute_average
from tournament.core.standings import ScoringTerms, Tally, compute_standings
from tournament.topping.core import topping

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


def solo_case(inputs: Inputs, edition: str) -> Outcome:
    terms = get_edition(edition)
    lines = [
        Line(
            table,
            max(0, score - terms.sanctions.penalty.value * (table in inputs["penalties"])),
            score,
            average=table in inputs["averages"],
        )
        for table, score in inputs["scores"].items()
    ]
    alone = solo.find_solo(lines)
    if alone is None:
        return {"solo": None, "bonus": 0, "points_of_turn": None}
    bonus = solo.compute_bonus(solo.get_solo_terms(terms), inputs["players"])
    net = next(line.points for line in lines if line.entry_id == alone)
    return {"solo": alone, "bonus": bonus, "points_of_turn": net + bonus}


def warnings_case(inputs: Inputs, edition: str) -> Outcome:
    counted = sum(
        warnings.count_turn_warnings(
            warned="avertissement" in turn["sanctions"],
            sanctioned=not {"penalite", "zero"}.isdisjoint(turn["sanctions"]),
            removed=turn["turn"] in inputs["removed_warnings"],
            disciplinary=turn["sanctions"].count("avertissement_disciplinaire"),
        )
        for turn in inputs["turns"]
    )
    tally_by_entry = {1: Tally(points=inputs["points_before"], warnings=counted)}
    terms = {"format": inputs["format"], "time_s": inputs["time_s"], "players": 1}
    running, final = (
        compute_standings(
            tally_by_entry, ScoringTerms(**terms, is_final=over, edition=get_edition(edition))
        )[0]
        for over in (False, True)
    )
    return {
        "counted": counted,
        "deduction": final.deduction,
        "running_total": running.total,
        "final_total": final.total,
    }


def average_case(inputs: Inputs, edition: str) -> Outcome:
    repeat = RepeatedWord(
        refused_word=inputs["word"],
        played_word=inputs["replayed_word"],
        was_zero_for_word=inputs["first_zero"] == "mot_non_admis",
        was_informed=inputs["notified"] == "motif",
        has_other_fault=inputs["other_zero_error"] is not None,
    )
    others = [other["score"] for other in inputs["arbiter_others"] if not other["average"]]
    mean = compute_average(others, get_edition(edition))
    if not repeat.is_compensated or mean is None:
        return {"awarded": 0, "average": False}
    return {"awarded": cap_average(mean, inputs["proposed_score"]), "average": True}


def mort_subite_case(inputs: Inputs, edition: str) -> Outcome:
    rounds = [
        mort_subite.MortSubiteRound(each["scores"], each["penalties"]) for each in inputs["rounds"]
    ]
    outcome = mort_subite.compute_outcome_of_rounds(inputs["players"], rounds, get_edition(edition))
    return {
        "eliminated": [list(players) for players in outcome.eliminated],
        "survivors": list(outcome.survivors),
        "winner": outcome.winner,
        "times_s": [list(times) for times in outcome.times_s],
    }


def topping_case(inputs: Inputs, _edition: str) -> Outcome:
    players = {
        player["name"]: [
            [topping.Proposal(proposal["at_s"], proposal["score"]) for proposal in turn]
            for turn in player["turns"]
        ]
        for player in inputs["players"]
    }
    results = topping.compute_results(
        players, inputs["tops"], limit=inputs["limit_s"], penalty=inputs["penalty_s"]
    )
    return {
        "results": [
            {
                "name": each.key,
                "turn_times_s": list(each.turn_times),
                "not_found": each.not_found,
                "total_s": each.total,
                "rank": each.rank,
            }
            for each in results
        ]
    }


#: By the name of the file.
BOOKKEEPING: Mapping[str, Callable[[Inputs, str], Outcome]] = {
    "solo": solo_case,
    "warnings": warnings_case,
    "average": average_case,
    "ranking": ranking_case,
    "mort-subite": mort_subite_case,
    "topping": topping_case,
    "appeals": appeals_case,
}
