"""Work on the festival's data in processes beside one another."""

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager

import django


@contextmanager
def together(processes: int) -> Iterator[Callable[..., Iterable[None]]]:
    """A ``map`` over fresh processes, which read their settings from the environment."""
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=fresh, initializer=_begin) as pool:
        yield pool.map


def _begin() -> None:
    django.setup()
