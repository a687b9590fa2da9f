"""Game sheets in the form that clubs print and paste: one line per turn.

     1  AECC?NU       C(H)ACUNE        H4    76    76
     2  -EIOLMLS      MOLLIES          G8    68   144
     3  IARERIS       CRIERAIS         4H    72   216

Columns: number of the turn, letters (`AE+IRTSL`: kept and drawn; a leading `-`: the kept ones were
put back), word (a joker's letter in brackets, or in lower case), reference (some write `4 H`),
score, total. A number, a score or a total may be missing; columns are separated by blanks, tabs,
`;` or `|`; some sheets have the word one line lower, beside the next letters. Letters and words may
have accents. Header lines, rules and comments after `#` are skipped; a line `Total` ends the game.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from engine.board.letters import fold, remove_accents
from engine.board.place import Place
from engine.errors import BadReference

MAX_TURNS = 60
MAX_CHARACTERS = 20_000

_SEPARATORS = re.compile(r"[\s;|]+")
#: Characters that word processors put for a hyphen.
_HYPHENS = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
_PLUS = re.compile(r"(?<=[^\W\d_]|[?*])\s*\+\s*(?=[^\W\d_]|[?*])")
_RULE_LINE = re.compile(r"[\s\-_=*+|;.]*")
_NUMBER = re.compile(r"(\d{1,3})[.)]?")
_POINTS = re.compile(r"\d{1,4}")
_LETTERS = re.compile(r"-?[A-Za-z?*]*\+?[A-Za-z?*]+")
_WORD = re.compile(r"(?:[A-Za-z]|\([A-Za-z]+\))+")
_LONG_WORD = re.compile(r"(?:[A-Za-z]|\([A-Za-z]+\)){2,}")
_REFERENCE = re.compile(r"[A-Za-z]\d{1,2}|\d{1,2}[A-Za-z]")
_HEADER_WORDS = frozenset(
    {"n°", "no", "coup", "coups", "tirage", "tirages", "mot", "mots", "retenu", "ref"}
    | {"reference", "place", "pts", "points", "score", "cumul", "total"}
)
_END = "total"


@dataclass(frozen=True, slots=True)
class PrintedLetters:
    """The letters of a turn as printed; `kept` is None if the sheet does not separate them."""

    line: int
    kept: str | None
    drawn: str
    rejected: bool


@dataclass(frozen=True, slots=True)
class PrintedPlay:
    """A word as printed, lower case = joker. `score` and `total`: None if missing. `joker_stays`:
    None if no joker of a joker game is played, or the sheet does not say if it was replaced."""

    line: int
    word: str
    place: Place
    score: int | None
    total: int | None
    joker_stays: bool | None = None


@dataclass(frozen=True, slots=True)
class SheetProblem:
    """A problem of a line (from 1; None: of the whole sheet): a code and data."""

    line: int | None
    code: str
    data: dict[str, object] = field(default_factory=dict)


@dataclass(slots=True)
class GameSheet:
    """The content of a sheet. Without `problems`, it has as many letters as plays."""

    letters: list[PrintedLetters] = field(default_factory=list)
    plays: list[PrintedPlay] = field(default_factory=list)
    total: int | None = None
    problems: list[SheetProblem] = field(default_factory=list)
    #: The last number of a turn on the sheet, right or wrong.
    last_number: int = 0


def read_sheet(text: str) -> GameSheet:
    """Read every line; errors are returned as problems: `too_long` (maximum), `no_turns`,
    `unreadable` (text), `bad_reference` (text), `no_reference` (word), `bad_number` (found,
    expected), `unpaired` (letters, words: how many), `too_many_turns` (maximum)."""
    sheet = GameSheet()
    if len(text) > MAX_CHARACTERS:
        sheet.problems.append(SheetProblem(None, "too_long", {"maximum": MAX_CHARACTERS}))
        return sheet
    for line, line_text in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        _read_line(sheet, line, line_text)
    if not sheet.problems:
        _check_turn_count(sheet)
    return sheet


def _read_line(sheet: GameSheet, line: int, raw_text: str) -> None:
    text = raw_text.partition("#")[0].translate(_HYPHENS).strip(" \t\r|;\ufeff")
    text = _PLUS.sub("+", unicodedata.normalize("NFC", text))
    if _RULE_LINE.fullmatch(text):
        return
    tokens = _join_reference([token for token in _SEPARATORS.split(text) if token])
    lower_tokens = {remove_accents(token.lower()).strip(":.") for token in tokens}
    references = [token for token in tokens if _REFERENCE.fullmatch(token)]
    if not references and len(lower_tokens & _HEADER_WORDS) > 1:
        return
    if _END in lower_tokens and not references:
        numbers = [int(token) for token in tokens if _POINTS.fullmatch(token)]
        sheet.total = numbers[-1] if numbers else sheet.total
        return
    problem = _read_turn(sheet, line, tokens, references)
    if problem is not None:
        sheet.problems.append(problem)


def _join_reference(tokens: list[str]) -> list[str]:
    """Join `H 4` or `4 H` to one token, after the word, if the line has no reference in one token
    and only one letter beside a number. Between two numbers (`4 H 12`) take the one that makes a
    square of the grid; if both do, the first, since the reference comes before the score."""
    if any(_REFERENCE.fullmatch(token) for token in tokens):
        return tokens
    after_word = next((i for i, token in enumerate(tokens, 1) if _is_long_word(token)), None)
    pairs = [
        (index, first + second)
        for index, (first, second) in enumerate(pairwise(tokens))
        if after_word is not None and index >= after_word and _REFERENCE.fullmatch(first + second)
    ]
    letters = {index if reference[0].isalpha() else index + 1 for index, reference in pairs}
    if len(letters) != 1:
        return tokens
    index, reference = next((pair for pair in pairs if _is_on_grid(pair[1])), pairs[0])
    return [*tokens[:index], reference, *tokens[index + 2 :]]


def _is_long_word(token: str) -> bool:
    return _LONG_WORD.fullmatch(remove_accents(token)) is not None


def _is_on_grid(reference: str) -> bool:
    try:
        Place.parse(reference)
    except BadReference:
        return False
    return True


def _read_turn(
    sheet: GameSheet, line: int, tokens: list[str], references: list[str]
) -> SheetProblem | None:
    line_text: dict[str, object] = {"text": " ".join(tokens)[:60]}
    number, expected = _NUMBER.fullmatch(tokens[0]), sheet.last_number + 1
    if number and len(tokens) > 1:
        sheet.last_number = int(number[1])
    other_tokens = [token for token in tokens[bool(number) :] if token not in references]
    points = [int(token) for token in other_tokens if _POINTS.fullmatch(token)]
    texts = [token for token in other_tokens if not _POINTS.fullmatch(token)]
    if not texts or len(texts) > 2 or len(references) > 1 or len(points) > 2:
        return SheetProblem(line, "unreadable", line_text)
    if not references and (len(texts) == 2 or points):
        return SheetProblem(line, "no_reference", line_text)
    letters = texts[0] if len(texts) == 2 or not references else None
    if letters is not None and not _LETTERS.fullmatch(remove_accents(letters)):
        return SheetProblem(line, "unreadable", {"text": letters[:60]})
    if letters is not None and number and int(number[1]) != expected:
        return SheetProblem(line, "bad_number", {"found": int(number[1]), "expected": expected})
    play = _read_play(line, texts[-1], references[0], points) if references else None
    if isinstance(play, SheetProblem):
        return play
    if letters is not None:
        sheet.letters.append(_read_letters(line, letters))
        sheet.last_number = expected
    if play is not None:
        sheet.plays.append(play)
    return None


def _read_play(
    line: int, word: str, reference: str, points: list[int]
) -> PrintedPlay | SheetProblem:
    if not _WORD.fullmatch(remove_accents(word)):
        return SheetProblem(line, "unreadable", {"text": word[:60]})
    try:
        place = Place.parse(reference)
    except BadReference:
        return SheetProblem(line, "bad_reference", {"text": reference})
    score, total = (*points, None, None)[:2]
    return PrintedPlay(line, read_word(word), place, score, total)


def _read_letters(line: int, text: str) -> PrintedLetters:
    capitals = fold(text).replace("*", "?")
    rejected = capitals.startswith("-")
    kept, plus, drawn = capitals.removeprefix("-").partition("+")
    if not plus:
        return PrintedLetters(line, "" if rejected else None, kept, rejected)
    return (
        PrintedLetters(line, "", kept + drawn, True)
        if rejected
        else PrintedLetters(line, kept, drawn, False)
    )


def read_word(word: str) -> str:
    """Return "ChACUNE" for "C(H)ACUNE", "BEARNAIS" for "BÉARNAIS"; a word all in lower case has no
    joker."""
    word = remove_accents(word)
    if "(" in word:
        pieces = re.split(r"\(([A-Za-z]+)\)", word)
        return "".join(piece.lower() if i % 2 else piece.upper() for i, piece in enumerate(pieces))
    return word.upper() if word.islower() else word


def _check_turn_count(sheet: GameSheet) -> None:
    letter_lines, play_lines = len(sheet.letters), len(sheet.plays)
    if not letter_lines and not play_lines:
        sheet.problems.append(SheetProblem(None, "no_turns"))
    elif letter_lines != play_lines:
        line = _find_unpaired(sheet)
        sheet.problems.append(
            SheetProblem(line, "unpaired", {"letters": letter_lines, "words": play_lines})
        )
    elif letter_lines > MAX_TURNS:
        sheet.problems.append(SheetProblem(None, "too_many_turns", {"maximum": MAX_TURNS}))


def _find_unpaired(sheet: GameSheet) -> int | None:
    """Return the line of the first letters without a word, or of the first word without letters."""
    pair_count = min(len(sheet.letters), len(sheet.plays))
    longer: Sequence[PrintedLetters | PrintedPlay] = max(sheet.letters, sheet.plays, key=len)
    return longer[pair_count].line


def format_word(word: str) -> str:
    """Return "C(H)ACUNE" for "ChACUNE"."""
    return "".join(f"({letter.upper()})" if letter.islower() else letter for letter in word)


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A turn in the form of a sheet."""

    kept: str
    drawn: str
    rejected: bool
    word: str
    ref: str
    score: int

    @property
    def letters(self) -> str:
        if self.rejected:
            return f"-{self.kept}{self.drawn}"
        return f"{self.kept}+{self.drawn}" if self.kept and self.drawn else self.kept + self.drawn


def format_sheet(lines: Iterable[SheetLine]) -> str:
    """Return the sheet as text, which `read_sheet` can read; the last line is the total."""
    rows, total = [], 0
    for number, line in enumerate(lines, 1):
        total += line.score
        word = format_word(line.word)
        rows.append(
            f"{number:2}  {line.letters:<13} {word:<18} {line.ref:<4} {line.score:4} {total:5}"
        )
    return "\n".join([*rows, f"Total {total}", ""])
