"""The games of a search, played on every core by programs of their own.

Threads would share one core. A program takes a number and answers with what was wished of the game
of that number; answers are handed on in the order of the numbers, so that neither how many
programs there are nor how fast each is changes anything.
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

from engine.board.formats import get_format
from engine.record.prepare import Trials
from engine.record.wishes import Wish, WishValues, measure
from engine.regulation.editions import get_edition
from tournament.queries import lexica

log = structlog.get_logger(__name__)

_ROOT = Path(__file__).parents[3]
_PROGRAM = "tournament.services.prepared.trial_program"
#: Tries for which no program is worth its start: most searches end within them.
ALONE = 8
#: Numbers handed out for each program: one that it works on, one that waits for it.
AHEAD = 2


class ProgramEndedError(RuntimeError):
    """A program is gone: killed, or there was no memory for it."""


@dataclass(frozen=True, slots=True)
class TrialOrder:
    """What a search tries. ``seed`` in hex, ``edition`` a key, ``words`` and ``vocabulary`` (or "")
    checksums of word lists."""

    format: str
    seed: str
    edition: str
    words: str
    vocabulary: str
    wishes: tuple[Wish, ...]

    def trials(self) -> Trials:
        return Trials(
            fmt=get_format(self.format),
            seed=bytes.fromhex(self.seed),
            lexicon=lexica.load(self.words),
            edition=get_edition(self.edition),
            vocabulary=lexica.load(self.vocabulary) if self.vocabulary else None,
        )

    def told(self) -> str:
        """For a program: a line of JSON, with the files of lists that this machine has loaded.

        Never in its arguments, which all of a machine may read: the seed is a secret.
        """
        fields = {name: getattr(self, name) for name in ("format", "seed", "edition", "wishes")}
        lists = {"words": self.words, "vocabulary": self.vocabulary}
        files = {key: str(lexica.file_of(one)) if one else "" for key, one in lists.items()}
        return json.dumps(fields | files) + "\n"


def cores() -> int:
    """Those that this process may use; ``PYTHON_CPU_COUNT`` says otherwise."""
    return os.process_cpu_count() or 1


def measured(asked: TrialOrder, *, start: int, programs: int) -> Generator[WishValues]:
    """What was wished of each game, in the order of their numbers from ``start`` on, without end.

    To be closed. Where programs do not start or do not stay, this process plays by itself.
    """
    trials, number = asked.trials(), start
    alone = ALONE if programs > 1 else sys.maxsize
    while number < alone:
        yield measure(trials.game(number), asked.wishes)
        number += 1
    try:
        for values in _by_programs(asked.told(), number, programs):
            yield values
            number += 1
    except (ProgramEndedError, OSError) as error:
        log.warning("search.programs_ended", error=str(error))
    for rest in count(number):
        yield measure(trials.game(rest), asked.wishes)


def _by_programs(told: str, start: int, programs: int) -> Generator[WishValues]:
    free: SimpleQueue[_Program] = SimpleQueue()

    def play(number: int) -> WishValues:
        program = free.get()
        try:
            return program.play(number)
        finally:
            free.put(program)

    with ExitStack() as stack:
        # Last in, first out: what a thread waits for ends before the thread is waited for.
        pool = stack.enter_context(ThreadPoolExecutor(programs))
        for _ in range(programs):
            program = _Program(told)
            stack.callback(program.end)
            free.put(program)
        numbers = count(start)
        answers = deque(pool.submit(play, next(numbers)) for _ in range(AHEAD * programs))
        while True:
            values = answers.popleft().result()
            answers.append(pool.submit(play, next(numbers)))
            yield values


class _Program:
    """One core's worth."""

    def __init__(self, told: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", _PROGRAM],
            cwd=_ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._say(told)

    def play(self, number: int) -> WishValues:
        """Raises ProgramEndedError."""
        assert self._process.stdout is not None
        self._say(f"{number}\n")
        line = self._process.stdout.readline()
        if not line.endswith("\n"):
            raise ProgramEndedError(self._process.poll())
        values = json.loads(line)
        return None if values is None else {Wish(name): values[name] for name in values}

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # what it had not read
                assert pipe is not None
                pipe.close()

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise ProgramEndedError(self._process.poll()) from error
