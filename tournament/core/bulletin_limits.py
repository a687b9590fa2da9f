"""Limits of a bulletin: sizes and characters, never what is written on it.

A tablet must be able to hand in whatever a player writes, however wrong. Only what no paper sheet
could carry is refused.
"""

import re
from collections.abc import Sequence
from itertools import zip_longest

from tournament.core.errors import BadSheet

#: A single line may run over the margin of the grid of the bulletin, whose side is ``SIDE`` (4.2).
MAX_ROWS = 15
SIDE = 13
MAX_TEXT = 20
MAX_DEVICE = 40
MAX_REV = 100_000
#: Maximum number of a turn, and largest key of a game (PostgreSQL's integer and bigint).
MAX_TURN = 2**31 - 1
MAX_KEY = 2**63 - 1

_match_letters = re.compile(r"[.A-Za-z]{0,15}").fullmatch
_match_strokes = re.compile(r"[.x]{0,15}").fullmatch


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
    ``rev``: version number, which the device increments.

    Raises:
        BadSheet: with the name of the field at fault.
    """
    if not 1 <= rev <= MAX_REV:
        raise BadSheet("malformed", field="rev")
    _check_text("device", device, MAX_DEVICE)
    if not device:
        raise BadSheet("malformed", field="device")
    if len(rows) > MAX_ROWS or not all(map(_match_letters, rows)):
        raise BadSheet("malformed", field="rows")
    if not _is_within_grid_part(rows):
        raise BadSheet("malformed", field="rows")
    if struck and not _has_same_shape(rows, struck):
        raise BadSheet("malformed", field="struck")
    _check_text("reference", reference, MAX_TEXT)
    _check_text("score", score, MAX_TEXT)


def check_game_and_turn(*, game_id: int, turn: int) -> None:
    """Check that a bulletin names a game and a turn that could exist; raises BadSheet."""
    if not 1 <= game_id <= MAX_KEY:
        raise BadSheet("malformed", field="game_id")
    if not 1 <= turn <= MAX_TURN:
        raise BadSheet("malformed", field="turn")


def _is_within_grid_part(rows: Sequence[str]) -> bool:
    """Return True if the letters, moved together, fit on the grid of the bulletin."""
    rows_with_letters = [index for index, row in enumerate(rows) if row.strip(".")]
    cols = [col for row in rows for col, char in enumerate(row) if char != "."]
    if not rows_with_letters:
        return True
    height, width = rows_with_letters[-1] - rows_with_letters[0] + 1, max(cols) - min(cols) + 1
    return min(height, width) == 1 or max(height, width) <= SIDE


def _has_same_shape(rows: Sequence[str], struck: Sequence[str]) -> bool:
    return list(map(len, rows)) == list(map(len, struck)) and all(map(_match_strokes, struck))


def _check_text(name: str, text: str, limit: int) -> None:
    """Raise BadSheet for text that is too long or cannot be stored (NUL, half surrogate pairs)."""
    if len(text) > limit or not text.isprintable():
        raise BadSheet("malformed", field=name)


def join_lines(rows: Sequence[str], struck: Sequence[str] = ()) -> str:
    """Join the letters of a sheet in one line, without those struck out: a single word, in either
    direction, becomes that word, several lines are separated by " / "."""
    mark_rows = struck or [""] * len(rows)
    lines = [
        "".join("." if mark == "x" else letter for letter, mark in zip_longest(row, marks))
        for row, marks in zip(rows, mark_rows, strict=True)
    ]
    texts = [line.strip(".").replace(".", " ") for line in lines if line.strip(".")]
    return ("" if all(len(text) == 1 for text in texts) else " / ").join(texts)
