"""The position of a game: its grid and the letters that remain, computed from its turns.

Callers ask once, for the current position (``load_position``) or for the one before a turn
(``load_position_before``), and pass it on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import QuerySet

from engine.board.board import Board
from engine.board.formats import Format, get_format
from engine.board.place import Place
from engine.board.scoring import list_formed_words
from engine.rules.joker_format import RetainedPlay, lay_retained_word
from engine.rules.remainder import Remainder, build_full_remainder
from tournament.core.grid import build_grid
from tournament.core.states import PLACED_TURN_STATES, TurnState
from tournament.models import Game, Turn


def get_game_format(game: Game) -> Format:
    return get_format(game.format)


@dataclass(frozen=True)
class GamePosition:
    """Position of ``game`` after ``turns``: all turns drawn by then, including cancelled ones."""

    game: Game
    turns: Sequence[Turn]

    @cached_property
    def fmt(self) -> Format:
        return get_game_format(self.game)

    @cached_property
    def placed_turns(self) -> list[Turn]:
        """Return turns whose word is on the grid, in order."""
        return [turn for turn in self.turns if turn.state in PLACED_TURN_STATES]

    @property
    def last_turn(self) -> Turn | None:
        """Return the last turn drawn, in any state."""
        return self.turns[-1] if self.turns else None

    @property
    def current_turn(self) -> Turn | None:
        """Return the current turn, or the last one: not set aside by taking back an earlier
        word."""
        return next((turn for turn in reversed(self.turns) if not turn.set_aside), None)

    @cached_property
    def board(self) -> Board:
        """Return the grid; in a joker game with the letters that replaced a joker."""
        return build_grid(self.fmt, self.placed_turns)

    @property
    def whole_bag(self) -> Remainder:
        """Return all letters that are not on the grid."""
        return build_full_remainder(self.fmt, self.board)

    @property
    def correctable_turn(self) -> Turn | None:
        """Return the turn whose word may still be taken back: the last one placed, until the next
        one is opened."""
        current_turn = self.current_turn
        if current_turn is None or current_turn.state in {TurnState.OPEN, TurnState.CLOSED}:
            return None
        return self.placed_turns[-1] if self.placed_turns else None

    @cached_property
    def remainder(self) -> Remainder:
        """Return the letters that remain after the last turn; a cancelled one returns all of its
        (3.6)."""
        last = self.last_turn
        if last is None or last.state == TurnState.CANCELLED:
            return self.whole_bag
        return self.get_position_before(last).build_play(last).remainder

    @property
    def next_number(self) -> int:
        """Return the number of the next turn: cancelled turns are not counted."""
        return sum(turn.state != TurnState.CANCELLED for turn in self.turns) + 1

    def get_position_before(self, turn: Turn) -> "GamePosition":
        """Return the position when ``turn`` was drawn."""
        earlier = [other for other in self.turns if other.ordinal < turn.ordinal]
        return GamePosition(self.game, earlier)

    def build_play(self, turn: Turn) -> RetainedPlay:
        """Return the play of the retained word of ``turn`` here, and of its joker (3.8.1)."""
        return lay_retained_word(self.fmt, self.board, turn.rack, turn.word, Place.parse(turn.ref))

    def list_formed_words(self, turn: Turn) -> list[str]:
        """List the words that the retained word of ``turn`` forms here besides itself (3.4)."""
        words = list_formed_words(self.board, turn.word, Place.parse(turn.ref), self.fmt)
        return [formed.word for formed in words[1:]]


def list_turns_current_first(game: Game) -> QuerySet[Turn]:
    """Return the turns of ``game``, the current one first (``GamePosition.current_turn``)."""
    return game.turns.filter(set_aside=False).order_by("-ordinal")


def load_position(game: Game) -> GamePosition:
    """Return the current position of ``game``."""
    return GamePosition(game, list(game.turns.order_by("ordinal")))


def load_position_before(turn: Turn) -> GamePosition:
    """Return the position of the game when ``turn`` was drawn."""
    earlier = turn.game.turns.filter(ordinal__lt=turn.ordinal)
    return GamePosition(turn.game, list(earlier.order_by("ordinal")))
