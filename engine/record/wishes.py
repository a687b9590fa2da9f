"""What can be wished of a prepared game, and how the games tried answer the wishes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from engine.board.letters import WILD
from engine.record.prepare import PreparedGame


class Wish(StrEnum):
    """What can be wished of a game."""

    TURNS = "turns"
    TOTAL = "total"
    SCRABBLES = "scrabbles"
    #: Racks with a joker, however often it is kept.
    JOKERS = "jokers"
    #: Letters of the longest word retained, those on the grid already among them.
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
class Range:
    """A wish: at least, at most; None is no bound."""

    wish: Wish
    least: int | None = None
    most: int | None = None

    def is_met_by(self, value: int) -> bool:
        return (self.least is None or value >= self.least) and (
            self.most is None or value <= self.most
        )

    def compute_miss(self, value: int) -> float:
        """How far ``value`` is from the bound that it does not hold, as a part of that bound."""
        if self.least is not None and value < self.least:
            return (self.least - value) / self.least
        if self.most is not None and value > self.most:
            return (value - self.most) / max(self.most, 1)
        return 0.0


type WishValues = dict[Wish, int] | None
"""What was wished of a game tried; None for one that the rules do not end."""


def measure(game: PreparedGame, wishes: Sequence[Wish]) -> WishValues:
    if game.reason is None:
        return None
    return {wish: MEASURES[wish](game) for wish in wishes}


@dataclass(slots=True)
class WishCount:
    """How the games tried answer one wish."""

    met: int = 0
    lowest: int | None = None
    highest: int | None = None

    def add(self, value: int, *, met: bool) -> None:
        self.met += met
        self.lowest = value if self.lowest is None else min(self.lowest, value)
        self.highest = value if self.highest is None else max(self.highest, value)


@dataclass(frozen=True, slots=True)
class ClosestGame:
    """The game that came closest: the most wishes met, then the least missed by, then the first.

    `number`: of its try, from 0. `missed_by`: sum of `Range.misses_by`.
    """

    number: int
    met: int
    missed_by: float
    values: Mapping[Wish, int]

    def is_closer_than(self, other: "ClosestGame | None") -> bool:
        return other is None or (self.met, -self.missed_by) > (other.met, -other.missed_by)


@dataclass(slots=True)
class SearchTally:
    """What the games tried came to: `games` that the rules ended, and each wish."""

    games: int = 0
    wishes: dict[Wish, WishCount] = field(default_factory=dict)
    closest: ClosestGame | None = None

    def add(self, number: int, values: WishValues, wishes: Sequence[Range]) -> bool:
        """Count the game of a try in; whether it meets every wish."""
        if values is None:
            return False
        self.games += 1
        for one in wishes:
            value = values[one.wish]
            self.wishes.setdefault(one.wish, WishCount()).add(value, met=one.is_met_by(value))
        met = sum(one.is_met_by(values[one.wish]) for one in wishes)
        missed_by = sum(one.compute_miss(values[one.wish]) for one in wishes)
        game = ClosestGame(number, met, missed_by, values)
        if game.is_closer_than(self.closest):
            self.closest = game
        return met == len(wishes)


class Relax(StrEnum):
    """How to relax a wish that no game of a search met, or that fewest met."""

    LEAST = "least"
    MOST = "most"
    WIDEN = "widen"


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A wish in the way. `to`: the bound that a game tried would have met; None to widen it."""

    wish: Wish
    relax: Relax
    to: int | None = None


def find_obstacles(tally: SearchTally, wishes: Sequence[Range]) -> list[Obstacle]:
    """What to relax after a search without result: the wishes that no game met; if each was met
    by some game but never all by one, the one met least often."""
    counted = [(wish, tally.wishes[wish.wish]) for wish in wishes if wish.wish in tally.wishes]
    never = [_obstacle(wish, count) for wish, count in counted if not count.met]
    if never or not counted:
        return never
    rarest = min(counted, key=lambda both: both[1].met)[0]
    return [Obstacle(rarest.wish, Relax.WIDEN)]


def _obstacle(wish: Range, count: WishCount) -> Obstacle:
    if wish.least is not None and count.highest is not None and count.highest < wish.least:
        return Obstacle(wish.wish, Relax.LEAST, count.highest)
    if wish.most is not None and count.lowest is not None and count.lowest > wish.most:
        return Obstacle(wish.wish, Relax.MOST, count.lowest)
    return Obstacle(wish.wish, Relax.WIDEN)
