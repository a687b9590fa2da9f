"""What the editions of the regulation set for the bookkeeping of a game: data.

The defaults are what all five editions say; each edition names what is its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.errors import UnknownEdition
from engine.regulation.editions import CURRENT


class Rounding(StrEnum):
    """How an average becomes a whole number."""

    DOWN = "down"
    HALF_UP = "half-up"


class Mode(StrEnum):
    """What is added up over the games of a tournament."""

    POINTS = "points"
    PLACES = "places"


@dataclass(frozen=True, slots=True)
class Stage:
    """Rounds of a *mort subite* that share their times; ``rounds`` None = all that follow."""

    rounds: int | None
    times_s: tuple[int, int]
    """Seconds of play, and seconds added to them."""


@dataclass(frozen=True, slots=True)
class Edition:
    """Numbers first, then articles where the numbering differs."""

    key: str
    rounding: Rounding
    modes: frozenset[Mode]
    warnings: str
    average: str
    discipline: str
    grave: str
    solo: str = "3.5"
    solo_bonus: int = 10
    players_for_bonus: int = 16
    penalty: int = 5
    """Points of a penalty, and of a warning that is one too many."""
    free_warnings: int = 3
    """Warnings a player may have in a game before each further one costs."""
    free_warnings_short: int = 5
    """The same in blitz and in the original formats."""
    blitz_s: int = 60
    stages: tuple[Stage, ...] = (Stage(3, (60, 20)), Stage(3, (40, 20)), Stage(None, (20, 20)))


def _before_2023(key: str) -> Edition:
    return Edition(
        key,
        rounding=Rounding.HALF_UP,
        modes=frozenset(Mode),
        warnings="5.7",
        average="5.7",
        discipline="5.2",
        grave="5.4",
    )


EDITIONS: Mapping[str, Edition] = {
    **{key: _before_2023(key) for key in ("2011", "2014", "2017", "2019")},
    CURRENT: Edition(
        CURRENT,
        rounding=Rounding.DOWN,
        modes=frozenset({Mode.POINTS}),
        warnings="5.9",
        average="5.9",
        discipline="5.5",
        grave="5.7",
    ),
}


def get_edition(key: str) -> Edition:
    """Raises engine.errors.UnknownEdition."""
    try:
        return EDITIONS[key]
    except KeyError:
        raise UnknownEdition("unknown_edition", key=key, known=sorted(EDITIONS)) from None
