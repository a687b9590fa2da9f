"""Our engine and another, asked for the tops of the same positions in turn.

Each runs in a process of its own behind the same protocol and is asked every position once: ours
first, theirs first by turns, so that neither has the quieter minute, and never both at once.
Times are the processor's, as each program says them. The clock around the question, pipes
included, is kept beside them: it shows a program that does not say all. Ratios are ours to theirs.
"""

import shlex
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.engine.measures import JOKERS, NINE, Step, boards_for, full_racks, play, with_jokers
from benchmarks.engine.programs import Answer, BadProgram, Program
from engine.board.board import Board
from engine.board.formats import NORMAL
from engine.board.notation import Position
from engine.lexicon.lexicon import Lexicon, load_lexicon
from engine.search.moves import Move, list_laid_tiles

type Both = tuple[float, float]
"""Milliseconds, ours and theirs."""
type Average = Callable[[Sequence[int]], float]
OURS = (sys.executable, "-m", "benchmarks.engine.driver")


@dataclass(frozen=True, slots=True)
class Pair:
    """What both said to one position; `around` is the clock's nanoseconds, ours then theirs."""

    position: Position
    ours: Answer
    theirs: Answer
    around: tuple[int, int]

    @property
    def agree(self) -> bool:
        """On the score, and on the tops where both tell them."""
        if self.ours.score != self.theirs.score:
            return False
        told = self.ours.tops and self.theirs.tops
        return not told or self.apart() == ([], [])

    def apart(self) -> tuple[list[Move], list[Move]]:
        """The tops that ours alone and theirs alone tell, by the tiles that they lay."""
        board = self.position.board
        ours, theirs = _by_tiles(self.ours.tops, board), _by_tiles(self.theirs.tops, board)
        return (
            [move for tiles, move in ours.items() if tiles not in theirs],
            [move for tiles, move in theirs.items() if tiles not in ours],
        )


def _by_tiles(moves: Sequence[Move], board: Board) -> dict[object, Move]:
    """A move that cannot lie there is like no other."""
    lying = [move for move in moves if not board.list_faults(move.word, move.place)]
    found: dict[object, Move] = dict(zip(list_laid_tiles(lying, board), lying, strict=True))
    return found | {move: move for move in moves if move not in lying}


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of position, `key` and `jokers` as of a `Figure`. `passed`: how many of them the
    other does not answer, which are in no figure; there may be no other."""

    key: str
    jokers: int
    passed: int
    pairs: Sequence[Pair]

    @property
    def medians(self) -> Both:
        return self._spent(statistics.median)

    @property
    def means(self) -> Both:
        return self._spent(statistics.fmean)

    @property
    def clock(self) -> Both:
        """Medians around the question, pipes included."""
        ours, theirs = zip(*(pair.around for pair in self.pairs), strict=True)
        return statistics.median(ours) / 1e6, statistics.median(theirs) / 1e6

    @property
    def geometric(self) -> float:
        """Geometric mean of the ratios of the processor's time, position by position."""
        return statistics.geometric_mean(pair.ours.spent / pair.theirs.spent for pair in self.pairs)

    def _spent(self, average: Average) -> Both:
        ours = average([pair.ours.spent for pair in self.pairs])
        return ours / 1e6, average([pair.theirs.spent for pair in self.pairs]) / 1e6


@dataclass(frozen=True, slots=True)
class Duel:
    """`names`: what ours and theirs call themselves."""

    names: tuple[str, str]
    words: int
    kinds: Sequence[Kind]

    @property
    def pairs(self) -> list[Pair]:
        return [pair for kind in self.kinds for pair in kind.pairs]

    @property
    def disagreements(self) -> list[Pair]:
        return [pair for pair in self.pairs if not pair.agree]


def duel(path: Path, command: Sequence[str], count: int, wait_s: float, step: Step) -> Duel:
    """On at least `count` positions; `wait_s` is the longest time for one answer, in seconds.

    Raises `BadWordList` and `BadProgram`.
    """
    lexicon = load_lexicon(path)
    with (
        tempfile.TemporaryDirectory() as folder,
        Program(OURS, wait_s) as ours,
        Program(command, wait_s) as theirs,
    ):
        words = Path(folder) / "mots.txt"
        words.write_text("".join(f"{word}\n" for word in lexicon), encoding="ascii")
        for each in (ours, theirs):
            each.ready(words)
        both = _Both(ours, theirs)
        for fmt in (NORMAL, NINE):  # what a program makes once is made, as in one that has played
            for position in play(0, lexicon, fmt):
                if position.rack:
                    both.ask(position)
        kinds = list(_kinds(lexicon, both, count, step))
    if not any(kind.pairs for kind in kinds):
        raise BadProgram("useless", program=shlex.join(command))
    other = theirs.name if theirs.name != ours.name else f"{theirs.name} bis"
    return Duel((ours.name, other), len(lexicon), kinds)


def _kinds(lexicon: Lexicon, both: "_Both", count: int, step: Step) -> Iterator[Kind]:
    for key, fmt in (("top", NORMAL), ("top9", NINE)):
        wanted = boards_for(count, fmt)
        origin = list(full_racks(wanted, lexicon, fmt))
        for jokers in JOKERS:
            pairs = []
            for done, position in enumerate(origin, 1):
                pair = both.ask(with_jokers(position, jokers))
                pairs += [] if pair is None else [pair]
                step(key, done, wanted)
            yield Kind(key, jokers, len(origin) - len(pairs), pairs)


class _Both:
    """Who is asked first changes with every position: A B, B A, A B, ..."""

    def __init__(self, ours: Program, theirs: Program) -> None:
        self._ours, self._theirs = ours, theirs
        self._ours_first = False

    def ask(self, position: Position) -> Pair | None:
        """None if one of them passes."""
        self._ours_first = not self._ours_first
        if self._ours_first:
            ours, theirs = self._ours.answer(position), self._theirs.answer(position)
        else:
            theirs, ours = self._theirs.answer(position), self._ours.answer(position)
        if ours[0] is None or theirs[0] is None:
            return None
        return Pair(position, ours[0], theirs[0], (ours[1], theirs[1]))
