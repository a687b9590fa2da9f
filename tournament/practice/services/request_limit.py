"""Limit of the requests of a network that cost processor time: counted in memory, not stored."""

from collections import OrderedDict
from threading import Lock

from tournament.core.errors import Busy
from tournament.services.accounts.table_sign_in import get_network

#: Limit of a network in a process: enough for a club whose players share one.
MAX_REQUESTS, WINDOW_MS = 120, 60_000
#: Maximum number of networks in memory; the oldest is dropped.
MAX_NETWORKS = 10_000


class RequestLimit:
    """Counts the requests of a network in windows that begin with its first one."""

    def __init__(self, max_requests: int = MAX_REQUESTS, window_ms: int = WINDOW_MS) -> None:
        self._max_requests, self._window_ms = max_requests, window_ms
        self._windows: OrderedDict[str, tuple[int, int]] = OrderedDict()
        self._lock = Lock()

    def count(self, address: str, now_ms: int) -> None:
        """Count a request from an address. Raise Busy beyond the limit."""
        network = get_network(address)
        with self._lock:
            began_ms, requests = self._windows.get(network, (now_ms, 0))
            if now_ms - began_ms >= self._window_ms:
                began_ms, requests = now_ms, 0
            self._windows[network] = (began_ms, requests + 1)
            if len(self._windows) > MAX_NETWORKS:
                self._windows.popitem(last=False)
        if requests >= self._max_requests:
            raise Busy("practice-network")


network_limit = RequestLimit()
