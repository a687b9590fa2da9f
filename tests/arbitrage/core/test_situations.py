"""Situations on six small grids, one line each, in the editions before 2023.

Shorthand: "21" paid, "W21" with a warning, "P16" after the penalty, "C16" the same before the
commission, "CW8" a warning before it, "0" a zero, "?" not settled by the text.
"""

from arbitrage.core.bulletin import Bulletin
from arbitrage.core.codes import Sanction
from arbitrage.core.correct import correct
from arbitrage.core.sheets.position import JudgedPosition
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.core.verdict import Verdict
from engine.board.board import Board
from engine.board.place import Place
from engine.regulation.editions import EDITIONS
from tests.rows import every_row

_ADMITTED = (
    "MAISON MAISONS TAPIS SOT VENT ONDE ON SES KAKIS CACHER CHATEAU PLACE PLACES REPLACE REPLACER "
    "FORMATION FORMATIONS INFORMATION INFORMATIONS LU ELU PUR POISON POISONS SUD ORAL RE NE"
)
WORDS = frozenset(_ADMITTED.split())
GRIDS = {
    "F0": [],
    "F1": ["MAISON H4"],
    "F2": ["MAISON H4", "ORAL 8H"],
    "F3": ["MAISON H4", "TAPIS 7D", "POISON F7"],
    "F4": ["PLACE H6"],
    "F5": ["FORMATION H4"],
    "F6": ["LU H8"],
}


def _turn_vertical(word: str) -> str:
    """Return the word written vertically."""
    return "\n".join(word)


def _write_beside(word: str, letters: str) -> str:
    """Return a vertical word with letters on the left of its last one."""
    blank = "." * len(letters)
    return "\n".join([*(blank + letter for letter in word[:-1]), letters + word[-1]])


TAPIS, VENT = _turn_vertical("TAPIS"), _turn_vertical("VENT")
#: The S, which is new, behind SON of MAISON or POISON.
SUD_ON_SON = "SONS\n...U\n...D"
ONTO = "AIPRSTU"

