"""Game sheets as people paste them: what is read, what is refused and on which line."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import gamesheet
from engine.formats import FORMATS, NORMAL, get_format
from engine.gamesheet import MAX_CHARACTERS, Letters, Play, print_sheet, read_sheet, written_word
from engine.lexicon import Lexicon
from engine.place import Place
from engine.prepare import as_script, tries
from engine.record import parse_record
from engine.sheet_record import assemble, lines_of, sheet_of

GAMES = Path(__file__).parents[1] / "games"
RECORDS = ["hiersac-2018-07-07", "hiersac-2022-01-21-joker"]
#: What of a turn a sheet tells.
TOLD = ("turn", "kept", "drawn", "rejected", "word", "ref", "score")


def script(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((GAMES / f"{name}.json").read_text(encoding="utf-8"))
    return found


def printed(game: dict[str, Any]) -> str:
    return print_sheet(lines_of(game))


def told(game: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {name: turn[name] for name in TOLD} | {"stays": bool(turn.get("joker_stays_on_board"))}
        for turn in game["turns"]
    ]


# --- reading ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("AE+IRTSL", Letters(1, "AE", "IRTSL", rejected=False)),
        ("-AEIOUUY", Letters(1, "", "AEIOUUY", rejected=True)),
        ("AECC?NU", Letters(1, None, "AECC?NU", rejected=False)),
        ("ae+irt*l", Letters(1, "AE", "IRT?L", rejected=False)),
        ("-AE+IRTSL", Letters(1, "", "AEIRTSL", rejected=True)),
        ("AE + IRTSL", Letters(1, "AE", "IRTSL", rejected=False)),
        ("AE +IRTSL", Letters(1, "AE", "IRTSL", rejected=False)),
        ("–AEIOUUY", Letters(1, "", "AEIOUUY", rejected=True)),
        ("\u2212AEIOUUY", Letters(1, "", "AEIOUUY", rejected=True)),
        ("+AEIRTSL", Letters(1, "", "AEIRTSL", rejected=False)),
    ],
)
def test_the_letters_of_a_turn(text: str, letters: Letters) -> None:
    assert read_sheet(f"{text} MAISON H4 20").letters == [letters]


@pytest.mark.parametrize(
    ("word", "spelt"),
    [
        ("MA(I)SON", "MAiSON"),
        ("MAiSON", "MAiSON"),
        ("(M)AISO(N)", "mAISOn"),
        ("MAISO(NS)", "MAISOns"),
        ("(m)aison", "mAISON"),
        ("maison", "MAISON"),
    ],
)
def test_a_joker_is_in_brackets_or_small(word: str, spelt: str) -> None:
    (play,) = read_sheet(f"AEIMNOS {word} H4 20").plays
    assert play == Play(1, spelt, Place.parse("H4"), 20, None)


@pytest.mark.parametrize(
    "line",
    [
        "1 AECC?NU C(H)ACUNE H4 76",
        "1. AECC?NU C(H)ACUNE H4 76 76",
        "AECC?NU\tC(H)ACUNE\th4\t76",
        "1;AECC?NU;C(H)ACUNE;H4;76;76",
        "| 1 | AECC?NU | C(H)ACUNE | H4 | 76 | 76 |",
        "  1)  AECC?NU   C(H)ACUNE   76   H4",
        "AECC?NU C(H)ACUNE H4",
        "1 AECC?NU C(H)ACUNE H4 76 # le top",
        "\ufeff1 AECC?NU C(H)ACUNE H4 76\r",
    ],
)
def test_columns_are_separated_in_many_ways(line: str) -> None:
    sheet = read_sheet(line)
    assert sheet.problems == []
    assert sheet.letters == [Letters(1, None, "AECC?NU", rejected=False)]
    (play,) = sheet.plays
    assert (play.word, str(play.place)) == ("ChACUNE", "H4")


def test_a_number_before_letters_that_begin_with_plus_stays_a_number() -> None:
    assert read_sheet("1 +AEIRTSL MAISON H4 20").letters == [Letters(1, "", "AEIRTSL", False)]


def test_head_rules_comments_and_blank_lines_are_skipped() -> None:
    text = """# Partie du vendredi
N°  Tirage      Mot         Réf.  Pts   Cumul
----------------------------------------------

 1  AECC?NU     C(H)ACUNE   H4    76    76
