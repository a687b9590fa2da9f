"""The position of a game: its grid and what is left to play, derived from its turns.

Whoever needs it asks once, for the game as it stands (``position_of``) or as it stood when a turn
was drawn (``position_before``), and passes it on.
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
from tournament.core.grid import grid_of
from tournament.core.states import PLACED_TURN_STATES, TurnState
from tournament.models import Game, Turn


def format_of(game: Game) -> Format:
    return get_format(game.format)


@dataclass(frozen=True)
class GamePosition:
    """Where ``game`` stands after ``turns``: all those drawn by then, cancelled ones included."""

    game: Game
    turns: Sequence[Turn]

    @cached_property
    def fmt(self) -> Format:
        return format_of(self.game)

    @cached_property
    def placed(self) -> list[Turn]:
        """Turns whose word lies on the grid, in order."""
        return [turn for turn in self.turns if turn.state in PLACED_TURN_STATES]

    @property
    def last(self) -> Turn | None:
        """The last turn drawn, whatever became of it."""
        return self.turns[-1] if self.turns else None

    @property
    def at_hand(self) -> Turn | None:
        """The turn that the game is bent over, or was last: no word before it was taken back."""
        return next((turn for turn in reversed(self.turns) if not turn.set_aside), None)

    @cached_property
    def board(self) -> Board:
        """The grid; in a joker game with the letters that replaced a joker."""
        return grid_of(self.fmt, self.placed)

    @property
    def whole_bag(self) -> Remainder:
        """Everything that does not lie on the grid is in the bag."""
        return build_full_remainder(self.fmt, self.board)

    @property
    def correctable(self) -> Turn | None:
        """The turn whose word may still be taken back: the last placed, while the next one is not
        opened."""
        at_hand = self.at_hand
        if at_hand is None or at_hand.state in {TurnState.OPEN, TurnState.CLOSED}:
            return None
        return self.placed[-1] if self.placed else None

    @cached_property
    def remainder(self) -> Remainder:
        """Letters left after the last turn; a cancelled one gives all of its letters back (3.6)."""
        last = self.last
        if last is None or last.state == TurnState.CANCELLED:
            return self.whole_bag
        return self.before(last).settled(last).remainder

    @property
    def next_number(self) -> int:
        """Number of the next turn: cancelled turns are not counted."""
        return sum(turn.state != TurnState.CANCELLED for turn in self.turns) + 1

    def before(self, turn: Turn) -> "GamePosition":
        """Where the game stood when ``turn`` was drawn."""
        earlier = [other for other in self.turns if other.ordinal < turn.ordinal]
        return GamePosition(self.game, earlier)

    def settled(self, turn: Turn) -> RetainedPlay:
        """What becomes of the retained word of ``turn``, and of its joker, on this grid."""
        return lay_retained_word(self.fmt, self.board, turn.rack, turn.word, Place.parse(turn.ref))

    def formed_by(self, turn: Turn) -> list[str]:
        """Words that the retained word of ``turn`` makes here besides itself (3.4)."""
        words = list_formed_words(self.board, turn.word, Place.parse(turn.ref), self.fmt)
        return [formed.word for formed in words[1:]]


def turns_at_hand(game: Game) -> QuerySet[Turn]:
    """The turns of ``game``, that at hand first (``GamePosition.at_hand``)."""
    return game.turns.filter(set_aside=False).order_by("-ordinal")


def position_of(game: Game) -> GamePosition:
    """Where ``game`` stands now."""
    return GamePosition(game, list(game.turns.order_by("ordinal")))


def position_before(turn: Turn) -> GamePosition:
    """Where the game of ``turn`` stood when it was drawn."""
    earlier = turn.game.turns.filter(ordinal__lt=turn.ordinal)
    return GamePosition(turn.game, list(earlier.order_by("ordinal")))
