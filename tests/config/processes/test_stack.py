"""The real processes: they serve, survive a kill, and the whole club installation stops."""

import contextlib
import re
import urllib.request
from pathlib import Path

import psutil
import psycopg
import pytest
from celery import current_app
from django.db import connection

from benchmarks.people.club import copy_club
from config.embedded.services import Services, Urls
from tests.config.clubs import Club, make_first_start
from tests.stack import LiveStack
from tests.waiting import TIMEOUT_S, wait_for


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


def test_server_and_worker_restart_after_a_kill_and_catch_up(
    live_stack: LiveStack,
) -> None:
    live_stack.kill_web()
    live_stack.kill_worker()
    assert not live_stack.runs("web")
    assert not live_stack.runs("worker")
    sent = current_app.send_task("tournament.tasks.solve_turn", args=[0])  # there is no turn 0
    live_stack.ensure()
    assert get(f"{live_stack.url}/sante/pret")[0] == 200
    done = f"tournament.tasks.solve_turn[{sent.id}] succeeded"
    wait_for(lambda: done in live_stack.log("worker"), lambda: live_stack.log("worker"))
    output = {name: len(live_stack.log(name)) for name in ("web", "worker")}
    live_stack.stop()
    for name, length in output.items():
        assert "Traceback" not in live_stack.log(name)[length:], "a stop in order"


def assert_it_plays_on_after_a_kill_of_the_database(demo: Club) -> None:
    """The same simulated people: they wait, and are not started again."""
    urls = demo.urls()
    demo.kill("PostgreSQL")
    demo.hear("PostgreSQL s'est arrêté")
    wait_for(lambda: count_journal_rows(urls) is not None)
    before = count_journal_rows(urls)
    wait_for(lambda: (count_journal_rows(urls) or 0) > (before or 0), lambda: demo.output)
    assert "démonstration s'est arrêté" not in demo.output


def count_journal_rows(urls: Urls) -> int | None:
    """Rows of the journal; None while the database is away."""
    with (
        contextlib.suppress(psycopg.OperationalError),
        psycopg.connect(urls.database_url) as connection,
    ):
        row = connection.execute("SELECT count(*) FROM tournament_journal").fetchone()
        return int(row[0]) if row else None
    return None


def test_the_demonstration_starts_prints_its_links_and_stops_whole(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder, printed = tmp_path / "demo", tmp_path / "printed"
    copy_club(make_first_start(tmp_path_factory), folder)
    demo = Club(folder, printed, "--demo", "--time", "10")
    try:
        demo.hear("Écran public")
        links = re.findall(rf"http://localhost:{demo.port}/\S*", demo.output)
        assert len(links) >= 6, demo.output
        for link in links:
            assert get(link)[0] == 200
        family = psutil.Process(demo.process.pid).children(recursive=True)
        assert len(family) >= 6  # two servers, web, two workers, players
        assert_it_plays_on_after_a_kill_of_the_database(demo)
        family = psutil.Process(demo.process.pid).children(recursive=True)
    finally:
        code = demo.interrupt()
        Services(demo.services).destroy()
    assert code == 0, demo.output
    assert psutil.wait_procs(family, timeout=TIMEOUT_S)[1] == []
    assert "Traceback" not in demo.output
