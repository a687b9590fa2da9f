"""Running coroutines in tests."""

from asyncio import Runner
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor

import uvloop


def run_in_loop[T](work: Coroutine[object, object, T]) -> T:
    """Run ``work`` in an event loop like the server's, in a thread.

    A browser test may have left a loop running in the current one.
    """

    def run() -> T:
        with Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(work)

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(run).result()
