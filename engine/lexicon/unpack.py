"""Takes a file out of its archive (gz, xz, zip), in memory and never more than a given size."""

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
#: Parts of one archive: `pigz` and `bgzip` make one for some tens of kilobytes. Each costs its
#: decompressor, however little it holds.
_MEMBERS = 10_000
#: Bytes of an archive that are tried first.
_FIRST_LOOK = 16 * 1024
_ZEROS = re.compile(rb"\0*")
#: What `xz -9` asks for; an archive may ask for gigabytes.
_XZ_MEMORY = 128 * 1024 * 1024
_ZIP_END, _ZIP64_LOCATOR = b"PK\x05\x06", b"PK\x06\x07"
_ZIP_END_BYTES, _ZIP_COMMENT, _ZIP64_LOCATOR_BYTES = 22, 0xFFFF, 20
#: A directory of some hundred files, where one is wanted.
_ZIP_DIRECTORY = 64 * 1024
#: A file in every document of Word or Excel; in every one of LibreOffice.
_DOCUMENT = {"[Content_Types].xml", "mimetype"}
#: What a Mac adds to every zip.
_ZIP_HIDDEN = ("__MACOSX/", ".")


class _Stream(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


def unpack(content: bytes, most: int) -> bytes:
    """The file inside; what is no archive comes back as it is.

    Raises `BadWordList`: `too_big` (more than `most` bytes), `corrupt_archive`, `zip_encrypted`,
    `zip_empty`, `zip_several` (names), `zip_method`, `document` (an office's, which is a zip too).
    """
    if content.startswith(_GZ):
        return _streams(lambda: zlib.decompressobj(zlib.MAX_WBITS | 16), content, most)
    if content.startswith(_XZ):
        return _streams(
            lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY), content, most
        )
    if content.startswith(_ZIP):
        return _from_zip(content, most)
    return content


def _streams(start: Callable[[], _Stream], content: bytes, most: int) -> bytes:
    """A gz or xz file may be several archives, one after the other, with zeros between them."""
    parts: list[bytes] = []
    room, at = most, 0
    while at < len(content):
        if len(parts) == _MEMBERS:
            raise BadWordList("corrupt_archive", reason=f"more than {_MEMBERS} members")
        part, length = _member(start, content, at, room)
        if len(part) > room:
            raise BadWordList("too_big", maximum=most)
        parts.append(part)
        room -= len(part)
        at = _end_of_zeros(content, at + length)
    return b"".join(parts)


def _member(start: Callable[[], _Stream], content: bytes, at: int, room: int) -> tuple[bytes, int]:
    """What the archive that begins ``at`` holds (or too much of it), and its length.

    What follows it is copied by the decompressor: it is shown little more than the archive.
    """
    size = _FIRST_LOOK
    while True:
        stream, shown = start(), content[at : at + size]
        try:
            part = stream.decompress(shown, room + 1)
        except (lzma.LZMAError, zlib.error, MemoryError) as error:
            raise BadWordList("corrupt_archive", reason=str(error)) from error
        if stream.eof or len(part) > room:
            return part, len(shown) - len(stream.unused_data)
        if at + size >= len(content):
            raise BadWordList("corrupt_archive", reason="truncated")
        size *= 8


def _end_of_zeros(content: bytes, at: int) -> int:
    zeros = _ZEROS.match(content, at)
    assert zeros is not None
    return zeros.end()


def _from_zip(content: bytes, most: int) -> bytes:
    _check_directory(content)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entry = _only_file(archive)
            if entry.file_size > most:
                raise BadWordList("too_big", maximum=most)
            with archive.open(entry) as file:
                unpacked = file.read(most + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError) as error:
        if isinstance(error, BadWordList):
            raise
        raise BadWordList("corrupt_archive", reason=str(error)) from error
    if len(unpacked) > most:
        raise BadWordList("too_big", maximum=most)
    return unpacked


def _check_directory(content: bytes) -> None:
    """Python reads the whole directory of a zip at once, however long it is."""
    end = content.rfind(_ZIP_END, max(0, len(content) - _ZIP_END_BYTES - _ZIP_COMMENT))
    if end < 0 or len(content) < end + _ZIP_END_BYTES:
        raise BadWordList("corrupt_archive", reason="truncated")
    (size,) = struct.unpack_from("<I", content, end + 12)
    locator = content[max(0, end - _ZIP64_LOCATOR_BYTES) : end]
    if size > _ZIP_DIRECTORY or locator.startswith(_ZIP64_LOCATOR):
        raise BadWordList("zip_several", names=[])


def _only_file(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
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
        if not _DOCUMENT.isdisjoint(entry.filename for entry in entries):
            raise BadWordList("document")
        raise BadWordList("zip_several", names=[entry.filename for entry in entries])
    (entry,) = entries
    if entry.flag_bits & 1:
        raise BadWordList("zip_encrypted")
    if entry.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        raise BadWordList("zip_method", method=entry.compress_type)
    return entry