#: Situation: grid, rack, sheet, reference, score, then 2011, 2014, 2017 and 2019.
SITUATIONS = {
    # the first turn
    "T-001 maximum": ("F0", "ACEHATU", "CHATEAU", "", "82", "82 82 82 82"),
    "T-002 a lower place": ("F0", "ACEHATU", "CHATEAU", "", "80", "82 82 W82 W82"),
    "T-003 an impossible score": ("F0", "ACEHATU", "CHATEAU", "", "81", "W82 W82 W82 W82"),
    "T-004 no score": ("F0", "ACEHATU", "CHATEAU", "", "", "W82 W82 W82 W82"),
    "T-006 a vertical reference": ("F0", "ACEHATU", "CHATEAU", "8H", "82", "82 82 82 82"),
    "T-008 last letter left out": ("F0", "ACEHATU", "CHATEA", "", "82", "0 0 0 0"),
    "T-009 uncircled, the maximum": ("F0", "ACEHIR?", "CACHER", "", "26", "W26 W26 W26 W26"),
    "T-010 uncircled, no score": ("F0", "ACEHIR?", "CACHER", "", "", "W22 W22 W26 W26"),
    "T-011 wrong circle and score": ("F0", "ACEHIR?", "CACHeR", "", "24", "W22 W22 W26 W26"),
    "T-012 the lower twin circled": ("F0", "ACEHIR?", "cACHER", "", "22", "22 22 W26 W26"),
    # score and reference
    "T-020 exact": ("F1", ONTO, TAPIS, "10D", "21", "21 21 21 21"),
    "T-021 wrong score": ("F1", ONTO, TAPIS, "10D", "20", "W21 W21 W21 W21"),
    "T-023 illegible score": ("F1", ONTO, TAPIS, "10D", "illegible", "W21 W21 W21 W21"),
    "T-024 too low": ("F1", ONTO, TAPIS, "10D", "15", "W21 W21 W21 W21"),
    "T-025 nowhere": ("F1", ONTO, TAPIS, "7D", "13", "W8 W8 W8 W8"),
    "T-030 no reference": ("F1", "EENRTUV", VENT, "", "9", "0 0 P4 P4"),
    "T-031 nor the score": ("F1", "EENRTUV", VENT, "", "8", "0 0 0 0"),
    "T-032 no score either": ("F1", "EENRTUV", VENT, "", "", "0 0 0 0"),
    "T-033 illegible reference": ("F1", "EENRTUV", VENT, "illegible", "9", "0 0 P4 P4"),
    "T-034 and wrong score": ("F1", "EENRTUV", VENT, "illegible", "12", "0 0 0 0"),
    "T-035 other direction": ("F1", "EENRTUV", "VENT", "", "9", "0 0 0 0"),
    "T-036 one place of that score": ("F1", ONTO, TAPIS, "", "14", "0 0 P9 P9"),
    "T-037 two places of that score": (
        "F1",
        "EERSSTU",
        _turn_vertical("SES"),
        "",
        "13",
        "0 0 C8 P8",
    ),
    "T-038 an invalid twin": ("F1", ONTO, TAPIS, "", "21", "0 0 P16 P16"),
    "T-045 one column off": ("F1", ONTO, TAPIS, "11D", "21", "P16 P16 P16 P16"),
    "T-046 off in the diagonal": ("F1", ONTO, TAPIS, "11C", "21", "P16 P16 P16 P16"),
    "T-047 one column off, a clash": ("F1", ONTO, TAPIS, "9D", "21", "P16 P16 P16 P16"),
    "T-048 and wrong score": ("F1", ONTO, TAPIS, "11D", "20", "0 0 0 0"),
    "T-049 two columns off": ("F1", ONTO, TAPIS, "12D", "21", "0 0 P16 P16"),
    "T-050 far off": ("F1", ONTO, TAPIS, "3A", "21", "0 0 P16 P16"),
    "T-051 MAISONI, one row off": ("F1", ONTO, TAPIS, "10E", "21", "0 C16 0 0"),
    "T-052 MAISONN, one column off": ("F1", "EENRTUV", VENT, "10F", "9", "0 C4 0 0"),
    "T-053 the score of MAISONN": ("F1", "EENRTUV", VENT, "10F", "23", "0 0 0 0"),
    "T-054 valid, score of a neighbour": ("F1", ONTO, TAPIS, "7D", "9", "W8 W8 ? W8"),
    "T-055 valid, score of far away": ("F1", ONTO, TAPIS, "7D", "21", "W8 W8 C16 P16"),
    "T-056 valid, score of 5G": ("F1", ONTO, TAPIS, "7D", "14", "W8 W8 C9 P9"),
    "T-057 valid, a lower score": ("F1", ONTO, TAPIS, "6E", "8", "W9 W9 ? W9"),
    "T-058 a bad cross word": ("F1", ONTO, "TAPIS", "G9", "12", "0 0 0 0"),
    "T-059 and the other direction": ("F1", ONTO, "TAPIS", "G9", "21", "0 0 0 0"),
    "T-060 between two places": (
        "F1",
        "EERSSTU",
        _turn_vertical("SES"),
        "10E",
        "13",
        "P8 P8 C8 P8",
    ),
    "T-062 a circle absorbed": (
        "F1",
        "AIPSTX?",
        _turn_vertical("TApIS"),
        "11D",
        "21",
        "P16 P16 P16 P16",
    ),
    # inversions
    "T-065 reference inverted": ("F1", ONTO, TAPIS, "D10", "21", "W21 W21 W21 W21"),
    "T-066 direction inverted": ("F1", ONTO, "TAPIS", "10D", "21", "W21 W21 W21 W21"),
    "T-067 both": ("F1", ONTO, "TAPIS", "D10", "21", "0 0 0 0"),
    "T-068 both ways, horizontal": ("F1", "DENORTU", "ONDE", "9G", "9", "W9 W9 W9 W9"),
    "T-070 both ways, no such score": ("F1", "DENORTU", "ONDE", "9G", "10", "W8 W8 W8 W8"),
    "T-071 the score of the other way": ("F1", "DENORTU", "ONDE", "G9", "8", "W9 W9 W9 W9"),
    "T-072 both, a place as written": ("F1", "DENORTU", "ONDE", "D10", "9", "0 0 P4 P4"),
    "T-073 both, a single tile": ("F2", "EIIIIII", _turn_vertical("RE"), "8I", "6", "W6 W6 0 0"),
    "T-074 a single tile": ("F2", "EIIIIII", _turn_vertical("NE"), "9H", "6", "6 6 6 6"),
    # letters of the grid
    "T-080 three": ("F1", ONTO, _write_beside("TAPIS", "SON"), "", "21", "21 21 21 21"),
    "T-081 two": ("F1", ONTO, _write_beside("TAPIS", "ON"), "", "21", "W21 W21 W21 W21"),
    "T-082 two and wrong score": (
        "F1",
        ONTO,
        _write_beside("TAPIS", "ON"),
        "",
        "20",
        "W21 W21 W21 W21",
    ),
    "T-083 one": ("F1", ONTO, _write_beside("TAPIS", "N"), "", "21", "0 0 P16 P16"),
    "T-084 one and wrong score": ("F1", ONTO, _write_beside("TAPIS", "N"), "", "20", "0 0 0 0"),
    "T-085 two at the second turn": ("F6", "PRSTEII", ".P\nLU\n.R", "", "9", "9 9 9 9"),
    "T-087 neighbours swapped": (
        "F1",
        ONTO,
        _write_beside("TAPIS", "SNO"),
        "",
        "21",
        "W21 W21 P16 P16",
    ),
    "T-088 one left out": ("F1", ONTO, _write_beside("TAPIS", "AION"), "", "21", "W21 W21 ? ?"),
    "T-089 one changed": ("F1", ONTO, _write_beside("TAPIS", "AISAN"), "", "21", "W21 W21 P16 P16"),
    "T-090 wholly wrong": ("F1", ONTO, _write_beside("TAPIS", "KEW"), "", "21", "0 0 P16 P16"),
    "T-091 swapped, wrong score": (
        "F1",
        ONTO,
        _write_beside("TAPIS", "SNO"),
        "",
        "20",
        "W21 W21 0 0",
    ),
    "T-092 twice, the better": ("F3", "DSUIIII", SUD_ON_SON, "", "16", "16 16 16 16"),
    "T-093 twice, the lesser": ("F3", "DSUIIII", SUD_ON_SON, "", "14", "14 14 14 14"),
    "T-094 twice, neither": ("F3", "DSUIIII", SUD_ON_SON, "", "15", "W14 W14 W14 W14"),
    "T-095 twice, no score": ("F3", "DSUIIII", SUD_ON_SON, "", "", "W14 W14 W14 W14"),
    "T-099 farthest changed": (
        "F1",
        ONTO,
        _write_beside("TAPIS", "TISON"),
        "",
        "21",
        "W21 W21 W21 21",
    ),
    # both modes
    "T-100 both right": ("F1", ONTO, _write_beside("TAPIS", "SON"), "10D", "21", "21 21 21 21"),
    "T-101 wrong letters": (
        "F1",
        ONTO,
        _write_beside("TAPIS", "KEW"),
        "10D",
        "21",
        "W21 W21 W21 W21",
    ),
    "T-102 wrong reference": (
        "F1",
        ONTO,
        _write_beside("TAPIS", "SON"),
        "11D",
        "21",
        "W21 W21 W21 W21",
    ),
    "T-103 both wrong": ("F1", ONTO, _write_beside("TAPIS", "KEW"), "11D", "21", "P16 P16 P16 P16"),
    "T-104 both wrong, far": ("F1", ONTO, _write_beside("TAPIS", "KEW"), "3B", "21", "0 0 P16 P16"),
    "T-105 both wrong, a slip": (
        "F1",
        ONTO,
        _write_beside("TAPIS", "SNO"),
        "11D",
        "21",
        "W21 W21 P16 P16",
    ),
    "T-106 one adds to MAISON": (
        *("F1", ONTO, "......T\n......A\nMAISONP\n......I\n......S", "10D", "21"),
        "0 0 0 0",
    ),
    "T-107 too few letters": (
        "F1",
        ONTO,
        _write_beside("TAPIS", "ON"),
        "10D",
        "21",
        "W21 W21 W21 W21",
    ),
    # words prolonged
    "T-110 in full": ("F4", "REUUUUU", "REPLACE", "", "12", "12 12 12 12"),
    "T-111 wrong reference": ("F4", "REUUUUU", "REPLACE", "H5", "12", "12 12 12 12"),
    "T-112 three letters": ("F4", "REUUUUU", "REPLA", "", "12", "12 12 12 W12"),
    "T-113 two": ("F4", "REUUUUU", "REPL", "", "12", "W12 W12 W12 W12"),
    "T-114 one": ("F4", "REUUUUU", "REP", "", "12", "0 0 0 0"),
    "T-115 all but the last": ("F4", "REUUUUU", "REPLAC", "", "12", "12 12 12 W12"),
    "T-116 behind": ("F4", "SUUUUUU", "ACES", "", "10", "10 10 10 W10"),
    "T-117 one at each end": ("F4", "RERUUUU", "REP...ER", "", "13", "W13 W13 W13 W13"),
    "T-118 none behind": ("F4", "RERUUUU", "REPLAC.R", "", "13", "0 0 0 0"),
    "T-119 six of nine": ("F5", "INUUUUU", "INFORMAT", "", "15", "15 15 15 15"),
    "T-120 four of nine": ("F5", "INUUUUU", "INFORM", "", "15", "15 15 15 W15"),
    "T-121 two of nine": ("F5", "INUUUUU", "INFO", "", "15", "W15 W15 W15 W15"),
    "T-122 one of nine": ("F5", "INUUUUU", "INF", "", "15", "0 0 0 0"),
    "T-123 three and three": ("F5", "INSUUUU", "INFOR...IONS", "", "16", "16 16 16 16"),
    "T-124 four and two": ("F5", "INSUUUU", "INFORM...ONS", "", "16", "16 16 16 W16"),
    "T-125 four behind": ("F5", "SUUUUUU", "TIONS", "", "14", "14 14 14 W14"),
    "T-126 a word of two letters": ("F6", "EUUUUUU", "ELU", "H7", "3", "3 3 3 3"),
    "T-127 two, wrong score": ("F4", "REUUUUU", "REPL", "", "11", "W12 W12 W12 W12"),
    # letters left out
    "T-130 the last": ("F1", ONTO, _turn_vertical("TAPI"), "7D", "8", "P3 P3 P3 0"),
    "T-131 and wrong score": ("F1", ONTO, _turn_vertical("TAPI"), "7D", "7", "0 0 0 0"),
    "T-132 and no score": ("F1", ONTO, _turn_vertical("TAPI"), "7D", "", "0 0 0 0"),
    "T-133 the last changed": ("F1", ONTO, _turn_vertical("TAPIT"), "7D", "8", "0 0 P3 0"),
    "T-134 the last of the rack": ("F1", ONTO, _turn_vertical("TAPI"), "10D", "21", "0 0 0 0"),
    "T-135 and no reference": ("F1", ONTO, _turn_vertical("TAPI"), "", "8", "0 0 0 0"),
    "T-136 an inner one": ("F1", ONTO, _turn_vertical("TAIS"), "7D", "8", "0 0 0 0"),
    # jokers
    "T-140 uncircled, high": (
        "F1",
        "AEIKST?",
        _turn_vertical("KAKIS"),
        "10D",
        "41",
        "W41 W41 W41 W41",
    ),
    "T-141 uncircled, low": (
        "F1",
        "AEIKST?",
        _turn_vertical("KAKIS"),
        "10D",
        "21",
        "W21 W21 W21 W21",
    ),
    "T-142 uncircled, wrong": (
        "F1",
        "AEIKST?",
        _turn_vertical("KAKIS"),
        "10D",
        "40",
        "W21 W21 W21 W21",
    ),
    "T-144 wrong circle, high": (
        "F1",
        "AEIKST?",
        _turn_vertical("KAKiS"),
        "10D",
        "41",
        "W41 W41 W41 W41",
    ),
    "T-145 circled": ("F1", "AEIKST?", _turn_vertical("kAKIS"), "10D", "41", "41 41 41 41"),
    "T-146 the other twin": (
        "F1",
        "AEIKST?",
        _turn_vertical("KAkIS"),
        "10D",
        "41",
        "W41 W41 W41 W41",
    ),
    "T-148 not needed": ("F1", "AIPSTX?", _turn_vertical("TApIS"), "10D", "12", "12 12 12 12"),
    "T-149 not needed nor used": (
        "F1",
        "AIPSTX?",
        _turn_vertical("TApIS"),
        "10D",
        "21",
        "W21 W21 W21 W21",
    ),
    "T-150 not needed, wrong": (
        "F1",
        "AIPSTX?",
        _turn_vertical("TApIS"),
        "10D",
        "15",
        "W12 W12 W12 W12",
    ),
    # parasites and zeros
    "T-163 an X apart": ("F1", ONTO, TAPIS + "\n\n..X", "10D", "21", "W21 W21 W21 21"),
    "T-164 an X glued": ("F1", "AIPSTUX", _turn_vertical("TAPISX"), "10D", "21", "0 0 0 0"),
    "T-178 a letter not drawn": ("F1", "AEIPRTU", TAPIS, "10D", "21", "0 0 0 0"),
    "T-179 not admitted": ("F1", ONTO, _turn_vertical("TIPAS"), "10D", "21", "0 0 0 0"),
}


