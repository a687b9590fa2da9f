"""Examination of a play: all its faults, as data."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations

from engine.board.board import Board
from engine.board.formats import NORMAL, Format
from engine.board.letters import WILD, sort_letters
from engine.board.place import SIZE, Direction, Place
from engine.board.scoring import FormedWord, list_formed_words, score
from engine.lexicon.lexicon import Lexicon
from engine.regulation.topics import Topic

_ILLEGIBLE = frozenset({"bad_letter", "too_short"})


@dataclass(frozen=True, slots=True)
class MoveFault:
    """A fault of a play, with the topics of the articles that it breaks.

    Codes: those of `Board.list_faults` and `Board.find_connection_fault`; `letters_not_in_rack`
    (missing); `too_many_tiles` (played, allowed); `word_not_admitted` (word) for the main word,
    `cross_word_not_admitted` (word, ref) for each other.
    """

    code: str
    data: dict[str, object] = field(default_factory=dict)
    topics: tuple[Topic, ...] = (Topic.WORDS,)


@dataclass(frozen=True, slots=True)
class JokerAssignment:
    """A choice of the letters of the word that jokers stand for, in lower case, and its score."""

    word: str
    score: int


@dataclass(frozen=True, slots=True)
class Examination:
    """The result of `examine`.

    `tiles` (taken from the rack, "?" for a joker), `formed` (the words formed, main word first)
    and `score` are set whenever the board allows the word at the place, even if there are other
    faults. `assignments`: every choice of the letters that jokers of the rack stand for, highest
    score first, whatever letters are in lower case in `word`; empty when the rack cannot make it.
    """

    word: str
    place: Place
    findings: tuple[MoveFault, ...]
    tiles: str | None = None
    formed: tuple[FormedWord, ...] = ()
    score: int | None = None
    assignments: tuple[JokerAssignment, ...] = ()

    @property
    def valid(self) -> bool:
        return not self.findings

    def has(self, code: str) -> bool:
        return any(finding.code == code for finding in self.findings)


def examine(
    board: Board, rack: str, word: str, place: Place, lexicon: Lexicon, fmt: Format = NORMAL
) -> Examination:
    """Return all findings on a play; lower case in `word` = a joker of the rack.

    Accepts any text and any place: a word that cannot be played is a finding, never an exception.
    """
    findings, fits_board = _check_geometry(board, word, place)
    if not _is_legible(findings):
        return Examination(word, place, tuple(findings))
    new_letters = _list_new_letters(board, word, place)
    tiles = "".join(WILD if letter.islower() else letter for letter in new_letters)
    findings += _check_tiles(tiles, rack, fmt)
    findings += _check_main_word(word, lexicon)
    if not fits_board:
        return Examination(word, place, tuple(findings))
    formed = list_formed_words(board, word, place, fmt)
    findings += [
        MoveFault("cross_word_not_admitted", {"word": other.word.upper(), "ref": str(other.place)})
        for other in formed[1:]
        if other.word not in lexicon
    ]
    return Examination(
        word,
        place,
        tuple(findings),
        tiles=tiles,
        formed=tuple(formed),
        score=score(board, word, place, fmt),
        assignments=tuple(_list_assignments(board, rack, word, place, fmt)),
    )


def _check_geometry(board: Board, word: str, place: Place) -> tuple[list[MoveFault], bool]:
    """Return the faults of word and place, rack and lexicon apart, and True if the board allows
    the word there."""
    if not (0 <= place.row < SIZE and 0 <= place.col < SIZE):
        data: dict[str, object] = {"length": len(word), "room": 0}
        return [MoveFault("off_board", data), *_check_spelling(board, word)], False
    faults = board.list_faults(word, place)
    findings = [MoveFault(fault.code, fault.data) for fault in faults]
    if _is_legible(findings) and (fault := board.find_connection_fault(word, place)):
        findings.append(MoveFault(fault.code, fault.data))
    return findings, not faults


def _check_spelling(board: Board, word: str) -> list[MoveFault]:
    """Return the faults of a word that do not depend on its place."""
    faults = board.list_faults(word, Place(0, 0, Direction.HORIZONTAL))
    return [MoveFault(fault.code, fault.data) for fault in faults if fault.code in _ILLEGIBLE]


def _is_legible(findings: list[MoveFault]) -> bool:
    return not any(finding.code in _ILLEGIBLE for finding in findings)


def _list_new_letters(board: Board, word: str, place: Place) -> list[str]:
    """Return the letters that are not on the grid already, including those off the board."""
    return [
        letter
        for (row, col), letter in zip(place.squares(len(word)), word, strict=True)
        if not (0 <= row < SIZE and 0 <= col < SIZE)
        or board.tile_at(row, col).upper() != letter.upper()
    ]


def _check_tiles(tiles: str, rack: str, fmt: Format) -> list[MoveFault]:
    findings = []
    missing = Counter(tiles) - Counter(rack)
    if missing:
        letters = sort_letters("".join(missing.elements()))
        findings.append(MoveFault("letters_not_in_rack", {"missing": letters}))
    if len(tiles) > fmt.max_play:
        data: dict[str, object] = {"played": len(tiles), "allowed": fmt.max_play}
        findings.append(MoveFault("too_many_tiles", data, fmt.topics))
    return findings


def _check_main_word(word: str, lexicon: Lexicon) -> list[MoveFault]:
    if word in lexicon:
        return []
    return [MoveFault("word_not_admitted", {"word": word.upper()})]


def _list_assignments(
    board: Board, rack: str, word: str, place: Place, fmt: Format
) -> list[JokerAssignment]:
    """Return the choices of joker letters: those that the rack lacks, and any others."""
    plain = word.upper()
    new = [
        i for i, (row, col) in enumerate(place.squares(len(word))) if not board.tile_at(row, col)
    ]
    tiles, jokers = Counter(rack), min(rack.count(WILD), fmt.letters.counts[WILD])
    assignments = []
    for count in range(min(jokers, len(new)) + 1):
        for joker_squares in combinations(new, count):
            if Counter(plain[i] for i in new if i not in joker_squares) - tiles:
                continue
            spelling = "".join(
                letter.lower() if i in joker_squares else letter for i, letter in enumerate(plain)
            )
            assignments.append(JokerAssignment(spelling, score(board, spelling, place, fmt)))
    return sorted(assignments, key=lambda assignment: (-assignment.score, assignment.word))
