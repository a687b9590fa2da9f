"""The terms of a match, as they are kept: what an organiser chooses, and what the text fixes."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any

from tournament.core.errors import BadSetting


class ClockKind(StrEnum):
    """The three ways to limit time, the preferred one first (6.1)."""

    #: A credit for each, for the whole game (6.2).
    CHESS = "chess"
    #: So much for each move (6.3).
    MOVE = "move"
    #: A duration for both together (6.4).
    GLOBAL = "global"


#: Least and most of what is asked as a number.
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
    """``time_s``: of each player for the game, of each move, or of both together.

    ``face_down_s``: seconds that letters just drawn stay face down at least, so that the opponent
    has the time to challenge (5.2). ``real_tiles``: an arbiter records what is played on a real
    board; racks are known by their sizes. The penalties are the text's (5.3, 10.1.2, 9.2), which
    lets the director change them (9.3); for points of match it has no number (C-30).
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
    def read(cls, kept: Mapping[str, Any]) -> "MatchTerms":
        """From JSON; what is not there is as above. Raises BadSetting."""
        known = {one.name for one in fields(cls)}
        values = {name: value for name, value in kept.items() if name in known}
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

    def as_json(self) -> dict[str, Any]:
        return {name: str(one) if isinstance(one, ClockKind) else one
                for name, one in asdict(self).items()}  # fmt: skip


#: What a match on tablets begins from: there is a moment to challenge before letters are seen.
ON_TABLETS = MatchTerms(face_down_s=5)
