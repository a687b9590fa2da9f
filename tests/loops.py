"""Running coroutines in tests."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor


def run_in_loop[T](work: Coroutine[object, object, T]) -> T:
    """Run ``work`` in a thread of its own: a browser test may have left a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
