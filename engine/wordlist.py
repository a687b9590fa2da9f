"""Reading a word list: one word a line, 2 to 15 letters A to Z, plain text or .xz."""

import lzma
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path

from engine.errors import BadWordList
from engine.place import SIZE

MAX_BYTES = 64 * 1024 * 1024
"""No list of French words is that long; an archive may claim to be."""

_XZ = b"\xfd7zXZ\x00"
_SHOWN = 40


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


def parse(content: bytes, path: Path) -> list[str]:
    """The words of a file, sorted and distinct.

    Empty lines, spaces around a word, Windows line ends, a byte order mark and lower case are
    accepted. Raises `BadWordList` (`corrupt_archive`, `too_big`, `binary`, `bad_encoding`,
    `empty`, `bad_word`, `bad_length`).
    """
    try:
        return check(_decode(_unpack(content)).replace("\r\n", "\n").split("\n"))
    except BadWordList as error:
        raise BadWordList(error.code, path=str(path), **error.data) from error


def check(lines: Iterable[str]) -> list[str]:
    """Words of 2 to 15 letters A to Z, in capitals, sorted and distinct. Raises `BadWordList`."""
    lines = [line.strip() for line in lines]
    # Everything at once first: a good list, the rule, is read in a few hundredths of a second.
    together = "".join(lines)
    if not (together.isascii() and (together.isalpha() or not together)):
        raise _first_bad(lines, "bad_word", lambda word: word.isascii() and word.isalpha())
    words = sorted(filter(None, map(str.upper, lines)))
    if not words:
        raise BadWordList("empty")
    if max(map(len, words)) > SIZE or min(map(len, words)) < 2:
        raise _first_bad(lines, "bad_length", lambda word: 2 <= len(word) <= SIZE)
    return [word for word, following in pairwise([*words, ""]) if word != following]


def _first_bad(lines: list[str], code: str, good: Callable[[str], bool]) -> BadWordList:
    line, text = next((i, text) for i, text in enumerate(lines, 1) if text and not good(text))
    return BadWordList(code, line=line, text=text[:_SHOWN])


def _unpack(content: bytes) -> bytes:
    if not content.startswith(_XZ):
        return content
    try:
        unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ)
        unpacked = unpacker.decompress(content, MAX_BYTES + 1)
    except lzma.LZMAError as error:
        raise BadWordList("corrupt_archive", reason=str(error)) from error
    if len(unpacked) > MAX_BYTES:
        raise BadWordList("too_big", maximum=MAX_BYTES)
    if not unpacker.eof:
        raise BadWordList("corrupt_archive", reason="truncated")
    return unpacked


def _decode(content: bytes) -> str:
    nul = content.find(b"\0")
    if nul >= 0:
        raise BadWordList("binary", offset=nul)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadWordList("bad_encoding", offset=error.start, line=line) from error
