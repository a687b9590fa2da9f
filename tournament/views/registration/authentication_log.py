"""What the log says of who signs in, or fails to: an account's number and a network."""

from typing import Any

from django.http import HttpRequest

from tournament.services.accounts.accounts import account_of
from tournament.services.accounts.table_sign_in import network_of


def told(
    username: str | None, ip_address: str | None, _agent: Any, _path: Any, request: HttpRequest
) -> str:
    """As axes asks for it; never what was typed: it may be the password, in the wrong field."""
    account = account_of(username) if username else None
    page = request.resolver_match.url_name if request.resolver_match else None
    number = account.pk if account else "none"
    return f"account={number} network={network_of(ip_address or '')} page={page}"
