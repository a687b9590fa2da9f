"""Game sheets as people paste them: what is read, what is refused and on which line."""

from hypothesis import given, strategies as st

from engine.board.formats import NORMAL
from engine.board.place import Place
from engine.record.game_sheet import (
    MAX_CHARACTERS,
    PrintedLetters,
    PrintedPlay,
    format_sheet,
    read_sheet,
)
from engine.record.sheet_record import build_sheet_lines, convert_sheet
from tests.engine.sheets import RECORDS, change_line, load_script
from tests.rows import every_row

LETTERS: list[tuple[str, PrintedLetters]] = [
    ("AE+IRTSL", PrintedLetters(1, "AE", "IRTSL", rejected=False)),
    ("-AEIOUUY", PrintedLetters(1, "", "AEIOUUY", rejected=True)),
    ("AECC?NU", PrintedLetters(1, None, "AECC?NU", rejected=False)),
    ("ae+irt*l", PrintedLetters(1, "AE", "IRT?L", rejected=False)),
    ("-AE+IRTSL", PrintedLetters(1, "", "AEIRTSL", rejected=True)),
    ("AE + IRTSL", PrintedLetters(1, "AE", "IRTSL", rejected=False)),
    ("AE +IRTSL", PrintedLetters(1, "AE", "IRTSL", rejected=False)),
    ("–AEIOUUY", PrintedLetters(1, "", "AEIOUUY", rejected=True)),
    ("\u2212AEIOUUY", PrintedLetters(1, "", "AEIOUUY", rejected=True)),
    ("+AEIRTSL", PrintedLetters(1, "", "AEIRTSL", rejected=False)),
    ("É+ÎRTŒl", PrintedLetters(1, "E", "IRTOEL", rejected=False)),
    ("É + ÎRTSLÀ", PrintedLetters(1, "E", "IRTSLA", rejected=False)),
    ("AE\u0301IOUUY", PrintedLetters(1, None, "AEIOUUY", rejected=False)),
]


def test_the_letters_of_a_turn() -> None:
    with every_row() as each:
        for text, letters in LETTERS:
            with each(text):
                assert read_sheet(f"{text} MAISON H4 20").letters == [letters]


JOKERS: list[tuple[str, str]] = [
    ("MA(I)SON", "MAiSON"),
    ("MAiSON", "MAiSON"),
    ("(M)AISO(N)", "mAISOn"),
    ("MAISO(NS)", "MAISOns"),
    ("(m)aison", "mAISON"),
    ("maison", "MAISON"),
    ("BÉARNAIS", "BEARNAIS"),
    ("B(É)ARNAIS", "BeARNAIS"),
    ("BéARNAIS", "BeARNAIS"),
    ("BE\u0301ARNAIS", "BEARNAIS"),
    ("cœur", "COEUR"),
    ("C(Œ)UR", "CoeUR"),
    ("ÇÀ", "CA"),
]


def test_a_joker_is_in_brackets_or_small() -> None:
    with every_row() as each:
        for word, spelt in JOKERS:
            with each(word):
                (play,) = read_sheet(f"AEIMNOS {word} H4 20").plays
                assert play == PrintedPlay(1, spelt, Place.parse("H4"), 20, None)


def test_columns_are_separated_in_many_ways() -> None:
    with every_row() as each:
        for line in (
            "1 AECC?NU C(H)ACUNE H4 76",
            "1. AECC?NU C(H)ACUNE H4 76 76",
            "AECC?NU\tC(H)ACUNE\th4\t76",
            "1;AECC?NU;C(H)ACUNE;H4;76;76",
            "| 1 | AECC?NU | C(H)ACUNE | H4 | 76 | 76 |",
            "  1)  AECC?NU   C(H)ACUNE   76   H4",
            "AECC?NU C(H)ACUNE H4",
            "AECC?NU C(H)AÇÛNÉ H 4",
            "1 AECC?NU C(H)ACUNE H4 76 # le top",
            "\ufeff1 AECC?NU C(H)ACUNE H4 76\r",
        ):
            with each(line):
                sheet = read_sheet(line)
                assert sheet.problems == []
                assert sheet.letters == [PrintedLetters(1, None, "AECC?NU", rejected=False)]
                (play,) = sheet.plays
                assert (play.word, str(play.place)) == ("ChACUNE", "H4")


def test_a_number_before_plus_and_letters_is_a_turn_number() -> None:
    assert read_sheet("1 +AEIRTSL MAISON H4 20").letters == [
        PrintedLetters(1, "", "AEIRTSL", False)
    ]


def test_head_rules_comments_and_blank_lines_are_skipped() -> None:
    text = """# Partie du vendredi
N°  Tirage      Mot         Réf.  Pts   Cumul
----------------------------------------------

 1  AECC?NU     C(H)ACUNE   H4    76    76
==============================================
Total : 76
"""
    sheet = read_sheet(text)
    assert (len(sheet.letters), len(sheet.plays), sheet.total) == (1, 1, 76)
    assert sheet.problems == []


def test_the_word_may_be_one_line_lower() -> None:
    text = "1 AECC?NU\n2 EIOLMLS C(H)ACUNE H4 76\n3 IARERIS MOLLIES G8 68\n  CRIERAIS 4H 72\n"
    shifted = convert_sheet(read_sheet(text), NORMAL)
    straight = format_sheet(build_sheet_lines(load_script(RECORDS[0]))[:3])
    assert shifted.script is not None
    assert shifted.script == convert_sheet(read_sheet(straight), NORMAL).script


PROBLEMS: dict[str, tuple[str, int | None, str]] = {
    "nothing": ("", None, "no_turns"),
    "only a head": ("N° Tirage Mot", None, "no_turns"),
    "prose": ("1 AECC?NU C(H)ACUNE H4 76\nDeux joueurs ont trouvé ce mot", 2, "unreadable"),
    "letters that are none": ("AEØ MAISON H4 20", 1, "unreadable"),
    "a word with a letter that no tile has": ("AEIMNOS MAIẞØN H4 20", 1, "unreadable"),
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


def test_a_line_that_is_not_a_turn_is_a_problem() -> None:
    with every_row() as each:
        for case, (text, line, code) in PROBLEMS.items():
            with each(case):
                (problem,) = read_sheet(text).problems
                assert (problem.line, problem.code) == (line, code)


def test_one_bad_line_is_one_problem() -> None:
    with every_row() as each:
        for number, old, new, code in (
            (1, " H4 ", " ", "no_reference"),
            (3, " 3 ", " 7 ", "bad_number"),
            (5, "N2", "Z2", "bad_reference"),
        ):
            with each(code):
                problems = read_sheet(change_line(number, old, new)).problems
                assert [(problem.line, problem.code) for problem in problems][:1] == [
                    (number, code)
                ]
                assert len(problems) <= 2  # a wrong number makes the next one wrong as well


def test_all_bad_lines_are_reported() -> None:
    problems = read_sheet("AEØ MAISON H4\nAEIMNOS MAISON H16\nAEIMNOS MAISON 3").problems
    assert [problem.line for problem in problems] == [1, 2, 3]


@given(st.text(st.sampled_from("AEH48? ()+-;|#\n\t.é12Total"), max_size=200))
def test_no_pasted_text_raises(text: str) -> None:
    sheet = read_sheet(text)
    assert sheet.problems or len(sheet.letters) == len(sheet.plays) > 0
    convert_sheet(sheet, NORMAL)
