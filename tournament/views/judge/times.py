"""The times of the judge's desk: the clock of the turn, the pace, an interruption."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from engine.regulation.topics import Topic
from tournament.core.events import EventKind
from tournament.core.mort_subite import list_times
from tournament.core.states import GameState, TurnState
from tournament.models import Game, Journal, Turn
from tournament.queries import clock
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.playing_time import get_seconds, get_signal
from tournament.queries.position import get_game_format
from tournament.services.play.interruptions import get_longest_interruption, is_too_long
from tournament.services.play.playing_time import NOT_OPENED


@dataclass(frozen=True)
class DeskTimes:
    """Of ``game`` and its turn at hand."""

    game: Game
    turn: Turn | None

    @property
    def closes_at(self) -> int | None:
        """The bell of the turn in play, in milliseconds."""
        if self.turn is None or self.turn.state != TurnState.OPEN or not self.turn.closes_at:
            return None
        return clock.millis(self.turn.closes_at)

    @property
    def clock_text(self) -> str:
        """What the clock shows before the browser counts: the full time, or zero."""
        if self.game.state != GameState.RUNNING or self.turn is None:
            return ""
        waiting = {TurnState.DRAWN, TurnState.ANNOUNCED, TurnState.OPEN}
        if self.turn.state in waiting:
            minutes, seconds = divmod(get_seconds(self.turn), 60)
            return f"{minutes}:{seconds:02d}"
        return "0:00" if self.turn.state == TurnState.CLOSED else ""

    @property
    def warn_s(self) -> int:
        """Seconds left when the end of the turn is signalled (3.3)."""
        return get_signal(self.turn) if self.turn else self.game.warn_s

    @property
    def own_time_s(self) -> int | None:
        """The playing time of the turn, where it is not the one told before the game."""
        if self.turn is None or self.turn.state not in NOT_OPENED | {TurnState.OPEN}:
            return None
        seconds = get_seconds(self.turn)
        return seconds if seconds != self.game.time_s else None

    @property
    def added_s(self) -> int | None:
        """Of a turn of a *mort subite* in the edition's time: the seconds added to the others."""
        if self.turn is None or not is_mort_subite(self.game):
            return None
        play, added = list_times(self.game.tournament.regulation, self.turn.number)[-1]
        return added if get_seconds(self.turn) == play + added else None

    # --- pace -------------------------------------------------------------------------

    @property
    def pace_s(self) -> int:
        """Seconds between two announcements (3.1); 0: the edition asks for none."""
        return self.game.tournament.regulation.play.announcement_gap_s.value

    @property
    def pace_article(self) -> str:
        return self.game.tournament.regulation.play.announcement_gap_s.short_article

    @cached_property
    def quiet_since(self) -> int | None:
        """Moment (ms) of the last solution given; None when nothing has to be waited for."""
        if self.turn is None or self.turn.state != TurnState.DRAWN or not self.pace_s:
            return None
        given = Journal.objects.filter(game=self.game, kind=EventKind.REVEALED)
        last = given.order_by("-seq").first()
        return clock.millis(last.at) if last else None

    # --- interruption -----------------------------------------------------------------

    @property
    def interruption_article(self) -> str:
        return self.game.tournament.regulation.number(Topic.END)

    @property
    def interrupted_until(self) -> datetime | None:
        """When an interruption has lasted so long that the game is over (3.7)."""
        if self.game.interrupted_at is None:
            return None
        return self.game.interrupted_at + get_longest_interruption(self.game)

    @property
    def interrupted_until_ms(self) -> int | None:
        return clock.millis(self.interrupted_until) if self.interrupted_until else None

    @cached_property
    def overdue(self) -> bool:
        return is_too_long(self.game, clock.now())

    @property
    def limit_min(self) -> int:
        """Minutes that the game may stand still."""
        return get_longest_interruption(self.game) // timedelta(minutes=1)

    @property
    def least_turns(self) -> int | None:
        """Turns collected below which a game broken off counts for nothing, in its edition."""
        play = self.game.tournament.regulation.play
        original = get_game_format(self.game).original
        return (play.min_turns_original if original else play.min_turns).value
