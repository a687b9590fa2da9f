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
    faults: tuple[MoveFault, ...]
    tiles: str | None = None
    formed: tuple[FormedWord, ...] = ()
    score: int | None = None
    assignments: tuple[JokerAssignment, ...] = ()

    @property
    def is_valid(self) -> bool:
        return not self.faults

    def has_fault(self, code: str) -> bool:
        return any(fault.code == code for fault in self.faults)


def examine(
    board: Board, rack: str, word: str, place: Place, lexicon: Lexicon, fmt: Format = NORMAL
) -> Examination:
    """Return all faults of a play; lower case in `word` = a joker of the rack.

    Accepts any text and any place: a word that cannot be played is a fault, never an exception.
    """
    faults, fits_board = _check_geometry(board, word, place)
    if not _is_legible(faults):
        return Examination(word, place, tuple(faults))
    new_letters = _list_new_letters(board, word, place)
    tiles = "".join(WILD if letter.islower() else letter for letter in new_letters)
    faults += _check_tiles(tiles, rack, fmt)
    faults += _check_main_word(word, lexicon)
    if not fits_board:
        return Examination(word, place, tuple(faults))
    formed = list_formed_words(board, word, place, fmt)
    faults += [
        MoveFault(
            "cross_word_not_admitted",
            {"word": formed_word.word.upper(), "ref": str(formed_word.place)},
        )
        for formed_word in formed[1:]
        if formed_word.word not in lexicon
    ]
    return Examination(
        word,
        place,
        tuple(faults),
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
    board_faults = board.list_faults(word, place)
    faults = [MoveFault(fault.code, fault.data) for fault in board_faults]
    if _is_legible(faults) and (fault := board.find_connection_fault(word, place)):
        faults.append(MoveFault(fault.code, fault.data))
    return faults, not board_faults


def _check_spelling(board: Board, word: str) -> list[MoveFault]:
    """Return the faults of a word that do not depend on its place."""
    faults = board.list_faults(word, Place(0, 0, Direction.HORIZONTAL))
    return [MoveFault(fault.code, fault.data) for fault in faults if fault.code in _ILLEGIBLE]


def _is_legible(faults: list[MoveFault]) -> bool:
    return not any(fault.code in _ILLEGIBLE for fault in faults)


def _list_new_letters(board: Board, word: str, place: Place) -> list[str]:
    """Return the letters that are not on the grid already, including those off the board."""
    return [
        letter
        for (row, col), letter in zip(place.list_squares(len(word)), word, strict=True)
        if not (0 <= row < SIZE and 0 <= col < SIZE)
        or board.get_tile(row, col).upper() != letter.upper()
    ]


def _check_tiles(tiles: str, rack: str, fmt: Format) -> list[MoveFault]:
    faults = []
    missing = Counter(tiles) - Counter(rack)
    if missing:
        letters = sort_letters("".join(missing.elements()))
        faults.append(MoveFault("letters_not_in_rack", {"missing": letters}))
    if len(tiles) > fmt.max_play:
        data: dict[str, object] = {"played": len(tiles), "allowed": fmt.max_play}
        faults.append(MoveFault("too_many_tiles", data, fmt.topics))
    return faults


def _check_main_word(word: str, lexicon: Lexicon) -> list[MoveFault]:
    if word in lexicon:
        return []
    return [MoveFault("word_not_admitted", {"word": word.upper()})]


def _list_assignments(
    board: Board, rack: str, word: str, place: Place, fmt: Format
) -> list[JokerAssignment]:
    """Return the choices of joker letters: those that the rack lacks, and any others."""
    capitals = word.upper()
    new_indexes = [
        i
        for i, (row, col) in enumerate(place.list_squares(len(word)))
        if not board.get_tile(row, col)
    ]
    tiles, jokers = Counter(rack), min(rack.count(WILD), fmt.letters.counts[WILD])
    assignments = []
    for count in range(min(jokers, len(new_indexes)) + 1):
        for joker_squares in combinations(new_indexes, count):
            if Counter(capitals[i] for i in new_indexes if i not in joker_squares) - tiles:
                continue
            spelling = "".join(
                letter.lower() if i in joker_squares else letter
                for i, letter in enumerate(capitals)
            )
            assignments.append(JokerAssignment(spelling, score(board, spelling, place, fmt)))
    return sorted(assignments, key=lambda assignment: (-assignment.score, assignment.word))
