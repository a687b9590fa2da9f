"""The grid, bag and words of a game, derived from its turns."""

from engine.board.board import Board
from engine.board.formats import Format, get_format
from engine.board.place import Place
from engine.board.scoring import formed_words
from engine.rules.joker_format import SettledJoker, laid_word, settle
from engine.rules.remainder import Remainder, whole
from tournament.core.states import PLACED_TURN_STATES, TurnState
from tournament.models import Game, Turn


def format_of(game: Game) -> Format:
    return get_format(game.format)


def placed_turns(game: Game, before: Turn | None = None) -> list[Turn]:
    """Turns whose word lies on the grid, in order; only those before ``before`` if given."""
    turns = game.turns.filter(state__in=list(PLACED_TURN_STATES)).order_by("ordinal")
    return list(turns if before is None else turns.filter(ordinal__lt=before.ordinal))


def board_of(turns: list[Turn]) -> Board:
    """The grid with the words of these turns; in a joker game the letter that replaced a joker."""
    board = Board.empty()
    for turn in turns:
        fmt, place = format_of(turn.game), Place.parse(turn.ref)
        board = board.place(laid_word(fmt, board, turn.rack, turn.word), place)
    return board


def laid(turn: Turn, board: Board) -> SettledJoker:
    """What becomes of the retained word of ``turn``, and of its joker, on this grid."""
    return settle(format_of(turn.game), board, turn.rack, turn.word, Place.parse(turn.ref))


def board_before(turn: Turn) -> Board:
    """The grid on which ``turn`` is played."""
    return board_of(placed_turns(turn.game, before=turn))


def formed_by(board: Board, turn: Turn, fmt: Format) -> list[str]:
    """Words that the retained move makes besides the main word (3.4)."""
    words = formed_words(board, turn.word, Place.parse(turn.ref), fmt)
    return [formed.word for formed in words[1:]]


def whole_bag(game: Game) -> Remainder:
    """Everything that does not lie on the grid is in the bag."""
    return whole(format_of(game), board_of(placed_turns(game)))


def remainder(game: Game) -> Remainder:
    """Letters left after the last turn; a cancelled turn gives all of its letters back (3.6)."""
    last = game.turns.order_by("-ordinal").first()
    if last is None or last.state == TurnState.CANCELLED:
        return whole_bag(game)
    return laid(last, board_before(last)).remainder
