"""Who acts in a game between two."""

from enum import StrEnum


class Side(StrEnum):
    """One of the two players; X is who was named first, whoever begins."""

    X = "X"
    Y = "Y"

    @property
    def other(self) -> "Side":
        return Side.Y if self is Side.X else Side.X


class Actor(StrEnum):
    """Whose command it is."""

    X = "X"
    Y = "Y"
    ARBITER = "arbiter"
    #: Of the tournament; may do all that an arbiter may (9.2, 9.3).
    DIRECTOR = "director"
    #: A clock that has run out.
    TIME = "time"

    @property
    def side(self) -> Side | None:
        return Side(self.value) if self in (Actor.X, Actor.Y) else None


PLAYERS = frozenset({Actor.X, Actor.Y})
OFFICERS = frozenset({Actor.ARBITER, Actor.DIRECTOR})
EVERYBODY = PLAYERS | OFFICERS
