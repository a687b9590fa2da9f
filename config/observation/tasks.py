"""Request ids, metrics and spans of tasks, by Celery's signals."""

import time
from typing import Any

from celery import Task
from celery.signals import before_task_publish, task_failure, task_postrun, task_prerun
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

from config.observation.metrics import TASK_FAILURES, TASK_SECONDS, TASK_WAIT
from config.observation.tracing import inject_context, open_span

_starts: dict[str, tuple[float, Any]] = {}


@before_task_publish.connect
def add_headers(headers: dict[str, Any], **_: object) -> None:
    """Send the request's id and the time with the task."""
    headers["sent_at"] = time.time()
    if request_id := get_contextvars().get("request_id"):
        headers["request_id"] = request_id
    inject_context(headers)


@task_prerun.connect
def begin_task(task_id: str, task: Task[Any, Any], **_: object) -> None:
    """Bind the ids to the lines of this thread; count how long the task waited."""
    clear_contextvars()
    bind_contextvars(task=task.name, task_id=task_id)
    headers = vars(task.request)
    if request_id := headers.get("request_id"):
        bind_contextvars(request_id=request_id)
    if sent_at := headers.get("sent_at"):
        TASK_WAIT.labels(task.name).observe(max(0.0, time.time() - sent_at))
    span = open_span("task", headers)
    span.__enter__().describe(task.name, {})
    _starts[task_id] = time.perf_counter(), span


@task_postrun.connect
def end_task(task_id: str, task: Task[Any, Any], **_: object) -> None:
    if task_id in _starts:
        start, span = _starts.pop(task_id)
        TASK_SECONDS.labels(task.name).observe(time.perf_counter() - start)
        span.__exit__(None, None, None)
    clear_contextvars()


@task_failure.connect
def count_failure(sender: Task[Any, Any], **_: object) -> None:
    TASK_FAILURES.labels(sender.name).inc()