def _build_board(plays: list[str]) -> Board:
    board = Board.empty()
    for play in plays:
        word, ref = play.split()
        board = board.lay(word, Place.parse(ref))
    return board


def _format_verdict(verdict: Verdict) -> str:
    decision = verdict.decision
    sign = {
        Sanction.NONE: "",
        Sanction.WARNING: "W",
        Sanction.PENALTY: "" if verdict.commission else "P",
        Sanction.ZERO: "",
    }
    return f"{'C' if verdict.commission else ''}{sign[decision.sanction]}{decision.points}"


def test_a_situation_is_decided_by_the_editions_before_2023() -> None:
    with every_row() as row:
        for name, (grid, rack, sheet, reference, score, expected) in SITUATIONS.items():
            with row(name):
                plays = GRIDS[grid]
                position = JudgedPosition(_build_board(plays), rack, len(plays) + 1, WORDS)
                bulletin = Bulletin(Sheet.from_text(sheet), reference, score)
                _check(position, bulletin, expected)


def _check(position: JudgedPosition, bulletin: Bulletin, expected: str) -> None:
    expected_by_edition = dict(zip(("2011", "2014", "2017", "2019"), expected.split(), strict=True))
    actual = {
        key: _format_verdict(correct(position, bulletin, EDITIONS[key]))
        for key in expected_by_edition
    }
    settled = {key for key, text in expected_by_edition.items() if text != "?"}
    assert {key: actual[key] for key in settled} == {
        key: expected_by_edition[key] for key in settled
    }
