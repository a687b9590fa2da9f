"""Sheets that are hard to read: variants of the golden cases of ``hard-sheets.yaml``."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from arbitrage.core.bulletin import Bulletin
from arbitrage.core.codes import FindingCode, Motive, Sanction, UndecidedReason
from arbitrage.core.correct import correct
from arbitrage.core.sheets.position import JudgedPosition
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.core.verdict import Verdict
from engine.board.board import Board
from engine.board.formats import FORMATS
from engine.board.place import Place
from engine.regulation.editions import EDITIONS
from engine.regulation.topics import Topic
from tests.rows import every_row

from .golden import get_golden_case

ADMITTED = "MAISON MAISONS TAPIS SOT VENT ONDE ON NE SES"
BOARD = Board.empty().lay("MAISON", Place.parse("H4"))
BEFORE_2023 = ("2019", "2017", "2014", "2011")


def _check_each(editions: Iterable[str]) -> Callable[[Callable[[str], None]], Callable[[], None]]:
    """Make a test of a check of one edition: it checks these, and names the wrong ones."""

    def decorate(check: Callable[[str], None]) -> Callable[[], None]:
        def test() -> None:
            with every_row() as row:
                for edition in editions:
                    with row(edition):
                        check(edition)

        return test

    return decorate


every = _check_each(EDITIONS)
before_2023 = _check_each(BEFORE_2023)


def _judge(
    sheet: str,
    reference: str = "",
    score: str = "21",
    edition: str = "2023",
    *,
    struck: str = "",
    rack: str = "AIPRSTU",
    admitted: str = ADMITTED,
) -> Verdict:
    position = JudgedPosition(BOARD, rack, 2, frozenset(admitted.split()))
    bulletin = Bulletin(Sheet.from_text(sheet, struck), reference, score)
    return correct(position, bulletin, EDITIONS[edition])


def judge_eight_letters_in_seven_of_eight(edition: str) -> Verdict:
    """Judge a bulletin that lays eight tiles where at most seven are allowed."""
    position = JudgedPosition(
        BOARD, "ABCDEFGS", 2, frozenset({"ABCDEFGS", "MAISONS"}), FORMATS["7sur8"]
    )
    sheet = Sheet.from_text("\n".join("ABCDEFGS"))
    return correct(position, Bulletin(sheet, "10A", "90"), EDITIONS[edition])


TURNED = "....O\n....N\nTAPIS"


@every
def test_a_sheet_drawn_across_the_right_reference_is_warned(edition: str) -> None:
    verdict = _judge(TURNED, "10D", edition=edition)

    assert (verdict.points, verdict.sanction, verdict.placement) == (21, Sanction.WARNING, "10D")
    assert {Motive.INVERSION, Motive.BOTH_MODES} <= set(verdict.motives)


@before_2023
def test_a_raccord_drawn_across_does_without_reference_before_2023(edition: str) -> None:
    verdict = _judge("....S\n" + TURNED, edition=edition)

    assert (verdict.points, verdict.motives) == (21, (Motive.INVERSION,))


def test_a_raccord_drawn_across_needs_the_reference_in_2023() -> None:
    assert _judge("....S\n" + TURNED).sanction == Sanction.ZERO


@before_2023
def test_a_raccord_across_with_a_wrong_letter_locates_nothing(edition: str) -> None:
    assert _judge("....E\n....O\n....N\nTAPIS", edition=edition).sanction == Sanction.ZERO


@every
def test_a_prolongation_drawn_across_the_right_reference_is_warned(edition: str) -> None:
    verdict = _judge("\n".join("MAISONS"), "H4", "8", edition)

    assert (verdict.points, verdict.motives) == (8, (Motive.INVERSION,))


@every
def test_a_repeated_word_without_raccord_is_one_solution(edition: str) -> None:
    once = "...T\n...A\n...P\n...I\nSONS"
    twice = "...T.T\n...A.A\n...P.P\n...I.I\nSONS.S"

    assert _judge(twice, edition=edition).decision == _judge(once, edition=edition).decision


@every
def test_a_letter_struck_inside_a_word_is_removed(edition: str) -> None:
    sheet, mask = "T\nA\nX\nP\nI\nS", ".\n.\nx\n.\n.\n."
    verdict = _judge(sheet, "10D", edition=edition, struck=mask)

    assert (verdict.points, verdict.sanction) == (21, Sanction.NONE)


@every
def test_a_word_with_a_struck_letter_is_not_in_full(edition: str) -> None:
    sheet, mask = "T\nA\nP\nI\nS", ".\n.\nx\n.\n."
    verdict = _judge(sheet, "10D", edition=edition, struck=mask)

    assert (verdict.sanction, verdict.motives) == (Sanction.ZERO, (Motive.INCOMPLETE,))


@every
def test_a_reference_just_off_the_grid_is_one_cell_away(edition: str) -> None:
    board = Board.empty().lay("MAISON", Place.parse("H10"))
    position = JudgedPosition(board, "AIPRTEZ", 2, frozenset({"NEZ", "MAISON"}))
    near = Bulletin(Sheet.from_text("N\nE\nZ"), "16H", "12")
    far = replace(near, reference="17H")

    verdict = correct(position, near, EDITIONS[edition])

    assert (verdict.points, verdict.sanction) == (7, Sanction.PENALTY)
    is_zero = correct(position, far, EDITIONS[edition]).sanction == Sanction.ZERO
    assert is_zero == (edition in ("2014", "2011"))


@every
def test_eight_tiles_where_seven_are_allowed_are_no_letter_error(edition: str) -> None:
    verdict = judge_eight_letters_in_seven_of_eight(edition)
    article = {"2023": "3.8.2", "2019": "2017:7.2", "2011": "2014:7.2"}.get(edition, "7.2")

    assert (verdict.motives, verdict.article) == ((Motive.IMPOSSIBLE_PLACE,), article)
    assert FindingCode.TOO_MANY_TILES in {finding.code for finding in verdict.findings}


@_check_each(["2014", "2011"])
def test_an_illegible_reference_beside_a_raccord_is_one_wrong_mode(
    edition: str,
) -> None:
    case = get_golden_case("both-modes-a")
    bulletin = replace(case.bulletin, reference="illegible")
    verdict = correct(case.position, bulletin, EDITIONS[edition])

    assert verdict.decided
    assert (verdict.points, verdict.motives) == (12, (Motive.BOTH_MODES,))


BESIDE_TAPIS = {
    "a placed word copied": "T.......\nA.......\nP.MAISON\nI.......\nS.......",
    "a word of one tile that nothing locates": "T...\nA...\nP.N.\nI.U.\nS...",
    "letters that are no word": "T....\nA....\nP.VEN\nI....\nS....",
}


@every
def test_a_run_neither_played_nor_unlayable_is_no_error(edition: str) -> None:
    """The arbiter sees it, and the located word is proposed (5.4.1.c and d)."""
    for name, sheet in BESIDE_TAPIS.items():
        verdict = _judge(sheet, "10D", edition=edition, admitted=ADMITTED + " NU")

        assert verdict.undecided_reason == UndecidedReason.SEVERAL_WORDS, name
        assert (verdict.decision.points, verdict.decision.placement) == (21, "10D"), name


def test_a_bad_one_tile_word_beside_another_is_undecided() -> None:
    """2023: 5.4.1.b speaks of several new letters."""
    verdict = _judge("MAISONS\n.......\nN......\nU......", score="8")

    assert verdict.undecided_reason == UndecidedReason.SEVERAL_WORDS
    assert verdict.article == EDITIONS["2023"].cite(Topic.SECOND_WORD)


TWO_PLACES = "...T\n...A\n...P\n...I\nSONS"


@every
def test_a_reference_and_a_raccord_of_two_valid_places_disagree(edition: str) -> None:
    verdict = _judge(TWO_PLACES, "7D", "8", edition)

    assert verdict.undecided_reason == UndecidedReason.TWO_MODES_DISAGREE


def test_a_correct_reference_beside_a_badly_extending_raccord_is_undecided() -> None:
    verdict = _judge(TWO_PLACES, "7D", "8", admitted="MAISON TAPIS")

    assert verdict.undecided_reason == UndecidedReason.EXTENSION_BY_ONE_MODE
