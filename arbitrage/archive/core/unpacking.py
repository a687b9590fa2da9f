"""Unpacking of the zip of an archive, limited to the sizes that it declares."""

import io
import struct
import zlib
from collections.abc import Callable
from contextlib import suppress
from itertools import batched
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from arbitrage.archive.core.errors import BadArchive

#: Compression methods that are unpacked in pieces of limited size.
_METHODS = frozenset({ZIP_STORED, ZIP_DEFLATED})
#: Bytes that are read at once from a member, and from one that is damaged.
_CHUNK_SIZE, _SALVAGE_CHUNK_SIZE = 1024**2, 64
#: Bytes of the local header of a member, without its name and extra field.
_HEADER_SIZE = 30
#: Errors of ``zipfile`` for damaged files and for other files: it does not check offsets.
_DAMAGE_ERRORS = (
    *(BadZipFile, zlib.error, struct.error, EOFError, OSError),
    *(NotImplementedError, RuntimeError, ValueError, OverflowError),
)

type ErrorHandler = Callable[[BadArchive], None]
"""Receives an error in a file that can be read nevertheless; either returns, or raises it."""


def raise_error(error: BadArchive) -> None:
    """Raise ``error``: accept no file with an error."""
    raise error


def unpack_members(
    content: bytes, max_size: int, on_error: ErrorHandler, suffix: str
) -> dict[str, bytes]:
    """Return the files in the zip by name.

    Raise BadArchive for more than ``max_size`` bytes together, and for a file that is no zip. A
    damaged member is given to ``on_error`` by its name without ``suffix``; if that returns, the
    part that can be read is returned.
    """
    try:
        with ZipFile(io.BytesIO(content)) as file:
            infos = file.infolist()
            _check_infos(infos, max_size)
            return {
                info.filename: _read_member(file, content, info, on_error, suffix) for info in infos
            }
    except _DAMAGE_ERRORS as error:
        raise BadArchive("not-a-zip") from error


def _check_infos(infos: list[ZipInfo], max_size: int) -> None:
    if len(infos) != len({info.filename for info in infos}):
        raise BadArchive("repeated-member")
    if any(info.compress_type not in _METHODS for info in infos):
        raise BadArchive("other-packing")
    if sum(info.file_size for info in infos) > max_size:
        raise BadArchive("too-large", most=max_size // 1024**2)


def _read_member(
    file: ZipFile, content: bytes, info: ZipInfo, on_error: ErrorHandler, suffix: str
) -> bytes:
    """Return the bytes of a member; if it is damaged, those that can be unpacked. Never more than
    its declared size, which ``_check_infos`` limits."""
    content_read = bytearray()
    try:
        with file.open(info) as member:
            while piece := member.read(_CHUNK_SIZE):
                content_read += piece
        if len(content_read) == info.file_size:
            return bytes(content_read)
    except (BadZipFile, zlib.error, EOFError):
        if not info.filename.endswith(suffix):
            raise  # the manifest: without it the other members cannot be read
    on_error(BadArchive("changed-member", member=info.filename.removesuffix(suffix)))
    return _salvage_member(content, info)


def _salvage_member(content: bytes, info: ZipInfo) -> bytes:
    """Return what can be unpacked of a damaged member: its data begin after a header of thirty
    bytes, its name and its extra field."""
    header = content[info.header_offset :][:_HEADER_SIZE]
    start = (
        info.header_offset + _HEADER_SIZE + sum(struct.unpack("<HH", header[-4:].rjust(4, b"\0")))
    )
    packed = content[start : start + info.compress_size]
    if info.compress_type == ZIP_STORED:
        return packed[: info.file_size]
    decompressor, content_read = zlib.decompressobj(-zlib.MAX_WBITS), bytearray()
    with suppress(zlib.error):
        for piece in batched(packed, _SALVAGE_CHUNK_SIZE, strict=False):
            content_read += decompressor.decompress(bytes(piece))
            if len(content_read) > info.file_size:
                break
    return bytes(content_read)
