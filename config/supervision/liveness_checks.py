"""The liveness check of each program of a club."""

import os
from collections.abc import Callable, Mapping
from functools import partial

from config.probe import (
    WORKERS,
    is_broker_up,
    is_database_up,
    is_live_ready,
    is_ready,
    is_worker_ready,
)


def build_liveness_checks(
    environment: Mapping[str, str], local_url: str
) -> dict[str, Callable[[], bool]]:
    """Return the check by the program's name; no program is blamed for a server that is away."""
    os.environ.update(environment)  # config.celery, which asks the workers, reads the settings

    def are_servers_up() -> bool:
        return is_database_up(environment["DATABASE_URL"]) and is_broker_up(
            environment["REDIS_URL"]
        )

    checks: dict[str, Callable[[], bool]] = {
        "live": partial(is_live_ready, local_url),
        "web": lambda: not is_live_ready(local_url) or is_ready(local_url),
        **{queue: partial(is_worker_ready, queue) for queue in WORKERS},
    }
    return {
        name: partial(lambda check: not are_servers_up() or check(), check)
        for name, check in checks.items()
    }
