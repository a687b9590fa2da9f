"""The page of the installation: its administrator sees what is wrong, nobody else sees it."""

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from config.observation import page
from config.observation.installation import DatabaseState, DiskState
from tests.room import Room

pytestmark = pytest.mark.django_db
ADDRESS = "/installation/"


@pytest.fixture
def administrator(client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """The first account's browser; no worker is waited for."""
    monkeypatch.setattr(page, "WORKERS_TIMEOUT_S", 0.01)
    first = User.objects.order_by("pk").first() or User.objects.create_user("premier")
    client.force_login(first)
    return client


def test_the_page_shows_rooms_queues_backups_and_versions(
    room: Room, administrator: Client, settings: Settings, tmp_path: Path
) -> None:
    room.game().save()
    settings.BACKUP_DIR = tmp_path
    (tmp_path / ".last-pass").touch()
    text = administrator.get(ADDRESS).text
    assert "Aucun programme ne répond" in text
    assert "il y a 0" in text
    assert "PostgreSQL" in text
    assert "Valkey" in text
    assert "/installation/" in administrator.get("/office/").text


def test_others_are_refused(room: Room, administrator: Client, client: Client) -> None:
    client.force_login(User.objects.create_user("autre"))
    assert client.get(ADDRESS).status_code == 403
    assert "/installation/" not in client.get("/office/").text


def test_without_valkey_the_rest_is_shown(administrator: Client, settings: Settings) -> None:
    settings.REDIS_URL = settings.BROKER_URL = "redis://127.0.0.1:1/0"
    answer = administrator.get(ADDRESS)
    assert answer.status_code == 200
    assert "Valkey ne répond pas" in answer.text


def test_each_state_beyond_its_limit_is_a_problem(settings: Settings, tmp_path: Path) -> None:
    settings.BACKUP_DIR = tmp_path
    queue = page.QueueRow("turn", 3, 60.0, ["turn@a"])
    assert len(page.list_broker_problems(page.BrokerState([queue], 0, "9"))) == 2
    database = DatabaseState(1, 9.0, 9.0, 95, 100, 1)
    assert len(page.list_database_problems(database)) == 2
    assert len(page.list_backup_problems(None, 2)) == 2
    assert len(page.list_disk_problems([DiskState(tmp_path, 1, 100)])) == 1


def test_a_healthy_state_has_no_problem(settings: Settings, tmp_path: Path) -> None:
    settings.BACKUP_DIR = tmp_path
    queue = page.QueueRow("turn", 1, 1.0, ["turn@a"])
    assert page.list_broker_problems(page.BrokerState([queue], 1, "9")) == []
    assert page.list_database_problems(DatabaseState(0, 0.0, 0.1, 10, 100, 1)) == []
    assert page.list_backup_problems(60.0, 0) == []
    assert page.list_disk_problems([DiskState(tmp_path, 50, 100)]) == []
