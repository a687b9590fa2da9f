"""Why a file is no archive that can be used."""
# ruff: noqa: N818 - the name says what is wrong

from typing import ClassVar

from tournament.core.errors import RoomError


class BadArchive(RoomError):
    """``reason`` says what is wrong, ``data`` where: ``member``, ``line``, ``game``, ``seq``."""

    code: ClassVar[str] = "bad-archive"
