"""Reading of word lists in the formats that organisers have.

Plain text, gz, xz or zip; any encoding of `engine.lexicon.text_encoding`; one word per line, with
line ends of Windows, Unix or an old Mac; `#` starts a comment. Words are folded to capitals A to Z:
accents are removed, ligatures split. A word has 2 to 15 letters.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from engine.board.letters import fold
from engine.board.place import SIZE
from engine.errors import BadWordList
from engine.lexicon.text_encoding import decode, has_foreign_mark, is_misread
from engine.lexicon.unpack import unpack

MAX_BYTES = 32 * 1024 * 1024
"""Limit for the text and for its file: five times the longest list known."""
MAX_WORDS = 1_000_000
MAX_LINES = 2 * MAX_WORDS
MAX_REPORTED = 10_000
"""Refusals stored with line and text; all of them are counted."""
MAX_LISTED = 5
"""Refusals listed in `RefusedLines`."""

_MAX_TEXT_LENGTH = 40
_PIECE_SIZE = 1 << 20


@dataclass(frozen=True, slots=True)
class Refusal:
    """A line that is not a word. Codes: `bad_word` (not only letters), `misread` (letters that
    French does not use), `several_words`, `bad_length`."""

    line: int
    text: str
    code: str


@dataclass(frozen=True, slots=True)
class RefusedLines:
    """The number of lines of a list that are not words, and the first of them."""

    count: int = 0
    first: tuple[Refusal, ...] = ()


type OnRefused = Callable[[RefusedLines], object]
"""Called with the lines that are not words, if there are any."""


def refuse_lines(refused: RefusedLines) -> None:
    """Raise `BadWordList` for the first refused line, with the code of its `Refusal`."""
    refusal = refused.first[0]
    raise BadWordList(refusal.code, line=refusal.line, text=refusal.text)


@dataclass(slots=True)
class ListReading:
    """The content of a word list. `words`: in capitals, sorted and distinct."""

    encoding: str
    words: list[str] = field(default_factory=list)
    lines: int = 0
    #: Number of lines that repeat a word, accents apart.
    repeated: int = 0
    refusals: list[Refusal] = field(default_factory=list)
    #: Number of refused lines, by code.
    refused: Counter[str] = field(default_factory=Counter)

    @property
    def refused_lines(self) -> RefusedLines:
        return RefusedLines(self.refused.total(), tuple(self.refusals[:MAX_LISTED]))


def read_bytes(path: Path) -> bytes:
    """Return the content of a file. Raises `BadWordList` (`not_found`, `unreadable`, `too_big`)."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise BadWordList("not_found", path=str(path)) from error
    except OSError as error:
        raise BadWordList("unreadable", path=str(path), reason=error.strerror) from error
    if len(content) > MAX_BYTES:
        raise BadWordList("too_big", path=str(path), maximum=MAX_BYTES)
    return content


def parse(content: bytes, path: Path, on_refused: OnRefused = refuse_lines) -> ListReading:
    """Read a list of at least one word, and pass the lines that are not words to `on_refused`.

    Raises `BadWordList`: as `read` and `on_refused` do, `empty`, with `path`.
    """
    with _add_path_to_errors(path):
        reading = read(content)
        _report(reading.refused_lines, on_refused if reading.words else refuse_lines)
        if not reading.words:
            raise BadWordList("empty")
    return reading


def report_refused(refused: RefusedLines, path: Path, on_refused: OnRefused) -> None:
    """Pass the refused lines of a list that was read earlier to `on_refused`, as `parse` does."""
    with _add_path_to_errors(path):
        _report(refused, on_refused)


def _report(refused: RefusedLines, on_refused: OnRefused) -> None:
    if refused.count:
        on_refused(refused)


@contextmanager
def _add_path_to_errors(path: Path) -> Iterator[None]:
    """Add `path` to the `BadWordList` that the block raises."""
    try:
        yield
    except BadWordList as error:
        raise BadWordList(error.code, path=str(path), **error.data) from error


