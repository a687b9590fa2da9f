"""The stored terms of a match: choices of the organiser and values of the regulation."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any

from tournament.core.errors import BadSetting


class ClockKind(StrEnum):
    """The three ways to limit time, the preferred one first (6.1)."""

    #: A time per player for the whole game (6.2).
    CHESS = "chess"
    #: A time per move (6.3).
    MOVE = "move"
    #: A common time for both players (6.4).
    GLOBAL = "global"


#: Lower and upper limits of numeric terms.
LIMITS: Mapping[str, tuple[int, int]] = {
    "time_s": (5, 4 * 3600),
    "warn_s": (0, 3600),
    "games_to_win": (1, 2),
    "face_down_s": (0, 60),
    "wrong_challenge": (0, 100),
    "too_many_letters": (0, 100),
    "lost_points": (0, 500),
    "points_won": (0, 100),
    "points_equal": (0, 100),
    "points_lost": (0, 100),
}


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """The terms of a match.

    ``time_s``: per player and game, per move, or common. ``face_down_s``: minimal time that drawn
    letters stay face down, so that the opponent can challenge (5.2). ``real_tiles``: an arbiter
    records a game on a real board; only the sizes of the racks are known. The default
    penalties are those of the regulation (5.3, 10.1.2, 9.2); the director may change them (9.3).
    Match points are a reading (C-30).
    """

    clock: ClockKind = ClockKind.CHESS
    time_s: int = 1500
    warn_s: int = 30
    games_to_win: int = 1
    real_tiles: bool = False
    face_down_s: int = 0
    wrong_challenge: int = 5
    too_many_letters: int = 5
    lost_points: int = 20
    points_won: int = 2
    points_equal: int = 1
    points_lost: int = 0

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "MatchTerms":
        """Read the terms from JSON, with defaults. Raise BadSetting for an invalid value."""
        names = {term.name for term in fields(cls)}
        values = {name: value for name, value in data.items() if name in names}
        for name, value in values.items():
            if name in LIMITS:
                low, high = LIMITS[name]
                if type(value) is not int or not low <= value <= high:
                    raise BadSetting("classic-term", term=name, low=low, high=high)
        if type(values.get("real_tiles", False)) is not bool:
            raise BadSetting("classic-term", term="real_tiles", low=0, high=1)
        if values.get("clock", ClockKind.CHESS) not in list(ClockKind):
            raise BadSetting("classic-clock", clock=values["clock"])
        return cls(**{**values, "clock": ClockKind(values.get("clock", ClockKind.CHESS))})

    def to_json(self) -> dict[str, Any]:
        return {name: str(value) if isinstance(value, ClockKind) else value
                for name, value in asdict(self).items()}  # fmt: skip


#: Default terms on tablets, with time to challenge before drawn letters are seen.
TABLET_TERMS = MatchTerms(face_down_s=5)
