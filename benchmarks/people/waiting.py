"""Waiting until something is so."""

import time
from collections.abc import Callable


def wait_until[T](
    ask: Callable[[], T], what: str, *, timeout_s: float = 60.0, pause_s: float = 0.05
) -> T:
    """What ``ask`` answers once that is true; raises TimeoutError, which names ``what``."""
    deadline = time.monotonic() + timeout_s
    while not (found := ask()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"toujours pas : {what}")
        time.sleep(pause_s)
    return found
