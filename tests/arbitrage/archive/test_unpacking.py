"""Files that are no zip any more, or one that was made to fill the memory."""

import io
import struct
import tracemalloc
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.manifest import NAME
from arbitrage.archive.core.reading import read
from tests.rows import every_row
from tournament.core.errors import RoomError
from tournament.presentation.messages import explain

_MIB = 1024**2
#: Where the central directory has the size that a member says, behind its signature.
_CENTRAL, _SIZE, _OFFSET, _METHOD, _FLAGS = b"PK\1\2", 24, 42, 10, 8


def zipped(method: int, size: int) -> bytes:
    file = io.BytesIO()
    with ZipFile(file, "w", method) as archive:
        archive.writestr("journal.jsonl", bytes(size))
        archive.writestr(NAME, b"{}")
    return file.getvalue()


def said(content: bytes, at: int, form: str, value: int) -> bytes:
    """``content`` whose first entry of the central directory says ``value`` there."""
    changed = bytearray(content)
    struct.pack_into(form, changed, content.index(_CENTRAL) + at, value)
    return bytes(changed)


def test_a_bomb_is_refused_before_it_fills_the_memory() -> None:
    bomb = zipped(ZIP_DEFLATED, 256 * _MIB)
    assert len(bomb) < _MIB
    bombs = [
        ("honest", bomb, "too-large"),
        ("lying", said(bomb, _SIZE, "<I", 10), "changed-member"),
        ("lzma", said(zipped(ZIP_LZMA, 64 * _MIB), _SIZE, "<I", 10), "other-packing"),
        ("bz2", said(zipped(ZIP_BZIP2, 64 * _MIB), _SIZE, "<I", 10), "other-packing"),
    ]
    tracemalloc.start()
    try:
        with every_row() as row:
            for name, content, reason in bombs:
                with row(name):
                    tracemalloc.reset_peak()
                    held, _ = tracemalloc.get_traced_memory()
                    assert refusal(content, most=32 * _MIB) == reason
                    _, peak = tracemalloc.get_traced_memory()
                    assert peak - held < 8 * _MIB
        told: list[BadArchive] = []
        with pytest.raises(BadArchive):  # a manifest of nothing
            read(bombs[1][1], most=32 * _MIB, tell=told.append)
        assert [error.reason for error in told] == ["changed-member"], "and no more than it says"
        assert tracemalloc.get_traced_memory()[1] < 16 * _MIB
    finally:
        tracemalloc.stop()


def test_whatever_was_damaged_in_a_zip_is_told_and_never_breaks_the_reader() -> None:
    whole = zipped(ZIP_DEFLATED, 1000)
    names = whole.rindex(b"journal.jsonl")
    damaged = [
        ("an offset before the file", said(whole, _OFFSET, "<I", 2**32 - 2)),
        ("a name that is no text", whole[:names] + b"\xff" * 4 + whole[names + 4 :]),
        (
            "a name that is no UTF-8",
            said(whole[:names] + b"\xff" * 4 + whole[names + 4 :], _FLAGS, "<H", 0x800),
        ),
        ("an end that is nowhere", whole[:-10] + b"\xff" * 8 + whole[-2:]),
        *((f"lzma at {at}", _bit(zipped(ZIP_LZMA, 1000), at)) for at in range(43, 60)),
        *((f"bit {at}", _bit(whole, at)) for at in range(len(whole))),
        *((f"cut at {at}", whole[at:]) for at in range(0, len(whole), 7)),
    ]
    with every_row() as row:
        for name, content in damaged:
            with row(name):
                assert "%(" not in refusal_in_french(content)
                with pytest.raises(BadArchive):
                    read(content, tell=lambda _: None)


def _bit(content: bytes, at: int) -> bytes:
    changed = bytearray(content)
    changed[at] ^= 0xFF
    return bytes(changed)


def refusal(content: bytes, most: int) -> str:
    with pytest.raises(BadArchive) as refused:
        read(content, most=most)
    return refused.value.reason


def refusal_in_french(content: bytes) -> str:
    with pytest.raises(RoomError) as refused:
        read(content)
    return explain(refused.value)
