"""Both embedded servers in one folder, held by a lock as long as their starter lives."""

import contextlib
import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from config.embedded.lock import FolderHeldError, FolderLock
from config.embedded.postgres import Postgres
from config.embedded.process import Server, ServiceError
from config.embedded.valkey import Valkey
from config.env import BASE_DIR

DEFAULT_FOLDER = BASE_DIR / ".local" / "services"


@dataclass(frozen=True)
class Urls:
    """Where the two servers are, in the form that config.env reads."""

    database_url: str
    redis_url: str

    def environment(self) -> dict[str, str]:
        return {"DATABASE_URL": self.database_url, "REDIS_URL": self.redis_url}


class AlreadyRunningError(ServiceError):
    """Another process holds the folder; ``urls`` are its servers, None while they start."""

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
        """Start both; raises AlreadyRunningError or ServiceError, leaving nothing behind."""
        self._take_lock()
        try:
            for server in self.servers:
                server.prepare()
                server.start()
            self.valkey.wait()
            urls = Urls(self.postgres.open_database(), self.valkey.url)
            self._record(urls)
        except BaseException:
            self.stop()
            raise
        return urls

    def stop(self) -> None:
        """Stop both and free the folder; harmless when nothing runs."""
        if not self._lock.held:
            return
        self._urls_file.unlink(missing_ok=True)
        try:
            for server in reversed(self.servers):
                server.stop()
        finally:
            self._lock.free()

    def destroy(self) -> None:
        """Stop both, also what a killed starter left behind, and delete the data.

        Raises AlreadyRunningError when another living process holds the folder.
        """
        if not self._lock.held:
            self._take_lock()
        for server in reversed(self.servers):
            server.delete()
        self._lock.free()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def _urls_file(self) -> Path:
        return self.folder / "urls.json"

    def _take_lock(self) -> None:
        try:
            self._lock.take()
        except FolderHeldError:
            raise AlreadyRunningError(self.folder, read_urls(self.folder)) from None
        # Of a starter that was killed: its servers are about to be stopped.
        self._urls_file.unlink(missing_ok=True)

    def _record(self, urls: Urls) -> None:
        """For those who join: readable by us only, since the broker's password is in it."""
        fresh = self._urls_file.with_suffix(".new")
        fresh.touch(mode=0o600)
        fresh.write_text(json.dumps(asdict(urls)))
        fresh.replace(self._urls_file)


def read_urls(folder: Path) -> Urls | None:
    """The servers running in ``folder``, or None while they start."""
    try:
        return Urls(**json.loads((folder / "urls.json").read_text()))
    except FileNotFoundError:
        return None


@contextlib.contextmanager
def running(folder: Path = DEFAULT_FOLDER, *, durable: bool = True) -> Iterator[Urls]:
    """Both servers, started here and stopped at the end, or joined where they run."""
    services = Services(folder, durable=durable)
    try:
        urls = services.start()
    except AlreadyRunningError as busy:
        if busy.urls is None:
            raise
        yield busy.urls
        return
    try:
        yield urls
    finally:
        services.stop()
