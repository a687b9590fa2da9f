"""One id goes from the proxy to the page, the bus and the task, and into their lines of the log."""

import asyncio
import json
import logging.config
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Self

import pytest
from celery import Task
from celery.signals import task_postrun, task_prerun
from django.conf import settings as django_settings
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from structlog.contextvars import bound_contextvars, clear_contextvars, get_contextvars

from config.celery import app
from config.logs import build_logging_config
from config.observation.access_log import AccessLogMiddleware
from config.observation.request_ids import RequestIds
from config.outage import handle_error
from tests.loops import run_in_loop
from tournament.live.subscription import Subscription
from tournament.protocol import bus

GIVEN = "0123abcd-given-by-the-proxy"


@pytest.fixture(autouse=True)
def clean_context() -> Iterator[None]:
    clear_contextvars()
    yield
    clear_contextvars()
    logging.config.dictConfig(django_settings.LOGGING)


def request_with(header: bytes) -> tuple[str, str]:
    """Return the id that the application has bound, and the one answered."""
    answered: list[dict[str, Any]] = []
    bound: list[str] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        bound.append(get_contextvars()["request_id"])
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: dict[str, Any]) -> None:
        answered.append(message)

    async def receive() -> dict[str, Any]:
        return {}

    async def ask() -> None:
        scope = {"type": "http", "headers": [(b"x-request-id", header)]}
        await asyncio.create_task(RequestIds(application)(scope, receive, send))

    run_in_loop(ask())
    [(_, value)] = answered[0]["headers"]
    return bound[0], value.decode()


def test_the_id_of_the_proxy_is_kept_and_answered() -> None:
    assert request_with(GIVEN.encode()) == (GIVEN, GIVEN)
    assert get_contextvars() == {}, "another request would have it"


@pytest.mark.parametrize("header", [b"", b"short", b"a" * 65, b'x"} injected line', "é".encode()])
def test_an_id_that_is_none_is_replaced(header: bytes) -> None:
    bound, answered = request_with(header)
    assert bound == answered
    assert len(bound) == 32


def test_the_bus_carries_the_id_to_other_processes() -> None:
    received: list[Any] = []

    async def receive(_: bus.Envelope) -> None:
        received.append(get_contextvars().get("request_id"))

    async def listen(data: bytes) -> None:
        async def resume() -> None: ...

        subscription = Subscription(
            "redis://127.0.0.1:1/0", receive=receive, on_resumed=resume, list_wanted=frozenset
        )
        await subscription._handle({"type": "message", "data": data})

    run_in_loop(listen(bus.encode(bus.RoomResync(1, request_id=GIVEN))))
    run_in_loop(listen(bus.encode(bus.RoomResync(1))))
    assert received == [GIVEN, None]


def test_what_is_published_has_the_id(monkeypatch: pytest.MonkeyPatch) -> None:
    published: list[bytes] = []

    class Broker:
        def pipeline(self, **_: object) -> Self:
            return self

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None: ...

        def publish(self, _channel: str, data: bytes) -> None:
            published.append(data)

        def execute(self) -> None: ...

    monkeypatch.setattr(bus, "_get_client", lambda _url: Broker())
    with bound_contextvars(request_id=GIVEN):
        bus.publish(bus.RoomResync(1))
    assert bus.decode(published[0]).request_id == GIVEN


def test_a_task_has_the_id_of_its_sender() -> None:
    bound: list[dict[str, Any]] = []

    @app.task(name="tests.observed", shared=False, bind=True)
    def observed(task: Task[Any, Any]) -> None:
        bound.append(get_contextvars())

    with app.connection_for_write() as broker, bound_contextvars(request_id=GIVEN):
        channel: Any = broker.default_channel
        channel.queue_purge("tests-observed")
        app.send_task("tests.observed", queue="tests-observed", connection=broker)
        message = channel.basic_get("tests-observed", no_ack=True)
    headers = message.headers
    assert headers["request_id"] == GIVEN
    observed.push_request(**headers)
    task_prerun.send(sender=observed, task_id="t", task=observed)
    observed.run()
    task_postrun.send(sender=observed, task_id="t", task=observed)
    observed.pop_request()
    assert bound == [{"task": "tests.observed", "task_id": "t", "request_id": GIVEN}]
    assert get_contextvars() == {}


def log_request(path: str, capsys: pytest.CaptureFixture[str], *, access: bool = True) -> Any:
    """Return the line of the access log of a request."""
    logging.config.dictConfig(build_logging_config(json=True, level="WARNING", access=access))
    middleware = AccessLogMiddleware(lambda _: HttpResponse("x"))
    with bound_contextvars(request_id=GIVEN):
        middleware(RequestFactory().get(path))
    written = capsys.readouterr().err
    return json.loads(written) if written else None


def test_each_request_is_a_line_without_its_secret(capsys: pytest.CaptureFixture[str]) -> None:
    line = log_request("/t/unsecret/?code=autre", capsys)
    assert (line["event"], line["path"], line["status"]) == ("http.request", "/t/…/", 200)
    assert (line["method"], line["request_id"]) == ("GET", GIVEN)
    assert "autre" not in json.dumps(line)


def test_probes_and_a_club_have_no_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert log_request("/sante/pret", capsys) is None
    assert log_request("/", capsys, access=False) is None


def test_an_error_page_has_the_id_to_report() -> None:
    request: HttpRequest = RequestFactory().get("/")
    with bound_contextvars(request_id=GIVEN):
        answer = handle_error(request)
    assert answer.status_code == HTTPStatus.INTERNAL_SERVER_ERROR
    assert GIVEN in answer.text


@pytest.mark.django_db
def test_the_figures_of_pages_name_routes_only(client: Client) -> None:
    from prometheus_client import REGISTRY

    client.get("/t/unsecret/")
    routes = {
        sample.labels["route"]
        for metric in REGISTRY.collect()
        if metric.name == "duplicata_requests"
        for sample in metric.samples
    }
    assert "enter-by-key" in routes
    assert not any("unsecret" in route for route in routes)
