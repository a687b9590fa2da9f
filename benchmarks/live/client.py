"""The process in which the load client's jobs run."""

import multiprocessing
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any

import uvloop

from benchmarks.live.herd import raise_file_limit

JOB_TIMEOUT_S = 180.0


def start[P, R](job: Callable[[P], Coroutine[Any, Any, R]], plan: P) -> Future[R]:
    """Run ``job(plan)`` on the uvloop of a fresh process."""
    pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
    future = pool.submit(_work, job, plan)
    pool.shutdown(wait=False)
    return future


def run[P, R](job: Callable[[P], Coroutine[Any, Any, R]], plan: P) -> R:
    return start(job, plan).result(JOB_TIMEOUT_S)


def _work[P, R](job: Callable[[P], Coroutine[Any, Any, R]], plan: P) -> R:
    raise_file_limit()
    return uvloop.run(job(plan))
