"""Django's settings of a mail server, from its URL."""

from typing import Any
from urllib.parse import unquote, urlsplit

#: Scheme → default port, and Django's options for TLS.
SCHEMES: dict[str, tuple[int, dict[str, bool]]] = {
    "smtp": (25, {}),
    "smtp+tls": (587, {"use_tls": True}),
    "smtps": (465, {"use_ssl": True}),
}
TIMEOUT_S = 20
BACKEND = "django.core.mail.backends.smtp.EmailBackend"


def find_url_problem(url: str) -> str:
    """Return the problem of a mail server's URL as a sentence, empty if it is valid."""
    try:
        parts = urlsplit(url)
        is_valid = parts.scheme in SCHEMES and parts.hostname and (parts.port or True)
    except ValueError:  # invalid port
        is_valid = False
    if is_valid and parts.path in {"", "/"}:
        return ""
    return (
        "EMAIL_URL doit désigner un serveur de courrier, sans chemin "
        "(smtp+tls://nom:mot-de-passe@courrier.example.org:587, smtps://… ou smtp://…)"
    )


def build_mailers(url: str) -> dict[str, Any]:
    """Return Django's setting MAILERS, empty without a server; ``url`` must be valid."""
    if not url:
        return {}
    parts = urlsplit(url)
    port, tls_options = SCHEMES[parts.scheme]
    options = {
        "host": parts.hostname,
        "port": parts.port or port,
        "username": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "timeout": TIMEOUT_S,
        **tls_options,
    }
    return {"default": {"BACKEND": BACKEND, "OPTIONS": options}}
