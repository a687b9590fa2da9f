"""Waiting for a condition."""

import time
from collections.abc import Callable


def wait_until[T](
    condition: Callable[[], T], label: str, *, timeout_s: float = 60.0, pause_s: float = 0.05
) -> T:
    """Return what ``condition`` returns once it is true. Raise TimeoutError with ``label``."""
    deadline = time.monotonic() + timeout_s
    while not (result := condition()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"toujours pas : {label}")
        time.sleep(pause_s)
    return result
