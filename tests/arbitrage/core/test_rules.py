"""Rules that no golden case shows, on variants of golden cases."""

from dataclasses import replace

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.codes import FindingCode, Motive, Route, Sanction
from arbitrage.core.correct import correct
from arbitrage.core.sheets.position import JudgedPosition
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.core.verdict import Verdict
from engine.board.board import Board
from engine.board.place import Place
from engine.regulation.edition_2023 import EDITION_2023
from engine.regulation.editions import EDITIONS
from tests.rows import every_row

from .golden import get_golden_case, load_all_cases
from .test_hard_sheets import judge_eight_letters_in_seven_of_eight
from .test_undecided import EXAMPLES


def _judge(name: str, *, sheet: str | None = None, **changes: str) -> Verdict:
    case = get_golden_case(name)
    drawn = case.bulletin.sheet if sheet is None else Sheet.from_text(sheet)
    bulletin = replace(case.bulletin, sheet=drawn)
    return correct(case.position, replace(bulletin, **changes), edition=EDITION_2023)  # type: ignore[arg-type]


def _list_codes(verdict: Verdict) -> set[FindingCode]:
    return {finding.code for finding in verdict.findings}


def test_a_refused_bulletin_is_zero_even_if_correct() -> None:
    with every_row() as each:
        for state in sorted(set(SheetState) - {SheetState.OK, SheetState.HARD_TO_READ}):
            with each(state):
                case = get_golden_case("exact-b")
                verdict = correct(
                    case.position, replace(case.bulletin, state=state), edition=EDITION_2023
                )

                assert (verdict.points, verdict.sanction, verdict.article) == (
                    0,
                    Sanction.ZERO,
                    "5.7",
                )


def test_several_faults_give_one_warning_with_all_its_motives() -> None:
    case = get_golden_case("joker-uncircled-wrong")
    inverted = replace(case.bulletin, reference="C9", state=SheetState.HARD_TO_READ)
    verdict = correct(case.position, inverted, edition=EDITION_2023)

    assert verdict.sanction == Sanction.WARNING
    assert verdict.motives == (
        Motive.SCORE,
        Motive.INVERSION,
        Motive.JOKER,
        Motive.PRESENTATION,
    )


def test_a_penalty_absorbs_the_warning_for_the_circle() -> None:
    verdict = _judge("joker-circle-high", sheet="C\nR\nI\nE\nR\nA\nI", reference="")

    assert (verdict.points, verdict.gross) == (5, 10)
    assert verdict.motives == (Motive.LOCATION,)


def test_a_word_neither_admitted_nor_drawn_has_both_motives() -> None:
    verdict = _judge("not-admitted-a", sheet="T\nE\nN\nM\nA\nT")

    assert verdict.motives == (Motive.NOT_ADMITTED, Motive.WRONG_LETTER)
    assert {FindingCode.WORD_NOT_ADMITTED, FindingCode.LETTERS_NOT_DRAWN} <= _list_codes(verdict)


def test_a_word_never_possible_is_an_impossible_placement() -> None:
    verdict = _judge("letter-missing-c", reference="8H")

    assert verdict.motives == (Motive.IMPOSSIBLE_PLACE,)
    assert verdict.article == "5.4.1.c"


def test_a_single_letter_is_no_word_written_in_full() -> None:
    verdict = _judge("prolong-full-b", sheet="A.\n.R", score="12")

    assert (verdict.sanction, verdict.motives) == (Sanction.ZERO, (Motive.INCOMPLETE,))


def test_a_circled_grid_letter_is_wrong_with_a_joker() -> None:
    verdict = _judge("joker-certain-ok", sheet="ICONe", reference="e9")

    assert verdict.motives == (Motive.JOKER,)
    assert verdict.points == 8


def test_a_circle_on_a_joker_of_the_grid_is_ignored() -> None:
    verdict = _judge("joker-on-grid-a", sheet="O\nh\nE")

    assert verdict.decided
    assert verdict.sanction == Sanction.NONE


def test_an_invalid_place_with_the_claimed_score_is_shown() -> None:
    case = get_golden_case("fallacious-twin-a")
    position = replace(case.position, words=case.words | {"CHANTERS"})
    verdict = correct(position, case.bulletin, edition=EDITION_2023)

    assert (verdict.points, verdict.sanction) == (24, Sanction.PENALTY)
    assert FindingCode.INVALID_TWIN in _list_codes(verdict)
    assert verdict.needs_arbiter


def test_a_penalty_after_a_bad_word_is_shown() -> None:
    verdict = _judge("fallacious-reference-b", reference="11E", score="10")

    assert (verdict.points, verdict.sanction) == (5, Sanction.PENALTY)
    assert verdict.needs_arbiter


def test_a_fallacious_zero_is_shown_with_its_alternative() -> None:
    verdict = _judge("fallacious-twin-a")

    assert verdict.needs_arbiter
    assert [(rival.placement, rival.points) for rival in verdict.other_readings] == [("11E", 24)]


def test_a_correct_location_with_its_score_survives_a_fallacious_twin() -> None:
    verdict = _judge("fallacious-twin-a", reference="11E")

    assert (verdict.points, verdict.sanction) == (29, Sanction.NONE)
    assert not verdict.needs_arbiter


def test_a_fallacious_twin_is_ignored_beside_a_better_named_place() -> None:
    case = get_golden_case("fallacious-twin-a")
    named = replace(case.bulletin, reference="6E", score="16")
    verdict = correct(case.position, named, edition=EDITION_2023)

    assert (verdict.points, verdict.placement) == (12, "6E")
    assert [rival.route for rival in verdict.other_readings] == [Route.SCORE]


