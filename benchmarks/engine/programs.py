"""An engine in a process of its own, with requests line by line (docs/moteur-rivaux.md)."""

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
MAX_ANSWER_BYTES = 1 << 20
"""Bytes of an answer: two jokers can give hundreds of tops."""
_EXIT_TIMEOUT_S = 1.0


@dataclass(frozen=True, slots=True)
class Answer:
    """`score` of the top, 0 if nothing can be played; `spent_ns` in nanoseconds of processor time;
    `tops` is empty if the engine does not list them."""

    score: int
    spent_ns: int
    tops: tuple[Move, ...]

    def __str__(self) -> str:
        tops = (f"{move.word}@{move.ref}" for move in self.tops)
        return " ".join([f"{self.score} {self.spent_ns}", *tops])

    @classmethod
    def parse(cls, line: str) -> Self:
        """Parse the result of `str`. Raise ValueError."""
        match = _ANSWER.fullmatch(line)
        if match is None:
            raise ValueError(line)
        score = int(match[1])
        plays = (play_game.split("@") for play_game in match[3].split())
        tops = tuple(Move(word, Place.parse(ref), score) for word, ref in plays)
        return cls(score, int(match[2]), tops)


class BadProgram(Exception):  # noqa: N818 - the name says what is wrong
    """A program that cannot be measured; `program`: its command line.

    `not_started`, `ended` (line: the last line sent, status: its exit code, or None if it only
    closed its output), `silent` (line, wait: seconds), `unready` (answer), `unreadable` (line,
    answer), `talkative` (answer: a line without request), `useless`: answers no position.
    """

    def __init__(self, code: str, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.data = data


class Program:
    """A running program, stopped on leaving the context. Methods raise `BadProgram`."""

    def __init__(self, command: Sequence[str], wait_s: float) -> None:
        """`wait_s`: the longest time for one answer, in seconds."""
        self.name = shlex.join(command)
        """The command line; once `send_word_list`, the name that the program reports."""
        self._program = self.name
        self._wait_s = wait_s
        self._last_line = ""
        try:
            self._process = subprocess.Popen(
                command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                start_new_session=True,  # its children can be ended with it
            )  # fmt: skip
        except OSError as error:
            raise self._build_error("not_started") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        with suppress(OSError):
            self._input.close()
        if self._wait_for_end(_EXIT_TIMEOUT_S if error is None else 0.0) is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._output.close()

    def send_word_list(self, words: Path) -> None:
        """Send the word list and read the program's name."""
        answer_line = self._request(f"{LEXICON} {words}")
        word, _, name = answer_line.partition(" ")
        if word != READY or not name.strip():
            raise self._build_error("unready", answer=answer_line)
        self.name = name.strip()

    def answer(self, position: Position) -> tuple[Answer | None, int]:
        """Return the answer, None if it passes, and the wall time in nanoseconds."""
        line = str(position)
        start = perf_counter_ns()
        answer_line = self._request(line)
        wall_time = perf_counter_ns() - start
        try:
            return None if answer_line == PASS else Answer.parse(answer_line), wall_time
        except ValueError as error:
            raise self._build_error("unreadable", line=line, answer=answer_line) from error

    def _request(self, line: str) -> str:
        self._last_line = line
        if select.select([self._output], [], [], 0)[0]:
            output = os.read(self._output.fileno(), MAX_ANSWER_BYTES)
            if output:
                raise self._build_error("talkative", answer=_decode_line(output))
            raise self._build_ended_error()
        try:
            self._input.write(f"{line}\n".encode())
        except BrokenPipeError as error:
            raise self._build_ended_error() from error
        return self._read_line()

    def _read_line(self) -> str:
        """Return the next line; nothing may follow it."""
        deadline, received = monotonic() + self._wait_s, b""
        while b"\n" not in received:
            if len(received) > MAX_ANSWER_BYTES:
                raise self._build_error(
                    "unreadable", line=self._last_line, answer=_decode_line(received)
                )
            remaining_s = max(0.0, deadline - monotonic())
            if not select.select([self._output], [], [], remaining_s)[0]:
                raise self._build_error("silent", line=self._last_line, wait=self._wait_s)
            piece = os.read(self._output.fileno(), MAX_ANSWER_BYTES)
            if not piece:
                raise self._build_ended_error()
            received += piece
        line, _, rest = received.partition(b"\n")
        if rest:
            raise self._build_error("talkative", answer=_decode_line(rest))
        return _decode_line(line)

    def _wait_for_end(self, wait_s: float = _EXIT_TIMEOUT_S) -> int | None:
        """Return the exit code after at most `wait_s`; None if it still runs."""
        try:
            return self._process.wait(wait_s)
        except subprocess.TimeoutExpired:
            return None

    def _build_ended_error(self) -> BadProgram:
        return self._build_error("ended", line=self._last_line, status=self._wait_for_end())

    def _build_error(self, code: str, **data: object) -> BadProgram:
        return BadProgram(code, program=self._program, **data)


def _decode_line(answer: bytes) -> str:
    """Return the first line as text."""
    return answer.partition(b"\n")[0].decode(errors="replace").rstrip("\r")
