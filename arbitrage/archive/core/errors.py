"""Errors of files that cannot be used as an archive."""
# ruff: noqa: N818 - the name says what is wrong

from typing import ClassVar

from tournament.core.errors import RoomError


class BadArchive(RoomError):
    """The file is no usable archive. ``reason`` is a code, ``data`` says where: ``member``,
    ``line``, ``game``, ``seq``."""

    code: ClassVar[str] = "bad-archive"
