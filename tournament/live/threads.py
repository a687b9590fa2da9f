"""Threads for database queries outside the event loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import connection


class ThreadPool:
    """A few threads of our own, so that slow work of others does not delay these queries.

    In asgiref's shared thread, closing a connection would wait for any page being rendered.
    """

    def __init__(self, name: str, size: int) -> None:
        self._executor = ThreadPoolExecutor(size, thread_name_prefix=f"live-{name}")

    async def run[**P, R](self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        def work() -> R:
            try:
                return function(*args, **kwargs)
            finally:
                connection.close()  # back to the pool

        return await asyncio.get_running_loop().run_in_executor(self._executor, work)

    def shutdown(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)
