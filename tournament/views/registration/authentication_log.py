"""The log line of a sign-in, successful or not: account id and network."""

from typing import Any

from django.http import HttpRequest

from tournament.services.accounts.accounts import account_of
from tournament.services.accounts.table_sign_in import network_of


def describe_attempt(
    username: str | None, ip_address: str | None, _agent: Any, _path: Any, request: HttpRequest
) -> str:
    """Return the text for axes; never what was typed, which may be a password in the wrong
    field."""
    account = account_of(username) if username else None
    page = request.resolver_match.url_name if request.resolver_match else None
    number = account.pk if account else "none"
    return f"account={number} network={network_of(ip_address or '')} page={page}"
