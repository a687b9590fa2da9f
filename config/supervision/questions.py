"""The question to each program of a club: does it serve?"""

import os
from collections.abc import Callable, Mapping
from functools import partial

from config.probe import WORKERS, is_broker_up, is_database_up, is_ready, is_worker_ready


def build_questions(
    environment: Mapping[str, str], local_url: str
) -> dict[str, Callable[[], bool]]:
    """Return the question by the program's name; no program is blamed for a server that is away."""
    os.environ.update(environment)  # config.celery, which asks the workers, reads the settings

    def are_servers_up() -> bool:
        return is_database_up(environment["DATABASE_URL"]) and is_broker_up(
            environment["REDIS_URL"]
        )

    questions: dict[str, Callable[[], bool]] = {
        "web": partial(is_ready, local_url),
        **{queue: partial(is_worker_ready, queue) for queue in WORKERS},
    }
    return {
        name: partial(lambda ask: not are_servers_up() or ask(), question)
        for name, question in questions.items()
    }
