"""Sheets played turn by turn: problems, remarks, and conversion in both directions."""

from hypothesis import given, strategies as st

from engine.board.formats import FORMATS, NORMAL, get_format
from engine.lexicon.lexicon import Lexicon
from engine.record import game_sheet
from engine.record.game_sheet import format_word, read_sheet
from engine.record.prepare import SeededGames, to_script
from engine.record.recorded_game import parse_recorded_game
from engine.record.sheet_record import build_sheet, convert_sheet
from engine.regulation.edition_2023 import EDITION_2023
from tests.engine.sheets import RECORDS, change_line, load_script, print_game, select_sheet_fields
from tests.rows import every_row

IMPOSSIBLE: dict[str, tuple[str, int, str, dict[str, object]]] = {
    "other letters kept": (
        change_line(5, "RU+", "RT+"), 5, "wrong_kept", {"found": "RT", "expected": "RU"},
    ),
    "a second K": (change_line(7, "BNISRAA", "KNISRAA"), 7, "not_in_bag", {"missing": "K"}),
    "six letters": (
        change_line(3, "IARERIS", "IARERI"), 3, "rack_size", {"found": 6, "expected": 7},
    ),
    "a letter not drawn": (
        change_line(2, "MOLLIES", "MOLLIEZ"),
        2,
        "bad_move",
        {"word": "MOLLIEZ", "reason": "letters_not_in_rack", "missing": "Z"},
    ),
    "over another letter": (
        change_line(3, "4H ", "4G "), 3, "bad_move", {"ref": "4G", "reason": "letter_conflict"},
    ),
    "away from all words": (
        change_line(2, "G8 ", "A1 "), 2, "bad_move", {"ref": "A1", "reason": "not_connected"},
    ),
    "first word off the centre": (
        change_line(1, "H4 ", "A1 "), 1, "bad_move", {"ref": "A1", "reason": "off_centre"},
    ),
    "off the grid": (change_line(1, "H4 ", "H12"), 1, "bad_move", {"reason": "off_board"}),
}  # fmt: skip


def test_an_impossible_turn_is_a_problem_of_its_line() -> None:
    with every_row() as each:
        for case, (text, line, code, data) in IMPOSSIBLE.items():
            with each(case):
                conversion = convert_sheet(read_sheet(text), NORMAL)
                (problem,) = conversion.problems
                assert conversion.script is None
                assert (problem.line, problem.code) == (line, code)
                assert {**problem.data, **data} == problem.data


def test_another_score_or_total_is_a_remark() -> None:
    conversion = convert_sheet(read_sheet(change_line(2, "  68   144", "  86   162")), NORMAL)
    assert conversion.script is not None
    assert conversion.script["turns"][1]["score"] == 68
    assert [(remark.line, remark.code, remark.data) for remark in conversion.remarks] == [
        (2, "other_score", {"printed": 86, "found": 68})
    ]
    conversion = convert_sheet(
        read_sheet(print_game(load_script(RECORDS[0])).replace("Total 1034", "Total 1")), NORMAL
    )
    assert [(remark.line, remark.code) for remark in conversion.remarks] == [(None, "other_total")]


def test_letters_kept_and_drawn_are_separated() -> None:
    text = print_game(load_script(RECORDS[0])).replace("+", "").replace("-", "")
    conversion = convert_sheet(read_sheet(text), NORMAL)
    assert conversion.script is not None
    assert (
        select_sheet_fields(conversion.script)[:20]
        == select_sheet_fields(load_script(RECORDS[0]))[:20]
    )


def test_a_joker_that_was_kept_is_printed_with_either_letters() -> None:
    first = "1 ?EGIOTX TOGE H5\n"
    for second in ("2 IX+?DRUE RIE 8F", "2 ?IX+DRUE RIE 8F", "2 ?IXDRUE RIE 8F"):
        conversion = convert_sheet(read_sheet(first + second), FORMATS["joker"])
        assert conversion.problems == [], second
    wrong = convert_sheet(read_sheet(first + "2 I+?DRUEX RIE 8F"), FORMATS["joker"])
    assert [problem.code for problem in wrong.problems] == ["wrong_kept"]


def test_differences_to_the_rules_are_remarks() -> None:
    conversion = convert_sheet(read_sheet("1 AECC?NU C(H)ACUNE 8D"), NORMAL)
    assert conversion.script is not None
    assert [(remark.line, remark.code) for remark in conversion.remarks] == [(1, "first_vertical")]

    game = load_script(RECORDS[1])
    game["turns"] = game["turns"][:2]
    game["turns"][0]["joker_stays_on_board"] = True  # the bag still has an N
    del game["total"]
    conversion = convert_sheet(build_sheet(parse_recorded_game(game), game), FORMATS["joker"])
    assert [(remark.line, remark.code, remark.data) for remark in conversion.remarks] == [
        (1, "other_joker", {"letter": "N", "stays": False})
    ]
    assert conversion.script is not None
    assert conversion.script["turns"][0]["joker_stays_on_board"] is False


# --- round trips -----------------------------------------------------------------------


def test_a_recorded_game_is_printed_and_read_back() -> None:
    with every_row() as each:
        for name in RECORDS:
            with each(name):
                game = load_script(name)
                conversion = convert_sheet(read_sheet(print_game(game)), get_format(game["format"]))
                assert (conversion.problems, conversion.remarks) == ([], [])
                assert conversion.script is not None
                assert print_game(conversion.script) == print_game(game)
                assert conversion.script["total"] == game["total"]
                # the published sheet does not say that the last two letters were kept
                assert select_sheet_fields(conversion.script)[:20] == select_sheet_fields(game)[:20]
                parse_recorded_game(conversion.script)


def test_a_recorded_game_is_checked_like_a_sheet() -> None:
    with every_row() as each:
        for name in RECORDS:
            with each(name):
                game = load_script(name)
                conversion = convert_sheet(
                    build_sheet(parse_recorded_game(game), game), get_format(game["format"])
                )
                assert (conversion.problems, conversion.remarks) == ([], [])
                assert conversion.script is not None
                assert print_game(conversion.script) == print_game(game)


def test_prepared_games_of_every_format_are_printed_and_read_back(shipped: Lexicon) -> None:
    with every_row() as each:
        for key, fmt in FORMATS.items():
            with each(key):
                game = SeededGames(fmt, b"r" * 32, shipped, EDITION_2023).play(0)
                prepared = to_script(game)
                conversion = convert_sheet(read_sheet(print_game(prepared)), fmt)
                assert (conversion.problems, conversion.remarks) == ([], [])
                assert conversion.script is not None
                assert select_sheet_fields(conversion.script) == select_sheet_fields(prepared)
                assert print_game(conversion.script) == print_game(prepared)


@given(st.text(st.sampled_from("AEIRSTaeirst"), min_size=2, max_size=15))
def test_a_word_is_written_and_read_back(word: str) -> None:
    (play,) = read_sheet(f"AEIRSTU {format_word(word)} H1 10").plays
    assert play.word == word


def test_the_example_of_the_module_is_a_sheet() -> None:
    text = "".join(
        line for line in (game_sheet.__doc__ or "").splitlines(True) if line[:5].isspace()
    )
    conversion = convert_sheet(read_sheet(text), NORMAL)
    assert (conversion.problems, conversion.remarks) == ([], [])
    assert conversion.script is not None
    assert conversion.script["total"] == 216
