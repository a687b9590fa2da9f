"""A folder locked by one process; the kernel releases the lock when that process ends."""

import fcntl
import os
from pathlib import Path


class FolderLockedError(RuntimeError):
    """Another running process has locked the folder."""


class FolderLock:
    """An advisory lock on ``folder``, created if need be; not inherited by children."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._handle: int | None = None

    @property
    def is_locked(self) -> bool:
        """Return True if this process has locked it."""
        return self._handle is not None

    def acquire(self) -> None:
        """Lock without waiting. Raise FolderLockedError if another process has the lock."""
        self.folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            raise FolderLockedError(f"{self.folder} est tenu par un autre programme.") from None
        self._handle = handle

    def release(self) -> None:
        """Unlock; do nothing if not locked."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
