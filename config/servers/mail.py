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


def list_problems(email_url: str, email_from: str, self_registration: str) -> list[str]:
    """List what is wrong with the settings of mail, in French."""
    problems = []
    if self_registration == "open" and not email_url:
        problems.append(
            "SELF_REGISTRATION=open demande un serveur de courrier, pour confirmer les adresses : "
            "donnez EMAIL_URL et EMAIL_FROM, ou SELF_REGISTRATION=off"
        )
    if email_url and (url_problem := find_url_problem(email_url)):
        problems.append(url_problem)
    if email_url and "@" not in email_from:
        problems.append(
            "EMAIL_FROM doit être l'adresse d'où partent les messages "
            f"(duplicata@example.org) ; reçu : {email_from!r}"
        )
    return problems
