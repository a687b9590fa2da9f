"""Processes killed and frozen."""

import contextlib
from collections.abc import Iterator

import psutil

from benchmarks.chaos.blows.blow import IsWell, NotThereError, Target
from benchmarks.chaos.blows.wellness import is_replaced, serves
from benchmarks.chaos.club import family


@contextlib.contextmanager
def killed(target: Target, whom: tuple[str, ...]) -> Iterator[IsWell]:
    """All of ``whom`` at once; well once each has a successor that serves."""
    club, struck = target.club, {name: target.club.process(name) for name in whom}
    for process in struck.values():
        if process is not None:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
    if not any(struck.values()):
        raise NotThereError
    yield (
        lambda: (
            all(is_replaced(club, name, old) for name, old in struck.items())
            and all(serves(club, name) for name in struck)
        )
    )


@contextlib.contextmanager
def frozen(target: Target, whom: tuple[str, ...]) -> Iterator[IsWell]:
    """With all that they have started."""
    found = [target.club.process(name) for name in whom]
    processes = [each for process in found if process is not None for each in family(process)]
    if not processes:
        raise NotThereError
    for each in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            each.suspend()
    try:
        yield lambda: all(serves(target.club, name) for name in whom)
    finally:
        for each in reversed(processes):
            with contextlib.suppress(psutil.NoSuchProcess):
                each.resume()
