"""The two sides of a game, and who may act."""

from enum import StrEnum


class Side(StrEnum):
    """One of the two players; X is the first named, whoever starts."""

    X = "X"
    Y = "Y"

    @property
    def other(self) -> "Side":
        return Side.Y if self is Side.X else Side.X

    @property
    def position(self) -> int:
        """Return the index, 0 or 1, of the side in a pair of values of X and Y."""
        return 0 if self is Side.X else 1

    def put_first[T](self, pair: tuple[T, T]) -> tuple[T, T]:
        """Return a pair of values of X and Y with the value of this side first."""
        return pair[self.position], pair[1 - self.position]


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
