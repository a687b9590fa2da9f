"""A club: ``config.club run`` with data of its own, and who its processes are."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import django
import psutil

from benchmarks.people.waiting import wait_until
from config.embedded.services import Services, Urls, read_urls
from config.embedded.valkey import free_port
from config.env import BASE_DIR

FOLDER = BASE_DIR / ".local" / "benchmark"
START_TIMEOUT_S = 240.0
STOP_TIMEOUT_S = 60.0
#: The last line of a traceback.
EXCEPTION = re.compile(r"^(?:\w+\.)*\w+(?:Error|Timeout|Exception|Full|Shutdown)\b.*", re.MULTILINE)
READY = "Duplicata est prêt"
#: What the command line of each program holds.
PROGRAMS = {"web": "config.serve", "turn": "config.work turn", "office": "config.work office"}
#: What a first start makes, besides the database.
MADE = ("lexicon", "static")
DATA = "services/postgres"


class ClubError(RuntimeError):
    """The club does not start, or has ended; the message is what it printed."""


class Club:
    """One club in a folder that is deleted in the end; ``given``: more of its environment."""

    #: What is run: ``config.club``, or what stands in for it.
    module = "config.club"

    def __init__(self, given: Mapping[str, str] | None = None) -> None:
        self.folder = FOLDER / f"club-{os.getpid()}"
        self._make_folder()
        self._given = dict(given or {})
        self._port = free_port()
        self.url = f"http://localhost:{self._port}"
        self._services = Services(self.folder / "services")
        self._printed = self.folder / "printed"
        self._printed.touch()
        self._process: subprocess.Popen[bytes] | None = None

    @contextlib.contextmanager
    def open(self, like: Path | None = None) -> Iterator[None]:
        """It runs, and Django is set up on its data; stopped in the end. ``like``: a club stopped
        after its first start, whose empty database it takes."""
        try:
            if like is not None:
                copy_club(like, self.folder)
            os.environ.update(self.environment(self.start()))
            django.setup()
            yield
        finally:
            self.stop()

    def start(self) -> Urls:
        """Returns when the site answers; raises ClubError."""
        before = len(self.said)
        with self._printed.open("ab") as output:
            self._process = subprocess.Popen(
                self._command(self._port), cwd=BASE_DIR, env=self._own_environment(),
                stdout=output, stderr=output, start_new_session=True,
            )  # fmt: skip
        with contextlib.suppress(TimeoutError):
            wait_until(
                lambda: READY in self.said[before:] or not self.runs,
                READY, timeout_s=START_TIMEOUT_S, pause_s=0.1,
            )  # fmt: skip
        urls = read_urls(self._services.folder)
        if urls is None or READY not in self.said[before:]:
            raise ClubError(self.said)
        return urls

    def _make_folder(self) -> None:
        self.folder.mkdir(parents=True)

    def _delete_folder(self) -> None:
        shutil.rmtree(self.folder)

    def _command(self, port: int) -> list[str]:
        run = [sys.executable, "-m", self.module, "run"]
        return [*run, "--port", str(port), "--folder", str(self.folder)]

    def _own_environment(self) -> dict[str, str]:
        """Nothing of ours."""
        kept = {k: v for k, v in os.environ.items() if k in {"PATH", "HOME", "LANG"}}
        return kept | self._given

    @property
    def room_url(self) -> str:
        """Where the room finds the web."""
        return self.url

    def environment(self, urls: Urls) -> dict[str, str]:
        """What a program needs to work on the club's data."""
        return urls.environment() | {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "SECRET_KEY": (self.folder / "secret-key").read_text().strip(),
            "PUBLIC_URL": self.url,
            "ALLOWED_HOSTS": str(urlsplit(self.url).hostname),
            "LEXICON_DIR": str(self.folder / "lexicon"),
            "STATIC_MANIFEST": "0",
            "LOG_JSON": "0",
            "LOG_LEVEL": "ERROR",
        } | self._given  # fmt: skip

    @property
    def said(self) -> str:
        return self._printed.read_text(errors="replace")

    def exceptions(self, program: str) -> list[str]:
        """Those in a program's log, the most frequent first, with their number."""
        log = (self.folder / "logs" / f"{program}.log").read_text(errors="replace")
        found = Counter(EXCEPTION.findall(log))
        return [f"{times} × {text[:160]}" for text, times in found.most_common()]

    def keep_logs(self, name: str) -> Path:
        """Copy what the programs and servers have written; returns where to."""
        kept = FOLDER / name
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(self.folder / "logs", kept)
        shutil.copy(self._printed, kept / "club.log")
        for server in self._services.servers:
            shutil.copy(server.log, kept / f"{server.name}.log")
        return kept

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """In order, as Ctrl-C would, and nothing is left."""
        if self._process is not None and self.runs:
            self._process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(STOP_TIMEOUT_S)
            self._process.kill()
            self._process.wait()
        self._services.destroy()
        self._delete_folder()

    def answers(self) -> bool:
        """Whether a page is given, with database and broker."""
        url = f"{self.url}/sante/pret"
        with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=3) as answer:  # noqa: S310 - our own http address
            return bool(answer.status == 200)
        return False

    def process(self, name: str) -> psutil.Process | None:
        """A program or ``postgres``, ``valkey``, ``backend`` (any that serves a client)."""
        with contextlib.suppress(psutil.Error, OSError, ValueError):
            if name in PROGRAMS:
                assert self._process is not None
                children = psutil.Process(self._process.pid).children()
                return next((c for c in children if PROGRAMS[name] in _command_of(c)), None)
            services = self._services
            file = (services.valkey if name == "valkey" else services.postgres).pid_file
            found = psutil.Process(int(file.read_text().split("\n", 1)[0]))
            if name != "backend":
                return found
            serving = (c for c in found.children() if "duplicata [local]" in _command_of(c))
            return next(serving, None)
        return None


def _command_of(process: psutil.Process) -> str:
    return " ".join(process.cmdline())


def family(process: psutil.Process) -> list[psutil.Process]:
    """A process and what it has started: a frozen server has all of it frozen."""
    with contextlib.suppress(psutil.Error):
        return [process, *process.children(recursive=True)]
    return []


def copy_club(kept: Path, folder: Path) -> None:
    """What a club's first start has made, and takes long, for the club of this folder."""
    services = folder / "services"
    services.mkdir(parents=True)  # where the data lies depends on who can enter it
    for made in MADE:
        copy(kept / made, folder / made)
    copy(kept / DATA, Services(services).postgres.home)


def copy(old: Path, new: Path) -> None:
    """A folder; each file keeps its owner."""
    new.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-a", str(old), str(new)], check=True)
