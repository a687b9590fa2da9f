"""Settings of the rounds of a classic tournament (C-30, C-31)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, overload

from tournament.classic.core.terms import TABLET_TERMS
from tournament.core.errors import BadSetting


class PairingSystem(StrEnum):
    """The pairing system."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"


class PairingStyle(StrEnum):
    """The order of pairing among players with equal points; examples with eight ranks."""

    #: 1-5, 2-6, 3-7, 4-8: the upper half against the lower one, in order (FIDE C.04.3).
    SLIDE = "slide"
    #: 1-8, 2-7, 3-6, 4-5.
    FOLD = "fold"
    #: 1-2, 3-4, 5-6, 7-8.
    NEIGHBOURS = "neighbours"
    #: At random.
    CHANCE = "chance"


class TieBreak(StrEnum):
    """The tie-break points of a match."""

    #: Own points minus the opponent's, over all games of the match.
    SPREAD = "spread"
    #: Own points, over all games of the match.
    SCORED = "scored"
    #: Games won in the match.
    GAMES = "games"


class RoundMeasure(StrEnum):
    """The measures by which standings are ordered."""

    POINTS = "points"
    TIE_BREAK = "tie-break"
    SPREAD = "spread"
    WINS = "wins"
    BUCHHOLZ = "buchholz"
    MEDIAN = "median"
    SONNEBORN = "sonneborn"
    DIRECT = "direct"
    SCORED = "scored"


#: Tie-breaks to choose from, in this order.
TIE_BREAKS = tuple(measure for measure in RoundMeasure if measure is not RoundMeasure.POINTS)
#: Lower and upper limits of numeric settings.
LIMITS: Mapping[str, tuple[int, int]] = {
    "rounds": (1, 99),
    "points_won": (0, 100),
    "points_equal": (0, 100),
    "points_lost": (0, 100),
    "points_bye": (0, 100),
    "points_forfeit": (0, 100),
    "points_absent": (0, 100),
    "tie_break_most": (1, 9999),
    "tie_break_unplayed": (0, 9999),
}


@dataclass(frozen=True, slots=True)
class PointsTerms:
    """Match points (PM) by kind of round, and the settings of tie-break points (Pdep)."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    bye: int = 2
    #: Of a win without playing; the absent opponent has the points of a loss.
    forfeit: int = 2
    absent: int = 0
    tie_break: TieBreak = TieBreak.SPREAD
    #: Maximal spread that counts; None: unlimited.
    max_spread: int | None = None
    #: Tie-break points of a bye or of a win without playing.
    tie_break_unplayed: int = 0


@dataclass(frozen=True, slots=True)
class RoundTerms:
    """Settings of the rounds; ``rounds`` None: as many as a round robin needs."""

    system: PairingSystem = PairingSystem.SWISS
    rounds: int | None = 5
    style: PairingStyle = PairingStyle.SLIDE
    #: Style of the first round, in which all have zero points.
    first_round_style: PairingStyle = PairingStyle.CHANCE
    points: PointsTerms = field(default_factory=PointsTerms)
    #: Tie-breaks for equal match points, in order.
    tie_breaks: tuple[RoundMeasure, ...] = (
        RoundMeasure.TIE_BREAK,
        RoundMeasure.SPREAD,
        RoundMeasure.BUCHHOLZ,
    )

    @property
    def order(self) -> tuple[RoundMeasure, ...]:
        """Return all measures of the standings, in order."""
        return (RoundMeasure.POINTS, *self.tie_breaks)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "RoundTerms":
        """Read the settings from JSON, with defaults. Raise BadSetting for an invalid value."""
        defaults = cls()
        return cls(
            _read_choice(PairingSystem, data, "system", defaults.system),
            _read_number(data, "rounds") if "rounds" in data else defaults.rounds,
            _read_choice(PairingStyle, data, "style", defaults.style),
            _read_choice(PairingStyle, data, "first", defaults.first_round_style),
            _read_points(data),
            _read_tie_breaks(data, defaults.tie_breaks),
        )


def _read_points(data: Mapping[str, Any]) -> PointsTerms:
    """Return the points; a bye and a win without playing count as a win by default."""
    defaults = PointsTerms()
    win = _read_number(data, "points_won", defaults.win)
    return PointsTerms(
        win=win,
        draw=_read_number(data, "points_equal", defaults.draw),
        loss=_read_number(data, "points_lost", defaults.loss),
        bye=_read_number(data, "points_bye", win),
        forfeit=_read_number(data, "points_forfeit", win),
        absent=_read_number(data, "points_absent", defaults.absent),
        tie_break=_read_choice(TieBreak, data, "tie_break", defaults.tie_break),
        max_spread=_read_number(data, "tie_break_most"),
        tie_break_unplayed=_read_number(data, "tie_break_unplayed", defaults.tie_break_unplayed),
    )


@overload
def _read_number(data: Mapping[str, Any], name: str) -> int | None: ...
@overload
def _read_number(data: Mapping[str, Any], name: str, default: int) -> int: ...
def _read_number(data: Mapping[str, Any], name: str, default: int | None = None) -> int | None:
    value = data.get(name)
    low, high = LIMITS[name]
    if value is None:
        return default
    if type(value) is not int or not low <= value <= high:
        raise BadSetting("classic-term", term=name, low=low, high=high)
    return value


def _read_choice[Choice: StrEnum](
    choices: type[Choice], data: Mapping[str, Any], name: str, default: Choice
) -> Choice:
    value = data.get(name, default)
    if value not in list(choices):
        raise BadSetting("classic-choice", term=name)
    return choices(value)


def _read_tie_breaks(
    data: Mapping[str, Any], default: tuple[RoundMeasure, ...]
) -> tuple[RoundMeasure, ...]:
    chosen = data.get("ladder", default)
    if not isinstance(chosen, list | tuple) or any(measure not in TIE_BREAKS for measure in chosen):
        raise BadSetting("classic-choice", term="ladder")
    return tuple(dict.fromkeys(RoundMeasure(measure) for measure in chosen))


def build_default_terms() -> dict[str, Any]:
    """Return the initial settings of a classic tournament."""
    return {**TABLET_TERMS.to_json(), "system": PairingSystem.SWISS.value, "rounds": 5}
