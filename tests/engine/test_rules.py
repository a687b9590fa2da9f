"""Draws, choice of the top and end of game against the golden cases, every edition they name."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.choice import Candidate, choose
from engine.draw import check_draw
from engine.ending import after_cancellation, after_interruption, after_placement
from engine.formats import get_format
from engine.moves import Move
from engine.place import Place

CASES = Path(__file__).parents[1] / "cases" / "procedure"
EDITIONS = ("2011", "2014", "2017", "2019", "2023")


def golden(name: str) -> list[Any]:
    cases = yaml.safe_load((CASES / f"{name}.yaml").read_text(encoding="utf-8"))
    return [
        pytest.param(case["inputs"], edition, expected, id=f"{case['id']}-{edition}")
        for case in cases
        for edition in EDITIONS
        if (expected := case["expected"].get(edition) or case["expected"].get("all"))
    ]


@pytest.mark.parametrize(("inputs", "edition", "expected"), golden("draw-validity"))
def test_a_draw_is_valid_as_the_regulation_says(
    inputs: dict[str, Any], edition: str, expected: dict[str, Any]
) -> None:
    found = check_draw(
        fmt=get_format(inputs["format"]),
        turn=inputs["turn"],
        kept=inputs["kept"],
        drawn=inputs["drawn"],
        unseen=inputs["unseen"],
    )
    assert {
        "verdict": found.verdict,
        "minimum": found.minimum,
        "judge_may_reject": found.judge_may_reject,
    } == expected


@pytest.mark.parametrize(("inputs", "edition", "expected"), golden("top-choice"))
def test_the_rules_leave_the_judge_these_tops(
    inputs: dict[str, Any], edition: str, expected: dict[str, Any]
) -> None:
    ids = [top["id"] for top in inputs["tops"]]
    candidates = [
        Candidate(Move(_played(top), Place.parse(top["ref"]), 0), top["tiles"])
        for top in inputs["tops"]
    ]
    choice = choose(
        fmt=get_format(inputs["format"]),
        turn=inputs["turn"],
        rack=inputs["rack"],
        unseen=inputs["unseen"],
        candidates=candidates,
        edition=edition,
    )
    moves = [candidate.move for candidate in candidates]
    allowed = [name for name, move in zip(ids, moves, strict=True) if move in choice.allowed]
    assert {"allowed": allowed, "forced": choice.forced, "reason": choice.reason} == expected


def _played(top: dict[str, Any]) -> str:
    """The word as our moves write it: a joker that lay on the grid before is in upper case."""
    word: str = top["word"]
    return word if "?" in top["tiles"] else word.upper()


@pytest.mark.parametrize(("inputs", "edition", "expected"), golden("end-of-game"))
def test_the_game_ends_as_the_regulation_says(
    inputs: dict[str, Any], edition: str, expected: dict[str, Any]
) -> None:
    fmt = get_format(inputs["format"])
    if inputs["event"] == "interruption":
        ending = after_interruption(
            fmt,
            inputs["interruptions_min"],
            inputs["collected_turns"],
            last_turn_regular=inputs["last_turn_regular"],
            edition=edition,
        )
    elif inputs["event"] == "placed":
        ending = after_placement(fmt, inputs["remaining"], edition)
    else:
        ending = after_cancellation(fmt, inputs["remaining"], edition)
    assert {"outcome": ending.outcome, "valid_turns": ending.valid_turns} == expected
