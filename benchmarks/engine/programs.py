"""An engine in a process of its own, asked line by line (docs/moteur-rivaux.md)."""

import os
import re
import select
import shlex
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, perf_counter_ns
from typing import Self

from engine.board.notation import Position
from engine.board.place import Place
from engine.search.moves import Move

LEXICON, READY, PASS = "lexique", "moteur", "passe"
_ANSWER = re.compile(r"([0-9]{1,5}) ([1-9][0-9]{0,14})((?: [A-Za-z]{2,15}@[A-Z0-9]{2,3})*)")
LONGEST = 1 << 20
"""Bytes of an answer: two jokers can give hundreds of tops."""
_LEAVE_S = 1.0


@dataclass(frozen=True, slots=True)
class Answer:
    """`score` of the top, 0 if nothing can be played; `spent` in nanoseconds of processor time;
    `tops` is empty when they are not told."""

    score: int
    spent: int
    tops: tuple[Move, ...]

    def __str__(self) -> str:
        return " ".join([f"{self.score} {self.spent}", *(f"{m.word}@{m.ref}" for m in self.tops)])

    @classmethod
    def parse(cls, line: str) -> Self:
        """Read what `str` writes. Raises ValueError."""
        match = _ANSWER.fullmatch(line)
        if match is None:
            raise ValueError(line)
        score = int(match[1])
        plays = (play.split("@") for play in match[3].split())
        tops = tuple(Move(word, Place.parse(ref), score) for word, ref in plays)
        return cls(score, int(match[2]), tops)


class BadProgram(Exception):  # noqa: N818 - the name says what is wrong
    """A program that cannot be measured, `program` being what was started.

    `not_started`, `ended` (line: what it was told last, status: its exit code or None where it
    only closed its output), `silent` (line, wait: seconds), `unready` (said), `unreadable` (line,
    said), `talkative` (said: a line that nobody asked for), `useless`: answers no position.
    """

    def __init__(self, code: str, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.data = data


class Program:
    """One that is running, and stopped on leaving the context. Raises `BadProgram`."""

    def __init__(self, command: Sequence[str], wait_s: float) -> None:
        """`wait_s`: the longest time for one answer, in seconds."""
        self.name = shlex.join(command)
        """As started; what it calls itself once it is `ready`."""
        self._program = self.name
        self._wait_s = wait_s
        self._told = ""
        try:
            self._process = subprocess.Popen(
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # what it starts can be ended with it
            )
        except OSError as error:
            raise self._bad("not_started") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._from = self._process.stdin, self._process.stdout

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, at: object) -> None:
        with suppress(OSError):
            self._to.close()
        if self._status(_LEAVE_S if error is None else 0.0) is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._from.close()

    def ready(self, words: Path) -> None:
        """Hand over the word list."""
        said = self._ask(f"{LEXICON} {words}")
        word, _, name = said.partition(" ")
        if word != READY or not name.strip():
            raise self._bad("unready", said=said)
        self.name = name.strip()

    def answer(self, position: Position) -> tuple[Answer | None, int]:
        """None for a position it passes; and the nanoseconds of the clock around the question."""
        line = str(position)
        start = perf_counter_ns()
        said = self._ask(line)
        around = perf_counter_ns() - start
        try:
            return None if said == PASS else Answer.parse(said), around
        except ValueError as error:
            raise self._bad("unreadable", line=line, said=said) from error

    def _ask(self, line: str) -> str:
        self._told = line
        if select.select([self._from], [], [], 0)[0]:
            unasked = os.read(self._from.fileno(), LONGEST)
            raise self._bad("talkative", said=_text(unasked)) if unasked else self._ended()
        try:
            self._to.write(f"{line}\n".encode())
        except BrokenPipeError as error:
            raise self._ended() from error
        return self._line()

    def _line(self) -> str:
        """The next line, which has to be the last that is there."""
        deadline, read = monotonic() + self._wait_s, b""
        while b"\n" not in read:
            if len(read) > LONGEST:
                raise self._bad("unreadable", line=self._told, said=_text(read))
            left = max(0.0, deadline - monotonic())
            if not select.select([self._from], [], [], left)[0]:
                raise self._bad("silent", line=self._told, wait=self._wait_s)
            part = os.read(self._from.fileno(), LONGEST)
            if not part:
                raise self._ended()
            read += part
        line, _, rest = read.partition(b"\n")
        if rest:
            raise self._bad("talkative", said=_text(rest))
        return _text(line)

    def _status(self, wait_s: float = _LEAVE_S) -> int | None:
        """The exit code, with some time to end; None where it goes on."""
        try:
            return self._process.wait(wait_s)
        except subprocess.TimeoutExpired:
            return None

    def _ended(self) -> BadProgram:
        return self._bad("ended", line=self._told, status=self._status())

    def _bad(self, code: str, **data: object) -> BadProgram:
        return BadProgram(code, program=self._program, **data)


def _text(said: bytes) -> str:
    """The first line."""
    return said.partition(b"\n")[0].decode(errors="replace").rstrip("\r")
