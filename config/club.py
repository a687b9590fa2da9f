"""Duplicata on one laptop: servers, web, workers, and for the demonstration its players.

``python -m config.club run [--demo [--event]]`` starts everything and stops it on Ctrl-C;
``python -m config.club manage [--demo] COMMAND...`` is manage.py on the same data.
"""

import argparse
import contextlib
import errno
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from config.club_environment import CLUB_FOLDER, build_environment
from config.connection_sorting import pair_processes
from config.embedded.lock import FolderLock, FolderLockedError
from config.embedded.process import ServiceError
from config.embedded.services import AlreadyRunningError, Services, Urls, run_services
from config.env import BASE_DIR
from config.probe import FIRST_ACCOUNT_PATH, WORKERS, is_live_ready, is_ready, lacks_account
from config.serve import format_port_in_use, listen
from config.supervision.disk import DiskWatch
from config.supervision.liveness_checks import build_liveness_checks
from config.supervision.processes import Program
from config.supervision.stop_signals import ignore_stop_signals, stop_on_signals
from config.supervision.supervisor import (
    POLL_S,
    ProgramFailedError,
    Supervisor,
    build_python_command,
)
from engine.arguments import FrenchArgumentParser
from tournament.core.people.first_code import compute_first_code

#: Enough for a busy laptop.
START_TIMEOUT_S = 300.0
SERVER_VARIABLES = ("DATABASE_URL", "REDIS_URL")  # as config.env reads them
DISK_FULL_ERRORS = (errno.ENOSPC, errno.EDQUOT)
DEMO_FOLDER = BASE_DIR / ".local" / "demo"


def print_line(text: str) -> None:
    """Print on the terminal; ignore a closed terminal and a full disk."""
    with contextlib.suppress(OSError):
        print(text, flush=True)


def main(arguments: list[str] | None = None) -> int:
    options = _build_parser().parse_args(arguments)
    folder = options.folder or (DEMO_FOLDER if options.demo else CLUB_FOLDER)
    try:
        if options.action == "manage":
            return _run_manage(folder, options.command)
        return _run_programs(folder, options)
    except KeyboardInterrupt:
        print_line("\nTout est arrêté.")
        return 0
    except (ProgramFailedError, ServiceError) as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        if error.errno not in DISK_FULL_ERRORS:
            raise
        print(f"Plus de place sur le disque ({folder}) : libérez-en.", file=sys.stderr)
        return 1


def _build_parser() -> argparse.ArgumentParser:
    parser = FrenchArgumentParser(prog="config.club", description=__doc__)
    actions = parser.add_subparsers(dest="action", metavar="COMMANDE", required=True)
    run = actions.add_parser("run")
    run.add_argument("--host", default="127.0.0.1")
    run.add_argument("--port", type=int, default=8000)
    run.add_argument("--time", type=int, default=60, help="demonstration: seconds per turn")
    run.add_argument("--event", action="store_true", help="demonstration: of an event")
    manage = actions.add_parser("manage")
    for action in (run, manage):
        action.add_argument("--demo", action="store_true")
        action.add_argument("--folder", type=Path, help="folder of data, logs and key")
    manage.add_argument("command", nargs=argparse.REMAINDER)
    return parser