==============================================
Total : 76
"""
    sheet = read_sheet(text)
    assert (len(sheet.letters), len(sheet.plays), sheet.total) == (1, 1, 76)
    assert sheet.problems == []


def test_the_word_may_stand_one_line_lower() -> None:
    text = "1 AECC?NU\n2 EIOLMLS C(H)ACUNE H4 76\n3 IARERIS MOLLIES G8 68\n  CRIERAIS 4H 72\n"
    shifted = assemble(read_sheet(text), NORMAL)
    straight = print_sheet(lines_of(script(RECORDS[0]))[:3])
    assert shifted.script is not None
    assert shifted.script == assemble(read_sheet(straight), NORMAL).script


PROBLEMS: dict[str, tuple[str, int | None, str]] = {
    "nothing": ("", None, "no_turns"),
    "only a head": ("N° Tirage Mot", None, "no_turns"),
    "prose": ("1 AECC?NU C(H)ACUNE H4 76\nDeux joueurs ont trouvé ce mot", 2, "unreadable"),
    "letters that are none": ("AEÉ MAISON H4 20", 1, "unreadable"),
    "open bracket": ("AEIMNOS MA(ISON H4 20", 1, "unreadable"),
    "no reference": ("AEIMNOS MAISON 20", 1, "no_reference"),
    "reference off the grid": ("AEIMNOS MAISON H16 20", 1, "bad_reference"),
    "row P": ("AEIMNOS MAISON P4 20", 1, "bad_reference"),
    "numbers that jump": ("1 AECC?NU CHACUNE H4 76\n3 EIOLMLS MOLLIES G8 68", 2, "bad_number"),
    "a turn without word": ("1 AECC?NU CHACUNE H4 76\n2 EIOLMLS", 2, "unpaired"),
    "a word without letters": ("1 AECC?NU CHACUNE H4 76\nMOLLIES G8 68", 2, "unpaired"),
    "two references": ("AEIMNOS MAISON H4 4H 20", 1, "unreadable"),
    "endless": ("A" * (MAX_CHARACTERS + 1), None, "too_long"),
    "too many turns": ("AEIMNOS MAISON H4 20\n" * 61, None, "too_many_turns"),
}


@pytest.mark.parametrize("case", PROBLEMS)
def test_a_line_that_is_no_turn_is_a_problem_with_its_number(case: str) -> None:
    text, line, code = PROBLEMS[case]
    (problem,) = read_sheet(text).problems
    assert (problem.line, problem.code) == (line, code)


@pytest.mark.parametrize(
    ("number", "old", "new", "code"),
    [
        (1, " H4 ", " ", "no_reference"),
        (3, " 3 ", " 7 ", "bad_number"),
        (5, "N2", "Z2", "bad_reference"),
    ],
)
def test_one_bad_line_is_one_problem(number: int, old: str, new: str, code: str) -> None:
    problems = read_sheet(spoilt(number, old, new)).problems
    assert [(problem.line, problem.code) for problem in problems][:1] == [(number, code)]
    assert len(problems) <= 2  # a wrong number makes the next one wrong as well


def test_every_bad_line_is_told_at_once() -> None:
    problems = read_sheet("AEÉ MAISON H4\nAEIMNOS MAISON H16\nAEIMNOS MAISON 3").problems
    assert [problem.line for problem in problems] == [1, 2, 3]


@given(st.text(st.sampled_from("AEH48? ()+-;|#\n\t.é12Total"), max_size=200))
def test_nothing_that_is_pasted_raises(text: str) -> None:
    sheet = read_sheet(text)
    assert sheet.problems or len(sheet.letters) == len(sheet.plays) > 0
    assemble(sheet, NORMAL)


# --- playing what was read -------------------------------------------------------------


def spoilt(number: int, old: str, new: str, name: str = RECORDS[0]) -> str:
    lines = printed(script(name)).split("\n")
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    return "\n".join(lines)


IMPOSSIBLE: dict[str, tuple[str, int, str, dict[str, object]]] = {
    "other letters kept": (
        spoilt(5, "RU+", "RT+"), 5, "wrong_kept", {"found": "RT", "expected": "RU"},
    ),
    "a second K": (spoilt(7, "BNISRAA", "KNISRAA"), 7, "not_in_bag", {"missing": "K"}),
    "six letters": (spoilt(3, "IARERIS", "IARERI"), 3, "rack_size", {"found": 6, "expected": 7}),
    "a letter not drawn": (
        spoilt(2, "MOLLIES", "MOLLIEZ"),
        2,
        "bad_move",
        {"word": "MOLLIEZ", "reason": "letters_not_in_rack", "missing": "Z"},
    ),
    "over another letter": (
        spoilt(3, "4H ", "4G "), 3, "bad_move", {"ref": "4G", "reason": "letter_conflict"},
    ),
    "away from all words": (
        spoilt(2, "G8 ", "A1 "), 2, "bad_move", {"ref": "A1", "reason": "not_connected"},
    ),
    "first word off the centre": (
        spoilt(1, "H4 ", "A1 "), 1, "bad_move", {"ref": "A1", "reason": "off_centre"},
    ),
    "off the grid": (spoilt(1, "H4 ", "H12"), 1, "bad_move", {"reason": "off_board"}),
}  # fmt: skip


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_a_turn_that_cannot_be_played_is_a_problem_on_its_line(case: str) -> None:
    text, line, code, data = IMPOSSIBLE[case]
    made = assemble(read_sheet(text), NORMAL)
    (problem,) = made.problems
    assert made.script is None
    assert (problem.line, problem.code) == (line, code)
    assert {**problem.data, **data} == problem.data


def test_a_score_or_total_that_differs_is_a_remark_and_the_computed_one_holds() -> None:
    made = assemble(read_sheet(spoilt(2, "  68   144", "  86   162")), NORMAL)
    assert made.script is not None
    assert made.script["turns"][1]["score"] == 68
    assert [(one.line, one.code, one.data) for one in made.remarks] == [
        (2, "other_score", {"printed": 86, "found": 68})
    ]
    made = assemble(
        read_sheet(printed(script(RECORDS[0])).replace("Total 1034", "Total 1")), NORMAL
    )
    assert [(one.line, one.code) for one in made.remarks] == [(None, "other_total")]


def test_letters_that_are_not_told_apart_are_found() -> None:
    text = printed(script(RECORDS[0])).replace("+", "").replace("-", "")
    made = assemble(read_sheet(text), NORMAL)
    assert made.script is not None
    assert told(made.script)[:20] == told(script(RECORDS[0]))[:20]


def test_a_joker_that_was_kept_is_printed_with_either_letters() -> None:
    first = "1 ?EGIOTX TOGE H5\n"
    for second in ("2 IX+?DRUE RIE 8F", "2 ?IX+DRUE RIE 8F", "2 ?IXDRUE RIE 8F"):
        made = assemble(read_sheet(first + second), FORMATS["joker"])
        assert made.problems == [], second
    wrong = assemble(read_sheet(first + "2 I+?DRUEX RIE 8F"), FORMATS["joker"])
    assert [problem.code for problem in wrong.problems] == ["wrong_kept"]


def test_what_the_rules_say_otherwise_is_a_remark() -> None:
    made = assemble(read_sheet("1 AECC?NU C(H)ACUNE 8D"), NORMAL)
    assert made.script is not None
    assert [(one.line, one.code) for one in made.remarks] == [(1, "first_vertical")]

    game = script(RECORDS[1])
    game["turns"] = game["turns"][:2]
    game["turns"][0]["joker_stays_on_board"] = True  # the bag still has an N
    del game["total"]
    made = assemble(sheet_of(parse_record(game), game), FORMATS["joker"])
    assert [(one.line, one.code, one.data) for one in made.remarks] == [
        (1, "other_joker", {"letter": "N", "stays": False})
    ]
    assert made.script is not None
    assert made.script["turns"][0]["joker_stays_on_board"] is False


# --- there and back --------------------------------------------------------------------


@pytest.mark.parametrize("name", RECORDS)
def test_a_recorded_game_is_printed_and_read_back(name: str) -> None:
    game = script(name)
    made = assemble(read_sheet(printed(game)), get_format(game["format"]))
    assert (made.problems, made.remarks) == ([], [])
    assert made.script is not None
    assert printed(made.script) == printed(game)
    assert made.script["total"] == game["total"]
    # the published sheet does not say that the last two letters were kept
    assert told(made.script)[:20] == told(game)[:20]
    parse_record(made.script)


@pytest.mark.parametrize("name", RECORDS)
def test_a_recorded_game_is_checked_like_a_sheet(name: str) -> None:
    game = script(name)
    made = assemble(sheet_of(parse_record(game), game), get_format(game["format"]))
    assert (made.problems, made.remarks) == ([], [])
    assert made.script is not None
    assert printed(made.script) == printed(game)


@pytest.mark.parametrize("key", FORMATS)
def test_prepared_games_of_every_format_are_printed_and_read_back(
    key: str, shipped: Lexicon
) -> None:
    for game in islice(tries(fmt=FORMATS[key], seed=b"r" * 32, lexicon=shipped), 2):
        prepared = as_script(game)
        made = assemble(read_sheet(printed(prepared)), FORMATS[key])
        assert (made.problems, made.remarks) == ([], [])
        assert made.script is not None
        assert told(made.script) == told(prepared)
        assert printed(made.script) == printed(prepared)


@given(st.text(st.sampled_from("AEIRSTaeirst"), min_size=2, max_size=15))
def test_a_word_is_written_and_read_back(word: str) -> None:
    (play,) = read_sheet(f"AEIRSTU {written_word(word)} H1 10").plays
    assert play.word == word


def test_the_example_of_the_module_is_a_sheet() -> None:
    text = "".join(
        line for line in (gamesheet.__doc__ or "").splitlines(True) if line[:5].isspace()
    )
    made = assemble(read_sheet(text), NORMAL)
    assert (made.problems, made.remarks) == ([], [])
    assert made.script is not None
    assert made.script["total"] == 216
