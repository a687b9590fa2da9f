"""Damaged zip files, and files made to exhaust the memory."""

import io
import struct
import tracemalloc
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.manifest import MANIFEST_FILE
from arbitrage.archive.core.reading import read_archive
from tests.rows import every_row
from tournament.core.errors import RoomError
from tournament.presentation.messages import explain

_MIB = 1024**2
#: Signature and offsets of fields of an entry of the central directory.
_CENTRAL, _SIZE, _OFFSET, _METHOD, _FLAGS = b"PK\1\2", 24, 42, 10, 8


def write_zip(method: int, size: int) -> bytes:
    file = io.BytesIO()
    with ZipFile(file, "w", method) as archive:
        archive.writestr("journal.jsonl", bytes(size))
        archive.writestr(MANIFEST_FILE, b"{}")
    return file.getvalue()


def patch_entry(content: bytes, offset: int, format_: str, value: int) -> bytes:
    """Return ``content`` with another ``value`` in the first entry of the central directory."""
    changed = bytearray(content)
    struct.pack_into(format_, changed, content.index(_CENTRAL) + offset, value)
    return bytes(changed)


def test_a_bomb_is_refused_before_it_fills_the_memory() -> None:
    bomb = write_zip(ZIP_DEFLATED, 256 * _MIB)
    assert len(bomb) < _MIB
    bombs = [
        ("honest", bomb, "too-large"),
        ("lying", patch_entry(bomb, _SIZE, "<I", 10), "changed-member"),
        ("lzma", patch_entry(write_zip(ZIP_LZMA, 64 * _MIB), _SIZE, "<I", 10), "other-packing"),
        ("bz2", patch_entry(write_zip(ZIP_BZIP2, 64 * _MIB), _SIZE, "<I", 10), "other-packing"),
    ]
    tracemalloc.start()
    try:
        with every_row() as row:
            for name, content, reason in bombs:
                with row(name):
                    tracemalloc.reset_peak()
                    before, _ = tracemalloc.get_traced_memory()
                    assert expect_refusal(content, max_size=32 * _MIB) == reason
                    _, peak = tracemalloc.get_traced_memory()
                    assert peak - before < 8 * _MIB
        errors: list[BadArchive] = []
        with pytest.raises(BadArchive):  # a manifest of nothing
            read_archive(bombs[1][1], max_size=32 * _MIB, on_error=errors.append)
        assert [error.reason for error in errors] == ["changed-member"], "and no more than it says"
        assert tracemalloc.get_traced_memory()[1] < 16 * _MIB
    finally:
        tracemalloc.stop()


def test_every_damage_of_a_zip_is_refused_with_a_sentence() -> None:
    whole = write_zip(ZIP_DEFLATED, 1000)
    names = whole.rindex(b"journal.jsonl")
    damaged = [
        ("an offset before the file", patch_entry(whole, _OFFSET, "<I", 2**32 - 2)),
        ("a name that is no text", whole[:names] + b"\xff" * 4 + whole[names + 4 :]),
        (
            "a name that is no UTF-8",
            patch_entry(whole[:names] + b"\xff" * 4 + whole[names + 4 :], _FLAGS, "<H", 0x800),
        ),
        ("an end that is nowhere", whole[:-10] + b"\xff" * 8 + whole[-2:]),
        *((f"lzma at {at}", _flip_byte(write_zip(ZIP_LZMA, 1000), at)) for at in range(43, 60)),
        *((f"bit {at}", _flip_byte(whole, at)) for at in range(len(whole))),
        *((f"cut at {at}", whole[at:]) for at in range(0, len(whole), 7)),
    ]
    with every_row() as row:
        for name, content in damaged:
            with row(name):
                assert "%(" not in explain_refusal(content)
                with pytest.raises(BadArchive):
                    read_archive(content, on_error=lambda _: None)


def _flip_byte(content: bytes, index: int) -> bytes:
    changed = bytearray(content)
    changed[index] ^= 0xFF
    return bytes(changed)


def expect_refusal(content: bytes, max_size: int) -> str:
    with pytest.raises(BadArchive) as refused:
        read_archive(content, max_size=max_size)
    return refused.value.reason


def explain_refusal(content: bytes) -> str:
    with pytest.raises(RoomError) as refused:
        read_archive(content)
    return explain(refused.value)
