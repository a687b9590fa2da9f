"""Decompression of a file in an archive (gz, xz, zip), in memory, up to a given size."""

import io
import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Callable
from typing import Protocol

from engine.errors import BadWordList

_GZ, _XZ, _ZIP = b"\x1f\x8b", b"\xfd7zXZ\x00", (b"PK\x03\x04", b"PK\x05\x06")
#: Most members of one archive: `pigz` and `bgzip` write one for some tens of kilobytes. Each costs
#: a decompressor, however little it holds.
_MAX_MEMBERS = 10_000
#: Bytes of an archive that are decompressed first.
_FIRST_PIECE_BYTES = 16 * 1024
_ZEROS = re.compile(rb"\0*")
#: The memory that `xz -9` needs; an archive may declare gigabytes.
_XZ_MEMORY = 128 * 1024 * 1024
_ZIP_END, _ZIP64_LOCATOR = b"PK\x05\x06", b"PK\x06\x07"
_ZIP_END_BYTES, _MAX_ZIP_COMMENT, _ZIP64_LOCATOR_BYTES = 22, 0xFFFF, 20
#: Bytes of a directory of some hundred files; one file is expected.
_MAX_ZIP_DIRECTORY = 64 * 1024
#: A file that every document of Word or Excel has; one of every document of LibreOffice.
_DOCUMENT_FILES = {"[Content_Types].xml", "mimetype"}
#: Files that a Mac adds to every zip.
_ZIP_HIDDEN = ("__MACOSX/", ".")


class _Stream(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


def unpack(content: bytes, max_bytes: int) -> bytes:
    """Return the file in the archive, or the content itself if it is not an archive.

    Raises `BadWordList`: `too_big` (more than `max_bytes`), `corrupt_archive`, `zip_encrypted`,
    `zip_empty`, `zip_several` (names), `zip_method`, `document` (of Word, Excel or LibreOffice).
    """
    if content.startswith(_GZ):
        return _decompress_members(
            lambda: zlib.decompressobj(zlib.MAX_WBITS | 16), content, max_bytes
        )
    if content.startswith(_XZ):
        return _decompress_members(
            lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY), content, max_bytes
        )
    if content.startswith(_ZIP):
        return _read_zip(content, max_bytes)
    return content


def _decompress_members(
    open_stream: Callable[[], _Stream], content: bytes, max_bytes: int
) -> bytes:
    """Return the content of a gz or xz file. It may have several members, one after the other, with
    zeros between them."""
    parts: list[bytes] = []
    allowed_bytes, offset = max_bytes, 0
    while offset < len(content):
        if len(parts) == _MAX_MEMBERS:
            raise BadWordList("corrupt_archive", reason=f"more than {_MAX_MEMBERS} members")
        part, length = _decompress_member(open_stream, content, offset, allowed_bytes)
        if len(part) > allowed_bytes:
            raise BadWordList("too_big", maximum=max_bytes)
        parts.append(part)
        allowed_bytes -= len(part)
        offset = _skip_zeros(content, offset + length)
    return b"".join(parts)


def _decompress_member(
    open_stream: Callable[[], _Stream], content: bytes, offset: int, allowed_bytes: int
) -> tuple[bytes, int]:
    """Return the content of the member at ``offset`` and the length of the member.

    The content is cut after ``allowed_bytes`` + 1 bytes.

    The decompressor copies what follows the member, so it gets pieces of growing size.
    """
    size = _FIRST_PIECE_BYTES
    while True:
        stream, piece = open_stream(), content[offset : offset + size]
        try:
            part = stream.decompress(piece, allowed_bytes + 1)
        except (lzma.LZMAError, zlib.error, MemoryError) as error:
            raise BadWordList("corrupt_archive", reason=str(error)) from error
        if stream.eof or len(part) > allowed_bytes:
            return part, len(piece) - len(stream.unused_data)
        if offset + size >= len(content):
            raise BadWordList("corrupt_archive", reason="truncated")
        size *= 8


def _skip_zeros(content: bytes, offset: int) -> int:
    zeros = _ZEROS.match(content, offset)
    assert zeros is not None
    return zeros.end()


def _read_zip(content: bytes, max_bytes: int) -> bytes:
    _check_directory(content)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entry = _find_only_file(archive)
            if entry.file_size > max_bytes:
                raise BadWordList("too_big", maximum=max_bytes)
            with archive.open(entry) as file:
                unpacked = file.read(max_bytes + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError) as error:
        if isinstance(error, BadWordList):
            raise
        raise BadWordList("corrupt_archive", reason=str(error)) from error
    if len(unpacked) > max_bytes:
        raise BadWordList("too_big", maximum=max_bytes)
    return unpacked


def _check_directory(content: bytes) -> None:
    """Raise `BadWordList` if the directory of a zip is too long: Python reads all of it at once."""
    end = content.rfind(_ZIP_END, max(0, len(content) - _ZIP_END_BYTES - _MAX_ZIP_COMMENT))
    if end < 0 or len(content) < end + _ZIP_END_BYTES:
        raise BadWordList("corrupt_archive", reason="truncated")
    (size,) = struct.unpack_from("<I", content, end + 12)
    locator = content[max(0, end - _ZIP64_LOCATOR_BYTES) : end]
    if size > _MAX_ZIP_DIRECTORY or locator.startswith(_ZIP64_LOCATOR):
        raise BadWordList("zip_several", names=[])


def _find_only_file(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    entries = [
        entry
        for entry in archive.infolist()
        if not entry.is_dir()
        and not entry.filename.startswith(_ZIP_HIDDEN)
        and "/." not in entry.filename
    ]
    if not entries:
        raise BadWordList("zip_empty")
    if len(entries) > 1:
        if not _DOCUMENT_FILES.isdisjoint(entry.filename for entry in entries):
            raise BadWordList("document")
        raise BadWordList("zip_several", names=[entry.filename for entry in entries])
    (entry,) = entries
    if entry.flag_bits & 1:
        raise BadWordList("zip_encrypted")
    if entry.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        raise BadWordList("zip_method", method=entry.compress_type)
    return entry
