"""The wall clock of a program, or of both servers, is set, and set back after a while."""

import contextlib
from collections.abc import Iterator

from benchmarks.chaos.blows.blow import Deal, IsWell, Target
from benchmarks.chaos.blows.wellness import serves


def jump(seconds: int) -> Deal:
    @contextlib.contextmanager
    def deal(target: Target, whom: tuple[str, ...]) -> Iterator[IsWell]:
        clocks = target.club.clocks
        for name in whom:
            clocks.shift(name, seconds)
        try:
            yield lambda: all(serves(target.club, name) for name in whom)
        finally:
            for name in whom:
                clocks.shift(name, 0)

    return deal
