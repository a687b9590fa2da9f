"""Logging: one JSON object per line in production, readable lines in development."""

import re
from typing import Any

import structlog
from django.http import HttpRequest
from structlog.types import EventDict, Processor, WrappedLogger

#: Prefixes of addresses followed by a secret: the key of a table, an account, a hall, a socket.
_SECRET_PREFIXES = (
    *("t/", "accounts/link/", "invitation/", "sign-up/", "training/"),
    "seul/partie/",
    *("live/v1/", "live/beside/v1/", "account/forgotten/[^/]+/"),
)
_SECRET = re.compile(rf"(?<=/)({'|'.join(_SECRET_PREFIXES)})[^/\s?]+")


def remove_secrets(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    """Replace a request by its account and method, and the secrets in addresses by “…”."""
    request = event.pop("request", None)
    if isinstance(request, HttpRequest):
        account = getattr(
            request, "_cached_user", None
        )  # set if the view has read it: no query here
        event["method"], event["account"] = request.method, getattr(account, "pk", None)
    event["event"] = hide_secrets(str(event["event"]))
    if "path" in event:
        event["path"] = hide_secrets(str(event["path"]))
    return event


def hide_secrets(text: str) -> str:
    """Return ``text`` with “…” in place of the secrets in its addresses."""
    return _SECRET.sub(r"\1…", text)


SHARED_PROCESSORS: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.ExtraAdder(),
    remove_secrets,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def configure_structlog() -> None:
    """Send structlog's loggers through the standard ones, so that there is one output."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED_PROCESSORS,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def build_logging_config(*, json: bool, level: str, access: bool = False) -> dict[str, Any]:
    """Return the dictConfig of every process; ``level`` is that of our own loggers, ``access``:
    log each request.
    """
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "structured": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED_PROCESSORS,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    *_build_renderers(json=json),
                ],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structured"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            name: {"level": level}
            for name in ("config", "tournament", "arbitrage", "engine", "django", "celery")
        }
        # sign-ins and sign-outs: ``tournament.views.registration.authentication_log``
        | {"axes": {"level": "INFO"}}
        | {"config.observation.access_log": {"level": "INFO" if access else "WARNING"}}
        # The pool would log each attempt: config.database logs one per minute.
        | {"uvicorn": {"level": "WARNING"}, "psycopg.pool": {"level": "ERROR"}},
    }


def _build_renderers(*, json: bool) -> list[Processor]:
    """Return what makes a line of JSON, or a line for a terminal."""
    if json:
        return [
            structlog.processors.ExceptionRenderer(
                # without local variables: bulletins and keys must not be logged
                structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
            ),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
    plain = structlog.dev.plain_traceback
    return [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=plain)]
