"""What makes a bulletin a bulletin: sizes and characters, never what is written on it.

A tablet must be able to hand in whatever a player writes, however wrong; only what no sheet
can hold is refused.
"""

import re
from collections.abc import Sequence

from tournament.core.errors import BadSheet

MAX_ROWS = 15
MAX_TEXT = 20
MAX_DEVICE = 40
MAX_REV = 100_000
#: Largest number of a turn, and largest key of a game (PostgreSQL's integer and bigint).
MAX_TURN = 2**31 - 1
MAX_KEY = 2**63 - 1

_letters = re.compile(r"[.A-Za-z]{0,15}").fullmatch
_strokes = re.compile(r"[.x]{0,15}").fullmatch


def check_sheet(
    *,
    rev: int,
    device: str,
    rows: Sequence[str],
    struck: Sequence[str] = (),
    reference: str = "",
    score: str = "",
) -> None:
    """Check the shape of a sheet.

    ``struck`` is empty or has the shape of ``rows``, with ``x`` where a letter is struck out.

    Raises:
        BadSheet: with the name of the field at fault.
    """
    if not 1 <= rev <= MAX_REV:
        raise BadSheet("malformed", field="rev")
    _check_text("device", device, MAX_DEVICE)
    if not device:
        raise BadSheet("malformed", field="device")
    if len(rows) > MAX_ROWS or not all(map(_letters, rows)):
        raise BadSheet("malformed", field="rows")
    if struck and not _same_shape(rows, struck):
        raise BadSheet("malformed", field="struck")
    _check_text("reference", reference, MAX_TEXT)
    _check_text("score", score, MAX_TEXT)


def check_place(*, game_id: int, turn: int) -> None:
    """Check that a bulletin names a game and a turn that could exist; raises BadSheet."""
    if not 1 <= game_id <= MAX_KEY:
        raise BadSheet("malformed", field="game_id")
    if not 1 <= turn <= MAX_TURN:
        raise BadSheet("malformed", field="turn")


def _same_shape(rows: Sequence[str], struck: Sequence[str]) -> bool:
    return list(map(len, rows)) == list(map(len, struck)) and all(map(_strokes, struck))


def _check_text(name: str, text: str, limit: int) -> None:
    """What cannot be printed cannot be stored either (NUL, halves of surrogate pairs)."""
    if len(text) > limit or not text.isprintable():
        raise BadSheet("malformed", field=name)
