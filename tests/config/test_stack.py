"""The real processes: they serve, survive a kill, and the whole club installation stops."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import psutil
import psycopg
from celery import current_app
from django.db import connection

from config.embedded.services import Services, Urls, read_urls
from tests.patience import PATIENCE_S, wait_for
from tests.stack import LiveStack

ROOT = Path(__file__).resolve().parents[2]


def get(url: str) -> tuple[int, str]:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return answer.status, answer.read().decode()


def test_the_server_gives_pages_and_static_files(live_stack: LiveStack) -> None:
    status, page = get(f"{live_stack.url}/accounts/login/")
    assert status == 200
    (style, *_) = re.findall(r'href="(/static/[^"]+\.css)"', page)
    assert get(live_stack.url + style)[0] == 200
    assert "Traceback" not in live_stack.log("web")
    assert "Warning" not in live_stack.log("web")


def test_server_and_worker_come_back_after_a_kill(live_stack: LiveStack) -> None:
    live_stack.kill_web()
    live_stack.kill_worker()
    assert not live_stack.runs("web")
    assert not live_stack.runs("worker")
    live_stack.start_web()
    live_stack.start_worker()
    assert get(f"{live_stack.url}/sante/pret")[0] == 200


def test_a_task_sent_while_no_worker_lives_is_done_by_the_next(live_stack: LiveStack) -> None:
    live_stack.kill_worker()
    sent = current_app.send_task("tournament.tasks.solve_turn", args=[0])  # there is no turn 0
    live_stack.start_worker()
    done = f"tournament.tasks.solve_turn[{sent.id}] succeeded"
    wait_for(lambda: done in live_stack.log("worker"), lambda: live_stack.log("worker"))


def test_pages_are_given_again_right_after_the_database_has_closed_all_connections(
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


def test_a_restart_in_order_leaves_no_error(live_stack: LiveStack) -> None:
    live_stack.restart_web()  # whatever happened to the one of the tests before
    said = len(live_stack.log("web"))
    live_stack.restart_web()
    live_stack.restart_worker()
    assert get(f"{live_stack.url}/sante/vie")[0] == 200
    assert "Traceback" not in live_stack.log("web")[said:]


def assert_it_plays_on_after_a_kill_of_the_database(services: Path, printed: Path) -> None:
    """The same simulated people: they wait, and are not started again."""
    urls = read_urls(services)
    assert urls is not None
    record = Services(services).postgres.pid_file
    os.kill(int(record.read_text().split("\n", 1)[0]), signal.SIGKILL)
    wait_for(lambda: "PostgreSQL s'est arrêté" in printed.read_text())
    wait_for(lambda: written(urls) is not None)
    before = written(urls)
    wait_for(lambda: (written(urls) or 0) > (before or 0), printed.read_text)
    assert "démonstration s'est arrêté" not in printed.read_text()


def written(urls: Urls) -> int | None:
    """Rows of the journal; None while the database is away."""
    with (
        contextlib.suppress(psycopg.OperationalError),
        psycopg.connect(urls.database_url) as connection,
    ):
        row = connection.execute("SELECT count(*) FROM tournament_journal").fetchone()
        return int(row[0]) if row else None
    return None


def test_the_demonstration_starts_prints_its_links_and_stops_whole(
    tmp_path: Path, unused_tcp_port: int
) -> None:
    printed = tmp_path / "printed"
    options = ["--demo", "--time", "20", "--port", str(unused_tcp_port)]
    options += ["--folder", str(tmp_path / "demo")]
    with printed.open("wb") as output:
        club = subprocess.Popen(
            [sys.executable, "-m", "config.club", "run", *options],
            cwd=ROOT,
            env={k: v for k, v in os.environ.items() if k in {"PATH", "HOME", "LANG"}},
            stdout=output,
            stderr=output,
        )
    try:
        wait_for(
            lambda: "Écran public" in printed.read_text() or club.poll() is not None,
            printed.read_text,
            patience_s=3 * PATIENCE_S,  # a whole start
        )
        links = re.findall(rf"http://localhost:{unused_tcp_port}/\S*", printed.read_text())
        assert len(links) >= 6, printed.read_text()
        for link in links:
            assert get(link)[0] == 200
        family = psutil.Process(club.pid).children(recursive=True)
        assert len(family) >= 6  # two servers, web, two workers, players
        assert_it_plays_on_after_a_kill_of_the_database(tmp_path / "demo" / "services", printed)
        family = psutil.Process(club.pid).children(recursive=True)
    finally:
        club.send_signal(signal.SIGINT)
        assert club.wait(PATIENCE_S) == 0
        Services(tmp_path / "demo" / "services").destroy()
    assert psutil.wait_procs(family, timeout=5)[1] == []
    assert "Traceback" not in printed.read_text()
