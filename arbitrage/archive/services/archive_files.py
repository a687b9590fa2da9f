"""Archives as files of a folder: whole or not at all, and only the last ones."""

import contextlib
import os
import re
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from arbitrage.archive.core.manifest import SUFFIX

#: How the name of a file begins until it is whole; a process that is killed leaves it there.
UNFINISHED = ".unfinished-"
#: Behind the address of a tournament, as the database allows it; older names have no Z.
_OURS = re.compile(rf"[\w-]+-\d{{8}}-\d{{6}}Z?{re.escape(SUFFIX)}", re.ASCII)


def name_of(slug: str, made_at: datetime) -> str:
    """What the archive of a tournament is called. In universal time: names sort as they were made
    in the hour that comes twice, too."""
    return f"{slug}-{made_at.astimezone(UTC):%Y%m%d-%H%M%SZ}{SUFFIX}"


def put(path: Path, content: bytes) -> None:
    """Write ``content`` to ``path`` in one step: who pulls the plug finds the file before it, or
    this one. Raises OSError, and leaves nothing behind then."""
    handle, temporary = tempfile.mkstemp(prefix=UNFINISHED, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
        _remember(path.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise


def _remember(folder: Path) -> None:
    """That the file has this name is on the disk, too, where a folder can be told so."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def keep_last(folder: Path, count: int, written: str = "") -> None:
    """Delete what is older than the last ``count`` archives, and what was never finished.

    ``written``: the name of the one that was just made. What claims to be from later is from a
    clock that went wrong: it counts as the oldest.
    """
    paths = [path for path in folder.iterdir() if _OURS.fullmatch(path.name)]
    ours = sorted(paths, key=lambda path: (path.name <= written, path.name))
    unfinished = folder.glob(f"{UNFINISHED}*")
    for path in (*ours[: max(0, len(ours) - count)], *unfinished):
        with contextlib.suppress(OSError):
            path.unlink()
