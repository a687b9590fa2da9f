"""The picture that other sites show beside a link to a public page: a PNG, since they do not show
SVG.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.board.layout import STANDARD
from engine.board.place import SIZE, Place
from tournament.models import Turn
from tournament.presentation.paper.pdf_renderer import Document, render_pdf


class PictureLine(NamedTuple):
    """A line beside the grid: a rank, or nothing; a name; a number."""

    rank: str
    name: str
    value: str


#: An empty board.
EMPTY = ("." * SIZE,) * SIZE
#: Maximum number of lines that fit.
MAX_LINES = 6


def render_share_picture(
    *,
    title: str,
    about: str,
    rows: Sequence[str],
    last: Turn | None,
    lines: Sequence[PictureLine],
) -> bytes:
    """Return a PNG of 1200 × 630 pixels; ``rows``: the board; ``last``: its word to mark."""
    marked = set(Place.parse(last.ref).list_squares(len(last.word))) if last else set()
    document = Document.build_picture(
        "share-picture",
        title=title,
        about=about,
        squares=[
            {
                "premium": STANDARD.get_premium(row, column),
                "letter": letter if letter.isalpha() else "",
                "last": (row, column) in marked,
            }
            for row, line in enumerate(rows)
            for column, letter in enumerate(line)
        ],
        lines=[line._asdict() for line in lines[:MAX_LINES]],
    )
    return render_pdf(document, cache=True)
