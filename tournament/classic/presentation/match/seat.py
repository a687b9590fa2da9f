"""A player at the tablet of a classic match: the visible game, the actions, the box."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.classic.core.sides import Side
from tournament.classic.core.visible_state import VisiblePlayer, VisibleState


@dataclass(frozen=True, slots=True)
class MatchAction:
    """A button of the tablet; ``name`` is the command.

    ``enabled_at``: time in ms before which it is disabled. ``dialog_id``: of a dialog to open
    first. ``totals``: of X and Y, for signing.
    """

    name: str
    label: str
    is_primary: bool = False
    is_dangerous: bool = False
    enabled_at: int = 0
    dialog_id: str = ""
    totals: str = ""


@dataclass(frozen=True, slots=True)
class ActionBox:
    """The box of the tablet; ``awaits_player``: this player has to act; ``is_urgent``: the clock is
    stopped."""

    title: str
    lines: Sequence[str] = ()
    actions: Sequence[MatchAction] = ()
    awaits_player: bool = False
    is_urgent: bool = False

    @property
    def spoken_text(self) -> str:
        """Return the text for a screen reader."""
        return f"{self.title}. {' '.join(self.lines)}"


@dataclass(frozen=True, slots=True)
class MatchSeat:
    """A player at the table: visible game, side, names of both players."""

    state: VisibleState
    side: Side
    names: tuple[str, str]
    #: True if another game of the match follows.
    has_next_game: bool = False
    #: Sanctions since the last move, in words.
    recent_sanctions: Sequence[str] = ()

    @property
    def player(self) -> VisiblePlayer:
        return self.state.get_player(self.side)

    @property
    def opponent(self) -> str:
        return self.get_name(self.side.other)

    def get_name(self, side: Side) -> str:
        return self.names[side.position]

    @property
    def is_on_move(self) -> bool:
        return self.state.to_move is self.side

    @property
    def is_recorded(self) -> bool:
        """Return True if an arbiter records the moves, with real tiles."""
        return self.state.terms.real_tiles
