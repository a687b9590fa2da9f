"""The clocks of a game: one per player and one common; pure arithmetic in milliseconds.

A clock never goes below zero, and time used before a press is never given back (6.2.3).
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from tournament.classic.core.sides import Side
from tournament.classic.core.terms import ClockKind, MatchTerms


class TimeControl(StrEnum):
    """The consequence when a player's time runs out."""

    #: The player makes no more moves in this game (7.3.1).
    GAME = "game"
    #: The player loses the turn (6.3.2).
    MOVE = "move"
    #: Nothing: the player has no clock (6.4).
    NONE = "none"


@dataclass(frozen=True, slots=True)
class PlayerClock:
    """The clock of a player; ``initial_ms``: its initial time, for the game or for each move."""

    control: TimeControl = TimeControl.NONE
    initial_ms: int = 0
    remaining_ms: int = 0

    def subtract(self, elapsed_ms: int) -> "PlayerClock":
        if self.control is TimeControl.NONE:
            return self
        return replace(self, remaining_ms=max(0, self.remaining_ms - elapsed_ms))

    @property
    def has_run_out(self) -> bool:
        return self.control is not TimeControl.NONE and self.remaining_ms == 0


@dataclass(frozen=True, slots=True)
class Clock:
    """All clocks of a game.

    ``updated_at_ms``: time of the last update. ``common_ms``: remaining time of both (6.4.1), or
    None.
    """

    x: PlayerClock
    y: PlayerClock
    common_ms: int | None = None
    running_side: Side | None = None
    updated_at_ms: int = 0

    def get_player_clock(self, side: Side) -> PlayerClock:
        return self.x if side is Side.X else self.y

    def with_player_clock(self, side: Side, player_clock: PlayerClock) -> "Clock":
        return replace(self, x=player_clock) if side is Side.X else replace(self, y=player_clock)

    def advance_to(self, at: int) -> "Clock":
        """Return the clocks at time ``updated_at_ms``."""
        passed = max(0, at - self.updated_at_ms)
        if not passed:
            return self
        updated = replace(self, updated_at_ms=at)
        if self.running_side is None:
            return updated
        if self.common_ms is not None:
            updated = replace(updated, common_ms=max(0, self.common_ms - passed))
        return updated.with_player_clock(
            self.running_side, self.get_player_clock(self.running_side).subtract(passed)
        )

    def skip_to(self, at: int) -> "Clock":
        """Return the clocks at time ``updated_at_ms`` without charging the time since the last
        update."""
        return replace(self, updated_at_ms=max(self.updated_at_ms, at))

    def run_for(self, side: Side | None) -> "Clock":
        return self if self.running_side is side else replace(self, running_side=side)

    def with_new_move(self, side: Side) -> "Clock":
        """Return the clocks at the start of a move: a clock per move is reset."""
        player_clock = self.get_player_clock(side)
        if player_clock.control is not TimeControl.MOVE:
            return self
        return self.with_player_clock(
            side, replace(player_clock, remaining_ms=player_clock.initial_ms)
        )

    def find_next_expiry(self) -> tuple[int, Side | None] | None:
        """Return time and side of the next expiry (None: both), or None while no clock runs."""
        if self.running_side is None:
            return None
        player_clock = self.get_player_clock(self.running_side)
        expiries: list[tuple[int, Side | None]] = []
        if player_clock.control is not TimeControl.NONE and player_clock.remaining_ms > 0:
            expiries.append((self.updated_at_ms + player_clock.remaining_ms, self.running_side))
        if self.common_ms:
            expiries.append((self.updated_at_ms + self.common_ms, None))
        return min(expiries, key=lambda expiry: expiry[0], default=None)


def build_clock(terms: MatchTerms) -> Clock:
    """Return the clocks before a game (1.7)."""
    full = terms.time_s * 1000
    if terms.clock is ClockKind.GLOBAL:
        return Clock(PlayerClock(), PlayerClock(), common_ms=full)
    player_clock = build_player_clock(
        TimeControl.GAME if terms.clock is ClockKind.CHESS else TimeControl.MOVE, full
    )
    return Clock(player_clock, player_clock)


def build_player_clock(control: TimeControl, full_ms: int) -> PlayerClock:
    return PlayerClock(control, full_ms, full_ms)
