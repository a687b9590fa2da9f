"""The tablet of a player of a classic match: his place, its keys and its box."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.classic.core.sides import Side
from tournament.classic.core.visible_state import Seen, SeenPlayer


@dataclass(frozen=True, slots=True)
class MatchAction:
    """A key of the tablet: ``name`` is the command. ``at``: milliseconds before which it is closed;
    ``opens`` a dialog that asks first; ``totals``: those of X and Y that it is about."""

    name: str
    label: str
    first: bool = False
    danger: bool = False
    at: int = 0
    opens: str = ""
    totals: str = ""


@dataclass(frozen=True, slots=True)
class Now:
    """``mine``: something is awaited of this player; ``urgent``: the clock stands for both."""

    title: str
    lines: Sequence[str] = ()
    actions: Sequence[MatchAction] = ()
    mine: bool = False
    urgent: bool = False


@dataclass(frozen=True, slots=True)
class MatchSeat:
    """One player at the table: the game as he may see it, his side of it and what both are
    called."""

    seen: Seen
    side: Side
    names: tuple[str, str]
    #: Whether the match goes on with another game.
    more_games: bool = False

    @property
    def mine(self) -> SeenPlayer:
        return self.seen.of(self.side)

    @property
    def opponent(self) -> str:
        return self.name(self.side.other)

    def name(self, side: Side) -> str:
        return self.names[0] if side is Side.X else self.names[1]

    @property
    def on_move(self) -> bool:
        return self.seen.to_move is self.side

    @property
    def recorded(self) -> bool:
        """With real tiles an arbiter writes what is done."""
        return self.seen.terms.real_tiles
