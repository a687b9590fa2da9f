"""Raccords with one fault of writing, along the word and across it."""

from dataclasses import replace

from arbitrage.core.bulletin import Bulletin
from arbitrage.core.codes import FindingCode, Motive, Sanction, UndecidedReason
from arbitrage.core.correct import correct
from arbitrage.core.sheets.position import JudgedPosition
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.core.verdict import Verdict
from engine.board.board import Board
from engine.board.place import Place
from engine.regulation.editions import EDITIONS
from tests.rows import every_row

BOARD = Board.empty().lay("MARCHE", Place.parse("H5")).lay("CANARD", Place.parse("8H"))
ADMITTED = (
    "AS AU BOULE CANARD CANARDE CANARDS DE DEMARCHES DU EH ES LA LE MARCHE MARCHES ME MI OH OM OR "
    "RU SA SE SUBIE"
)
POSITION = JudgedPosition(BOARD, "BEILOSU", 3, frozenset(ADMITTED.split()))
SUBIE = "\n".join("SUBIE")


def _judge(sheet: str, score: str, edition: str, reference: str = "") -> Verdict:
    bulletin = Bulletin(Sheet.from_text(sheet), reference, score)
    return correct(POSITION, bulletin, EDITIONS[edition])


def _judge_boule(letters: str, edition: str = "2014") -> Verdict:
    """Judge BOULE in I1, with letters over its E and on; MARCHE lies there, its M over the E."""
    return _judge(f"....{letters}\nBOULE", "11", edition)


def test_one_fault_in_a_raccord_is_forgiven_in_2014() -> None:
    with every_row() as each:
        for letters in (
            "TAR",
            "MRAC",
            "AMRC",
            "MAC",
            "MARHC",
            "MR",
            "M.RC",
        ):
            with each(letters):
                verdict = _judge_boule(letters)

                assert (verdict.sanction, verdict.points) == (Sanction.WARNING, 11)
                assert verdict.motives == (Motive.SHORT_RACCORD,)


def test_two_faults_or_a_short_raccord_are_not_forgiven() -> None:
    with every_row() as each:
        for letters in (
            "TA",
            "KWR",
            "CRAM",
            "AMCR",
            "M..CH",
            "M.RT",
            "MXX",
            "TARQ",
        ):
            with each(letters):
                assert _judge_boule(letters).decision.sanction == Sanction.ZERO


def test_a_letter_after_a_whole_raccord_is_no_slip() -> None:
    verdict = _judge_boule("MARCHES")

    assert (verdict.points, verdict.motives) == (11, (Motive.PRESENTATION,))


def test_since_2017_no_slip_is_forgiven() -> None:
    with every_row() as each:
        for edition in (
            "2017",
            "2019",
            "2023",
        ):
            with each(edition):
                assert _judge_boule("TAR", edition).sanction == Sanction.PENALTY


def test_a_raccord_across_the_word_may_have_one_slip_too() -> None:
    with every_row() as each:
        for written, sanction in (
            ("ARD", Sanction.NONE),
            ("DRA", Sanction.ZERO),
            ("RAD", Sanction.WARNING),
        ):
            with each(written):
                sheet = "\n".join([*("...." + letter for letter in written), "BOULE"])

                assert _judge(sheet, "19", "2014").sanction == sanction


def test_wrong_letters_along_the_word_are_no_second_word() -> None:
    with every_row() as each:
        for edition in EDITIONS:
            with each(edition):
                assert _judge_boule("KWY", edition).decided


def test_a_playable_run_along_the_word_is_undecided() -> None:
    assert _judge_boule("KSIY", "2017").undecided_reason == UndecidedReason.SEVERAL_WORDS


def test_a_run_along_a_zero_word_is_decided() -> None:
    verdict = _judge_boule("KSIY", "2014")

    assert (verdict.decided, verdict.sanction) == (True, Sanction.ZERO)


def test_one_end_of_a_prolongation_needs_the_whole_score() -> None:
    position = replace(POSITION, rack="DEIRSTU")
    sheet = Sheet.from_text("DE...CHES")

    whole = correct(position, Bulletin(sheet, "", "17"), EDITIONS["2023"])
    other = correct(position, Bulletin(sheet, "", "16"), EDITIONS["2023"])

    assert whole.motives == (Motive.INCOMPLETE,)
    assert Motive.INCOMPLETE not in other.decision.motives


def test_a_wrong_ending_named_with_its_score_is_plausible() -> None:
    named, far, unnamed = (_judge(SUBIE, "27", "2023", ref) for ref in ("11D", "O1", ""))

    assert named.motives == (Motive.FALLACIOUS,)
    for verdict in (far, unnamed):
        assert (verdict.sanction, verdict.points) == (Sanction.PENALTY, 22)
        assert FindingCode.INVALID_TWIN in {finding.code for finding in verdict.findings}


#: BOULE and, from its E on, MARC: in the line above it, or in the column before it.
DRAWN = {"across": "....MARC\nBOULE", "down": ".B\n.O\n.U\n.L\nME\nA.\nR.\nC."}


EDGES: list[tuple[str, dict[str, str], str | None]] = [
    ("across", {"A5": "MARCHE"}, "B1"),
    ("down", {"1E": "MARCHE"}, "2A"),
    ("across", {"O5": "MARCHE", "3B": "SA"}, None),
    ("down", {"15E": "MARCHE", "C2": "SA"}, None),
]


def test_a_raccord_lies_on_the_grid_edge_and_not_beyond() -> None:
    """Letters drawn above the first line of the grid are not those of its last line."""
    with every_row() as each:
        for sheet, grid, placement in EDGES:
            with each(f"{sheet}-{grid}"):
                board = Board.empty()
                for place, word in grid.items():
                    board = board.lay(word, Place.parse(place))
                position = replace(POSITION, board=board, words=frozenset({"BOULE", "ME", "USA"}))

                verdict = correct(
                    position, Bulletin(Sheet.from_text(DRAWN[sheet]), "", ""), EDITIONS["2023"]
                )

                assert verdict.decision.placement == placement
