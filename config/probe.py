"""Probe of the container runtime: ``python -m config.probe web``, exit 0 or 1.

Cheap: the web probe runs every few seconds and loads neither Django nor Celery. The supervisor of
a club asks the same questions, also of the servers.
"""

import argparse
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from http import HTTPStatus

import psycopg

from config.env import read_environment

TIMEOUT_S = 5
FIRST_ACCOUNT_PATH = "/accounts/first/"
WORKERS = ("turn", "office")
#: Empty file in the folder of backups that config.backup touches after each pass without failure.
BACKUP_TIME_FILE = ".last-pass"
#: PostgreSQL's refusals of every session while it starts, recovers or stops begin with this.
DATABASE_REFUSAL = "the database system is"


def read_readiness(url: str, headers: Mapping[str, str] = {}) -> int | None:
    """Return the status that a site answers about itself, its database and its broker, None without
    an answer; 200: all three answer.
    """
    return _read_status(f"{url}/sante/pret", headers)


def lacks_account(url: str) -> bool:
    """Return True if the page of the first account is open, which is refused once there is one."""
    return _read_status(f"{url}{FIRST_ACCOUNT_PATH}") == HTTPStatus.OK


def _read_status(address: str, headers: Mapping[str, str] = {}) -> int | None:
    """Return the status of an answer, None without one."""
    request = urllib.request.Request(address, headers=dict(headers))  # noqa: S310 - our own http address
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:  # noqa: S310 - the same
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:  # else its socket stays open
            return error.code
    except OSError:
        return None


def is_ready(url: str, headers: Mapping[str, str] = {}) -> bool:
    """Return True if the site, its database and its broker answer."""
    return read_readiness(url, headers) == HTTPStatus.OK


def is_live_ready(url: str) -> bool:
    """Return True if the process of a club's sockets, its database and its broker answer."""
    return is_ready(f"{url}/live")


def is_database_up(url: str) -> bool:
    """Return True if the database accepts sessions, even if it has too many of them now."""
    try:
        psycopg.connect(url, connect_timeout=TIMEOUT_S).close()
    except psycopg.OperationalError as error:
        return "FATAL" in str(error) and DATABASE_REFUSAL not in str(error)
    return True


def is_broker_up(url: str) -> bool:
    """Return True if the broker answers, and could store what it is given."""
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    from tournament import broker

    try:
        with broker.connect(
            url,
            socket_timeout=TIMEOUT_S,
            socket_connect_timeout=TIMEOUT_S,
            retry=Retry(NoBackoff(), 0),
        ) as client:
            return bool(client.ping())
    except broker.ERRORS:
        return False


def is_web_ready(port: int) -> bool:
    """Return True if the web process of this machine, its database and its broker answer."""
    return is_ready(f"http://127.0.0.1:{port}", {"Host": read_environment().public_host})


def is_worker_ready(queue: str, timeout_s: float = TIMEOUT_S) -> bool:
    """Return True if this machine's Celery worker of ``queue`` answers, and takes its tasks."""
    from config.celery import app

    node = f"{queue}@{socket.gethostname()}"
    answers = app.control.inspect([node], timeout=timeout_s).active_queues() or {}
    return any(row["name"] == queue for row in answers.get(node, ()))


def is_backup_recent() -> bool:
    """Return True if everything was backed up at most three intervals ago (config.backup)."""
    environment = read_environment()
    if environment.backup_dir is None:
        return False
    try:
        passed_at = (environment.backup_dir / BACKUP_TIME_FILE).stat().st_mtime
    except OSError:
        return False
    return time.time() - passed_at <= 3 * 60 * environment.backup_minutes


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="config.probe", description=__doc__)
    parser.add_argument("process", choices=["web", "backup", *WORKERS])
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args(arguments)
    if options.process == "web":
        ready = is_web_ready(options.port)
    elif options.process == "backup":
        ready = is_backup_recent()
    else:
        ready = is_worker_ready(options.process)
    return 0 if ready else 1


if __name__ == "__main__":
    sys.exit(main())
