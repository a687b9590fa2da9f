"""Logs: one JSON object per line in production, without the variables of a failure."""

import json
import logging.config
from collections.abc import Iterator

import pytest
import structlog
from django.conf import settings
from django.test import RequestFactory

from config.logs import build_logging_config


@pytest.fixture(autouse=True)
def back_to_the_sessions_logging() -> Iterator[None]:
    yield
    logging.config.dictConfig(settings.LOGGING)


def fail(password: str) -> None:
    raise ValueError("refused")


@pytest.mark.parametrize("json_lines", [True, False], ids=["production", "development"])
def test_a_failure_is_told_without_the_values_of_its_variables(
    json_lines: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    logging.config.dictConfig(build_logging_config(json=json_lines, level="INFO"))
    key = "secret-" * 3  # the source line itself is shown, and may be
    try:
        fail(key)
    except ValueError:
        structlog.get_logger("tournament.live").exception("bulletin.refused", turn=12)
    written = capsys.readouterr().err
    assert "bulletin.refused" in written
    assert "refused" in written
    assert "test_logs.py" in written
    assert key not in written


def test_no_line_of_the_log_contains_a_secret(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logging.config.dictConfig(build_logging_config(json=True, level="INFO"))
    request = RequestFactory().post("/sign-up/unsecret/")
    logger = logging.getLogger("django.request")
    prefixes = ["t/", "accounts/link/", "invitation/", "sign-up/", "account/forgotten/MQ/"]
    prefixes += ["training/", "live/v1/", "live/beside/v1/"]
    for prefix in prefixes:
        logger.warning("Forbidden: %s", f"/{prefix}unsecret/", extra={"request": request})
    lines = capsys.readouterr().err
    assert "unsecret" not in lines
    events = [json.loads(line) for line in lines.splitlines()]
    assert [event["event"] for event in events] == [
        f"Forbidden: /{prefix}…/" for prefix in prefixes
    ]
    assert {(event["method"], event["account"]) for event in events} == {("POST", None)}


def test_in_production_every_line_is_one_object(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logging.config.dictConfig(build_logging_config(json=True, level="INFO"))
    structlog.get_logger("tournament.live").info("turn.closed", turn=12, ville="Orléans")
    logging.getLogger("django.request").warning("refusé : %s", "/nulle/part")
    ours, foreign = map(json.loads, capsys.readouterr().err.splitlines())
    assert ours["event"] == "turn.closed"
    assert (ours["turn"], ours["ville"], ours["level"]) == (12, "Orléans", "info")
    assert (foreign["event"], foreign["level"]) == ("refusé : /nulle/part", "warning")
    assert {"timestamp", "logger"} <= ours.keys() & foreign.keys()
