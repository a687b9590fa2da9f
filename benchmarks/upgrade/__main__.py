"""An upgrade during a game: ``make rehearse-upgrade FROM=v1.2``.

Two web servers and two workers of the release ``FROM`` (a git ref; without one the last tag, else
HEAD) play with simulated tablets. This release's migrations run beside them, then its programs
replace theirs one by one, and theirs come back: the way up and the way back. The exit status is 1
when a promise was broken.
"""

import os
import secrets
import shutil
import sys

import django
from rich.console import Console

from benchmarks.people.club import FOLDER
from benchmarks.upgrade.fleet import Fleet
from benchmarks.upgrade.releases import Release, check_out, find_last_release
from config.embedded.services import Services
from config.env import BASE_DIR
from engine.arguments import FrenchArgumentParser


def main(arguments: list[str] | None = None) -> int:
    parser = FrenchArgumentParser(prog="benchmarks.upgrade", description=__doc__)
    parser.add_argument("--from", dest="ref", default="", help="la version d'avant, pour git")
    parser.add_argument("--tables", type=int, default=60, help="tablettes")
    parser.add_argument("--phase", type=float, default=15.0, help="secondes par phase de jeu")
    parser.add_argument("--time", type=int, default=8, help="secondes par coup")
    parser.add_argument("--drain", type=float, default=4.0, help="DRAIN_S, en secondes")
    options = parser.parse_args(arguments)
    console = Console()
    folder = FOLDER / f"upgrade-{os.getpid()}"
    services = Services(folder / "services")
    old = check_out(options.ref or find_last_release(), folder / "release")
    try:
        urls = services.start().to_environment()
        return _rehearse(console, old, urls | _build_environment(folder / "data", options.drain),
                         options.tables, options.phase, options.time)  # fmt: skip
    finally:
        services.destroy()
        shutil.rmtree(folder, ignore_errors=True)


def _build_environment(data: os.PathLike[str], drain_s: float) -> dict[str, str]:
    return {
        **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": secrets.token_urlsafe(64),
        "PUBLIC_URL": "http://localhost",
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
        "LEXICON_DIR": os.path.join(data, "lexicon"),
        "STATIC_ROOT": os.path.join(data, "static"),
        "STATIC_MANIFEST": "1",
        "DRAIN_S": str(drain_s),
        "LOG_JSON": "0",
        "LOG_LEVEL": "INFO",
    }


def _rehearse(
    console: Console, old: Release, environment: dict[str, str],
    tables: int, phase_s: float, time_s: int,
) -> int:  # fmt: skip
    new = Release("ce dossier", BASE_DIR)
    old.prepare(environment)
    room = old.make_room(environment, tables=tables, time_s=time_s, games=8)
    fleet = Fleet(environment, old.folder.parent / "logs")
    try:
        fleet.environment["CSRF_TRUSTED_ORIGINS"] = fleet.url
        fleet.start(old)
        os.environ.update(environment | {"PUBLIC_URL": fleet.url, "STATIC_MANIFEST": "0"})
        django.setup()
        from benchmarks.upgrade.run import UpgradeRun  # its imports need Django

        return UpgradeRun(console, fleet, old, new, room).run(phase_s=phase_s)
    finally:
        fleet.stop()


if __name__ == "__main__":
    sys.exit(main())
