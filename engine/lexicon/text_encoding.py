"""Decoding of text files whose encoding nobody says, and the traces of a wrong one.

UTF-8, UTF-16 (with or without a byte order mark), or eight bits a letter: Windows, Latin-1,
Latin-9, an old Mac, DOS. Only their letters tell the last ones apart: "été" of a Mac is "ŽtŽ" for
Windows, and no French word has such a letter.
"""

import re
import unicodedata
from collections.abc import Callable
from itertools import islice

from engine.errors import BadWordList

_CONTROL = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1a\x1b"))
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
#: First bytes of PDF, RTF and the old formats of Word and Excel.
_DOCUMENT_SIGNATURES = (b"%PDF-", b"{\\rtf", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
#: Signs of Latin-1 in whose place Latin-9 has letters.
_LATIN_9 = {"½": "œ", "¼": "Œ", "¾": "Ÿ"}
_FRACTION_IN_WORD = re.compile(r"(?<=[^\W\d_])[½¼¾]|[½¼¾](?=[^\W\d_])")
#: Letters and signs that a wrong encoding puts in the place of an accented letter: those that
#: French does not use, a capital behind a small letter, a sign inside a word.
_MISREAD = re.compile(
    "[\ufffd\x80-\x9fŠšŽžƒˆ˜†‡•™‰‚„×¬√∂∑∏π∫≈≤≥◊ﬁﬂ˘˙˚˝˛ˇ\u2500-\u259f]"
    "|(?<=[a-zß-öø-ÿ])[À-ÖØ-Þ]"
    r"|(?<=[^\W\d_])[“”«»‹›€£¥§©®¢¤¡¿¦¨¯±´¶¸¹²³ªº÷](?=[^\W\d_])"
    r"|(?<=[^\W\d_])[…—]|[…—](?=[^\W\d_])"
)
#: Letters of the neighbours of French, and a cedilla that French has no use for: less likely, and
#: no fault.
_FOREIGN = re.compile("[ÁÃÄÅÌÍÐÑÒÓÕÖØÚÝÞßáãäåìíðñòóõöøúýþı]|[çÇ](?![aàâoôuùûüœ])", re.IGNORECASE)
#: The letters of Windows that Latin-1 lacks.
_WINDOWS_LETTERS = {
    ord(letter): byte
    for byte in range(0x80, 0xA0)
    if (letter := bytes([byte]).decode("cp1252", errors="ignore"))
}
_MARKS = "\u0300\u0301\u0302\u0303\u0308\u030a\u0327"
#: Lines with other bytes than ASCII from which the encoding is guessed.
_LINES_LOOKED_AT = 10_000


def decode(content: bytes) -> tuple[str, str]:
    """Return the text of a file and its encoding, guessed from its bytes.

    What UTF-8 does not explain in a file that is mostly UTF-8 becomes U+FFFD. Raises `BadWordList`
    (`document`, `binary` with offset).
    """
    if content.startswith(_DOCUMENT_SIGNATURES):
        raise BadWordList("document")
    utf16_codec = _find_utf16_codec(content)
    if utf16_codec:
        try:
            content = content.decode(utf16_codec).encode()
        except UnicodeDecodeError as error:
            raise BadWordList("binary", offset=error.start) from error
    if len(content.translate(None, _CONTROL)) < len(content):
        offset = next(i for i, byte in enumerate(content) if byte in _CONTROL)
        raise BadWordList("binary", offset=offset)
    text = content.decode("utf-8-sig", errors="replace")
    if utf16_codec:
        return text, "utf-16"
    undecoded = text.count("\ufffd")
    beyond_ascii = len(text) - len(text.encode("ascii", errors="ignore"))
    # Mostly UTF-8: the lines in another encoding are refused, since Latin-1 would make a wrong
    # letter of every accent.
    if not undecoded or beyond_ascii > 2 * undecoded:
        return repair(text), "utf-8"
    sample = b"\n".join(
        islice((line for line in content.splitlines() if not line.isascii()), _LINES_LOOKED_AT)
    )
    encoding = min(_EIGHT_BITS, key=lambda name: _count_misread(_EIGHT_BITS[name](sample)))
    return _EIGHT_BITS[encoding](content), encoding


def repair(text: str) -> str:
    """Return text that was encoded twice as it was meant ("Ã©tÃ©" is "été"), any other as it is."""
    if text.isascii():
        return text
    for to_bytes in (_to_windows, lambda text: text.encode("mac_roman"), _to_dos):
        try:
            return to_bytes(text).decode()
        except UnicodeError:
            continue
    return text


def is_misread(text: str) -> bool:
    """Return True for text with a letter or sign that only a wrong encoding puts there."""
    return not text.isascii() and _MISREAD.search(unicodedata.normalize("NFC", text)) is not None


def has_foreign_mark(text: str) -> bool:
    """Return True if a letter has a mark that no French word has, such as the caron of "Ž"."""
    decomposed = unicodedata.normalize("NFD", text)
    return any(unicodedata.combining(sign) and sign not in _MARKS for sign in decomposed)


def _count_misread(text: str) -> int:
    return 2 * len(_MISREAD.findall(text)) + len(_FOREIGN.findall(text))


def _find_utf16_codec(content: bytes) -> str:
    """Return the codec for UTF-16, "" for any other encoding. Without a byte order mark, UTF-16 is
    recognised by zeros: every second byte of plain letters."""
    if content.startswith(_UTF16):
        return "utf-16"
    even, odd = (content[start:1000:2].count(0) for start in (0, 1))
    if min(even, odd) or max(even, odd) <= min(len(content), 1000) // 3:
        return ""
    return "utf-16-be" if even else "utf-16-le"


def _from_windows(content: bytes) -> str:
    try:
        text = content.decode("cp1252")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    return _FRACTION_IN_WORD.sub(lambda match: _LATIN_9[match[0]], text)


def _to_windows(text: str) -> bytes:
    """Encode as Windows does, or Latin-1, which has control characters for some of its letters."""
    return text.translate(_WINDOWS_LETTERS).encode("latin-1")


def _to_dos(text: str) -> bytes:
    return text.encode("cp850")


_EIGHT_BITS: dict[str, Callable[[bytes], str]] = {
    "cp1252": _from_windows,
    "mac_roman": lambda content: content.decode("mac_roman"),
    "cp850": lambda content: content.decode("cp850"),
}
