"""A comparison of our engine with another, on the tops of the same positions.

Each runs in its own process behind the same protocol and gets every position once, never both at
once; which is first alternates, so that load on the machine affects both. Times are processor
times, as each program reports them. The wall time of each question, pipes included, is kept too: it
shows a program that reports too little. Ratios are ours to theirs.
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
    NINE,
    Step,
    count_boards,
    list_full_racks,
    play,
    with_jokers,
)
from benchmarks.engine.programs import Answer, BadProgram, Program
from engine.board.board import Board
from engine.board.formats import NORMAL
from engine.board.notation import Position
from engine.lexicon.lexicon import Lexicon, load_lexicon
from engine.search.moves import Move, list_laid_tiles

type TimePair = tuple[float, float]
"""Milliseconds, ours and theirs."""
type Average = Callable[[Sequence[int]], float]
OURS = (sys.executable, "-m", "benchmarks.engine.driver")


@dataclass(frozen=True, slots=True)
class AnswerPair:
    """Both answers to one position; `around`: wall time in nanoseconds, ours then theirs."""

    position: Position
    ours: Answer
    theirs: Answer
    around: tuple[int, int]

    @property
    def agree(self) -> bool:
        """True if the scores are equal, and the tops if both list them."""
        if self.ours.score != self.theirs.score:
            return False
        both_list_tops = self.ours.tops and self.theirs.tops
        return not both_list_tops or self.list_differences() == ([], [])

    def list_differences(self) -> tuple[list[Move], list[Move]]:
        """Return the tops of ours alone and of theirs alone, compared by the tiles laid."""
        board = self.position.board
        ours, theirs = _by_tiles(self.ours.tops, board), _by_tiles(self.theirs.tops, board)
        return (
            [move for tiles, move in ours.items() if tiles not in theirs],
            [move for tiles, move in theirs.items() if tiles not in ours],
        )


def _by_tiles(moves: Sequence[Move], board: Board) -> dict[object, Move]:
    """Index moves by the tiles laid; an impossible move is its own key."""
    lying = [move for move in moves if not board.list_faults(move.word, move.place)]
    by_tiles: dict[object, Move] = dict(zip(list_laid_tiles(lying, board), lying, strict=True))
    return by_tiles | {move: move for move in moves if move not in lying}


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of position, `key` and `jokers` as in `Figure`. `passed`: the number that the other
    engine does not answer; these are in no figure."""

    key: str
    jokers: int
    passed: int
    pairs: Sequence[AnswerPair]

    @property
    def medians(self) -> TimePair:
        return self._spent(statistics.median)

    @property
    def means(self) -> TimePair:
        return self._spent(statistics.fmean)

    @property
    def clock(self) -> TimePair:
        """Medians around the question, pipes included."""
        ours, theirs = zip(*(pair.around for pair in self.pairs), strict=True)
        return statistics.median(ours) / 1e6, statistics.median(theirs) / 1e6

    @property
    def geometric(self) -> float:
        """Geometric mean of the ratios of the processor's time, position by position."""
        return statistics.geometric_mean(pair.ours.spent / pair.theirs.spent for pair in self.pairs)

    def _spent(self, average: Average) -> TimePair:
        ours = average([pair.ours.spent for pair in self.pairs])
        return ours / 1e6, average([pair.theirs.spent for pair in self.pairs]) / 1e6


@dataclass(frozen=True, slots=True)
class Duel:
    """`names`: of our engine and of the other, as they report them."""

    names: tuple[str, str]
    words: int
    kinds: Sequence[Kind]

    @property
    def pairs(self) -> list[AnswerPair]:
        return [pair for kind in self.kinds for pair in kind.pairs]

    @property
    def disagreements(self) -> list[AnswerPair]:
        return [pair for pair in self.pairs if not pair.agree]


def duel(path: Path, command: Sequence[str], count: int, wait_s: float, step: Step) -> Duel:
    """Compare on at least `count` positions; `wait_s`: maximum seconds for one answer.

    Raise `BadWordList` and `BadProgram`.
    """
    lexicon = load_lexicon(path)
    with (
        tempfile.TemporaryDirectory() as folder,
        Program(OURS, wait_s) as ours,
        Program(command, wait_s) as theirs,
    ):
        words = Path(folder) / "mots.txt"
        words.write_text("".join(f"{word}\n" for word in lexicon), encoding="ascii")
        for program in (ours, theirs):
            program.ready(words)
        programs = _AlternatingPrograms(ours, theirs)
        for fmt in (NORMAL, NINE):  # warm-up: both have cached what they cache
            for position in play(0, lexicon, fmt):
                if position.rack:
                    programs.ask(position)
        kinds = list(_kinds(lexicon, programs, count, step))
    if not any(kind.pairs for kind in kinds):
        raise BadProgram("useless", program=shlex.join(command))
    other = theirs.name if theirs.name != ours.name else f"{theirs.name} bis"
    return Duel((ours.name, other), len(lexicon), kinds)


def _kinds(
    lexicon: Lexicon, programs: "_AlternatingPrograms", count: int, step: Step
) -> Iterator[Kind]:
    for key, fmt in (("top", NORMAL), ("top9", NINE)):
        boards = count_boards(count, fmt)
        origin = list(list_full_racks(boards, lexicon, fmt))
        for jokers in JOKERS:
            pairs = []
            for done, position in enumerate(origin, 1):
                pair = programs.ask(with_jokers(position, jokers))
                pairs += [] if pair is None else [pair]
                step(key, done, boards)
            yield Kind(key, jokers, len(origin) - len(pairs), pairs)


class _AlternatingPrograms:
    """Both programs, asked in alternating order: A B, B A, A B..."""

    def __init__(self, ours: Program, theirs: Program) -> None:
        self._ours, self._theirs = ours, theirs
        self._ours_first = False

    def ask(self, position: Position) -> AnswerPair | None:
        """Ask both; return None if one of them passes."""
        self._ours_first = not self._ours_first
        if self._ours_first:
            ours, theirs = self._ours.answer(position), self._theirs.answer(position)
        else:
            theirs, ours = self._theirs.answer(position), self._ours.answer(position)
        if ours[0] is None or theirs[0] is None:
            return None
        return AnswerPair(position, ours[0], theirs[0], (ours[1], theirs[1]))
