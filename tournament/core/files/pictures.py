"""Uploaded pictures: their format is read from their bytes only."""

import struct
from dataclasses import dataclass
from enum import StrEnum

from tournament.core.errors import BadSetting

#: Enough for a big screen, and small enough for every browser: bytes, and pixels a side.
MAX_BYTES = 1024 * 1024
MAX_SIDE = 4000
_JPEG_END = b"\xff\xd9"
_PNG, _JPEG, _RIFF, _WEBP = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF", b"WEBP"
#: Markers of JPEG that begin a frame, where the size is.
_FRAME_MARKERS = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}


class PictureKind(StrEnum):
    """Media types for browsers."""

    PNG = "image/png"
    JPEG = "image/jpeg"
    WEBP = "image/webp"


@dataclass(frozen=True, slots=True)
class Picture:
    kind: PictureKind
    width: int
    height: int
    data: bytes


def read_picture(data: bytes) -> Picture:
    """Read ``data`` as a picture of at most ``MAX_SIDE`` pixels a side; SVG is refused because it
    can contain scripts.

    Raise BadSetting for an incomplete PNG, JPEG or WebP, another format, or a picture too big.
    """
    if len(data) > MAX_BYTES:
        raise BadSetting("picture-file-too-big", most=MAX_BYTES // 1024 // 1024)
    try:
        kind, width, height = _read_format(data)
    except (struct.error, IndexError, StopIteration):
        raise BadSetting("not-a-picture") from None
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE):
        raise BadSetting("picture-too-large", width=width, height=height, most=MAX_SIDE)
    return Picture(kind, width, height, data)


def _read_format(data: bytes) -> tuple[PictureKind, int, int]:
    if data.startswith(_PNG) and data[12:16] == b"IHDR" and b"IEND" in data[-16:]:
        return PictureKind.PNG, *struct.unpack(">II", data[16:24])
    if data.startswith(_JPEG):
        return PictureKind.JPEG, *_read_jpeg_size(data)
    if data.startswith(_RIFF) and data[8:12] == _WEBP:
        return PictureKind.WEBP, *_read_webp_size(data)
    raise BadSetting("not-a-picture")


def _read_jpeg_size(data: bytes) -> tuple[int, int]:
    """Return width and height, from the first frame."""
    offset = 2
    while True:
        if data[offset] != 0xFF:
            raise IndexError
        marker, length = data[offset + 1], struct.unpack(">H", data[offset + 2 : offset + 4])[0]
        if marker in _FRAME_MARKERS:
            # A file cut off has no end after the frame; a thumbnail has its own end before it.
            if data.rfind(_JPEG_END) < offset:
                raise IndexError
            height, width = struct.unpack(">HH", data[offset + 5 : offset + 9])
            return width, height
        offset += 2 + length


def _read_webp_size(data: bytes) -> tuple[int, int]:
    """Return width and height, from the first chunk: lossy, lossless, or extended."""
    if len(data) < 8 + int.from_bytes(data[4:8], "little"):
        raise IndexError
    match data[12:16]:
        case b"VP8 ":
            width, height = struct.unpack("<HH", data[26:30])
            return width & 0x3FFF, height & 0x3FFF
        case b"VP8L":
            (bits,) = struct.unpack("<I", data[21:25])
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8X":
            width = int.from_bytes(data[24:27], "little") + 1
            return width, int.from_bytes(data[27:30], "little") + 1
    raise IndexError
