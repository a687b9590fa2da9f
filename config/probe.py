"""Probe of the container runtime: ``python -m config.probe web`` or ``... turn``, exit 0 or 1.

Cheap: the web probe runs every few seconds and loads neither Django nor Celery.
"""

import argparse
import socket
import sys
import urllib.request

from config.env import read_environment

TIMEOUT_S = 5
WORKERS = ("turn", "office")


def web_answers(port: int) -> bool:
    """Return True if the web process of this machine, its database and its broker answer."""
    url = f"http://127.0.0.1:{port}/sante/pret"
    request = urllib.request.Request(url, headers={"Host": read_environment().public_host})
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:  # noqa: S310 - the same
            return bool(answer.status == 200)
    except OSError:
        return False


def worker_answers(queue: str, timeout_s: float = TIMEOUT_S) -> bool:
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
        return 0 if web_answers(options.port) else 1
    return 0 if worker_answers(options.process) else 1


if __name__ == "__main__":
    sys.exit(main())
