"""The real processes: they serve, survive a kill; the demonstration plays beside them."""

import json
import os
import re
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path

import psutil
import pytest
from celery import current_app
from django.db import connection

from config import club
from config.supervision.processes import SupervisedProcess
from config.supervision.supervisor import Supervisor
from tests.stack import LiveStack
from tests.tournament.live.outage import cut_database
from tests.waiting import TIMEOUT_S, wait_for
from tournament.models import Journal


def get(url: str) -> tuple[int, str]:
    with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:
        return answer.status, answer.read().decode()


def test_the_server_gives_pages_and_static_files(live_stack: LiveStack) -> None:
    status, page = get(f"{live_stack.url}/accounts/login/")
    assert status == 200
    (style, *_) = re.findall(r'href="(/static/[^"]+\.css)"', page)
    assert get(live_stack.url + style)[0] == 200
    assert "Traceback" not in live_stack.log("web")
    assert "Warning" not in live_stack.log("web")


def test_pages_work_right_after_the_database_closed_all_connections(
    live_stack: LiveStack,
) -> None:
    assert get(f"{live_stack.url}/sante/pret")[0] == 200
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        assert cursor.fetchone()[0] >= 1
    assert get(f"{live_stack.url}/sante/pret")[0] == 200


class BesideAStack(Supervisor):
    """Supervisor of the demonstration alone: everything else runs already."""

    def run_to_end(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Prepare nothing."""

    def start(self, target: SupervisedProcess) -> None:
        if target.name == "démonstration":
            super().start(target)


def start_demonstration(live_stack: LiveStack, folder: Path) -> Supervisor:
    """Start it as ``make demo`` does; what it prints goes to the terminal."""
    supervisor = BesideAStack(record=folder / "programs.json", report=print)
    options = club._build_parser().parse_args(
        ["run", "--demo", "--time", "10", "--port", str(live_stack.port)]
    )
    environment = live_stack.environment | {"BACKUP_DIR": str(folder)}
    club._start_programs(supervisor, (0, 0, 0), environment, folder, options)
    return supervisor


def test_the_demonstration_prints_its_links_and_survives_an_outage(
    live_stack: LiveStack,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "environ", os.environ.copy())  # the checks of liveness change it
    printed: list[str] = []

    def read_output() -> str:
        printed.append(capfd.readouterr().out)
        return "".join(printed)

    supervisor = start_demonstration(live_stack, tmp_path)
    try:
        wait_for(lambda: "Écran public" in read_output(), read_output)
        links = re.findall(rf"http://localhost:{live_stack.port}/\S+", read_output())
        assert len(links) >= 6
        for link in links:
            assert get(link)[0] == 200
        (pid, _created), *_ = json.loads((tmp_path / "programs.json").read_text())
        with cut_database():
            log = tmp_path / "logs" / "demo.log"
            wait_for(lambda: "demonstration_waits" in log.read_text(), read_output)
        before = Journal.objects.count()
        wait_for(lambda: Journal.objects.count() > before, read_output)
        supervisor.watch_once()
        assert psutil.pid_exists(pid)
    finally:
        supervisor.stop()
    assert "s'est arrêté" not in read_output(), "it was not started again"
    assert not psutil.pid_exists(pid)
    assert "Traceback" not in (tmp_path / "logs" / "demo.log").read_text()


def test_a_killed_worker_restarts_and_catches_up_and_all_stops(live_stack: LiveStack) -> None:
    """A web server is killed in ``tests/browser/pages/test_built.py``."""
    live_stack.kill_worker()
    assert not live_stack.runs("worker")
    sent = current_app.send_task("tournament.tasks.solve_turn", args=[0])  # there is no turn 0
    live_stack.ensure()
    done = f"tournament.tasks.solve_turn[{sent.id}] succeeded"
    wait_for(lambda: done in live_stack.log("worker"), lambda: live_stack.log("worker"))
    output = {name: len(live_stack.log(name)) for name in ("web", "worker")}
    live_stack.stop()
    for name, length in output.items():
        assert "Traceback" not in live_stack.log(name)[length:], "a stop in order"
