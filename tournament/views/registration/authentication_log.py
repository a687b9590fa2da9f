"""Fields that the log stores of a sign-in or of a failed one: account id and network."""

from typing import Any

from django.http import HttpRequest

from tournament.services.accounts.accounts import find_account
from tournament.services.accounts.table_sign_in import get_network


def describe_attempt(
    username: str | None, ip_address: str | None, _agent: Any, _path: Any, request: HttpRequest
) -> str:
    """Return the text for axes; never what was typed, which may be a password in the wrong
    field."""
    account = find_account(username) if username else None
    page = request.resolver_match.url_name if request.resolver_match else None
    number = account.pk if account else "none"
    return f"account={number} network={get_network(ip_address or '')} page={page}"
