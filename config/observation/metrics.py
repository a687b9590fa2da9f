"""Metrics of pages and tasks; those of ``tournament`` are in ``tournament.metrics``."""

from prometheus_client import Counter, Histogram

from tournament.metrics import WORK_BUCKETS

REQUESTS = Counter("duplicata_requests", "Answered requests.", ["route", "status"])
REQUEST_SECONDS = Histogram(
    "duplicata_request_seconds",
    "Seconds to answer a request.",
    ["method"],
    buckets=(0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
TASK_SECONDS = Histogram(
    "duplicata_task_seconds", "Seconds of work of a task.", ["task"], buckets=WORK_BUCKETS
)
TASK_WAIT = Histogram(
    "duplicata_task_wait_seconds",
    "Seconds from sending a task to its start.",
    ["task"],
    buckets=WORK_BUCKETS,
)
TASK_FAILURES = Counter("duplicata_task_failures", "Tasks that ended with an error.", ["task"])
