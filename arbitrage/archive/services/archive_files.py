"""Archives as files of a folder: written completely or not at all, and rotated."""

import contextlib
import os
import re
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from arbitrage.archive.core.manifest import SUFFIX

#: Prefix of a file that is being written; a process that is killed leaves one behind.
UNFINISHED = ".unfinished-"
#: Names of archives: slug and time of a tournament; names of older versions have no Z.
_ARCHIVE_NAME = re.compile(rf"[\w-]+-\d{{8}}-\d{{6}}Z?{re.escape(SUFFIX)}", re.ASCII)


def build_file_name(slug: str, made_at: datetime, *, shared: bool = False) -> str:
    """Return the name of an archive of the tournament. In UTC, so that names sort by time even in
    the hour that is repeated when summer time ends."""
    kind = "-partage" if shared else ""
    return f"{slug}{kind}-{made_at.astimezone(UTC):%Y%m%d-%H%M%SZ}{SUFFIX}"


def write_atomically(path: Path, content: bytes) -> None:
    """Write ``content`` to ``path`` in one step: after a power cut either the previous file or the
    new one is there. Raises OSError, and leaves no file behind then."""
    handle, temporary = tempfile.mkstemp(prefix=UNFINISHED, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
        _sync_folder(path.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise


def _sync_folder(folder: Path) -> None:
    """Write the entry of the folder to disk, on systems that can sync a folder."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def delete_older(folder: Path, count: int, written: str = "") -> None:
    """Delete all but the last ``count`` archives, and files that were never finished.

    ``written``: the name of the archive written last. Names with a later time come from a wrong
    clock and count as the oldest.
    """
    paths = [path for path in folder.iterdir() if _ARCHIVE_NAME.fullmatch(path.name)]
    archives = sorted(paths, key=lambda path: (path.name <= written, path.name))
    unfinished = folder.glob(f"{UNFINISHED}*")
    for path in (*archives[: max(0, len(archives) - count)], *unfinished):
        with contextlib.suppress(OSError):
            path.unlink()
