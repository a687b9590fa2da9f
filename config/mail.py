"""How messages leave: an address of a mail server, as Django is told of it."""

from typing import Any
from urllib.parse import unquote, urlsplit

#: Port that is usual, and how the connection is made safe.
SCHEMES: dict[str, tuple[int, dict[str, bool]]] = {
    "smtp": (25, {}),
    "smtp+tls": (587, {"use_tls": True}),
    "smtps": (465, {"use_ssl": True}),
}
TIMEOUT_S = 20
BACKEND = "django.core.mail.backends.smtp.EmailBackend"


def problem(url: str) -> str:
    """What is wrong with an address of a mail server; empty where nothing is."""
    try:
        parts = urlsplit(url)
        good = parts.scheme in SCHEMES and parts.hostname and (parts.port or True)
    except ValueError:  # a port that is none
        good = False
    if good and parts.path in {"", "/"}:
        return ""
    return (
        "EMAIL_URL doit désigner un serveur de courrier, sans chemin "
        "(smtp+tls://nom:mot-de-passe@courrier.example.org:587, smtps://… ou smtp://…)"
    )


def mailers(url: str) -> dict[str, Any]:
    """Django's setting of that name; empty without a server.

    The url has no ``problem``.
    """
    if not url:
        return {}
    parts = urlsplit(url)
    port, safety = SCHEMES[parts.scheme]
    options = {
        "host": parts.hostname,
        "port": parts.port or port,
        "username": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "timeout": TIMEOUT_S,
        **safety,
    }
    return {"default": {"BACKEND": BACKEND, "OPTIONS": options}}
