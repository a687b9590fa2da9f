"""The two sides of a game, and who may act."""

from enum import StrEnum


class Side(StrEnum):
    """One of the two players; X is the first named, whoever starts."""

    X = "X"
    Y = "Y"

    @property
    def other(self) -> "Side":
        return Side.Y if self is Side.X else Side.X


class Actor(StrEnum):
    """The author of a command."""

    X = "X"
    Y = "Y"
    ARBITER = "arbiter"
    #: The director of the tournament, with all powers of an arbiter (9.2, 9.3).
    DIRECTOR = "director"
    #: A clock that ran out.
    TIME = "time"

    @property
    def side(self) -> Side | None:
        return Side(self.value) if self in (Actor.X, Actor.Y) else None


PLAYERS = frozenset({Actor.X, Actor.Y})
OFFICERS = frozenset({Actor.ARBITER, Actor.DIRECTOR})
EVERYBODY = PLAYERS | OFFICERS
