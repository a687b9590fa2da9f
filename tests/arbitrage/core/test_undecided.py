"""Bulletins that no text decides: each reading has its points."""

from collections.abc import Callable
from dataclasses import replace

from arbitrage.core.bulletin import Bulletin
from arbitrage.core.codes import NO_LONGER_GIVEN, UndecidedReason
from arbitrage.core.correct import correct
from arbitrage.core.sheets.position import JudgedPosition
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.core.verdict import Verdict
from engine.board.board import Board
from engine.board.place import Place
from engine.regulation.edition_2023 import EDITION_2023
from tests.rows import every_row

from .golden import get_golden_case

type Readings = list[tuple[str, int]]


def _change_case(name: str, **changes: str) -> Verdict:
    """Judge a golden case with another sheet, reference or score."""
    case = get_golden_case(name)
    if "sheet" in changes:
        changes["sheet"] = Sheet.from_text(changes["sheet"])  # type: ignore[assignment]
    return correct(case.position, replace(case.bulletin, **changes), edition=EDITION_2023)  # type: ignore[arg-type]


def _circle_without_joker() -> Verdict:
    return _change_case("exact-b", sheet="RaIES")


def _circle_without_joker_at_the_first_turn() -> Verdict:
    return _change_case("turn1-max", sheet="VOiLIER")


def _first_word_vertical() -> Verdict:
    return _change_case("turn1-max", sheet="V\nO\nI\nL\nI\nE\nR")


def _letters_beside_the_first_word() -> Verdict:
    return _change_case("turn1-max", sheet="VOILIER\n......S")


def _inverted_and_playable_both_ways_with_the_lower_score() -> Verdict:
    return _change_case("both-directions-playable-b")


def _inverted_and_playable_both_ways_with_a_score_of_elsewhere() -> Verdict:
    board = Board.empty().lay("HI", Place.parse("8G"))
    position = JudgedPosition(board, "?TVMIDG", 2, frozenset({"HI", "LI"}))
    return correct(position, Bulletin(Sheet.from_text("l\nI"), "H7", "8"), edition=EDITION_2023)


def _reference_at_one_place_and_raccord_at_others() -> Verdict:
    return _change_case("raccord-two-places-wrong", reference="7H", score="13")


def _reference_at_one_place_and_score_of_a_prolongation() -> Verdict:
    board = Board.empty().lay("Se", Place.parse("H7"))
    position = JudgedPosition(board, "CEEILOO", 2, frozenset({"SE", "OSE"}))
    return correct(position, Bulletin(Sheet.from_text("OSE"), "7G", "2"), edition=EDITION_2023)


def _reference_at_a_bad_extension_beside_right_raccord_letters() -> Verdict:
    return _change_case("both-modes-a", reference="9F")


def _reference_at_a_fallacious_place_with_the_score_of_another() -> Verdict:
    return _change_case("fallacious-reference-b", score="10")


def _reference_at_a_place_with_the_score_of_a_fallacious_one() -> Verdict:
    return _change_case("fallacious-twin-a", reference="6E")


def _raccord_that_fits_twice_with_a_score_of_elsewhere() -> Verdict:
    case = get_golden_case("raccord-two-places-wrong")
    board = case.position.board.lay("KIWI", Place.parse("A1"))
    position = replace(case.position, board=board, words=case.words | {"KIWI", "KIWIS"})
    return correct(position, replace(case.bulletin, score="26"), edition=EDITION_2023)


def _word_that_nothing_on_the_grid_explains() -> Verdict:
    return _change_case("parasite-apart-alpha", sheet="E..ZEBU\nN......\nV......\nO......\nI......")


def _short_words_that_explain_each_other() -> Verdict:
    board = Board.from_rows(
        ["." * 15] * 7 + [".....SUR.......", "......N........", "......I........"] + ["." * 15] * 5
    )
    position = JudgedPosition(board, "LSISCD?", 4, frozenset({"LI", "LU", "SUR", "UNI"}))
    return correct(position, Bulletin(Sheet.from_text("LI\nu."), "", "7"), edition=EDITION_2023)


EXAMPLES: list[tuple[Callable[[], Verdict], UndecidedReason, Readings]] = [
    (
        _circle_without_joker,
        UndecidedReason.CIRCLE_WITHOUT_JOKER,
        [("I2", 13), ("I2", 13)],
    ),
    (
        _circle_without_joker_at_the_first_turn,
        UndecidedReason.CIRCLE_WITHOUT_JOKER,
        [("H4", 78), ("H4", 78)],
    ),
    (_first_word_vertical, UndecidedReason.FIRST_TURN_VERTICAL, [("H4", 78), ("H4", 78)]),
    (_letters_beside_the_first_word, UndecidedReason.FIRST_TURN_LETTERS, [("H4", 0), ("H4", 78)]),
    (
        _inverted_and_playable_both_ways_with_the_lower_score,
        UndecidedReason.BOTH_WAYS_LOWER_CLAIM,
        [("7J", 2), ("J7", 6)],
    ),
    (
        _inverted_and_playable_both_ways_with_a_score_of_elsewhere,
        UndecidedReason.BOTH_WAYS_CLAIM_ELSEWHERE,
        [("7H", 3), ("9F", 3), ("H7", 1)],
    ),
    (
        _reference_at_one_place_and_raccord_at_others,
        UndecidedReason.TWO_MODES_DISAGREE,
        [("10H", 13), ("10M", 14), ("7H", 4)],
    ),
    (
        _reference_at_one_place_and_score_of_a_prolongation,
        UndecidedReason.TWO_MODES_DISAGREE,
        [("7G", 5), ("H6", 2)],
    ),
    (
        _reference_at_a_bad_extension_beside_right_raccord_letters,
        UndecidedReason.EXTENSION_BY_ONE_MODE,
        [("9D", 12), ("9F", 0)],
    ),
    (
        _reference_at_a_fallacious_place_with_the_score_of_another,
        UndecidedReason.FALLACIOUS_REFERENCE,
        [("11D", 0), ("9E", 5)],
    ),
    (
        _reference_at_a_place_with_the_score_of_a_fallacious_one,
        UndecidedReason.FALLACIOUS_BESIDE_PLACE,
        [("11E", 24), ("6E", 12)],
    ),
    (
        _raccord_that_fits_twice_with_a_score_of_elsewhere,
        UndecidedReason.RACCORD_PLACES_AND_SCORE,
        [("10H", 13), ("10M", 14), ("5A", 21)],
    ),
    (
        _word_that_nothing_on_the_grid_explains,
        UndecidedReason.SEVERAL_WORDS,
        [("7H", 0), ("7H", 9)],
    ),
    (
        _short_words_that_explain_each_other,
        UndecidedReason.SEVERAL_WORDS,
        [("6J", 0), ("6J", 2)],
    ),
]


def test_a_bulletin_no_text_decides_is_undecided() -> None:
    with every_row() as each:
        for judge, reason, readings in EXAMPLES:
            with each(judge.__name__):
                verdict = judge()

                assert not verdict.decided
                assert verdict.undecided_reason == reason
                assert (
                    sorted((reading.placement, reading.points) for reading in verdict.readings)
                    == readings
                )
                assert (verdict.points, verdict.motives) == (None, ())
                assert verdict.proposed is not None
                assert verdict.proposed.points <= max((points for _, points in readings), default=0)


def test_every_reason_has_an_example() -> None:
    assert {reason for _, reason, _ in EXAMPLES} == set(UndecidedReason) - NO_LONGER_GIVEN
