"""Reports of errors to a server that speaks Sentry's protocol (Sentry, GlitchTip, Bugsink)."""

from typing import Any

from structlog.contextvars import get_contextvars

from config.logs import hide_secrets


def start_reporting(dsn: str, release: str, **options: Any) -> None:
    """Send uncaught errors to ``dsn``, without people's data, bodies or values of variables."""
    import sentry_sdk

    sentry_sdk.init(
        dsn,
        release=release,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        before_send=clean_event,
        **options,
    )


def clean_event(event: Any, _hint: object) -> Any:
    """Remove from a report everything of the request but its id, its method and its address,
    cleaned.
    """
    request = event.get("request", {})
    event["request"] = {
        "method": request.get("method", ""),
        "url": hide_secrets(request.get("url", "")),
    }
    if "logentry" in event:
        entry = event["logentry"]
        text = str(entry.get("formatted") or entry.get("message", ""))
        event["logentry"] = {"message": _clean_text(text)}
    for error in event.get("exception", {}).get("values", []):
        error["value"] = _clean_text(str(error.get("value", "")))
    for name in ("transaction", "user", "server_name", "extra", "breadcrumbs"):
        event.pop(name, None)
    event["tags"] = {"request_id": get_contextvars().get("request_id", "")}
    return event


def _clean_text(text: str) -> str:
    """Return the first line without secrets: the database puts rows in those that follow."""
    return hide_secrets(text.partition("\n")[0])
