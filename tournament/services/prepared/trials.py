"""The games of a search, played on all cores by separate programs.

Threads would share one core. A program reads a number and writes the measures of the game with
that number. Answers are used in the order of their numbers, so that neither the number of programs
nor their speed changes the result.
"""

import json
import os
import subprocess
import sys
from collections import deque
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from queue import SimpleQueue

import structlog
from django.conf import settings

from engine.board.formats import get_format
from engine.record.prepare import SeededGames
from engine.record.wishes import Wish, WishValues, measure
from engine.regulation.editions import get_edition
from tournament.queries import lexica

log = structlog.get_logger(__name__)

_ROOT = Path(__file__).parents[3]
_PROGRAM = "tournament.services.prepared.trial_process"
#: Number of tries played without programs: most searches end within them.
TRIES_WITHOUT_PROGRAMS = 8
#: Numbers sent to each program: one in progress, one waiting.
NUMBERS_PER_PROGRAM = 2


class ProcessEndedError(RuntimeError):
    """A worker process ended: killed, or out of memory."""


@dataclass(frozen=True, slots=True)
class TrialRequest:
    """The games of a search. ``seed`` in hex, ``edition`` a key, ``words`` and ``vocabulary`` (or
    "") checksums of word lists."""

    format: str
    seed: str
    edition: str
    words: str
    vocabulary: str
    wishes: tuple[Wish, ...]

    def build_trials(self) -> SeededGames:
        return SeededGames(
            fmt=get_format(self.format),
            seed=bytes.fromhex(self.seed),
            lexicon=lexica.load(self.words),
            edition=get_edition(self.edition),
            vocabulary=lexica.load(self.vocabulary) if self.vocabulary else None,
        )

    def to_line(self) -> str:
        """Write the order for a program: a line of JSON, with the files of lists on this machine
        and the folder of their compiled forms.

        It is not passed as an argument, which every user of the machine may read: the seed is
        secret.
        """
        fields = {name: getattr(self, name) for name in ("format", "seed", "edition", "wishes")}
        lists = {"words": self.words, "vocabulary": self.vocabulary}
        files = {
            key: str(lexica.get_list_file(checksum)) if checksum else ""
            for key, checksum in lists.items()
        }
        rest = {"checksums": lists, "compiled": str(settings.LEXICON_DIR)}
        return json.dumps(fields | files | rest) + "\n"


def count_cores() -> int:
    """Return the number of cores that this process may use; ``PYTHON_CPU_COUNT`` overrides it."""
    return os.process_cpu_count() or 1


def measure_trials(request: TrialRequest, *, start: int, programs: int) -> Generator[WishValues]:
    """Yield the measures of each game, in the order of their numbers from ``start`` on, without
    end.

    Close the generator. If processes do not start or end early, this process plays the games.
    """
    trials, number = request.build_trials(), start
    first_by_programs = TRIES_WITHOUT_PROGRAMS if programs > 1 else sys.maxsize
    while number < first_by_programs:
        yield measure(trials.play(number), request.wishes)
        number += 1
    try:
        for values in _play_by_programs(request.to_line(), number, programs):
            yield values
            number += 1
    except (ProcessEndedError, OSError) as error:
        log.warning("search.programs_ended", error=str(error))
    for next_number in count(number):
        yield measure(trials.play(next_number), request.wishes)


def _play_by_programs(order_line: str, start: int, processes: int) -> Generator[WishValues]:
    idle_programs: SimpleQueue[_WorkerProcess] = SimpleQueue()

    def play(number: int) -> WishValues:
        program = idle_programs.get()
        try:
            return program.play(number)
        finally:
            idle_programs.put(program)

    with ExitStack() as stack:
        # Programs end before the pool waits for the threads that use them.
        pool = stack.enter_context(ThreadPoolExecutor(processes))
        for _ in range(processes):
            program = _WorkerProcess(order_line)
            stack.callback(program.end)
            idle_programs.put(program)
        numbers = count(start)
        answers = deque(
            pool.submit(play, next(numbers)) for _ in range(NUMBERS_PER_PROGRAM * processes)
        )
        while True:
            values = answers.popleft().result()
            answers.append(pool.submit(play, next(numbers)))
            yield values


class _WorkerProcess:
    """A program, which uses one core."""

    def __init__(self, order_line: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", _PROGRAM],
            cwd=_ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._write_line(order_line)

    def play(self, number: int) -> WishValues:
        """Return the measures of a game. Raise ProcessEndedError."""
        assert self._process.stdout is not None
        self._write_line(f"{number}\n")
        line = self._process.stdout.readline()
        if not line.endswith("\n"):
            raise ProcessEndedError(self._process.poll())
        values = json.loads(line)
        return None if values is None else {Wish(name): values[name] for name in values}

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # unread data
                assert pipe is not None
                pipe.close()

    def _write_line(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise ProcessEndedError(self._process.poll()) from error
