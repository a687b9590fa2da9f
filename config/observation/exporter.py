"""The port where Prometheus reads the metrics of this process, and what else watches it."""

from collections.abc import Iterator

import structlog
from django.conf import settings
from django.db import connections
from prometheus_client import REGISTRY, start_http_server
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from config.observation.reporting import start_reporting
from config.observation.tracing import start_tracing
from config.observation.versions import read_own_version

log = structlog.get_logger(__name__)

#: Statistics of the pool of connections: name of the metric, of psycopg's statistic, help.
POOL_METRICS = (
    ("duplicata_pool_max", "pool_max", "Connections that the pool of a process may open."),
    ("duplicata_pool_connections", "pool_size", "Connections open in the pool."),
    ("duplicata_pool_available", "pool_available", "Open connections that nobody uses."),
    ("duplicata_pool_waiting", "requests_waiting", "Requests that wait for a connection."),
    ("duplicata_pool_errors", "requests_errors", "Requests that got no connection in time."),
    ("duplicata_pool_wait_ms", "requests_wait_ms", "Milliseconds waited for connections."),
)


class PoolCollector(Collector):
    """The pool of connections of this process, asked at each reading."""

    def collect(self) -> Iterator[Metric]:
        pool = getattr(connections["default"], "pool", None)
        statistics = pool.get_stats() if pool is not None else {}
        for name, key, text in POOL_METRICS:
            yield GaugeMetricFamily(name, text, value=statistics.get(key, 0))


def start_observation(*collectors: Collector) -> None:
    """Open the port, the reports and the traces that the settings name.

    A port in use is only logged: metrics must not stop a game.
    """
    if settings.SENTRY_DSN:
        start_reporting(settings.SENTRY_DSN, read_own_version())
    if settings.TRACING:
        start_tracing()
    if not settings.METRICS_PORT:
        return
    for collector in (PoolCollector(), *collectors):
        REGISTRY.register(collector)
    try:
        start_http_server(settings.METRICS_PORT, settings.METRICS_HOST)
    except OSError as error:
        log.warning("metrics.no_port", port=settings.METRICS_PORT, error=str(error))
