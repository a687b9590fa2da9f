"""The times of the judge's desk: the clock, the pace of announcements, an interruption."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from engine.regulation.topics import Topic
from tournament.core.formulas import is_original
from tournament.core.mort_subite import list_times
from tournament.core.states import GameState, TurnState
from tournament.models import Game, Turn
from tournament.queries import clock
from tournament.queries.announcements import find_solution_read_out_time
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.playing_time import get_seconds, get_signal_s
from tournament.services.play.interruptions import get_longest_interruption, is_too_long
from tournament.services.play.playing_time import UNOPENED_TURN_STATES


@dataclass(frozen=True)
class DeskTimes:
    """The times of ``game`` and of its turn at hand."""

    game: Game
    turn: Turn | None

    @property
    def closes_at(self) -> int | None:
        """Return the end of the turn in play, in milliseconds since the epoch."""
        if self.turn is None or self.turn.state != TurnState.OPEN or not self.turn.closes_at:
            return None
        return clock.to_milliseconds(self.turn.closes_at)

    @property
    def clock_text(self) -> str:
        """Return the clock before the browser counts: the full time, or zero."""
        if self.game.state != GameState.RUNNING or self.turn is None:
            return ""
        waiting = {TurnState.DRAWN, TurnState.ANNOUNCED, TurnState.OPEN}
        if self.turn.state in waiting:
            minutes, seconds = divmod(get_seconds(self.turn), 60)
            return f"{minutes}:{seconds:02d}"
        return "0:00" if self.turn.state == TurnState.CLOSED else ""

    @property
    def warn_s(self) -> int:
        """Return the remaining seconds at which the end of the turn is signalled (3.3)."""
        return get_signal_s(self.turn) if self.turn else self.game.warn_s

    @property
    def own_time_s(self) -> int | None:
        """Return the playing time of the turn if it differs from the announced one."""
        if self.turn is None or self.turn.state not in UNOPENED_TURN_STATES | {TurnState.OPEN}:
            return None
        seconds = get_seconds(self.turn)
        return seconds if seconds != self.game.time_s else None

    @property
    def added_s(self) -> int | None:
        """Return the additional seconds of a turn of a *mort subite* with the time of its
        edition."""
        if self.turn is None or not is_mort_subite(self.game):
            return None
        play, added = list_times(self.game.tournament.regulation, self.turn.number)[-1]
        return added if get_seconds(self.turn) == play + added else None

    # --- pace -------------------------------------------------------------------------

    @property
    def pace_s(self) -> int:
        """Return the seconds between two announcements (3.1); 0 if the edition has no such rule."""
        return self.game.tournament.regulation.play.announcement_gap_s.value

    @property
    def pace_article(self) -> str:
        return self.game.tournament.regulation.play.announcement_gap_s.short_article

    @cached_property
    def quiet_since(self) -> int | None:
        """Return the time (ms) at which the announcement of the last solution ended; None if there
        is nothing to wait for."""
        waiting = {TurnState.REVEALED, TurnState.DRAWN}
        if self.turn is None or self.turn.state not in waiting or not self.pace_s:
            return None
        end = find_solution_read_out_time(self.game)
        return clock.to_milliseconds(end) if end else None

    # --- interruption -----------------------------------------------------------------

    @property
    def interruption_article(self) -> str:
        return self.game.tournament.regulation.format_articles(Topic.END)

    @property
    def interrupted_until(self) -> datetime | None:
        """Return when the interruption will end the game (3.7)."""
        if self.game.interrupted_at is None:
            return None
        return self.game.interrupted_at + get_longest_interruption(self.game)

    @property
    def interrupted_until_ms(self) -> int | None:
        return clock.to_milliseconds(self.interrupted_until) if self.interrupted_until else None

    @cached_property
    def is_overdue(self) -> bool:
        return is_too_long(self.game, clock.now())

    @property
    def limit_minutes(self) -> int:
        """Return the maximum length of an interruption, in minutes."""
        return get_longest_interruption(self.game) // timedelta(minutes=1)

    @property
    def min_turns(self) -> int | None:
        """Return the number of collected turns below which an interrupted game does not count."""
        play = self.game.tournament.regulation.play
        original = is_original(self.game.format, self.game.kind)
        return (play.min_turns_original if original else play.min_turns).value