def test_two_grid_letters_do_not_rival_a_correct_reference() -> None:
    board = Board.empty().lay("LU", Place.parse("A13")).lay("OS", Place.parse("H8"))
    position = JudgedPosition(board, "AELRSTU", 3, frozenset({"LU", "OS", "SALUT", "TO"}))
    verdict = correct(
        position, Bulletin(Sheet.from_text("SALUT"), "G4", "30"), edition=EDITION_2023
    )

    assert (verdict.placement, verdict.motives) == ("G4", (Motive.SCORE,))
    assert verdict.other_readings == ()


def test_the_best_of_two_solutions_lists_its_rival() -> None:
    verdict = _judge("reference-valid-score-elsewhere-a")

    assert [
        (reading.placement, reading.points, reading.retained) for reading in verdict.readings
    ] == [
        ("4C", 9, True),
        ("11F", 7, False),
    ]


def test_a_score_that_several_places_share_retains_none_of_them() -> None:
    verdict = _judge("no-reference-two-places-a")

    assert verdict.placement is None
    assert {reading.placement for reading in verdict.readings} == {"F5", "F6"}


def test_a_zero_for_the_wrong_direction_names_the_right_places() -> None:
    verdict = _judge("no-reference-other-direction-a")

    assert FindingCode.SCORE_OTHER_DIRECTION in _list_codes(verdict)


def test_an_unknown_second_word_is_named() -> None:
    verdict = _judge("valid-and-not-admitted-a")

    assert verdict.motives == (Motive.NOT_ADMITTED,)
    assert {"word": "SRIES"} in [finding.data for finding in verdict.findings]


def test_a_reference_and_two_raccord_letters_are_two_modes() -> None:
    verdict = _judge("raccord-two-b", reference="I1")

    assert (verdict.points, verdict.motives) == (6, (Motive.BOTH_MODES,))


def test_an_unreadable_drawing_of_many_words_is_undecided() -> None:
    case = get_golden_case("exact-b")
    crowd = Sheet(("AEI.RS.AI.ER",) * 13)
    verdict = correct(case.position, replace(case.bulletin, sheet=crowd), edition=EDITION_2023)

    assert not verdict.decided


def test_every_finding_is_made_by_some_bulletin() -> None:
    verdicts = [
        correct(case.position, case.bulletin, edition)
        for case in load_all_cases()
        for edition in EDITIONS.values()
    ]
    verdicts += [judge() for judge, _, _ in EXAMPLES]
    verdicts += [
        _judge("exact-b", score="?"),
        _judge("prolong-full-b", sheet="A"),
        _judge("not-admitted-a", sheet="T\nE\nN\nM\nA\nT"),
        _judge("turn1-vertical-reference"),
        judge_eight_letters_in_seven_of_eight("2023"),
    ]

    assert set().union(*map(_list_codes, verdicts)) == set(FindingCode)


def test_a_word_lacking_a_letter_is_recognised_by_its_raccord() -> None:
    board = Board.empty().lay("FORMATION", Place.parse("H4"))
    position = JudgedPosition(board, "AELPRTU", 2, frozenset({"FORMATION", "FORMATIONS", "PLATES"}))
    written = Bulletin(Sheet.from_text("...P\n...L\n...A\n...T\n...E\nIONS"), "", "19")

    for edition in EDITIONS.values():
        verdict = correct(position, written, edition)
        assert (verdict.points, verdict.motives) == (0, (Motive.WRONG_LETTER,))


def test_a_word_playable_as_named_is_no_cut_prolongation() -> None:
    """PLA could be PLATES cut short, but the reference lays it elsewhere and it is no word."""
    with every_row() as each:
        for edition in EDITIONS.values():
            with each(edition.key):
                board = Board.empty().lay("ATES", Place.parse("H6")).lay("OR", Place.parse("10G"))
                position = JudgedPosition(
                    board, "PLAIOUE", 3, frozenset({"ATES", "OR", "PLATES", "PO"})
                )
                verdict = correct(position, Bulletin(Sheet.from_text("PLA"), "G8", "9"), edition)

                assert (verdict.points, verdict.motives) == (0, (Motive.NOT_ADMITTED,))


def test_a_parasite_word_with_the_raccord_is_shown() -> None:
    board = Board.empty().lay("ZONER", Place.parse("8H"))
    position = JudgedPosition(board, "NREVNSS", 2, frozenset({"ZONER", "SEVRE"}))
    drawn = ".N...\n.Z...\n.O...\n.N...\nSEVRE\n.R..."
    verdict = correct(position, Bulletin(Sheet.from_text(drawn), "", "16"), edition=EDITION_2023)

    assert (verdict.points, verdict.sanction) == (16, Sanction.NONE)
    assert verdict.needs_arbiter


def test_a_provisional_penalty_goes_to_commission_and_arbiter() -> None:
    case = get_golden_case("no-reference-two-places-a")
    verdict = correct(case.position, case.bulletin, EDITIONS["2017"])

    assert verdict.commission
    assert verdict.needs_arbiter
    assert verdict.placement is None


def test_a_silent_text_is_shown_to_the_arbiter() -> None:
    case = get_golden_case("parasite-apart-alpha")
    verdict = correct(case.position, case.bulletin, EDITIONS["2014"])

    assert (verdict.points, verdict.motives) == (9, (Motive.PRESENTATION,))
    assert FindingCode.SILENT_TEXT in _list_codes(verdict)
    assert verdict.needs_arbiter


def test_a_penalty_leaves_at_least_zero_points() -> None:
    case = get_golden_case("penalty-small-score-a")
    verdict = correct(case.position, case.bulletin, EDITIONS["2017"])

    assert (verdict.points, verdict.gross, verdict.sanction) == (0, 3, Sanction.PENALTY)
    assert verdict.needs_arbiter
