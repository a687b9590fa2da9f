"""A line of a ranking on pages that show more than a ranking."""

from typing import NamedTuple

from tournament.core.ranking.measures import Value


class RankedLine(NamedTuple):
    """``value`` is the measure that orders the ranking, as text; ``entry`` is None where the line
    has no page."""

    rank: Value | str
    name: str
    value: str
    entry: int | None = None
