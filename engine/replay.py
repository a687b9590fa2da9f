"""Recorded games played again: the board, the score and the top of every turn."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine.board import Board
from engine.errors import BadRecord, IllegalPlacement
from engine.letters import sort_letters
from engine.lexicon import Lexicon
from engine.moves import Move, tops
from engine.record import RecordedGame, RecordedTurn
from engine.scoring import formed_words, score, tiles_needed


@dataclass(frozen=True, slots=True)
class ReplayedTurn:
    """`score`: found for the retained word at its place; `tops`: with the lexicon given."""

    recorded: RecordedTurn
    board: Board
    score: int
    tops: list[Move]


def positions(record: RecordedGame) -> Iterator[tuple[RecordedTurn, Board]]:
    """Each turn with the board before it.

    Raises `BadRecord` (`bad_move`, with `turn`, `word`, `ref` and the `reason` why the word
    cannot lie there, or `letters_not_in_rack` with `missing`).
    """
    board = Board.empty()
    for turn in record.turns:
        _check(turn, board)
        yield turn, board
        word = turn.word.upper() if turn.joker_gives_way else turn.word
        board = board.place(word, turn.place)


def _check(turn: RecordedTurn, board: Board) -> None:
    where = {"turn": turn.number, "word": turn.word, "ref": str(turn.place)}
    try:
        tiles = tiles_needed(board, turn.word, turn.place)
    except IllegalPlacement as error:
        raise BadRecord("bad_move", **where, reason=error.code) from error
    fault = board.connection_fault(turn.word, turn.place)
    if fault is not None:
        raise BadRecord("bad_move", **where, reason=fault.code)
    missing = Counter(tiles) - Counter(turn.rack)
    if missing:
        letters = sort_letters("".join(missing.elements()))
        raise BadRecord("bad_move", **where, reason="letters_not_in_rack", missing=letters)


def replay(record: RecordedGame, lexicon: Lexicon) -> list[ReplayedTurn]:
    """Raises `BadRecord` at the first move that cannot be played."""
    return [
        ReplayedTurn(
            recorded=turn,
            board=board,
            score=score(board, turn.word, turn.place, record.fmt),
            tops=tops(board, turn.rack, lexicon, record.fmt),
        )
        for turn, board in positions(record)
    ]


def replayed_words(record: RecordedGame) -> list[str]:
    """Every word that the game forms, cross words too, sorted. Raises `BadRecord`."""
    words = {
        formed.word.upper()
        for turn, board in positions(record)
        for formed in formed_words(board, turn.word, turn.place, record.fmt)
    }
    return sorted(words)
