"""The format and size of a picture are read from its bytes."""

import struct
from collections.abc import Callable

import pytest

from tests.pictures import PICTURES
from tests.rows import every_row
from tournament.core.errors import BadSetting
from tournament.core.files.pictures import MAX_BYTES, read_picture

PNG, JPEG, WEBP = (PICTURES[f"image/{kind}"] for kind in ("png", "jpeg", "webp"))
LOSSY = b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a" + struct.pack("<HH", 640, 360)
LOSSLESS = b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f" + struct.pack("<I", 639 | 359 << 14)


def make_png(width: int) -> bytes:
    """Return a PNG whose header gives this width."""
    return PNG[:16] + struct.pack(">I", width) + PNG[20:]


def test_each_kind_is_known_and_measured() -> None:
    with every_row() as row:
        for kind, data in PICTURES.items():
            with row(kind):
                picture = read_picture(data)
                assert (picture.kind, picture.width, picture.height) == (kind, 3, 2)
        for data in (LOSSY, LOSSLESS):
            with row(repr(data[12:16])):
                picture = read_picture(data)
                assert (picture.kind, picture.width, picture.height) == ("image/webp", 640, 360)
        with row("as wide as may be"):
            assert read_picture(make_png(4000)).width == 4000


OTHERS: list[tuple[bytes, str]] = [
    (b"", "not-a-picture"),
    (b"<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>", "not-a-picture"),
    (b"<html>" + PNG, "not-a-picture"),
    (PNG[:60], "not-a-picture"),
    (JPEG[:40], "not-a-picture"),
    (JPEG[:-2], "not-a-picture"),
    (WEBP[:25], "not-a-picture"),
    (b"RIFF\0\0\0\0WAVEfmt ", "not-a-picture"),
    (b"\xff\xd8\xff\xe0\x00\x00" * 9, "not-a-picture"),
    (b"GIF89a" + bytes(20), "not-a-picture"),
    (make_png(4001), "picture-too-large"),
    (make_png(0), "picture-too-large"),
    (PNG + bytes(MAX_BYTES), "picture-file-too-big"),
]


def test_anything_else_is_refused() -> None:
    with every_row() as each:
        for data, reason in OTHERS:
            with each(data[:20]):
                with pytest.raises(BadSetting) as caught:
                    read_picture(data)
                assert caught.value.reason == reason


@pytest.mark.parametrize("damage", [lambda data, at: data[:at], lambda data, at: data[at:]])
def test_damaged_bytes_raise_no_other_error(damage: Callable[[bytes, int], bytes]) -> None:
    for data in PICTURES.values():
        for at in range(1, len(data)):
            try:
                read_picture(damage(data, at))
            except BadSetting:
                continue
