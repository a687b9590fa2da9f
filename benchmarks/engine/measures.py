"""The measures: processor time of one thread, compared with a fixed piece of work, on positions of
games that the engine plays with itself, from seeded draws.

Every position is timed once, as in a worker: lexicon loaded and frozen, collector on. Processor
time depends less than wall time on other programs.
"""

import gc
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time

from engine.board.board import Board
from engine.board.formats import FORMATS, NORMAL, Format
from engine.board.letters import FRENCH, WILD
from engine.board.notation import Position
from engine.board.scoring import find_tiles_needed
from engine.lexicon.lexicon import Lexicon, load_lexicon
from engine.search.moves import find_tops, solve

JOKERS = (0, 1, 2)
NINE_LETTERS = FORMATS["789"]
GAMES = 12
BUILDS = 3
LOADS = 7
YARDSTICKS = 7
type ReportStep = Callable[[str, int, int], None]
"""Callback with the key of the measure, the steps done and their total."""
_WORKER = """
import sys
from pathlib import Path
from benchmarks.engine import measures
measures.print_memory(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def count_boards(count: int, fmt: Format) -> int:
    """Return the number of boards for `count` positions with all numbers of jokers together; a
    quarter of it for other formats than the normal one, which most games do not use."""
    boards = -(-count // len(JOKERS))
    return boards if fmt is NORMAL else -(-boards // 4)


def play_game(
    seed: int, lexicon: Lexicon, fmt: Format = NORMAL, *, jokers: bool = True
) -> Iterator[Position]:
    """Yield the turns of one game: draw, play a top, draw again, until nothing can be played.

    Without `jokers` the bag has no joker.
    """
    rng = random.Random(seed)  # noqa: S311 - the same games in every run, no secret
    counts = FRENCH.counts.items()
    bag = [tile for tile, count in counts if jokers or tile != WILD for _ in range(count)]
    rng.shuffle(bag)
    board, rack = Board.empty(), ""
    while True:
        missing = min(fmt.rack_size - len(rack), len(bag))
        rack += "".join(bag.pop() for _ in range(missing))
        yield Position(board, rack, fmt)
        best = find_tops(board, rack, lexicon, fmt)
        if not best:
            return
        move = rng.choice(best)
        for tile in find_tiles_needed(board, move.word, move.place):
            rack = rack.replace(tile, "", 1)
        board = board.lay(move.word, move.place)


def count_turns(seed: int, lexicon: Lexicon) -> int:
    """Return the number of turns of the game."""
    return sum(1 for _ in play_game(seed, lexicon))


def list_full_racks(count: int, lexicon: Lexicon, fmt: Format = NORMAL) -> Iterator[Position]:
    """Yield the first `count` positions with a full rack and no joker, game after game."""
    count_yielded = seed = 0
    while True:
        for position in play_game(seed, lexicon, fmt, jokers=False):
            if count_yielded == count:
                return
            if len(position.rack) == fmt.rack_size:
                count_yielded += 1
                yield position
        seed += 1


def add_jokers(position: Position, count: int) -> Position:
    """Return the position with the last `count` letters of the rack replaced by jokers."""
    letters = position.rack[: len(position.rack) - count]
    return replace(position, rack=letters + WILD * count)


@dataclass(frozen=True)
class Figure:
    """`samples`: milliseconds of processor time; `jokers`: None if not applicable."""

    key: str
    jokers: int | None
    samples: Sequence[float]

    @property
    def median(self) -> float:
        return statistics.median(self.samples)

    @property
    def mean(self) -> float:
        return statistics.fmean(self.samples)

    @property
    def p99(self) -> float:
        return sorted(self.samples)[max(0, -(-len(self.samples) * 99 // 100) - 1)]


@dataclass(frozen=True)
class Run:
    """`yardstick`: milliseconds; `memory`: MiB of a worker after some turns, and the part that the
    lexicon and the turns added."""

    words: int
    positions: int
    yardstick: float
    figures: list[Figure]
    memory: tuple[float, float]


def run_yardstick() -> int:
    """Run the yardstick: dictionaries, strings, integers and lists, in about the mixture of a
    search. Never change it: runs could not be compared any more."""
    counts: dict[str, int] = {}
    total = 0
    for number in range(20_000):
        text = str(number * 7919 % 10_007)
        counts[text] = counts.get(text, 0) + number
        total += len([digit for digit in text if digit in "13579"])
    return total + sum(sorted(counts.values())[::2])


def measure(lexicon_path: Path, count: int, report_step: ReportStep) -> Run:
    """Measure all figures on at least `count` positions. Raise `BadWordList`."""
    yardsticks = list(_measure_yardsticks())
    with tempfile.TemporaryDirectory() as folder:
        building, loading, lexicon = _measure_lexicon(lexicon_path, Path(folder), report_step)
        memory = _measure_memory(lexicon_path, Path(folder))
    gc.collect()
    gc.freeze()
    figures = [*_measure_searches(lexicon, count, report_step)]
    figures += [_measure_games(lexicon, report_step), building, loading]
    gc.unfreeze()
    yardsticks += _measure_yardsticks()
    position_count = count_boards(count, NORMAL) * len(JOKERS)
    return Run(len(lexicon), position_count, statistics.median(yardsticks), figures, memory)


def _measure_searches(lexicon: Lexicon, count: int, report_step: ReportStep) -> Iterator[Figure]:
    for key, fmt, search in (
        ("top", NORMAL, find_tops),
        ("all", NORMAL, solve),
        ("top9", NINE_LETTERS, find_tops),
        ("all9", NINE_LETTERS, solve),
    ):
        boards = count_boards(count, fmt)
        positions = list(list_full_racks(boards, lexicon, fmt))
        for jokers in JOKERS:
            samples = []
            for done, position in enumerate(positions, 1):
                search_position = add_jokers(position, jokers)
                samples.append(
                    _measure_ms(search, search_position.board, search_position.rack, lexicon, fmt)
                )
                report_step(key, done, boards)
            yield Figure(key, jokers, samples)


def _measure_games(lexicon: Lexicon, report_step: ReportStep) -> Figure:
    samples = []
    for seed in range(GAMES):
        samples.append(_measure_ms(count_turns, seed, lexicon))
        report_step("game", seed + 1, GAMES)
    return Figure("game", None, samples)


def _measure_lexicon(
    path: Path, folder: Path, report_step: ReportStep
) -> tuple[Figure, Figure, Lexicon]:
    builds, loads = [], []
    for done in range(BUILDS):
        builds.append(_measure_ms(load_lexicon, path, None))
        report_step("build", done + 1, BUILDS)
    lexicon = load_lexicon(path, folder)
    for done in range(LOADS):
        loads.append(_measure_ms(load_lexicon, path, folder))
        report_step("load", done + 1, LOADS)
    return Figure("build", None, builds), Figure("load", None, loads), lexicon


def _measure_ms(work: Callable[..., object], *arguments: object) -> float:
    gc.collect()
    start = process_time()
    work(*arguments)
    return (process_time() - start) * 1000


def _measure_yardsticks() -> Iterator[float]:
    return (_measure_ms(run_yardstick) for _ in range(YARDSTICKS))


def _measure_memory(path: Path, folder: Path) -> tuple[float, float]:
    """Return the memory of a separate process that works as a worker."""
    command = [sys.executable, "-c", _WORKER, str(path), str(folder)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    before, after = map(float, output.split())
    return after, after - before


def print_memory(path: Path, folder: Path) -> None:
    """Print the MiB of this process before loading the lexicon and after two games."""
    before = _read_resident_memory()
    lexicon = load_lexicon(path, folder)
    for seed in (0, 1):
        for position in play_game(seed, lexicon):
            solve(position.board, position.rack, lexicon)
    print(before, _read_resident_memory())


def _read_resident_memory() -> float:
    """Return the resident memory of this process in MiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
