"""Opens the zip of an archive, and inflates no more of it than it says and may have."""

import io
import struct
import zlib
from collections.abc import Callable
from contextlib import suppress
from itertools import batched
from struct import unpack
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from arbitrage.archive.core.errors import BadArchive

#: Ways of packing that are unpacked piece by piece; of others one piece may be anything.
_PACKED = frozenset({ZIP_STORED, ZIP_DEFLATED})
#: Bytes that are unpacked in one go, and bytes of a damaged member that are tried in one go.
_AT_ONCE, _PIECE = 1024**2, 64
#: Of what the zip says of a member before it, but for its name and extra.
_HEAD = 30
#: What ``zipfile`` raises for a file that is none, or no more: it believes every offset in it.
_DAMAGED = (
    *(BadZipFile, zlib.error, struct.error, EOFError, OSError),
    *(NotImplementedError, RuntimeError, ValueError, OverflowError),
)

type Tell = Callable[[BadArchive], None]
"""Is told of what is wrong with a file that can be read all the same, or raises it."""


def refuse(error: BadArchive) -> None:
    """Nothing may be wrong."""
    raise error


def unpacked(content: bytes, most: int, tell: Tell, suffix: str) -> dict[str, bytes]:
    """The files in the zip, together of at most ``most`` bytes; of one that is damaged what can be
    read of it, once ``tell`` let that pass: its name less ``suffix`` is told. Raises BadArchive."""
    try:
        with ZipFile(io.BytesIO(content)) as file:
            infos = file.infolist()
            _check(infos, most)
            return {info.filename: _member(file, content, info, tell, suffix) for info in infos}
    except _DAMAGED as error:
        raise BadArchive("not-a-zip") from error


def _check(infos: list[ZipInfo], most: int) -> None:
    if len(infos) != len({info.filename for info in infos}):
        raise BadArchive("repeated-member")
    if any(info.compress_type not in _PACKED for info in infos):
        raise BadArchive("other-packing")
    if sum(info.file_size for info in infos) > most:
        raise BadArchive("too-large", most=most // 1024**2)


def _member(file: ZipFile, content: bytes, info: ZipInfo, tell: Tell, suffix: str) -> bytes:
    """Its bytes, as far as they can be unpacked where they were damaged: never more than it says
    that it has, which ``_check`` has added up."""
    found = bytearray()
    try:
        with file.open(info) as member:
            while piece := member.read(_AT_ONCE):
                found += piece
        if len(found) == info.file_size:
            return bytes(found)
    except (BadZipFile, zlib.error, EOFError):
        if not info.filename.endswith(suffix):
            raise  # the manifest: nothing is left that says what the others are
    tell(BadArchive("changed-member", member=info.filename.removesuffix(suffix)))
    return _salvaged(content, info)


def _salvaged(content: bytes, info: ZipInfo) -> bytes:
    """What the zip says of a member is behind a head of thirty bytes, its name and its extra."""
    head = content[info.header_offset :][:_HEAD]
    begin = info.header_offset + _HEAD + sum(unpack("<HH", head[-4:].rjust(4, b"\0")))
    packed = content[begin : begin + info.compress_size]
    if info.compress_type == ZIP_STORED:
        return packed[: info.file_size]
    unpacking, found = zlib.decompressobj(-zlib.MAX_WBITS), bytearray()
    with suppress(zlib.error):
        for piece in batched(packed, _PIECE, strict=False):
            found += unpacking.decompress(bytes(piece))
            if len(found) > info.file_size:
                break
    return bytes(found)
