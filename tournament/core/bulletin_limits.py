"""What makes a bulletin a bulletin: sizes and characters, never what is written on it.

A tablet must be able to hand in whatever a player writes, however wrong; only what no sheet
can hold is refused.
"""

import re
from collections.abc import Sequence
from itertools import zip_longest

from tournament.core.errors import BadSheet

#: One single line may run over the margin of the squared part, whose side is ``SIDE`` (4.2).
MAX_ROWS = 15
SIDE = 13
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
    if not _fits(rows):
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


def _fits(rows: Sequence[str]) -> bool:
    """Whether the letters fit on a bulletin, wherever they stand."""
    inked = [index for index, row in enumerate(rows) if row.strip(".")]
    cols = [col for row in rows for col, char in enumerate(row) if char != "."]
    if not inked:
        return True
    height, width = inked[-1] - inked[0] + 1, max(cols) - min(cols) + 1
    return min(height, width) == 1 or max(height, width) <= SIDE


def _same_shape(rows: Sequence[str], struck: Sequence[str]) -> bool:
    return list(map(len, rows)) == list(map(len, struck)) and all(map(_strokes, struck))


def _check_text(name: str, text: str, limit: int) -> None:
    """What cannot be printed cannot be stored either (NUL, halves of surrogate pairs)."""
    if len(text) > limit or not text.isprintable():
        raise BadSheet("malformed", field=name)


def in_one_line(rows: Sequence[str], struck: Sequence[str] = ()) -> str:
    """The letters of a sheet in one line, without those struck out: a word as a word, in either
    direction, and lines one after the other."""
    over = struck or [""] * len(rows)
    lines = [
        "".join("." if mark == "x" else letter for letter, mark in zip_longest(row, marks))
        for row, marks in zip(rows, over, strict=True)
    ]
    inked = [line.strip(".").replace(".", " ") for line in lines if line.strip(".")]
    return ("" if all(len(line) == 1 for line in inked) else " / ").join(inked)
