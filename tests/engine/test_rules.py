"""Draws, choice of the top and end of game against the golden cases, every edition they name."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.choice import Candidate, choose
from engine.draw import check_draw
from engine.ending import (
    Ending,
    Event,
    after_cancellation,
    after_interruption,
    after_placement,
    ending,
    without_move,
)
from engine.formats import NORMAL, get_format
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
        edition=edition,
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
    found = ending(
        fmt=get_format(inputs["format"]),
        event=Event(inputs["event"]),
        remaining=inputs["remaining"],
        interruptions_min=inputs["interruptions_min"],
        collected_turns=inputs["collected_turns"] or 0,
        last_turn_regular=inputs["last_turn_regular"],
        edition=edition,
    )
    assert {"outcome": found.outcome, "valid_turns": found.valid_turns} == expected


@pytest.mark.parametrize(
    ("found", "reason", "article"),
    [
        (after_placement(NORMAL, ""), "all_placed", "3.7"),
        (after_placement(NORMAL, "?"), "single_letter", "3.7"),
        (after_placement(NORMAL, "AEU"), "only_vowels", "3.7"),
        (after_placement(NORMAL, "BCD", edition="2019"), "only_consonants", "3.6"),
        (after_placement(NORMAL, "BCY"), None, "3.7"),
        (after_cancellation(NORMAL, "ABCDEFG"), "same_draw", "3.6 ; 3.7"),
        (after_cancellation(NORMAL, "ABCDEFG", edition="2017"), "same_draw", "6.2 ; 3.6"),
        (without_move(NORMAL, "ABCDEFG"), "nothing_playable", "3.6 ; 3.7"),
        (without_move(NORMAL, "BCDFGHJK"), "only_consonants", "3.6"),
        (after_interruption(NORMAL, [31], 5), "interrupted", "3.7"),
        (after_interruption(NORMAL, [31], 5, edition="2014"), "too_few_turns", "3.6"),
        (after_interruption(NORMAL, [], 5), None, "3.7"),
    ],
)
def test_the_end_says_its_reason_and_article(
    found: Ending, reason: str | None, article: str
) -> None:
    assert (found.reason, found.article) == (reason, article)
    assert found.over == (reason is not None)


def test_no_turn_is_dropped_where_none_was_collected() -> None:
    assert after_interruption(NORMAL, [31], 0, last_turn_regular=False).valid_turns == 0