def read(content: bytes, progress: Callable[[float], None] = lambda _: None) -> ListReading:
    """Read every word of a file, and every line that is not one.

    `progress` is called with the part that is done, from 0 to 1.

    Raises `BadWordList`: those of `engine.lexicon.unpack` and of `decode`, `too_many_words`.
    Memory stays within some hundred megabytes whatever the file is.
    """
    text, encoding = decode(unpack(content, MAX_BYTES))
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") > MAX_LINES:
        raise BadWordList("too_many_words", maximum=MAX_WORDS)
    reading, words, characters_read = ListReading(encoding), list[str](), 0
    for piece in _split_pieces(text):
        words += _read_words(piece, reading)
        reading.lines += piece.count("\n") + 1
        characters_read += len(piece) + 1
        progress(characters_read / (len(text) + 1))
    reading.lines = text.count("\n") + (not text.endswith("\n") and bool(text))
    reading.words = _sort_distinct(words)
    reading.repeated = len(words) - len(reading.words)
    if len(reading.words) > MAX_WORDS:
        raise BadWordList("too_many_words", maximum=MAX_WORDS)
    return reading


def compute_checksum(words: Sequence[str]) -> str:
    """Return the SHA-256 of a sorted list, one word a line: `Lexicon.compute_checksum`."""
    return hashlib.sha256(("\n".join(words) + "\n").encode()).hexdigest()


def check(lines: Iterable[str]) -> list[str]:
    """Return words of 2 to 15 letters A to Z, in capitals, sorted and distinct.

    Raises `BadWordList` for a line that is not a word.
    """
    lines = [line.strip() for line in lines]
    # All lines at once first: a list without fault takes a few hundredths of a second.
    joined = "".join(lines)
    if not (joined.isascii() and (joined.isalpha() or not joined)):
        raise _build_error(lines, "bad_word", lambda word: word.isascii() and word.isalpha())
    words = list(filter(None, map(str.upper, lines)))
    if not words:
        raise BadWordList("empty")
    if max(map(len, words)) > SIZE or min(map(len, words)) < 2:
        raise _build_error(lines, "bad_length", lambda word: 2 <= len(word) <= SIZE)
    return _sort_distinct(words)


def _sort_distinct(words: list[str]) -> list[str]:
    words = sorted(words)
    return [word for word, following in pairwise([*words, ""]) if word != following]


def _build_error(lines: list[str], code: str, is_valid: Callable[[str], bool]) -> BadWordList:
    """Return the error for the first line that is not valid."""
    line, text = next((i, text) for i, text in enumerate(lines, 1) if text and not is_valid(text))
    return BadWordList(code, line=line, text=text[:_MAX_TEXT_LENGTH])


def _split_pieces(text: str) -> Iterator[str]:
    """Yield the text in pieces of whole lines, without the line end between two pieces."""
    start = 0
    while start <= len(text):
        end = text.find("\n", start + _PIECE_SIZE)
        end = len(text) if end < 0 else end
        yield text[start:end]
        start = end + 1


def _read_words(piece: str, reading: ListReading) -> Iterable[str]:
    """Return the words of a piece; add the other lines to the refusals of `reading`."""
    joined = piece.replace("\n", "")
    if joined.isascii() and joined.isalpha():
        words = list(filter(None, piece.upper().split("\n")))
        lengths = set(map(len, words))
        if min(lengths) > 1 and max(lengths) <= SIZE:
            return words
    return _read_lines(piece.split("\n"), reading)


def _read_lines(lines: list[str], reading: ListReading) -> Iterator[str]:
    for number, line in enumerate(lines, reading.lines + 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        text = text[:_MAX_TEXT_LENGTH]  # far longer than any word, with combining accents too
        word = fold(text)
        if not text.isascii() and (is_misread(text) or has_foreign_mark(text)):
            code = "misread"
        elif not (word.isascii() and word.isalpha()):
            has_several = len(text.split()) > 1 and "".join(text.split()).isalpha()
            code = "several_words" if has_several else "bad_word"
        elif not 2 <= len(word) <= SIZE:
            code = "bad_length"
        else:
            yield word
            continue
        reading.refused[code] += 1
        if len(reading.refusals) < MAX_REPORTED:
            reading.refusals.append(Refusal(number, text, code))
