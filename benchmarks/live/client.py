"""The process in which the load client's jobs run."""

import multiprocessing
import os
import sys
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
    # A browser elsewhere takes no core from a server by waking up: nor shall ours.
    if sys.platform == "linux":
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    return uvloop.run(job(plan))
