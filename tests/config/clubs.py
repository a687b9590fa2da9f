"""Clubs of the tests' own: ``config.club run`` as a process, and a copy of one that has started."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import psutil
import pytest
from django.conf import settings
from pytest_django import DjangoDbBlocker

from benchmarks.people.club import DATA, PREPARED_FOLDERS, copy_folder
from config.embedded.services import Services, Urls, read_urls
from config.probe import is_live_ready, is_ready
from engine.lexicon import cache as lexicon_cache, word_list
from tests.shared import (
    collect_static,
    copy_database,
    make_migrated_database,
    shared_folder,
)
from tests.stack import find_free_port
from tests.waiting import TIMEOUT_S, wait_for
from tournament.queries.lexica import get_lexicon_path, load_base_lexicon

ROOT = Path(__file__).resolve().parents[2]
CLUB = ["-m", "config.club"]
#: Two servers, two web servers, two workers and the backup.
PROCESSES = 7
#: What the first start has printed, in the folder that is copied.
PRINTED = "printed"


def build_plain_environment() -> dict[str, str]:
    """Return the environment without the tests' variables."""
    return {k: v for k, v in os.environ.items() if k in {"PATH", "HOME", "LANG"}}


class Club:
    """A club of the test's own in ``folder``; what it prints goes to ``printed``.

    ``options`` are those of the command, ``more`` is of its environment; ``code`` runs instead of
    ``config.club``.
    """

    def __init__(
        self, folder: Path, printed: Path, *options: str, code: str = "", **more: str
    ) -> None:
        self.folder = folder
        self.services = folder / "services"
        self.port = find_free_port()
        self._printed = printed
        with printed.open("wb") as output:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    *(["-c", code] if code else CLUB),
                    *("run", "--port", str(self.port), "--folder", str(folder), *options),
                ],
                cwd=ROOT,
                env=build_plain_environment() | more,
                stdout=output,
                stderr=output,
            )

    @property
    def output(self) -> str:
        return self._printed.read_text(errors="replace")

    def hear(self, pattern: str, times: int = 1) -> None:
        wait_for(
            lambda: (
                len(re.findall(pattern, self.output)) >= times or self.process.poll() is not None
            ),
            lambda: self.output,
        )
        assert self.process.poll() is None, self.output

    def urls(self) -> Urls:
        urls = read_urls(self.services)
        assert urls is not None
        return urls

    def pid(self, server: str) -> int:
        services = Services(self.services)
        record = {"PostgreSQL": services.postgres, "Valkey": services.valkey}[server].pid_file
        return int(record.read_text().split("\n", 1)[0])

    def kill(self, server: str) -> None:
        os.kill(self.pid(server), signal.SIGKILL)

    def is_whole(self) -> bool:
        """Return True if the site answers, with database and broker."""
        url = f"http://localhost:{self.port}"
        return is_live_ready(url) and is_ready(url)

    def live(self) -> list[int]:
        """List the process that accepts every connection."""
        processes = []
        for child in psutil.Process(self.process.pid).children():
            with contextlib.suppress(psutil.Error):  # one that has just been killed
                if "config.serve --fd" in " ".join(child.cmdline()):
                    processes.append(child.pid)
        return processes

    def interrupt(self) -> int:
        """As Ctrl-C would; the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait()


def make_first_start(temporary: pytest.TempPathFactory, blocker: DjangoDbBlocker) -> Path:
    """Return the folder of a club's first start, shared by the session, to be copied.

    Both servers are killed during the preparation, which succeeds all the same. Word list, static
    files and, where they are of the session's own server, tables are the session's.
    """
    with shared_folder(temporary, "club") as shared:
        if not (shared / PRINTED).exists():
            with tempfile.TemporaryDirectory() as path:
                folder = Path(path)
                folder.chmod(0o755)  # PostgreSQL keeps its data there too
                copy_lexicon(folder / "club" / "lexicon")
                copy_folder(collect_static(temporary), folder / "club" / "static")
                if os.environ.get("OWN_SERVERS") == "1":
                    with blocker.unblock():
                        copy_tables(folder / "club" / "services", temporary)
                printed = _start_first(folder / "club", folder / PRINTED)
                for name in (*PREPARED_FOLDERS, DATA):
                    copy_folder(folder / "club" / name, shared / name)
                Services(folder / "club" / "services").destroy()
            (shared / PRINTED).write_text(printed)
    return shared


def copy_lexicon(folder: Path) -> None:
    """Copy the compiled word list to a new folder; compile it first unless that was done."""
    load_base_lexicon()
    folder.mkdir(parents=True)
    words = word_list.read_bytes(get_lexicon_path())
    shutil.copy2(lexicon_cache.build_path(words, settings.LEXICON_DIR), folder)


def copy_tables(folder: Path, temporary: pytest.TempPathFactory) -> None:
    """Copy the migrated database, as of an earlier start: migrations take seconds."""
    services = Services(folder)
    services.start()
    try:
        copy_database(make_migrated_database(temporary), services.postgres)
    finally:
        services.stop()


def _start_first(folder: Path, printed: Path) -> str:
    """Start a club, and stop it once everything is prepared and every program runs."""
    club = Club(folder, printed)
    family: list[psutil.Process] = []
    try:
        club.hear("Préparation de la base")
        club.kill("Valkey")
        club.kill("PostgreSQL")
        last = folder / "logs" / "backup.log"
        wait_for(lambda: last.exists() or club.process.poll() is not None, lambda: club.output)
        family = psutil.Process(club.process.pid).children(recursive=True)
    finally:
        code = club.interrupt()
    assert code == 0, club.output
    assert len(family) >= PROCESSES, family
    assert psutil.wait_procs(family, timeout=TIMEOUT_S)[1] == []
    return club.output
