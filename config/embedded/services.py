"""Both embedded servers in one folder, locked by the process that starts them."""

import contextlib
import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from config.embedded.lock import FolderLock, FolderLockedError
from config.embedded.postgres import Postgres
from config.embedded.process import Server, ServiceError
from config.embedded.valkey import Valkey
from config.env import BASE_DIR

DEFAULT_FOLDER = BASE_DIR / ".local" / "services"


@dataclass(frozen=True)
class Urls:
    """URLs of the two servers, as config.env reads them."""

    database_url: str
    redis_url: str

    def to_environment(self) -> dict[str, str]:
        return {"DATABASE_URL": self.database_url, "REDIS_URL": self.redis_url}


class AlreadyRunningError(ServiceError):
    """Another process has locked the folder; ``urls``: its servers, None while they start."""

    def __init__(self, folder: Path, urls: Urls | None) -> None:
        self.urls = urls
        super().__init__(f"Des serveurs tournent déjà dans {folder}.")


class Services:
    """A PostgreSQL and a Valkey of our own; ``durable`` as in their classes."""

    def __init__(self, folder: Path = DEFAULT_FOLDER, *, durable: bool = True) -> None:
        self.folder = folder = folder.resolve()
        self.postgres = Postgres(folder / "postgres", durable=durable)
        self.valkey = Valkey(folder / "valkey", durable=durable)
        self._lock = FolderLock(folder)

    @property
    def servers(self) -> tuple[Server, ...]:
        return (self.postgres, self.valkey)

    def start(self) -> Urls:
        """Start both. Raise AlreadyRunningError or ServiceError; then nothing is left running."""
        self._acquire_lock()
        try:
            for server in self.servers:
                server.prepare()
                server.start()
            self.valkey.wait_until_ready()
            urls = Urls(self.postgres.open_database(), self.valkey.url)
            self._write_urls(urls)
        except BaseException:
            self.stop()
            raise
        return urls

    def stop(self) -> None:
        """Stop both and unlock the folder; do nothing if nothing runs."""
        if not self._lock.is_locked:
            return
        self._urls_file.unlink(missing_ok=True)
        try:
            for server in reversed(self.servers):
                server.stop()
        finally:
            self._lock.release()

    def destroy(self) -> None:
        """Stop both, also those left by a killed process, and delete the data.

        Raise AlreadyRunningError if another running process has locked the folder.
        """
        if not self._lock.is_locked:
            self._acquire_lock()
        for server in reversed(self.servers):
            server.delete()
        self._lock.release()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def _urls_file(self) -> Path:
        return self.folder / "urls.json"

    def _acquire_lock(self) -> None:
        try:
            self._lock.acquire()
        except FolderLockedError:
            raise AlreadyRunningError(self.folder, read_urls(self.folder)) from None
        # Written by a process that was killed: its servers are stopped next.
        self._urls_file.unlink(missing_ok=True)

    def _write_urls(self, urls: Urls) -> None:
        """Write the URLs for other commands, mode 600: the broker's password is in them."""
        temporary = self._urls_file.with_suffix(".new")
        temporary.touch(mode=0o600)
        temporary.write_text(json.dumps(asdict(urls)))
        temporary.replace(self._urls_file)


def read_urls(folder: Path) -> Urls | None:
    """Return the URLs of the servers running in ``folder``, None while they start."""
    try:
        return Urls(**json.loads((folder / "urls.json").read_text()))
    except FileNotFoundError:
        return None


@contextlib.contextmanager
def run_services(folder: Path = DEFAULT_FOLDER, *, durable: bool = True) -> Iterator[Urls]:
    """Yield the URLs of both servers: running ones, or started here and stopped at the end."""
    services = Services(folder, durable=durable)
    try:
        urls = services.start()
    except AlreadyRunningError as error:
        if error.urls is None:
            raise
        yield error.urls
        return
    try:
        yield urls
    finally:
        services.stop()
