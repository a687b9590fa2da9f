"""A club: ``config.club run`` with its own data, and its processes."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import django
import psutil

from benchmarks.people.waiting import wait_until
from config.embedded.services import Services, Urls, read_urls
from config.embedded.valkey import find_free_port
from config.env import BASE_DIR
from config.probe import is_live_ready, is_ready

FOLDER = BASE_DIR / ".local" / "benchmark"
START_TIMEOUT_S = 240.0
STOP_TIMEOUT_S = 60.0
#: The last line of a traceback.
EXCEPTION = re.compile(r"^(?:\w+\.)*\w+(?:Error|Timeout|Exception|Full|Shutdown)\b.*", re.MULTILINE)
READY = "Duplicata est prêt"
#: Part of the command line of each program.
PROGRAMS = {
    "live": "config.serve --fd",
    "web": "config.serve --sorted",
    "turn": "config.work turn",
    "office": "config.work office",
}
#: Folders that the first start creates, besides the database.
PREPARED_FOLDERS = ("lexicon", "static")
DATA = "services/postgres"


class ClubError(RuntimeError):
    """The club does not start, or has ended; the message is its output."""


class Club:
    """One club in a folder that is deleted at the end; ``extra_variables``: of the environment."""

    #: The module to run: ``config.club`` or a replacement.
    module = "config.club"

    def __init__(self, extra_variables: Mapping[str, str] | None = None) -> None:
        self.folder = FOLDER / f"club-{os.getpid()}"
        self._make_folder()
        self._extra_variables = dict(extra_variables or {})
        self._port = find_free_port()
        self.url = f"http://localhost:{self._port}"
        self._services = Services(self.folder / "services")
        self._output_file = self.folder / "printed"
        self._output_file.touch()
        self._process: subprocess.Popen[bytes] | None = None

    @contextlib.contextmanager
    def open(self, source: Path | None = None) -> Iterator[None]:
        """Run the club, with Django set up on its data; stop it at the end.

        ``source``: a club stopped after its first start, whose empty database is copied.
        """
        try:
            if source is not None:
                copy_club(source, self.folder)
            os.environ.update(self.build_environment(self.start()))
            django.setup()
            yield
        finally:
            self.stop()

    def start(self) -> Urls:
        """Return when the site answers. Raise ClubError."""
        before = len(self.output)
        with self._output_file.open("ab") as output:
            self._process = subprocess.Popen(
                self._build_command(self._port), cwd=BASE_DIR, env=self._build_own_environment(),
                stdout=output, stderr=output, start_new_session=True,
            )  # fmt: skip
        with contextlib.suppress(TimeoutError):
            wait_until(
                lambda: READY in self.output[before:] or not self.is_running,
                READY, timeout_s=START_TIMEOUT_S, pause_s=0.1,
            )  # fmt: skip
        urls = read_urls(self._services.folder)
        if urls is None or READY not in self.output[before:]:
            raise ClubError(self.output)
        return urls

    def _make_folder(self) -> None:
        self.folder.mkdir(parents=True)

    def _delete_folder(self) -> None:
        shutil.rmtree(self.folder)

    def _build_command(self, port: int) -> list[str]:
        command = [sys.executable, "-m", self.module, "run"]
        return [*command, "--port", str(port), "--folder", str(self.folder)]

    def _build_own_environment(self) -> dict[str, str]:
        """Return the environment of the club, without this process's variables."""
        system_variables = {k: v for k, v in os.environ.items() if k in {"PATH", "HOME", "LANG"}}
        return system_variables | self._extra_variables

    @property
    def people_url(self) -> str:
        """The URL of the site for the people."""
        return self.url

    def build_environment(self, urls: Urls) -> dict[str, str]:
        """Return the environment of a program that works on the club's data."""
        return urls.to_environment() | {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "SECRET_KEY": (self.folder / "secret-key").read_text().strip(),
            "PUBLIC_URL": self.url,
            "ALLOWED_HOSTS": str(urlsplit(self.url).hostname),
            "LEXICON_DIR": str(self.folder / "lexicon"),
            "STATIC_MANIFEST": "0",
            "LOG_JSON": "0",
            "LOG_LEVEL": "ERROR",
        } | self._extra_variables  # fmt: skip

    @property
    def output(self) -> str:
        return self._output_file.read_text(errors="replace")

    def list_exceptions(self, program: str) -> list[str]:
        """List the exceptions in a program's log with their number, the most frequent first."""
        log = (self.folder / "logs" / f"{program}.log").read_text(errors="replace")
        exceptions = Counter(EXCEPTION.findall(log))
        return [f"{times} × {text[:160]}" for text, times in exceptions.most_common()]

    def keep_logs(self, name: str) -> Path:
        """Copy the logs of programs and servers; return the folder."""
        copy_folder = FOLDER / name
        shutil.rmtree(copy_folder, ignore_errors=True)
        shutil.copytree(self.folder / "logs", copy_folder)
        shutil.copy(self._output_file, copy_folder / "club.log")
        for server in self._services.servers:
            shutil.copy(server.log, copy_folder / f"{server.name}.log")
        return copy_folder

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """Stop in order, as Ctrl-C does, and delete the folder."""
        if self._process is not None and self.is_running:
            self._process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(STOP_TIMEOUT_S)
            self._process.kill()
            self._process.wait()
        self._services.destroy()
        self._delete_folder()

    def is_ready(self) -> bool:
        """Return True if the site answers, with database and broker."""
        return is_live_ready(self.url) and is_ready(self.url)

    def find_process(self, name: str) -> psutil.Process | None:
        """Return the process of a program or ``postgres``, ``valkey``, ``backend`` (any)."""
        with contextlib.suppress(psutil.Error, OSError, ValueError):
            if name in PROGRAMS:
                assert self._process is not None
                children = psutil.Process(self._process.pid).children()
                return next((c for c in children if PROGRAMS[name] in _get_command_line(c)), None)
            services = self._services
            file = (services.valkey if name == "valkey" else services.postgres).pid_file
            process = psutil.Process(int(file.read_text().split("\n", 1)[0]))
            if name != "backend":
                return process
            serving_processes = (
                c for c in process.children() if "duplicata [local]" in _get_command_line(c)
            )
            return next(serving_processes, None)
        return None


def _get_command_line(process: psutil.Process) -> str:
    return " ".join(process.cmdline())


def list_family(process: psutil.Process) -> list[psutil.Process]:
    """Return a process and its descendants."""
    with contextlib.suppress(psutil.Error):
        return [process, *process.children(recursive=True)]
    return []


def copy_club(source: Path, folder: Path) -> None:
    """Copy the slow results of a club's first start to a new club in ``folder``."""
    services = folder / "services"
    services.mkdir(parents=True)  # the folder of the data depends on who can enter it
    for folder_name in PREPARED_FOLDERS:
        copy_folder(source / folder_name, folder / folder_name)
    copy_folder(source / DATA, Services(services).postgres.home)


def copy_folder(old: Path, new: Path) -> None:
    """Copy a folder; each file keeps its owner."""
    new.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-a", str(old), str(new)], check=True)
