"""The settings of logs, metrics, reports and traces, read from the environment."""

from importlib.util import find_spec
from typing import Any

from environs import FileAwareEnv

MAX_PORT = 65_535
#: Installs the optional libraries.
REMEDY = "installez requirements-observation.lock"


def read_observation(env: FileAwareEnv, *, debug: bool) -> dict[str, Any]:
    """Return the settings, by their names in ``config.env.Environment``."""
    log_json = env.bool("LOG_JSON", default=not debug)
    return {
        "log_level": env.str("LOG_LEVEL", default="INFO").upper(),
        "log_json": log_json,
        "access_log": env.bool("ACCESS_LOG", default=log_json),
        "metrics_host": env.str("METRICS_HOST", default="127.0.0.1"),
        "metrics_port": env.int("METRICS_PORT", default=0),
        "sentry_dsn": env.str("SENTRY_DSN", default=""),
        "tracing": bool(env.str("OTEL_EXPORTER_OTLP_ENDPOINT", default="")),
    }


def list_observation_problems(metrics_port: int, sentry_dsn: str, *, tracing: bool) -> list[str]:
    """List what is wrong with the settings, in French."""
    problems = []
    if not 0 <= metrics_port <= MAX_PORT:
        problems.append(
            f"METRICS_PORT doit être entre 0 (aucun) et {MAX_PORT} ; reçu : {metrics_port}"
        )
    if sentry_dsn and find_spec("sentry_sdk") is None:
        problems.append(f"SENTRY_DSN demande la bibliothèque sentry-sdk : {REMEDY}")
    if tracing and find_spec("opentelemetry") is None:
        problems.append(f"OTEL_EXPORTER_OTLP_ENDPOINT demande OpenTelemetry : {REMEDY}")
    return problems
