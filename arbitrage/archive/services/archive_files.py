"""Archives as files of a folder: written completely or not at all, and rotated."""

import contextlib
import os
import tempfile
from pathlib import Path

from django.utils.timezone import get_default_timezone

from arbitrage.archive.core.file_names import parse_time

#: Prefix of a file that is being written; a process that is killed leaves one behind.
UNFINISHED_PREFIX = ".unfinished-"


def write_atomically(path: Path, content: bytes) -> None:
    """Write ``content`` to ``path`` in one step: after a power cut either the previous file or the
    new one is there. Raise OSError, and leaves no file behind then."""
    handle, temporary = tempfile.mkstemp(prefix=UNFINISHED_PREFIX, dir=path.parent)
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


def delete_older(folder: Path, count: int, written_name: str = "") -> None:
    """Delete all but the last ``count`` archives, and files that were never finished.

    ``written_name``: the name of the archive written last. Names with a later time come from a
    wrong clock and count as the oldest.
    """
    zone = get_default_timezone()
    times = {path: time for path in folder.iterdir() if (time := parse_time(path.name, zone))}
    last = parse_time(written_name, zone)
    archives = sorted(times, key=lambda path: (last is None or times[path] <= last, times[path]))
    unfinished = folder.glob(f"{UNFINISHED_PREFIX}*")
    for path in (*archives[: max(0, len(archives) - count)], *unfinished):
        with contextlib.suppress(OSError):
            path.unlink()
