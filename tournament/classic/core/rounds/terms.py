"""What an organiser chooses for the rounds of a classic tournament (C-30, C-31)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, overload

from tournament.classic.core.terms import ON_TABLETS
from tournament.core.errors import BadSetting


class System(StrEnum):
    """Who meets whom."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"


class Style(StrEnum):
    """Who of a group with the same points meets whom; ranks of eight as an example."""

    #: 1-5, 2-6, 3-7, 4-8: the upper half against the lower one, in order (FIDE C.04.3).
    SLIDE = "slide"
    #: 1-8, 2-7, 3-6, 4-5.
    FOLD = "fold"
    #: 1-2, 3-4, 5-6, 7-8.
    NEIGHBOURS = "neighbours"
    #: Anybody.
    CHANCE = "chance"


class TieBreak(StrEnum):
    """What the tie-break points of a match are."""

    #: Own points less those of the opponent, over all games of the match.
    SPREAD = "spread"
    #: Own points, over all games of the match.
    SCORED = "scored"
    #: Games won in the match.
    GAMES = "games"


class RoundMeasure(StrEnum):
    """What standings order by, and separate equal ones by."""

    POINTS = "points"
    TIE_BREAK = "tie-break"
    SPREAD = "spread"
    WINS = "wins"
    BUCHHOLZ = "buchholz"
    MEDIAN = "median"
    SONNEBORN = "sonneborn"
    DIRECT = "direct"
    SCORED = "scored"


#: What an organiser may choose for the ladder, in the order in which they are offered.
TIE_BREAKS = tuple(measure for measure in RoundMeasure if measure is not RoundMeasure.POINTS)
#: Least and most of what is asked as a number.
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
class Points:
    """Match points (PM) by how a round ended, and how its tie-break points (Pdep) count."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    bye: int = 2
    #: Of who wins because the opponent does not play; that one has those of a loss.
    forfeit: int = 2
    absent: int = 0
    tie_break: TieBreak = TieBreak.SPREAD
    #: The most that a spread counts for; None: all of it.
    most: int | None = None
    #: Tie-break points of who had a bye, or whose opponent did not play.
    unplayed: int = 0


@dataclass(frozen=True, slots=True)
class RoundTerms:
    """``rounds``: how many; None, in a round robin, as many as it takes everybody to meet."""

    system: System = System.SWISS
    rounds: int | None = 5
    style: Style = Style.SLIDE
    #: Of the first round, in which nobody has points yet.
    first: Style = Style.CHANCE
    points: Points = field(default_factory=Points)
    #: What separates equal match points, one after the other.
    ladder: tuple[RoundMeasure, ...] = (
        RoundMeasure.TIE_BREAK,
        RoundMeasure.SPREAD,
        RoundMeasure.BUCHHOLZ,
    )

    @property
    def order(self) -> tuple[RoundMeasure, ...]:
        """All that standings order by."""
        return (RoundMeasure.POINTS, *self.ladder)

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> "RoundTerms":
        """From JSON, beside the terms of a match; what is not there is as above.

        Raises BadSetting."""
        plain = cls()
        return cls(
            _one_of(System, kept, "system", plain.system),
            _number(kept, "rounds") if "rounds" in kept else plain.rounds,
            _one_of(Style, kept, "style", plain.style),
            _one_of(Style, kept, "first", plain.first),
            _points(kept),
            _ladder(kept, plain.ladder),
        )


def _points(kept: Mapping[str, Any]) -> Points:
    """Who does not have to play has the points of a win, where nothing else is said."""
    usual = Points()
    win = _number(kept, "points_won", usual.win)
    return Points(
        win=win,
        draw=_number(kept, "points_equal", usual.draw),
        loss=_number(kept, "points_lost", usual.loss),
        bye=_number(kept, "points_bye", win),
        forfeit=_number(kept, "points_forfeit", win),
        absent=_number(kept, "points_absent", usual.absent),
        tie_break=_one_of(TieBreak, kept, "tie_break", usual.tie_break),
        most=_number(kept, "tie_break_most"),
        unplayed=_number(kept, "tie_break_unplayed", usual.unplayed),
    )


@overload
def _number(kept: Mapping[str, Any], name: str) -> int | None: ...
@overload
def _number(kept: Mapping[str, Any], name: str, usual: int) -> int: ...
def _number(kept: Mapping[str, Any], name: str, usual: int | None = None) -> int | None:
    value = kept.get(name)
    low, high = LIMITS[name]
    if value is None:
        return usual
    if type(value) is not int or not low <= value <= high:
        raise BadSetting("classic-term", term=name, low=low, high=high)
    return value


def _one_of[Choice: StrEnum](
    choices: type[Choice], kept: Mapping[str, Any], name: str, usual: Choice
) -> Choice:
    value = kept.get(name, usual)
    if value not in list(choices):
        raise BadSetting("classic-choice", term=name)
    return choices(value)


def _ladder(kept: Mapping[str, Any], usual: tuple[RoundMeasure, ...]) -> tuple[RoundMeasure, ...]:
    chosen = kept.get("ladder", usual)
    if not isinstance(chosen, list | tuple) or any(one not in TIE_BREAKS for one in chosen):
        raise BadSetting("classic-choice", term="ladder")
    return tuple(dict.fromkeys(RoundMeasure(one) for one in chosen))


def usual_terms() -> dict[str, Any]:
    """What a classic tournament begins with."""
    return {**ON_TABLETS.as_json(), "system": System.SWISS.value, "rounds": 5}
