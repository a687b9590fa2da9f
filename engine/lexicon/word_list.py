"""Reading a word list, the way organisers have them.

Plain text, gz, xz or zip; UTF-8 or UTF-16 (with or without a byte order mark) or Latin-1, as
Windows or Latin-9 write it; one word a line, ended as on Windows, Unix or an old Mac; what follows
`#` is a comment. Words are folded to capitals A to Z: accents fall, ligatures come apart. A word
has 2 to 15 letters.
"""

import hashlib
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from engine.board.place import SIZE
from engine.errors import BadWordList
from engine.lexicon.unpack import unpack

MAX_BYTES = 32 * 1024 * 1024
"""Of the text and of the file it comes in: five times the longest list known."""
MAX_WORDS = 1_000_000
MAX_LINES = 2 * MAX_WORDS
MAX_REPORTED = 10_000
"""Refusals kept with line and text; all of them are counted."""
FIRST = 5
"""Refusals that `RefusedLines` names."""

_SHOWN = 40
_PIECE = 1 << 20
_CONTROL = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1a\x1b"))
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
#: PDF, RTF, and what Word and Excel wrote before they wrote archives.
_DOCUMENTS = (b"%PDF-", b"{\\rtf", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
#: Where Latin-9 has letters that Latin-1 has not; no word has these signs.
_LATIN_9 = {"½": "œ", "¼": "Œ", "¾": "Ÿ"}
_LIGATURES = str.maketrans({"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE"})


@dataclass(frozen=True, slots=True)
class Refusal:
    """A line that is no word: `bad_word` (other than letters), `several_words` or `bad_length`."""

    line: int
    text: str
    code: str


@dataclass(frozen=True, slots=True)
class RefusedLines:
    """How many lines of a list are no words, and the first of them."""

    count: int = 0
    first: tuple[Refusal, ...] = ()


type OnRefused = Callable[[RefusedLines], object]
"""Is told of the lines that are no words, if there are any."""


def refuse_lines(refused: RefusedLines) -> None:
    """For lists that must be faultless. Raises `BadWordList`: the code of a `Refusal`."""
    refusal = refused.first[0]
    raise BadWordList(refusal.code, line=refusal.line, text=refusal.text)


@dataclass(slots=True)
class ListReading:
    """What a word list holds. `words`: in capitals, sorted and distinct."""

    encoding: str
    words: list[str] = field(default_factory=list)
    lines: int = 0
    #: Lines that repeat a word, accents apart.
    repeated: int = 0
    refusals: list[Refusal] = field(default_factory=list)
    #: How many lines were refused, by code.
    refused: Counter[str] = field(default_factory=Counter)

    @property
    def no_words(self) -> RefusedLines:
        return RefusedLines(self.refused.total(), tuple(self.refusals[:FIRST]))


def read_bytes(path: Path) -> bytes:
    """The file as it is. Raises `BadWordList` (`not_found`, `unreadable`, `too_big`)."""
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
    """A file of at least one word; unless somebody hears of it, a line that is none is an error.

    Raises `BadWordList`: as `read` and `refuse_lines`, `empty`, with `path`.
    """
    with _naming(path):
        reading = read(content)
        _tell(reading.no_words, on_refused if reading.words else refuse_lines)
        if not reading.words:
            raise BadWordList("empty")
    return reading


def report_refused(refused: RefusedLines, path: Path, on_refused: OnRefused) -> None:
    """As `parse` does, of a list that was read before. Raises `BadWordList` as `refuse_lines`."""
    with _naming(path):
        _tell(refused, on_refused)


def _tell(refused: RefusedLines, on_refused: OnRefused) -> None:
    if refused.count:
        on_refused(refused)


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    try:
        yield
    except BadWordList as error:
        raise BadWordList(error.code, path=str(path), **error.data) from error


def read(content: bytes, progress: Callable[[float], None] = lambda _: None) -> ListReading:
    """Every word of a file, and every line that is none; `progress` hears parts of 1.

    Raises `BadWordList`: those of `engine.lexicon.unpack` and of `decode`, `too_many_words`.
    Memory stays within some hundred megabytes whatever the file claims to be.
    """
    text, encoding = decode(unpack(content, MAX_BYTES))
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") > MAX_LINES:
        raise BadWordList("too_many_words", maximum=MAX_WORDS)
    reading, found, done = ListReading(encoding), list[str](), 0
    for piece in _pieces(text):
        found += _words(piece, reading)
        reading.lines += piece.count("\n") + 1
        done += len(piece) + 1
        progress(done / (len(text) + 1))
    reading.lines = text.count("\n") + (not text.endswith("\n") and bool(text))
    reading.words = _distinct(found)
    reading.repeated = len(found) - len(reading.words)
    if len(reading.words) > MAX_WORDS:
        raise BadWordList("too_many_words", maximum=MAX_WORDS)
    return reading


def checksum(words: Sequence[str]) -> str:
    """SHA-256 of a sorted list, one word a line: that of `Lexicon.checksum`."""
    return hashlib.sha256(("\n".join(words) + "\n").encode()).hexdigest()


def fold(text: str) -> str:
    """Capitals without accents, ligatures taken apart: "cœur" is "COEUR"."""
    apart = unicodedata.normalize("NFD", text.translate(_LIGATURES))
    bare = "".join(letter for letter in apart if not unicodedata.combining(letter))
    # Some letters only become A to Z as capitals: they are none of ours.
    return bare.upper() if bare.isascii() else bare


def check(lines: Iterable[str]) -> list[str]:
    """Words of 2 to 15 letters A to Z, in capitals, sorted and distinct. Raises `BadWordList`."""
    lines = [line.strip() for line in lines]
    # Everything at once first: a good list, the rule, is read in a few hundredths of a second.
    together = "".join(lines)
    if not (together.isascii() and (together.isalpha() or not together)):
        raise _first_bad(lines, "bad_word", lambda word: word.isascii() and word.isalpha())
    words = list(filter(None, map(str.upper, lines)))
    if not words:
        raise BadWordList("empty")
    if max(map(len, words)) > SIZE or min(map(len, words)) < 2:
        raise _first_bad(lines, "bad_length", lambda word: 2 <= len(word) <= SIZE)
    return _distinct(words)


def _distinct(words: list[str]) -> list[str]:
    words = sorted(words)
    return [word for word, following in pairwise([*words, ""]) if word != following]


def _first_bad(lines: list[str], code: str, good: Callable[[str], bool]) -> BadWordList:
    line, text = next((i, text) for i, text in enumerate(lines, 1) if text and not good(text))
    return BadWordList(code, line=line, text=text[:_SHOWN])


def decode(content: bytes) -> tuple[str, str]:
    """Text of a file that people made, and its encoding.

    Raises `BadWordList` (`document`, `binary` with offset).
    """
    if content.startswith(_DOCUMENTS):
        raise BadWordList("document")
    wide = _utf16(content)
    if wide:
        try:
            content = content.decode(wide).encode()
        except UnicodeDecodeError as error:
            raise BadWordList("binary", offset=error.start) from error
    if len(content.translate(None, _CONTROL)) < len(content):
        offset = next(i for i, byte in enumerate(content) if byte in _CONTROL)
        raise BadWordList("binary", offset=offset)
    text = content.decode("utf-8-sig", errors="replace")
    if wide:
        return text, "utf-16"
    lost = text.count("\ufffd")
    beyond_ascii = len(text) - len(text.encode("ascii", errors="ignore"))
    # Some lines in another encoding are refused; as Latin-1 every accent would be a wrong letter.
    if not lost or beyond_ascii > 2 * lost:
        return text, "utf-8"
    try:
        text, encoding = content.decode("cp1252"), "cp1252"
    except UnicodeDecodeError:
        text, encoding = content.decode("latin-1"), "latin-1"
    for sign, letter in _LATIN_9.items():
        text = text.replace(sign, letter)
    return text, encoding


def _utf16(content: bytes) -> str:
    """The codec of UTF-16, "" for anything else. Without a byte order mark, every second byte of
    plain letters is zero."""
    if content.startswith(_UTF16):
        return "utf-16"
    even, odd = (content[start:1000:2].count(0) for start in (0, 1))
    if min(even, odd) or max(even, odd) <= min(len(content), 1000) // 3:
        return ""
    return "utf-16-be" if even else "utf-16-le"


def _pieces(text: str) -> Iterator[str]:
    """The text in pieces of whole lines, without the line end between two of them."""
    start = 0
    while start <= len(text):
        end = text.find("\n", start + _PIECE)
        end = len(text) if end < 0 else end
        yield text[start:end]
        start = end + 1


def _words(piece: str, reading: ListReading) -> Iterable[str]:
    """The words of a piece; what is none goes into the refusals."""
    together = piece.replace("\n", "")
    if together.isascii() and together.isalpha():
        found = list(filter(None, piece.upper().split("\n")))
        lengths = set(map(len, found))
        if min(lengths) > 1 and max(lengths) <= SIZE:
            return found
    return _sift(piece.split("\n"), reading)


def _sift(lines: list[str], reading: ListReading) -> Iterator[str]:
    for line, text in enumerate(lines, reading.lines + 1):
        written = text.partition("#")[0].strip()
        if not written:
            continue
        written = written[:_SHOWN]  # far longer than any word, however its accents are written
        word = fold(written)
        if not (word.isascii() and word.isalpha()):
            several = len(written.split()) > 1 and "".join(written.split()).isalpha()
            code = "several_words" if several else "bad_word"
        elif not 2 <= len(word) <= SIZE:
            code = "bad_length"
        else:
            yield word
            continue
        reading.refused[code] += 1
        if len(reading.refusals) < MAX_REPORTED:
            reading.refusals.append(Refusal(line, written, code))
