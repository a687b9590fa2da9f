"""Examination of a play: everything that is wrong with it, never an exception."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations

from engine.board.board import Board
from engine.board.formats import NORMAL, Format
from engine.board.letters import WILD, sort_letters
from engine.board.place import SIZE, Direction, Place
from engine.board.scoring import FormedWord, formed_words, score
from engine.lexicon.lexicon import Lexicon
from engine.regulation.topics import Topic

_ILLEGIBLE = frozenset({"bad_letter", "too_short"})


@dataclass(frozen=True, slots=True)
class MoveFault:
    """One thing that is wrong, with the topics whose articles it breaks.

    Codes: those of `Board.faults` and `Board.connection_fault`; `letters_not_in_rack` (missing);
    `too_many_tiles` (played, allowed); `word_not_admitted` (word) for the main word,
    `cross_word_not_admitted` (word, ref) for each other.
    """

    code: str
    data: dict[str, object] = field(default_factory=dict)
    topics: tuple[Topic, ...] = (Topic.WORDS,)


@dataclass(frozen=True, slots=True)
class LaidWord:
    """One way to lay the word with the rack: lower case where a joker stands for the letter."""

    word: str
    score: int


@dataclass(frozen=True, slots=True)
class Examination:
    """`tiles`, `formed` and `score` are there whenever the word can lie at the place, right or
    wrong: what it takes from the rack ("?" for a joker), the words made, main word first, and
    what it would be worth. `assignments`: every choice of the letters that jokers of the rack
    stand for, dearest first, whatever the word examined says of them; empty when the rack cannot
    make the word."""

    word: str
    place: Place
    findings: tuple[MoveFault, ...]
    tiles: str | None = None
    formed: tuple[FormedWord, ...] = ()
    score: int | None = None
    assignments: tuple[LaidWord, ...] = ()

    @property
    def valid(self) -> bool:
        return not self.findings

    def has(self, code: str) -> bool:
        return any(finding.code == code for finding in self.findings)


def examine(
    board: Board, rack: str, word: str, place: Place, lexicon: Lexicon, fmt: Format = NORMAL
) -> Examination:
    """All findings on a play; lower case in `word` = a joker of the rack stands for the letter.

    Any text is a word here, any place a place: what cannot be is found, never raised.
    """
    findings, on_grid = _geometry(board, word, place)
    if not _legible(findings):
        return Examination(word, place, tuple(findings))
    wanted = "".join(WILD if one.islower() else one for one in _wanted(board, word, place))
    findings += _letters(wanted, rack, fmt)
    findings += _main_word(word, lexicon)
    if not on_grid:
        return Examination(word, place, tuple(findings))
    formed = formed_words(board, word, place, fmt)
    findings += [
        MoveFault("cross_word_not_admitted", {"word": other.word.upper(), "ref": str(other.place)})
        for other in formed[1:]
        if other.word not in lexicon
    ]
    return Examination(
        word,
        place,
        tuple(findings),
        tiles=wanted,
        formed=tuple(formed),
        score=score(board, word, place, fmt),
        assignments=tuple(_assignments(board, rack, word, place, fmt)),
    )


def _geometry(board: Board, word: str, place: Place) -> tuple[list[MoveFault], bool]:
    """What is wrong with word and place alone, and whether the word can lie there."""
    if not (0 <= place.row < SIZE and 0 <= place.col < SIZE):
        data: dict[str, object] = {"length": len(word), "room": 0}
        return [MoveFault("off_board", data), *_spelling(board, word)], False
    faults = board.faults(word, place)
    findings = [MoveFault(fault.code, fault.data) for fault in faults]
    if _legible(findings) and (fault := board.connection_fault(word, place)):
        findings.append(MoveFault(fault.code, fault.data))
    return findings, not faults


def _spelling(board: Board, word: str) -> list[MoveFault]:
    """Faults of a word wherever it lies."""
    faults = board.faults(word, Place(0, 0, Direction.HORIZONTAL))
    return [MoveFault(one.code, one.data) for one in faults if one.code in _ILLEGIBLE]


def _legible(findings: list[MoveFault]) -> bool:
    return not any(finding.code in _ILLEGIBLE for finding in findings)


def _wanted(board: Board, word: str, place: Place) -> list[str]:
    """The letters that do not lie on the grid already, those off the board among them."""
    return [
        letter
        for (row, col), letter in zip(place.squares(len(word)), word, strict=True)
        if not (0 <= row < SIZE and 0 <= col < SIZE) or board.at(row, col).upper() != letter.upper()
    ]


def _letters(tiles: str, rack: str, fmt: Format) -> list[MoveFault]:
    findings = []
    missing = Counter(tiles) - Counter(rack)
    if missing:
        letters = sort_letters("".join(missing.elements()))
        findings.append(MoveFault("letters_not_in_rack", {"missing": letters}))
    if len(tiles) > fmt.max_play:
        data: dict[str, object] = {"played": len(tiles), "allowed": fmt.max_play}
        findings.append(MoveFault("too_many_tiles", data, fmt.topics))
    return findings


def _main_word(word: str, lexicon: Lexicon) -> list[MoveFault]:
    if word in lexicon:
        return []
    return [MoveFault("word_not_admitted", {"word": word.upper()})]


def _assignments(board: Board, rack: str, word: str, place: Place, fmt: Format) -> list[LaidWord]:
    """A joker must stand for what the rack lacks, and may stand for any other letter."""
    plain = word.upper()
    new = [i for i, (row, col) in enumerate(place.squares(len(word))) if not board.at(row, col)]
    held, jokers = Counter(rack), min(rack.count(WILD), fmt.letters.counts[WILD])
    found = []
    for count in range(min(jokers, len(new)) + 1):
        for chosen in combinations(new, count):
            if Counter(plain[i] for i in new if i not in chosen) - held:
                continue
            spelt = "".join(one.lower() if i in chosen else one for i, one in enumerate(plain))
            found.append(LaidWord(spelt, score(board, spelt, place, fmt)))
    return sorted(found, key=lambda one: (-one.score, one.word))
