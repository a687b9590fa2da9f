"""A folder that one living process holds; the kernel frees it when that process dies."""

import fcntl
import os
from pathlib import Path


class FolderHeldError(RuntimeError):
    """Another living process holds the folder."""


class FolderLock:
    """An advisory lock on ``folder``, created if need be; not inherited by children."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._handle: int | None = None

    @property
    def held(self) -> bool:
        """Whether we hold it."""
        return self._handle is not None

    def take(self) -> None:
        """Raises FolderHeldError at once when somebody else has it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            raise FolderHeldError(f"{self.folder} est tenu par un autre programme.") from None
        self._handle = handle

    def free(self) -> None:
        """Harmless when not held."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
