"""Examination of a play: everything that is wrong with it, never an exception."""

from collections import Counter
from dataclasses import dataclass, field

from engine.board import Board
from engine.formats import NORMAL, Format
from engine.letters import sort_letters
from engine.lexicon import Lexicon
from engine.place import Place
from engine.scoring import FormedWord, formed_words, score, tiles_needed


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, with the article it breaks.

    Codes: those of `Board.faults` and `Board.connection_fault`; `letters_not_in_rack` (missing);
    `too_many_tiles` (played, allowed); `word_not_admitted` (word) for the main word,
    `cross_word_not_admitted` (word, ref) for each other.
    """

    code: str
    data: dict[str, object] = field(default_factory=dict)
    article: str = "1.1"


@dataclass(frozen=True, slots=True)
class Examination:
    """`tiles`, `formed` and `score` are there whenever the word can lie at the place, right or
    wrong: what it takes from the rack ("?" for a joker), the words made, main word first, and
    what it would be worth."""

    word: str
    place: Place
    findings: tuple[Finding, ...]
    tiles: str | None = None
    formed: tuple[FormedWord, ...] = ()
    score: int | None = None

    @property
    def valid(self) -> bool:
        return not self.findings

    def has(self, code: str) -> bool:
        return any(finding.code == code for finding in self.findings)


def examine(
    board: Board, rack: str, word: str, place: Place, lexicon: Lexicon, fmt: Format = NORMAL
) -> Examination:
    """All findings on a play; lower case in `word` = a joker of the rack stands for the letter."""
    faults = board.faults(word, place)
    if faults:
        findings = [Finding(fault.code, fault.data) for fault in faults]
        if not any(fault.code in ("bad_letter", "too_short") for fault in faults):
            findings += _main_word(word, lexicon)
        return Examination(word, place, tuple(findings))
    tiles = tiles_needed(board, word, place)
    formed = formed_words(board, word, place, fmt)
    findings = []
    connection = board.connection_fault(word, place)
    if connection is not None:
        findings.append(Finding(connection.code, connection.data))
    findings += _letters(tiles, rack, fmt)
    findings += _main_word(word, lexicon)
    findings += [
        Finding("cross_word_not_admitted", {"word": other.word.upper(), "ref": str(other.place)})
        for other in formed[1:]
        if other.word not in lexicon
    ]
    points = score(board, word, place, fmt)
    return Examination(word, place, tuple(findings), tiles, tuple(formed), points)


def _letters(tiles: str, rack: str, fmt: Format) -> list[Finding]:
    findings = []
    missing = Counter(tiles) - Counter(rack)
    if missing:
        letters = sort_letters("".join(missing.elements()))
        findings.append(Finding("letters_not_in_rack", {"missing": letters}))
    if len(tiles) > fmt.max_play:
        data: dict[str, object] = {"played": len(tiles), "allowed": fmt.max_play}
        findings.append(Finding("too_many_tiles", data, fmt.article))
    return findings


def _main_word(word: str, lexicon: Lexicon) -> list[Finding]:
    if word in lexicon:
        return []
    return [Finding("word_not_admitted", {"word": word.upper()})]
