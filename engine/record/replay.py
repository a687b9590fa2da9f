"""Replay of recorded games: the board, the score and the top of every turn."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.board.board import Board
from engine.board.formats import Format
from engine.board.scoring import list_formed_words, score
from engine.errors import BadRecord
from engine.lexicon.lexicon import Lexicon
from engine.record.recorded_game import RecordedGame, RecordedTurn
from engine.record.turn_checks import (
    CheckData,
    find_missing_letters,
    find_move_fault,
    list_remarks,
)
from engine.search.moves import Move, find_tops


@dataclass(frozen=True, slots=True)
class ReplayedTurn:
    """`score`: computed for the retained word at its place. `tops`: with the given lexicon.
    `remarks`: of `engine.record.turn_checks.list_remarks`."""

    recorded_turn: RecordedTurn
    board: Board
    score: int
    tops: list[Move]
    remarks: list[tuple[str, CheckData]]


def iterate_positions(record: RecordedGame) -> Iterator[tuple[RecordedTurn, Board]]:
    """Yield each turn with the board before it.

    Raises `BadRecord`: `rack_size` (`turn`, `found`, `expected`), `not_in_bag` (`turn`,
    `missing`), or `bad_move` (`turn`, `word`, `ref` and the data of `find_move_fault`).
    """
    board = Board.empty()
    for turn in record.turns:
        _check_turn(turn, board, record.fmt)
        yield turn, board
        board = board.lay(turn.laid_word, turn.place)


def _check_turn(turn: RecordedTurn, board: Board, fmt: Format) -> None:
    if len(turn.rack) > fmt.rack_size:
        sizes = {"found": len(turn.rack), "expected": fmt.rack_size}
        raise BadRecord("rack_size", turn=turn.number, **sizes)
    missing = find_missing_letters(fmt, board, turn.rack)
    if missing:
        raise BadRecord("not_in_bag", turn=turn.number, missing=missing)
    fault = find_move_fault(board, turn.rack, turn.word, turn.place)
    if fault is not None:
        position = {"turn": turn.number, "word": turn.word, "ref": str(turn.place)}
        raise BadRecord("bad_move", **position, **fault)


def replay(record: RecordedGame, lexicon: Lexicon) -> list[ReplayedTurn]:
    """Return the replayed turns. Raises `BadRecord` at the first that cannot be played."""
    return [
        ReplayedTurn(
            recorded_turn=turn,
            board=board,
            score=score(board, turn.word, turn.place, record.fmt),
            tops=find_tops(board, turn.rack, lexicon, record.fmt),
            remarks=_list_turn_remarks(turn, board, record.fmt),
        )
        for turn, board in iterate_positions(record)
    ]


def _list_turn_remarks(
    turn: RecordedTurn, board: Board, fmt: Format
) -> list[tuple[str, CheckData]]:
    stays = turn.joker_stays
    return list(list_remarks(fmt, board, turn.rack, turn.word, turn.place, joker_stays=stays))


def list_replayed_words(record: RecordedGame) -> list[str]:
    """Return the words that the game forms, cross words too, sorted. Raises `BadRecord`."""
    words = {
        formed.word.upper()
        for turn, board in iterate_positions(record)
        for formed in list_formed_words(board, turn.word, turn.place, record.fmt)
    }
    return sorted(words)
