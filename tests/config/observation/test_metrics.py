"""Metrics: the room and the tasks count, the installation is read, the board names what exists."""

import contextlib
import json
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import REGISTRY
from prometheus_client.metrics import MetricWrapperBase
from pytest_django import Settings

from arbitrage.services.correction import correct_turn
from config.celery import app
from config.env import BASE_DIR
from config.observation import metrics as page_metrics
from config.observation.exporter import POOL_METRICS, start_observation
from config.observation.installation import METRICS, InstallationCollector
from tests.room import Room, ring
from tests.stack import find_free_port
from tournament import metrics as room_metrics
from tournament.models import Turn
from tournament.protocol import Save
from tournament.queries import clock
from tournament.services.hand_in.intake import IntakeOutcome, Submission
from tournament.services.hand_in.writer import BulletinWriter, QueuedBulletin
from tournament.services.tasks import send_on_commit

DEPLOY = BASE_DIR / "deploy" / "observation"
#: Suffixes that Prometheus adds to the names of counters and histograms.
SUFFIXES = ("_total", "_bucket", "_count", "_sum")


def list_registered_names() -> set[str]:
    modules = (room_metrics, page_metrics)
    collectors = [c for module in modules for c in vars(module).values()]
    names = {
        metric.name
        for collector in collectors
        if isinstance(collector, MetricWrapperBase)
        for metric in collector.collect()
    }
    return names | {str(name) for name, *_ in (*METRICS, *POOL_METRICS)}


def list_named(text: str) -> set[str]:
    names = set(re.findall(r"\bduplicata_[a-z_]+", text))
    return {re.sub(rf"({'|'.join(SUFFIXES)})$", "", name) for name in names}


def list_board_expressions() -> str:
    board = json.loads((DEPLOY / "grafana.json").read_text())
    return "\n".join(t["expr"] for panel in board["panels"] for t in panel["targets"])


def test_board_and_alerts_name_the_registered_figures() -> None:
    registered = list_registered_names()
    assert list_named(list_board_expressions()) == registered
    rules = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"][0]["rules"]
    assert list_named("\n".join(rule["expr"] for rule in rules)) <= registered


def test_each_alert_is_a_line_of_the_drill() -> None:
    rules = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"][0]["rules"]
    document = (BASE_DIR / "docs" / "exploitation.md").read_text()
    drill = re.findall(r"^\| `([\w-]+)` \|", document, re.MULTILINE)
    assert drill == [rule["alert"] for rule in rules]


def test_prometheus_reads_the_services_on_their_port() -> None:
    [job] = yaml.safe_load((DEPLOY / "prometheus.yml").read_text())["scrape_configs"]
    [configuration] = job["static_configs"]
    services = yaml.safe_load((BASE_DIR / "docker-compose.yml").read_text())["services"]
    for target in configuration["targets"]:
        name, port = target.split(":")
        assert services[name]["environment"]["METRICS_PORT"] == port


@pytest.mark.django_db(transaction=True)
def test_the_port_gives_the_state_of_the_installation(
    room: Room, settings: Settings, tmp_path: Path
) -> None:
    settings.METRICS_PORT, settings.METRICS_HOST = find_free_port(), "127.0.0.1"
    settings.BACKUP_DIR = tmp_path
    (tmp_path / ".last-pass").touch()
    with app.connection_for_write() as broker:
        channel: Any = broker.default_channel
        channel.queue_purge("office")
        send_on_commit("tournament.tasks.unknown", 1)
        with restore_registry():
            start_observation(InstallationCollector())
            text = read_metrics(settings.METRICS_PORT)
        channel.queue_purge("office")
    for name, *_ in (*METRICS, *POOL_METRICS):
        assert f"\n{name}" in text, name
    assert 'duplicata_queue_depth{queue="office"} 1.0' in text
    age = re.search(r'duplicata_queue_oldest_seconds\{queue="office"\} (\S+)', text)
    assert age
    assert float(age[1]) > 0


def read_metrics(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        return str(answer.read().decode())


@contextlib.contextmanager
def restore_registry() -> Iterator[None]:
    """Unregister what the block registers."""
    before = set(REGISTRY._collector_to_names)
    yield
    for collector in set(REGISTRY._collector_to_names) - before:
        REGISTRY.unregister(collector)


def test_a_database_away_leaves_the_other_figures(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS_URL = settings.BROKER_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr("config.observation.installation.METRICS", METRICS[:2] + METRICS[-1:])
    families = {f.name: f.samples for f in InstallationCollector().collect()}
    assert families["duplicata_queue_depth"] == []
    assert families["duplicata_disk_free_bytes"] != []


def read_count(name: str) -> float:
    return REGISTRY.get_sample_value(f"{name}_count") or 0.0


@pytest.mark.django_db
def test_only_the_first_correction_is_timed_from_the_bell(
    first_turn: Turn, django_capture_on_commit_callbacks: Any
) -> None:
    ring(first_turn)
    counts = [read_count("duplicata_bell_to_corrected_seconds")]
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            correct_turn(turn_id=first_turn.pk, now=clock.now())
        counts.append(read_count("duplicata_bell_to_corrected_seconds"))
    assert [count - counts[0] for count in counts] == [0, 1, 1]


def test_the_bulletins_of_a_writer_are_counted_by_answer() -> None:
    counted = [read_count("duplicata_acknowledgement_seconds")]
    save = Save(game_id=1, turn=1, rev=1, device="d", rows=[], reference="H8", score="1")
    item = QueuedBulletin(Submission(save, 1, 1, arrived_at_s=0.0), lambda _: None)
    for outcome in (IntakeOutcome("stored"), IntakeOutcome("moved")):
        BulletinWriter()._answer([item], [outcome])
        counted.append(read_count("duplicata_acknowledgement_seconds"))
    assert [count - counted[0] for count in counted] == [0, 1, 2]
