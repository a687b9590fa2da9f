"""The limit of failed sign-ins from a network, besides that of axes for a name and an address."""

from datetime import timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, override

from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import Sum

from tournament.queries import clock

#: Within AXES_COOLOFF_TIME. The devices of a hall share one address: the limit is above the number
#: of passwords that all its people mistype.
MAX_NETWORK_FAILURES = 100
#: The holder of an IPv6 address has 2⁶⁴ of them.
IPV6_PREFIX = 64


class NetworkLimitHandler(AxesDatabaseHandler):  # type: ignore[misc] # untyped
    """The handler of axes, which also refuses every name from a network of too many failures.

    Called before the password is checked: a refusal costs no password hash.
    """

    @override
    def is_locked(self, request: Any, credentials: dict[str, Any] | None = None) -> bool:
        if super().is_locked(request, credentials):
            return True
        address = request.axes_ip_address
        return bool(address) and count_network_failures(address) >= MAX_NETWORK_FAILURES


def count_network_failures(address: str) -> int:
    """Return the failed sign-ins from the network of ``address`` that still count."""
    parsed = ip_address(address)
    is_shared = isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None
    prefix = IPV6_PREFIX if is_shared else parsed.max_prefixlen
    network = ip_network((parsed.packed, prefix), strict=False)
    cooloff: timedelta = settings.AXES_COOLOFF_TIME
    attempts = AccessAttempt.objects.filter(
        ip_address__range=(str(network[0]), str(network[-1])),
        attempt_time__gt=clock.now() - cooloff,
    )
    failures: int | None = attempts.aggregate(total=Sum("failures_since_start"))["total"]
    return failures or 0
