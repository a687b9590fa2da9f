"""The turns of a game played alone: grid, letters and retained word of each."""

from collections.abc import Container, Sequence
from dataclasses import dataclass

from engine.board.board import Board
from engine.board.formats import Format
from engine.board.place import Place
from engine.board.scoring import list_formed_words
from engine.record.recorded_game import RecordedGame
from engine.record.replay import iterate_positions
from engine.regulation.edition import Edition
from engine.rules.joker_format import lay_retained_word


@dataclass(frozen=True, slots=True)
class PracticeTurn:
    """A turn: the board before it, the letters in the order announced, and the retained word, which
    is secret until the bulletin is handed in."""

    number: int
    board: Board
    kept: str
    drawn: str
    word: str
    ref: str
    score: int

    @property
    def rack(self) -> str:
        return self.kept + self.drawn

    def list_formed_words(self, fmt: Format) -> list[str]:
        """List the words that the retained word forms besides itself (3.4)."""
        formed = list_formed_words(self.board, self.word, Place.parse(self.ref), fmt)
        return [word.word for word in formed[1:]]

    def lay_word(self, fmt: Format) -> Board:
        """Return the board with the retained word, and the letter that replaced its joker
        (3.8.1)."""
        place = Place.parse(self.ref)
        return lay_retained_word(fmt, self.board, self.rack, self.word, place).board


@dataclass(frozen=True)
class PracticeGame:
    """A game, the words admitted in it, and the edition by which bulletins are judged.

    ``has_own_words``: False if the player may not consult the word list of the game; then another
    list judges.
    """

    fmt: Format
    turns: Sequence[PracticeTurn]
    words: Container[str]
    edition: Edition
    label: str = ""
    address: str = ""
    has_own_words: bool = True

    def get_turn(self, number: int) -> PracticeTurn:
        return self.turns[number - 1]


@dataclass(frozen=True, slots=True)
class PracticeBulletin:
    """A bulletin as it was written; ``is_late`` by the clock that was chosen."""

    rows: Sequence[str]
    struck: Sequence[str]
    reference: str
    score: str
    is_late: bool = False


def build_turns(record: RecordedGame) -> list[PracticeTurn]:
    """Return the turns of a recorded game. Raise BadRecord."""
    return [
        PracticeTurn(
            turn.number, board, turn.kept, turn.drawn, turn.word, str(turn.place), turn.score
        )
        for turn, board in iterate_positions(record)
    ]
