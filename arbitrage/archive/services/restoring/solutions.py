"""The solutions of an archive, which contains only their checksums: they are computed again.

This takes most of the time of a restoration, and its amount depends on the file. So it is limited,
and done before anything is locked or written.
"""

import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.play import GameRow, RulingRow, SolutionsRow, TurnRow
from arbitrage.archive.core.reading import Archive
from arbitrage.archive.core.toppings import ToppingRow
from arbitrage.archive.services.restoring.lines import locate_errors
from engine.board.board import Board
from engine.board.formats import Format
from engine.board.place import Place
from engine.lexicon.lexicon import Lexicon
from engine.search.moves import Move, solve
from tournament.core.solution_digests import compute_checksum
from tournament.core.states import TurnState
from tournament.models import Game, Solutions, Turn, WordList
from tournament.queries.lexica import load_game_lexicon
from tournament.queries.position import GamePosition, get_game_format

#: Maximum number of turns of a game: one per tile, and as many cancelled ones.
MAX_TURNS_OF_GAME = 200
#: Maximum number of rulings in an archive for each turn that may be computed: the verification
#: judges again.
MAX_RULINGS_OF_TURN = 300
#: Maximum number of turns of an archive, and of all their solutions: about ten large tournaments.
MAX_TURNS, MAX_MOVES = 6000, 20_000_000


@dataclass(frozen=True, slots=True)
class ComputedSolutions:
    """The solutions of a line, compressed because those of all turns are in memory until they are
    written. None if they differ from the archive's for a cancelled turn: then they are unknown."""

    row: SolutionsRow
    compressed: bytes | None

    @property
    def moves(self) -> list[list[Any]]:
        return (
            [] if self.compressed is None else msgspec.json.decode(zlib.decompress(self.compressed))
        )


class RememberingSolver:
    """Solves each position once: the verification asks again for most positions of an archive.
    Moves are compressed, because those of all turns are in memory together."""

    def __init__(self) -> None:
        self._moves: dict[tuple[Any, ...], bytes] = {}

    def solve(self, board: Board, rack: str, lexicon: Lexicon, fmt: Format) -> list[Move]:
        key = (tuple(board.rows()), rack, lexicon.checksum, fmt)
        if key not in self._moves:
            moves = solve(board, rack, lexicon, fmt)
            self._moves[key] = zlib.compress(msgspec.json.encode(_list_moves(moves)), 1)
            return moves
        rows = msgspec.json.decode(zlib.decompress(self._moves[key]))
        return [Move(word, Place.parse(ref), score) for word, ref, score in rows]


def _list_moves(moves: Sequence[Move]) -> list[list[Any]]:
    return [[move.word, move.ref, move.score] for move in moves]


def compute_solutions(
    archive: Archive,
    lists: Mapping[str, WordList],
    solver: RememberingSolver,
    max_turns: int = MAX_TURNS,
    report_progress: Callable[[float], object] = lambda _: None,
) -> list[ComputedSolutions]:
    """Return the solutions of the turns, in the order of the lines.

    ``lists``: word lists by checksum; ``report_progress`` receives the part done. Raise BadArchive
    for more than ``max_turns``, and for solutions that differ from the archive's.
    """
    rows = archive.list_rows(SolutionsRow)
    check_size(archive, rows, max_turns)
    games = {row.number: _build_game(row, lists) for row in archive.list_rows(GameRow)}
    turns = _build_turns(archive)
    solutions = []
    for number, row in enumerate(rows, start=1):
        with locate_errors("solutions", number):
            turn = turns[row.game][row.turn]
            position = GamePosition(
                games[row.game], list(turns[row.game].values())
            ).get_position_before(turn)
            solutions.append(_solve_turn(position, turn, row, solver))
        report_progress(number / len(rows))
    return solutions


def check_size(archive: Archive, rows: Sequence[SolutionsRow], max_turns: int) -> None:
    turns_by_game = Counter(row.game for row in rows)
    game = next((game for game, count in turns_by_game.items() if count > MAX_TURNS_OF_GAME), None)
    if game is not None:
        raise BadArchive("too-many-turns-of-game", game=game, most=MAX_TURNS_OF_GAME)
    topping_turns = sum(len(row.script["turns"]) for row in archive.list_rows(ToppingRow))
    rulings = len(archive.list_rows(RulingRow))
    if (
        len(rows) + topping_turns > max_turns
        or rulings > max_turns * MAX_RULINGS_OF_TURN
        or sum(row.count for row in rows) > MAX_MOVES
    ):
        raise BadArchive("too-many-turns", most=max_turns)


def _build_game(row: GameRow, lists: Mapping[str, WordList]) -> Game:
    words = lists[row.word_list.checksum] if row.word_list else None
    return Game(format=row.format, word_list=words, extra_words=row.extra_words)


def _build_turns(archive: Archive) -> dict[int, dict[int, Turn]]:
    """Return unsaved turns by game and ordinal, in order, with the fields that the board depends
    on."""
    fields = ("ordinal", "number", "state", "kept", "drawn", "word", "ref", "score")
    turns: dict[int, dict[int, Turn]] = {}
    for row in sorted(archive.list_rows(TurnRow), key=lambda row: (row.game, row.ordinal)):
        turn = Turn(**{name: getattr(row, name) for name in fields})
        turns.setdefault(row.game, {})[row.ordinal] = turn
    return turns


def _solve_turn(
    position: GamePosition, turn: Turn, row: SolutionsRow, solver: RememberingSolver
) -> ComputedSolutions:
    moves = _find_moves(position, turn, row, solver)
    if (len(moves), compute_checksum(moves)) == (row.count, row.checksum):
        return ComputedSolutions(row, zlib.compress(msgspec.json.encode(moves), 1))
    if turn.state != TurnState.CANCELLED:
        raise BadArchive("other-solutions", game=row.game, turn=turn.number)
    return ComputedSolutions(row, None)


def _find_moves(
    position: GamePosition, turn: Turn, row: SolutionsRow, solver: RememberingSolver
) -> list[list[Any]]:
    """Return word, reference and score of each move. Raise ValueError for a rack that cannot be
    drawn."""
    if position.game.word_list is None:
        return []
    lexicon = load_game_lexicon(position.game)
    if lexicon.checksum != row.lexicon:
        return []
    fmt = get_game_format(position.game)
    if len(turn.rack) > fmt.rack_size or not Counter(turn.rack) <= Counter(fmt.letters.counts):
        raise ValueError(turn.rack)
    return _list_moves(solver.solve(position.board, turn.rack, lexicon, fmt))


def write_solutions(
    computed_solutions: Sequence[ComputedSolutions], keys: Mapping[Any, Any]
) -> None:
    """Write the solutions; ``keys`` are those of the turns by game and ordinal."""
    for solutions in computed_solutions:
        row = solutions.row
        Solutions.objects.create(
            turn_id=keys[row.game, row.turn],
            moves=solutions.moves,
            proposed=row.proposed,
            final=row.final,
            nothing_playable=row.nothing_playable,
            lexicon_checksum=row.lexicon,
            checksum=row.checksum,
            count=row.count,
        )
