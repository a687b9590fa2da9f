"""Wishes for a prepared game, and statistics of how the games tried meet them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine.board.letters import WILD
from engine.record.prepare import PreparedGame


class Wish(StrEnum):
    """A property of a game for which a range can be requested."""

    TURNS = "turns"
    TOTAL = "total"
    SCRABBLES = "scrabbles"
    #: Racks with a joker; a joker that is kept counts each time.
    JOKERS = "jokers"
    #: Letters of the longest word retained, including those already on the grid.
    LONGEST = "longest"
    #: Turns for which no top that 3.4 allows is in the vocabulary.
    OUTSIDE = "outside"


MEASURES: Mapping[Wish, Callable[[PreparedGame], int]] = {
    Wish.TURNS: lambda game: len(game.turns),
    Wish.TOTAL: lambda game: game.total,
    Wish.SCRABBLES: lambda game: game.scrabbles,
    Wish.JOKERS: lambda game: sum(WILD in turn.letters for turn in game.turns),
    Wish.LONGEST: lambda game: max((len(turn.move.word) for turn in game.turns), default=0),
    Wish.OUTSIDE: lambda game: sum(not turn.in_vocabulary for turn in game.turns),
}


@dataclass(frozen=True, slots=True)
class WishRange:
    """The limits of a wish, bounds included; None is no bound."""

    kind: Wish
    minimum: int | None = None
    maximum: int | None = None

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> "WishRange":
        return cls(Wish(row["wish"]), row["least"], row["most"])

    def to_json(self) -> dict[str, Any]:
        return {"wish": self.kind, "least": self.minimum, "most": self.maximum}

    def is_met_by(self, value: int) -> bool:
        return (self.minimum is None or value >= self.minimum) and (
            self.maximum is None or value <= self.maximum
        )

    def compute_distance(self, value: int) -> float:
        """Return the distance of ``value`` from the bound that it exceeds, as a fraction of it."""
        if self.minimum is not None and value < self.minimum:
            return (self.minimum - value) / self.minimum
        if self.maximum is not None and value > self.maximum:
            return (value - self.maximum) / max(self.maximum, 1)
        return 0.0


type WishValues = dict[Wish, int] | None
"""The values of a game tried, by wish; None for a game that does not end by the rules."""


def measure(game: PreparedGame, wishes: Sequence[Wish]) -> WishValues:
    if game.reason is None:
        return None
    return {wish: MEASURES[wish](game) for wish in wishes}


@dataclass(slots=True)
class WishCount:
    """Statistics of one wish: games that met it, lowest and highest value."""

    met: int = 0
    lowest: int | None = None
    highest: int | None = None

    def add(self, value: int, *, met: bool) -> None:
        self.met += met
        self.lowest = value if self.lowest is None else min(self.lowest, value)
        self.highest = value if self.highest is None else max(self.highest, value)


@dataclass(frozen=True, slots=True)
class ClosestGame:
    """The game closest to the wishes: most wishes met, then smallest distance, then the first.

    `number`: of its try, from 0. `distance`: sum of `WishRange.compute_distance`.
    """

    number: int
    met: int
    distance: float
    values: Mapping[Wish, int]

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> "ClosestGame":
        return cls(row["number"], row["met"], row["missed_by"], row["values"])

    def to_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "met": self.met,
            "missed_by": self.distance,
            "values": dict(self.values),
        }

    def is_closer_than(self, other: "ClosestGame | None") -> bool:
        return other is None or (self.met, -self.distance) > (other.met, -other.distance)


@dataclass(slots=True)
class SearchTally:
    """Statistics of a search: number of `games` that ended by the rules, each wish, closest
    game."""

    games: int = 0
    wishes: dict[Wish, WishCount] = field(default_factory=dict)
    closest: ClosestGame | None = None

    def add(self, number: int, values: WishValues, limits: Sequence[WishRange]) -> bool:
        """Add the game of a try to the statistics; return True if it meets every wish."""
        if values is None:
            return False
        self.games += 1
        for limit in limits:
            value = values[limit.kind]
            self.wishes.setdefault(limit.kind, WishCount()).add(value, met=limit.is_met_by(value))
        met = sum(limit.is_met_by(values[limit.kind]) for limit in limits)
        missed_by = sum(limit.compute_distance(values[limit.kind]) for limit in limits)
        game = ClosestGame(number, met, missed_by, values)
        if game.is_closer_than(self.closest):
            self.closest = game
        return met == len(limits)


class Relaxation(StrEnum):
    """The change to propose for a wish that no game of a search met, or that fewest games met."""

    LEAST = "least"
    MOST = "most"
    WIDEN = "widen"


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A wish that prevents a result. `bound`: that a game tried would have met; None to widen the
    range."""

    wish: Wish
    relaxation: Relaxation
    bound: int | None = None


def find_obstacles(tally: SearchTally, limits: Sequence[WishRange]) -> list[Obstacle]:
    """Return the wishes to relax after a search without result: those that no game met; if each was
    met by some game but no game met all, the one met least often."""
    counts = [(limit, tally.wishes[limit.kind]) for limit in limits if limit.kind in tally.wishes]
    never_met = [_build_obstacle(limit, count) for limit, count in counts if not count.met]
    if never_met or not counts:
        return never_met
    rarely_met = min(counts, key=lambda pair: pair[1].met)[0]
    return [Obstacle(rarely_met.kind, Relaxation.WIDEN)]


def _build_obstacle(limit: WishRange, count: WishCount) -> Obstacle:
    if limit.minimum is not None and count.highest is not None and count.highest < limit.minimum:
        return Obstacle(limit.kind, Relaxation.LEAST, count.highest)
    if limit.maximum is not None and count.lowest is not None and count.lowest > limit.maximum:
        return Obstacle(limit.kind, Relaxation.MOST, count.lowest)
    return Obstacle(limit.kind, Relaxation.WIDEN)
