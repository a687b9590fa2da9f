"""The turns of a game, or of all games of a tournament, as an arbiter goes from one to another."""

from dataclasses import dataclass
from functools import cached_property

from django.contrib.auth.models import User

from arbitrage.queries.unsettled import LeftOpen, left_by_turn
from tournament.core.states import COLLECTED_TURN_STATES, TurnState
from tournament.models import Game, Tournament, Turn
from tournament.protocol.view import current_game


@dataclass
class TurnsOfGame:
    """Those of ``game`` around ``turn``, the one looked at."""

    tournament: Tournament
    game: Game | None
    turn: Turn | None

    @cached_property
    def shown(self) -> list[Turn]:
        """Turns that can be looked at, the last one first."""
        if self.game is None:
            return []
        shown = self.game.turns.exclude(state__in=[TurnState.DRAWN, TurnState.CANCELLED])
        return list(shown.select_related("game__tournament").order_by("-ordinal"))

    @property
    def collected(self) -> list[Turn]:
        return [turn for turn in self.shown if turn.state in COLLECTED_TURN_STATES]

    @property
    def before(self) -> Turn | None:
        """The one played before the one looked at."""
        earlier = (turn for turn in self.shown if self.turn and turn.ordinal < self.turn.ordinal)
        return next(earlier, None)

    @property
    def after(self) -> Turn | None:
        """The next one collected."""
        later = [turn for turn in self.collected if self.turn and turn.ordinal > self.turn.ordinal]
        return later[-1] if later else None

    @property
    def newer(self) -> Turn | None:
        """The last turn collected, if it is not the one looked at."""
        last = next(iter(self.collected), None)
        return last if last and self.turn and last.ordinal > self.turn.ordinal else None

    @property
    def under_way(self) -> Turn | None:
        """The turn whose bulletins are still being written."""
        writing = {TurnState.ANNOUNCED, TurnState.OPEN}
        return next((turn for turn in self.shown if turn.state in writing), None)

    @property
    def game_of_room(self) -> Game | None:
        """The game of the room, when another one is looked at."""
        room = current_game(self.tournament.pk)
        return room if room != self.game else None


@dataclass(frozen=True, slots=True)
class GameTurns:
    """A game with its turns, each with what is left open of it."""

    game: Game
    turns: list[tuple[Turn, LeftOpen]]


def games_of(tournament: Tournament, user: User | None = None) -> list[GameTurns]:
    """The last game first, its turns in order; with ``user`` what is left open at his tables."""
    turns = Turn.objects.filter(game__tournament=tournament)
    shown = turns.exclude(state__in=[TurnState.DRAWN, TurnState.CANCELLED])
    found = list(shown.select_related("game__tournament").order_by("-game__number", "ordinal"))
    left = left_by_turn(found, user)
    games: dict[int, GameTurns] = {}
    for turn in found:
        of_game = games.setdefault(turn.game_id, GameTurns(turn.game, []))
        of_game.turns.append((turn, left.get(turn.pk, LeftOpen())))
    return list(games.values())
