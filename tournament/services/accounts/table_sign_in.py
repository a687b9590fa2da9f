"""Lets players in by the code of their table, and nobody who tries them all."""

from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil

from django.db import transaction
from django.db.models import F

from tournament.core.errors import BadAccess
from tournament.models import CodeFailures, Table, Tournament
from tournament.queries.access import table_by_code

#: A hall sits behind one address, and two hundred tablets may enter at once: wrong codes alone
#: count, and so many that a hall does not reach them. One code out of a thousand million is still
#: not found in a lifetime.
MOST, WINDOW = 500, timedelta(minutes=10)


def enter_by_code(
    *, tournament: Tournament, number: int, code: str, address: str, now: datetime
) -> Table:
    """The table with this number and code; ``address`` is the device's.

    Raises BadAccess, ``too-many-codes`` with the ``seconds`` until the next try.
    """
    network = network_of(address)
    failures = CodeFailures.objects.filter(tournament=tournament, network=network)
    recent = failures.filter(since__gt=now - WINDOW, count__gte=MOST).first()
    if recent is not None:
        seconds = ceil((recent.since + WINDOW - now).total_seconds())
        raise BadAccess("too-many-codes", seconds=seconds, minutes=ceil(seconds / 60))
    try:
        return table_by_code(tournament, number, code)
    except BadAccess as error:
        if error.reason == "wrong-code":
            _count(tournament, network, now)
        raise


def _count(tournament: Tournament, network: str, now: datetime) -> None:
    """The window begins with the first wrong code; those that are over are swept."""
    CodeFailures.objects.filter(since__lte=now - WINDOW).delete()
    with transaction.atomic():
        row, _ = CodeFailures.objects.get_or_create(
            tournament=tournament, network=network, defaults={"since": now}
        )
        CodeFailures.objects.filter(pk=row.pk).update(count=F("count") + 1)


def network_of(address: str) -> str:
    """Who has one IPv6 address has 2⁶⁴ of them."""
    try:
        parsed = ip_address(address)
    except ValueError:  # behind a proxy that does not say whose request it is
        return ""
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ip_network((parsed.packed, 64), strict=False))
    return str(parsed)
