"""Probe of the container runtime: ``python -m config.probe web`` or ``... turn``, exit 0 or 1.

Cheap: the web probe runs every few seconds and loads neither Django nor Celery.
"""

import argparse
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Mapping
from http import HTTPStatus

from config.env import read_environment

TIMEOUT_S = 5
WORKERS = ("turn", "office")


def read_readiness(url: str, headers: Mapping[str, str] = {}) -> int | None:
    """Return the status that a site answers about itself, its database and its broker, None without
    an answer; 200: all three answer.
    """
    request = urllib.request.Request(f"{url}/sante/pret", headers=dict(headers))  # noqa: S310 - our own http address
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


def is_web_ready(port: int) -> bool:
    """Return True if the web process of this machine, its database and its broker answer."""
    return is_ready(f"http://127.0.0.1:{port}", {"Host": read_environment().public_host})


def is_worker_ready(queue: str, timeout_s: float = TIMEOUT_S) -> bool:
    """Return True if this machine's Celery worker of ``queue`` answers a ping."""
    from config.celery import app

    node = f"{queue}@{socket.gethostname()}"
    return bool(app.control.ping(destination=[node], timeout=timeout_s))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="config.probe", description=__doc__)
    parser.add_argument("process", choices=["web", *WORKERS])
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args(arguments)
    if options.process == "web":
        return 0 if is_web_ready(options.port) else 1
    return 0 if is_worker_ready(options.process) else 1


if __name__ == "__main__":
    sys.exit(main())
