"""The state of the whole installation: rooms, queues, database, backups, disks.

The page of the installation shows it (``config.observation.page``); the worker ``office`` exports
it to Prometheus.
"""

import json
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import structlog
from django.conf import settings
from django.db import Error, connection
from django.db.models import Q
from kombu.transport.redis import Channel
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from arbitrage.archive.models import Backup
from config.celery import OFFICE_QUEUE, TURN_QUEUE
from config.probe import BACKUP_TIME_FILE
from tournament import broker
from tournament.core.states import (
    COLLECTED_TURN_STATES,
    UNDER_WAY_GAME_STATES,
    TurnState,
)
from tournament.models import Game, Turn
from tournament.protocol import bus

log = structlog.get_logger(__name__)

QUEUES = (TURN_QUEUE, OFFICE_QUEUE)
BROKER_TIMEOUT_S = 2
_PLAYING_TURN = Q(game__state__in=UNDER_WAY_GAME_STATES)

_DATABASE_QUERY = """
    SELECT count(*) FILTER (WHERE wait_event_type = 'Lock'),
           coalesce(max(extract(epoch FROM clock_timestamp() - query_start))
                    FILTER (WHERE wait_event_type = 'Lock'), 0),
           coalesce(max(extract(epoch FROM clock_timestamp() - xact_start))
                    FILTER (WHERE backend_type = 'client backend'), 0),
           count(*) FILTER (WHERE backend_type = 'client backend'),
           current_setting('max_connections')::int,
           pg_database_size(current_database())
    FROM pg_stat_activity
"""


@dataclass(frozen=True)
class QueueState:
    """A queue; ``oldest_s``: age of the message that waits longest, 0 for an empty queue."""

    name: str
    depth: int
    oldest_s: float


@dataclass(frozen=True)
class DatabaseState:
    """Sessions that wait for a lock and the longest wait; the longest transaction; in seconds."""

    lock_waits: int
    longest_lock_wait_s: float
    longest_transaction_s: float
    connections: int
    max_connections: int
    size_bytes: int


@dataclass(frozen=True)
class GamesState:
    """Games in play, open turns, and turns that wait for a solution or for a correction."""

    games: int
    open_turns: int
    unsolved_turns: int
    uncorrected_turns: int


@dataclass(frozen=True)
class DiskState:
    folder: Path
    free_bytes: int
    total_bytes: int


def connect_broker(url: str) -> broker.Client:
    return broker.connect(
        url, socket_timeout=BROKER_TIMEOUT_S, socket_connect_timeout=BROKER_TIMEOUT_S
    )


def read_queues(client: broker.Client) -> list[QueueState]:
    """Return the messages that no worker has taken yet. Raise one of ``broker.ERRORS``."""
    return [_read_queue(client, name) for name in QUEUES]


def _read_queue(client: broker.Client, name: str) -> QueueState:
    # kombu keeps a list for each priority: sent on the left, taken on the right
    keys = [
        f"{settings.BUS_PREFIX}:{name}" + (f"{Channel.sep}{step}" if step else "")
        for step in Channel.priority_steps
    ]
    with client.pipeline(transaction=False) as pipeline:
        for key in keys:
            pipeline.llen(key)
            pipeline.lindex(key, -1)
        answers = pipeline.execute()
    ages = [_compute_age(message) for message in answers[1::2] if message]
    return QueueState(name, sum(answers[0::2]), max(ages, default=0.0))


def _compute_age(message: bytes) -> float:
    sent_at = json.loads(message).get("headers", {}).get("sent_at")
    return max(0.0, time.time() - sent_at) if sent_at else 0.0


def count_live_processes() -> int:
    """Return the number of processes that listen to the bus: those with sockets.

    Raise one of ``broker.ERRORS``.
    """
    with connect_broker(settings.REDIS_URL) as client:
        count = client.pubsub_shardnumsub if settings.BUS_SHARDED else client.pubsub_numsub
        return sum(int(number) for _, number in count(bus.get_common_channel()))


def read_database_state() -> DatabaseState:
    """Return the state of the database. Raise django.db.Error."""
    with connection.cursor() as cursor:
        cursor.execute(_DATABASE_QUERY)
        waits, wait_s, transaction_s, *counts = cursor.fetchone()
    return DatabaseState(waits, float(wait_s), float(transaction_s), *counts)


