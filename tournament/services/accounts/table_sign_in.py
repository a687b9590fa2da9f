"""Signs players in by the code of their table, and limits guessing."""

from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil

from django.db import transaction
from django.db.models import F

from tournament.core.errors import BadAccess
from tournament.models import CodeFailures, Table, Tournament
from tournament.queries.access import find_table_by_code

#: A hall shares one network address, and two hundred tablets may sign in at once. Only wrong codes
#: count, and the limit is higher than a hall reaches. With a thousand million codes, guessing one
#: takes longer than a lifetime all the same.
MAX_FAILURES, WINDOW = 500, timedelta(minutes=10)


def enter_by_code(
    *, tournament: Tournament, number: int, code: str, address: str, now: datetime
) -> Table:
    """Return the table with this number and code; ``address`` is that of the device.

    Raise BadAccess; ``too-many-codes`` with the ``seconds`` until the next try.
    """
    network = get_network(address)
    failures = CodeFailures.objects.filter(tournament=tournament, network=network)
    recent = failures.filter(since__gt=now - WINDOW, count__gte=MAX_FAILURES).first()
    if recent is not None:
        seconds = ceil((recent.since + WINDOW - now).total_seconds())
        raise BadAccess("too-many-codes", seconds=seconds, minutes=ceil(seconds / 60))
    try:
        return find_table_by_code(tournament, number, code)
    except BadAccess as error:
        if error.reason == "wrong-code":
            _count_failure(tournament, network, now)
        raise


def _count_failure(tournament: Tournament, network: str, now: datetime) -> None:
    """Count a wrong code. The window begins with the first one; ended windows are deleted."""
    CodeFailures.objects.filter(since__lte=now - WINDOW).delete()
    with transaction.atomic():
        row, _ = CodeFailures.objects.get_or_create(
            tournament=tournament, network=network, defaults={"since": now}
        )
        CodeFailures.objects.filter(pk=row.pk).update(count=F("count") + 1)


def get_network(address: str) -> str:
    """Return the network of an address: the holder of an IPv6 address has 2⁶⁴ of them."""
    try:
        parsed = ip_address(address)
    except ValueError:  # behind a proxy that does not forward the address
        return ""
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ip_network((parsed.packed, 64), strict=False))
    return str(parsed)