def _run_programs(folder: Path, options: argparse.Namespace) -> int:
    stop_on_signals()
    lock = FolderLock(folder)
    try:
        lock.acquire()
    except FolderLockedError:
        print_line(f"Duplicata tourne déjà (dossier {folder}). Arrêtez-le d'abord par Ctrl-C.")
        return 1
    services = Services(folder / "services")
    disks = DiskWatch([folder, *(server.data for server in services.servers)], print_line)
    supervisor = Supervisor(
        record=folder / "programs.json", report=print_line, has_free_space=disks.has_free_space
    )
    supervisor.stop_leftover_processes()
    try:
        listener = listen(options.host, options.port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        print(format_port_in_use(options.host, options.port), file=sys.stderr)
        return 1
    with (
        contextlib.closing(listener),
        pair_processes() as (sorting, receiving),
        _supervise_servers(services, supervisor) as urls,
    ):
        environment = build_environment(folder, options.host, options.port) | urls
        (folder / "public-url").write_text(environment["PUBLIC_URL"])
        try:
            descriptors = listener.fileno(), sorting.fileno(), receiving.fileno()
            _start_programs(supervisor, descriptors, environment, folder, options)
            supervisor.watch()
        finally:
            ignore_stop_signals()
            print_line("\nArrêt en cours…")
            supervisor.stop()
    return 0


def _start_programs(
    supervisor: Supervisor,
    descriptors: tuple[int, int, int],
    environment: dict[str, str],
    folder: Path,
    options: argparse.Namespace,
) -> None:
    """Prepare the data, start the programs, wait until the site answers."""
    print_line(
        "Préparation de la base de données, du lexique et des pages (plus long la première fois)…"
    )
    supervisor.run_to_end(build_python_command("config.prepare"), environment)
    logs = folder / "logs"
    local_url = f"http://localhost:{options.port}"
    for program in _list_programs(descriptors, environment, logs, local_url):
        supervisor.start(program)
    supervisor.wait_until(
        lambda: is_live_ready(local_url) and is_ready(local_url), timeout_s=START_TIMEOUT_S
    )
    print_line(f"Duplicata est prêt : {environment['PUBLIC_URL']} (Ctrl-C arrête tout).")
    print_line(f"Sauvegardes : {environment['BACKUP_DIR']}")
    if options.demo:
        arguments = ["--time", str(options.time), *(["--event"] if options.event else [])]
        _start_demonstration(supervisor, environment, logs, arguments)
        return
    if lacks_account(local_url):
        address = f"{environment['PUBLIC_URL']}{FIRST_ACCOUNT_PATH}"
        code = compute_first_code(environment["SECRET_KEY"])
        print_line(f"Premier compte : {address} ; code de l'installation : {code}")
    else:
        print_line('Lien de connexion, d\'un autre terminal : make manage ARGS="sign_in_link NOM"')


def _list_programs(
    descriptors: tuple[int, int, int], environment: dict[str, str], logs: Path, local_url: str
) -> Iterator[Program]:
    """Yield the web servers, the workers and the backup; ``descriptors``: of the socket that
    listens and of those between the web servers (``config.connection_sorting``)."""
    checks = build_liveness_checks(environment, local_url)
    listening, sorting, receiving = descriptors
    for name, options in {
        "live": {"--fd": listening, "--pages": sorting},
        "web": {"--sorted": receiving},
    }.items():
        arguments = [text for option, number in options.items() for text in (option, str(number))]
        yield Program(
            name,
            build_python_command("config.serve", *arguments),
            environment,
            logs / f"{name}.log",
            inherited_descriptors=tuple(options.values()),
            check_liveness=checks[name],
        )
    for queue in WORKERS:
        command = build_python_command("config.work", queue)
        log = logs / f"{queue}.log"
        yield Program(queue, command, environment, log, check_liveness=checks[queue])
    backup_command = build_python_command("config.backup")
    yield Program(
        "backup", backup_command, environment, logs / "backup.log", has_terminal_output=True
    )


def _start_demonstration(
    supervisor: Supervisor, environment: dict[str, str], logs: Path, arguments: list[str]
) -> None:
    print_line("La démonstration se met en place : un lien par rôle va s'afficher…")
    command = build_python_command("config.demo", *arguments)
    supervisor.start(
        Program("démonstration", command, environment, logs / "demo.log", has_terminal_output=True)
    )


@contextlib.contextmanager
def _supervise_servers(services: Services, supervisor: Supervisor) -> Iterator[dict[str, str]]:
    """Yield the servers' URLs: the environment's, or those of servers supervised here."""
    server_urls = _read_server_urls()
    if len(server_urls) == len(SERVER_VARIABLES):
        yield server_urls
        return
    urls = _start_servers(services)
    try:
        for server in services.servers:
            if server.process is not None:
                supervisor.adopt(server, server.process)
        yield urls.to_environment() | server_urls
    finally:
        services.stop()


def _start_servers(services: Services) -> Urls:
    """Start the servers once no command (``make manage``) runs: its servers end with it."""
    is_announced = False
    while True:
        try:
            return services.start()
        except AlreadyRunningError:
            if not is_announced:
                print_line(
                    "Une commande (make manage) est en cours : Duplicata attend qu'elle finisse."
                )
            is_announced = True
            time.sleep(POLL_S)


@contextlib.contextmanager
def _find_or_start_servers(folder: Path) -> Iterator[dict[str, str]]:
    """Yield the servers' URLs for a command: running servers, or servers started for it."""
    server_urls = _read_server_urls()
    if len(server_urls) == len(SERVER_VARIABLES):
        yield server_urls
        return
    with run_services(folder / "services") as urls:
        yield urls.to_environment() | server_urls


def _read_server_urls() -> dict[str, str]:
    return {name: os.environ[name] for name in SERVER_VARIABLES if os.environ.get(name)}


def _run_manage(folder: Path, command: list[str]) -> int:
    """Run manage.py with the running servers, or with servers started for it."""
    with _find_or_start_servers(folder) as urls:
        environment = build_environment(folder, "127.0.0.1", 8000) | urls
        with contextlib.suppress(FileNotFoundError):  # links must lead to the running site
            environment["PUBLIC_URL"] = (folder / "public-url").read_text()
        return subprocess.run(
            [sys.executable, str(BASE_DIR / "manage.py"), *command], env=environment, check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main())