def read_games_state() -> GamesState:
    """Return the games and turns in progress. Raise django.db.Error."""
    turns = Turn.objects.filter(_PLAYING_TURN)
    unsolved = turns.filter(solved_at=None).exclude(state__in=[TurnState.CANCELLED, TurnState.DONE])
    uncorrected = turns.filter(corrected_at=None, state__in=COLLECTED_TURN_STATES)
    return GamesState(
        games=Game.objects.filter(state__in=UNDER_WAY_GAME_STATES).count(),
        open_turns=turns.filter(state=TurnState.OPEN).count(),
        unsolved_turns=unsolved.count(),
        uncorrected_turns=uncorrected.count(),
    )


def read_backup_age() -> float | None:
    """Return the seconds since all changed tournaments were backed up; None if never."""
    if settings.BACKUP_DIR is None:
        return None
    try:
        return max(0.0, time.time() - (settings.BACKUP_DIR / BACKUP_TIME_FILE).stat().st_mtime)
    except OSError:
        return None


def count_failed_backups() -> int:
    """Return the number of tournaments whose last backup failed. Raise django.db.Error."""
    return Backup.objects.exclude(failed_at=None).count()


def list_disks() -> list[DiskState]:
    """List the disks of this machine's folders that exist, each disk once."""
    folders = [settings.BACKUP_DIR, settings.LEXICON_DIR, settings.STATIC_ROOT]
    disks: dict[int, DiskState] = {}
    for folder in filter(None, folders):
        try:
            usage = shutil.disk_usage(folder)
            disks.setdefault(folder.stat().st_dev, DiskState(folder, usage.free, usage.total))
        except OSError:  # not created yet, or its stick is not plugged in
            continue
    return list(disks.values())


type MetricValues = Mapping[str, float]
#: Name of the metric, help, name of its label ("" for none), reader of its values by label.
type InstallationMetric = tuple[str, str, str, Callable[[], MetricValues]]


def _read_queue_values(field: str) -> MetricValues:
    with connect_broker(settings.BROKER_URL) as client:
        return {queue.name: getattr(queue, field) for queue in read_queues(client)}


def _read_live_processes() -> MetricValues:
    return {"": count_live_processes()}


def _read_backup_values() -> MetricValues:
    age = read_backup_age()
    return {} if age is None else {"": age}


METRICS: tuple[InstallationMetric, ...] = (
    (
        "duplicata_queue_depth",
        "Tasks that no worker has taken.",
        "queue",
        lambda: _read_queue_values("depth"),
    ),
    (
        "duplicata_queue_oldest_seconds",
        "Age of the task that waits longest.",
        "queue",
        lambda: _read_queue_values("oldest_s"),
    ),
    ("duplicata_live_processes", "Processes that listen to the bus.", "", _read_live_processes),
    ("duplicata_rooms", "Rooms and turns.", "kind", lambda: vars(read_games_state())),
    (
        "duplicata_database",
        "Sessions, waits and size.",
        "kind",
        lambda: vars(read_database_state()),
    ),
    ("duplicata_backup_age_seconds", "Age of the last backup.", "", _read_backup_values),
    (
        "duplicata_failed_backups",
        "Tournaments whose last backup failed.",
        "",
        lambda: {"": count_failed_backups()},
    ),
    (
        "duplicata_disk_free_bytes",
        "Free space.",
        "folder",
        lambda: {str(disk.folder): disk.free_bytes for disk in list_disks()},
    ),
)


class InstallationCollector(Collector):
    """Reads the state at each reading of Prometheus; what does not answer has no value."""

    def describe(self) -> Iterator[Metric]:
        """Yield nothing: registering reads no database."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        try:
            for name, text, label, read in METRICS:
                family = GaugeMetricFamily(name, text, labels=[label] if label else [])
                for key, value in _read_or_log(name, read).items():
                    family.add_metric([key] if label else [], value)
                yield family
        finally:
            connection.close()  # Prometheus reads in a new thread each time


def _read_or_log(name: str, read: Callable[[], MetricValues]) -> MetricValues:
    try:
        return read()
    except (Error, *broker.ERRORS) as error:
        log.warning("metrics.unreadable", metric=name, error=str(error))
        return {}
