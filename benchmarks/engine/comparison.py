"""A comparison of the project's engine with another, on the tops of the same positions.

Each runs in its own process behind the same protocol and gets every position once, never both at
the same time; the order alternates, so that load on the machine affects both. Times are processor
times, as each program reports them. The wall time of each request, pipes included, is measured
too: it shows a program that reports too little. Ratios are those of the own engine to the other.
"""

import shlex
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.engine.measures import (
    JOKERS,
    NINE_LETTERS,
    ReportStep,
    add_jokers,
    count_boards,
    list_full_racks,
    play_game,
)
from benchmarks.engine.programs import Answer, BadProgram, Program
from engine.board.board import Board
from engine.board.formats import NORMAL
from engine.board.notation import Position
from engine.lexicon.lexicon import Lexicon, load_lexicon
from engine.search.moves import Move, list_laid_tiles

type TimePair = tuple[float, float]
"""Milliseconds, of the own engine and of the other."""
type AverageTimes = Callable[[Sequence[int]], float]
OWN_COMMAND = (sys.executable, "-m", "benchmarks.engine.driver")


@dataclass(frozen=True, slots=True)
class AnswerPair:
    """Both answers to one position; `wall_times`: nanoseconds of wall time, own then other."""

    position: Position
    own: Answer
    other: Answer
    wall_times: tuple[int, int]

    @property
    def is_agreement(self) -> bool:
        """True if the scores are equal, and the tops if both list them."""
        if self.own.score != self.other.score:
            return False
        both_list_tops = self.own.tops and self.other.tops
        return not both_list_tops or self.list_differences() == ([], [])

    def list_differences(self) -> tuple[list[Move], list[Move]]:
        """Return the tops that only one engine lists, own and other, compared by the tiles laid."""
        board = self.position.board
        own, other = _index_by_tiles(self.own.tops, board), _index_by_tiles(self.other.tops, board)
        return (
            [move for tiles, move in own.items() if tiles not in other],
            [move for tiles, move in other.items() if tiles not in own],
        )


def _index_by_tiles(moves: Sequence[Move], board: Board) -> dict[object, Move]:
    """Index moves by the tiles laid; an impossible move is its own key."""
    legal_moves = [move for move in moves if not board.list_faults(move.word, move.place)]
    by_tiles: dict[object, Move] = dict(
        zip(list_laid_tiles(legal_moves, board), legal_moves, strict=True)
    )
    return by_tiles | {move: move for move in moves if move not in legal_moves}


@dataclass(frozen=True, slots=True)
class PositionKind:
    """One kind of position, `key` and `jokers` as in `Figure`.

    `unanswered_count`: positions that an engine does not answer, which are in no figure.
    """

    key: str
    jokers: int
    unanswered_count: int
    pairs: Sequence[AnswerPair]

    @property
    def medians(self) -> TimePair:
        return self._average_times(statistics.median)

    @property
    def means(self) -> TimePair:
        return self._average_times(statistics.fmean)

    @property
    def clock_medians(self) -> TimePair:
        """Medians around the question, pipes included."""
        own, other = zip(*(pair.wall_times for pair in self.pairs), strict=True)
        return statistics.median(own) / 1e6, statistics.median(other) / 1e6

    @property
    def geometric_ratio(self) -> float:
        """Geometric mean of the ratios of the processor's time, position by position."""
        return statistics.geometric_mean(
            pair.own.spent_ns / pair.other.spent_ns for pair in self.pairs
        )

    def _average_times(self, average: AverageTimes) -> TimePair:
        own = average([pair.own.spent_ns for pair in self.pairs])
        return own / 1e6, average([pair.other.spent_ns for pair in self.pairs]) / 1e6


@dataclass(frozen=True, slots=True)
class Comparison:
    """`names`: of the own engine and of the other, as they report them."""

    names: tuple[str, str]
    words: int
    kinds: Sequence[PositionKind]

    @property
    def pairs(self) -> list[AnswerPair]:
        return [pair for kind in self.kinds for pair in kind.pairs]

    @property
    def disagreements(self) -> list[AnswerPair]:
        return [pair for pair in self.pairs if not pair.is_agreement]


def compare_engines(
    path: Path, command: Sequence[str], count: int, wait_s: float, report_step: ReportStep
) -> Comparison:
    """Compare on at least `count` positions; `wait_s`: maximum seconds for one answer.

    Raise `BadWordList` and `BadProgram`.
    """
    lexicon = load_lexicon(path)
    with (
        tempfile.TemporaryDirectory() as folder,
        Program(OWN_COMMAND, wait_s) as own,
        Program(command, wait_s) as other,
    ):
        words = Path(folder) / "mots.txt"
        words.write_text("".join(f"{word}\n" for word in lexicon), encoding="ascii")
        for program in (own, other):
            program.send_word_list(words)
        programs = _AlternatingPrograms(own, other)
        for fmt in (NORMAL, NINE_LETTERS):  # warm-up: both fill their caches
            for position in play_game(0, lexicon, fmt):
                if position.rack:
                    programs.answer(position)
        kinds = list(_measure_kinds(lexicon, programs, count, report_step))
    if not any(kind.pairs for kind in kinds):
        raise BadProgram("useless", program=shlex.join(command))
    other_name = other.name if other.name != own.name else f"{other.name} bis"
    return Comparison((own.name, other_name), len(lexicon), kinds)


def _measure_kinds(
    lexicon: Lexicon, programs: "_AlternatingPrograms", count: int, report_step: ReportStep
) -> Iterator[PositionKind]:
    for key, fmt in (("top", NORMAL), ("top9", NINE_LETTERS)):
        boards = count_boards(count, fmt)
        positions = list(list_full_racks(boards, lexicon, fmt))
        for jokers in JOKERS:
            pairs = []
            for done, position in enumerate(positions, 1):
                pair = programs.answer(add_jokers(position, jokers))
                pairs += [] if pair is None else [pair]
                report_step(key, done, boards)
            yield PositionKind(key, jokers, len(positions) - len(pairs), pairs)


class _AlternatingPrograms:
    """Both programs, in alternating order: A B, B A, A B..."""

    def __init__(self, own: Program, other: Program) -> None:
        self._own, self._other = own, other
        self._is_own_first = False

    def answer(self, position: Position) -> AnswerPair | None:
        """Ask both; return None if one of them passes."""
        self._is_own_first = not self._is_own_first
        if self._is_own_first:
            own, other = self._own.answer(position), self._other.answer(position)
        else:
            other, own = self._other.answer(position), self._own.answer(position)
        if own[0] is None or other[0] is None:
            return None
        return AnswerPair(position, own[0], other[0], (own[1], other[1]))
