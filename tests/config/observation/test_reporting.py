"""Reports and traces, as a server would receive them: no secret, and nothing where they are off."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from structlog.contextvars import bound_contextvars

from config.observation.reporting import clean_event
from config.observation.settings import list_observation_problems

ROOT = Path(__file__).resolve().parents[3]
#: Prints the reports and the spans of a request that fails, and of the task that it sends.
PROGRAM = """
import json, sys
import django
django.setup()
import sentry_sdk.transport
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from config.observation import reporting, tasks, tracing

class Transport(sentry_sdk.transport.Transport):
    def capture_envelope(self, envelope):
        for item in envelope.items:
            print("REPORT", json.dumps(item.payload.json))

reporting.start_reporting("https://key@example.org/1", "1", transport=Transport)
spans = InMemorySpanExporter()
provider = tracing.start_tracing(spans)

from django.test import Client
from django.urls import path
import config.urls
from config.celery import app

def fail(request, token):
    local = "hidden-" + "value"
    tasks.add_headers(headers)
    raise RuntimeError("view failed")

headers = {}
config.urls.urlpatterns.insert(0, path("t/<token>/", fail, name="enter"))
from django.conf import settings
settings.MIDDLEWARE = settings.MIDDLEWARE[:1]
Client(raise_request_exception=False).post(
    "/t/unsecret/?code=unsecret", {"typed": "unsecret"}, HTTP_HOST="localhost"
)

@app.task(name="sent", shared=False)
def sent(): pass

sent.push_request(**headers)
tasks.begin_task("id", sent)
tasks.end_task("id", sent)
provider.force_flush()
for span in spans.get_finished_spans():
    print("SPAN", span.to_json(indent=None))
"""


def run_program(source: str) -> str:
    """Return what a process prints that runs ``source``."""
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.development"}
    command = [sys.executable, "-c", source]
    completed = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    return completed.stdout


@pytest.fixture(scope="module")
def sent_lines() -> dict[str, list[str]]:
    lines = [line.partition(" ")[::2] for line in run_program(PROGRAM).splitlines()]
    return {kind: [text for k, text in lines if k == kind] for kind in ("REPORT", "SPAN")}


def test_a_report_has_the_error_and_no_secret(sent_lines: dict[str, list[str]]) -> None:
    [report] = sent_lines["REPORT"]
    assert "view failed" in report
    assert "unsecret" not in report
    assert "hidden-value" not in report


def test_a_report_keeps_the_cleaned_address_of_its_request() -> None:
    request = {"method": "POST", "url": "https://a.example/t/unsecret/", "query_string": "x=y"}
    event: Any = {
        "request": request | {"cookies": {}, "headers": {}},
        "user": {"id": 1},
        "extra": {},
    }
    event["logentry"] = {"message": "Error: %s", "params": ["/t/unsecret/"]}
    event["logentry"]["formatted"] = "Error: /t/unsecret/"
    event["exception"] = {"values": [{"type": "Http404", "value": "no /t/unsecret/"}]}
    with bound_contextvars(request_id="abcdefgh"):
        assert clean_event(event, None) == {
            "logentry": {"message": "Error: /t/…/"},
            "exception": {"values": [{"type": "Http404", "value": "no /t/…/"}]},
            "request": {"method": "POST", "url": "https://a.example/t/…/"},
            "tags": {"request_id": "abcdefgh"},
        }


def test_a_report_leaves_out_the_rows_that_the_database_names() -> None:
    text = 'duplicate key value violates "once"\nDETAIL:  Key (name)=(Kenya) already exists.'
    event: Any = {"exception": {"values": [{"value": text}]}, "logentry": {"message": text}}
    cleaned = str(clean_event(event, None))
    assert "violates" in cleaned
    assert "Kenya" not in cleaned


def test_the_span_of_a_task_is_below_its_request(sent_lines: dict[str, list[str]]) -> None:
    request, task = map(json.loads, sent_lines["SPAN"])
    assert (request["name"], task["name"]) == ("enter", "sent")
    assert task["parent_id"] == request["context"]["span_id"]
    assert "unsecret" not in "".join(sent_lines["SPAN"])


def test_an_absent_library_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.observation.settings.find_spec", lambda _: None)
    problems = list_observation_problems(70_000, "https://key@example.org/1", tracing=True)
    assert len(problems) == 3
    assert list_observation_problems(0, "", tracing=False) == []
