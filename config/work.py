"""The Celery worker, with the same options everywhere: ``python -m config.work turn``."""

import os

from config.loading import import_without, pause_garbage_collector
from engine.arguments import FrenchArgumentParser

with pause_garbage_collector():
    import_without("redis", "opentelemetry")
    from config.celery import OFFICE_QUEUE, TURN_QUEUE, app

TURN_NICE, OFFICE_NICE = 5, 10


def main(arguments: list[str] | None = None) -> None:
    parser = FrenchArgumentParser(prog="config.work", description=__doc__)
    parser.add_argument("queues", nargs="+", choices=[TURN_QUEUE, OFFICE_QUEUE])
    parser.add_argument("--concurrency", type=int, default=2)
    options = parser.parse_args(arguments)
    # Hand-ins and closing come before corrections, and these before the office.
    os.nice(OFFICE_NICE if options.queues == [OFFICE_QUEUE] else TURN_NICE)
    # Django's system checks import every view.
    os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
    with pause_garbage_collector():
        app.loader.import_default_modules()
        from config.observation.exporter import start_observation  # needs the settings
        from config.observation.installation import InstallationCollector

    # one kind of process reads the metrics of the installation: the one that nobody waits for
    collectors = [InstallationCollector()] if OFFICE_QUEUE in options.queues else []
    start_observation(*collectors)
    app.worker_main(
        [
            "worker",
            f"--queues={','.join(options.queues)}",
            f"--hostname={options.queues[0]}@%h",
            # threads: the turn's tasks are short, and a fork would load the lexicon again
            "--pool=threads",
            f"--concurrency={options.concurrency}",
            "--without-gossip",
            "--without-mingle",
            "--loglevel=INFO",
        ]
    )


if __name__ == "__main__":
    main()
