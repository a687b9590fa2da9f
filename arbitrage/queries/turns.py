"""The turns of one game, or of all games of a tournament, for the navigation of arbiters."""

from dataclasses import dataclass
from functools import cached_property

from django.db.models import Prefetch

from arbitrage.queries.unsettled import OpenBulletinCounts, count_open_by_turn
from tournament.core.states import COLLECTED_TURN_STATES, TurnState
from tournament.models import Game, Tournament, Turn
from tournament.protocol.current_game import find_current_game
from tournament.queries.people.table_scope import ALL_TABLES, TableScope


@dataclass
class TurnNavigation:
    """The turns of ``game`` around ``turn``, the one on the page."""

    tournament: Tournament
    game: Game | None
    turn: Turn | None

    @cached_property
    def shown_turns(self) -> list[Turn]:
        """Turns that can be shown, the last one first."""
        if self.game is None:
            return []
        shown_turns = self.game.turns.exclude(state__in=[TurnState.DRAWN, TurnState.CANCELLED])
        return list(shown_turns.order_by("-ordinal"))

    @property
    def collected_turns(self) -> list[Turn]:
        return [turn for turn in self.shown_turns if turn.state in COLLECTED_TURN_STATES]

    @property
    def previous_turn(self) -> Turn | None:
        """The turn played before this one."""
        earlier = (
            turn for turn in self.shown_turns if self.turn and turn.ordinal < self.turn.ordinal
        )
        return next(earlier, None)

    @property
    def next_turn(self) -> Turn | None:
        """The next turn collected."""
        later = [
            turn for turn in self.collected_turns if self.turn and turn.ordinal > self.turn.ordinal
        ]
        return later[-1] if later else None

    @property
    def newest_turn(self) -> Turn | None:
        """The last turn collected, if it is later than this one."""
        last = next(iter(self.collected_turns), None)
        return last if last and self.turn and last.ordinal > self.turn.ordinal else None

    @property
    def turn_under_way(self) -> Turn | None:
        """The turn whose bulletins are still being written."""
        writing = {TurnState.ANNOUNCED, TurnState.OPEN}
        return next((turn for turn in self.shown_turns if turn.state in writing), None)

    @cached_property
    def room_game(self) -> Game | None:
        """The current game of the room, if it is not this one."""
        room = find_current_game(self.tournament.pk)
        return room if room != self.game else None


@dataclass(frozen=True, slots=True)
class GameTurns:
    """A game with its turns and the bulletins left open on each."""

    game: Game
    turns: list[tuple[Turn, OpenBulletinCounts]]


def list_games(tournament: Tournament, scope: TableScope = ALL_TABLES) -> list[GameTurns]:
    """Return the games, the last one first, with their turns in order.

    Only bulletins at the tables of ``scope`` are counted.
    """
    turns = Turn.objects.exclude(state__in=[TurnState.DRAWN, TurnState.CANCELLED])
    games = tournament.games.order_by("-number").prefetch_related(
        Prefetch("turns", turns.order_by("ordinal"), to_attr="shown_turns")
    )
    left_open = count_open_by_turn([turn for game in games for turn in game.shown_turns], scope)
    return [
        GameTurns(
            game,
            [(turn, left_open.get(turn.pk, OpenBulletinCounts())) for turn in game.shown_turns],
        )
        for game in games
        if game.shown_turns
    ]
