"""Says when a disk has no room left, and when it has some again."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

FULL_BYTES = 16 * 1024**2  # PostgreSQL asks for that much at a time
ENOUGH_BYTES = 2 * FULL_BYTES  # so that a disk on the edge is not told again and again


class DiskWatch:
    """The disks of some folders; ``say`` is called once per disk and change."""

    def __init__(self, folders: Sequence[Path], say: Callable[[str], None]) -> None:
        self._folders = folders
        self._say = say
        self._full: dict[int, Path] = {}  # by the number of the disk

    def check(self) -> None:
        """Look at all of them; cheap enough for every turn of a loop."""
        for folder in self._folders:
            try:
                disk, free = os.stat(folder).st_dev, _free_bytes(folder)
            except OSError:  # not made yet
                continue
            if disk not in self._full and free < FULL_BYTES:
                self._full[disk] = folder
                self._say(
                    f"Plus de place sur le disque du dossier {folder} "
                    f"({free // 1024**2} Mo). Libérez-en : Duplicata continue de lui-même."
                )
            elif self._full.get(disk) == folder and free >= ENOUGH_BYTES:
                del self._full[disk]
                self._say(f"De nouveau de la place sur le disque du dossier {folder}.")


def _free_bytes(folder: Path) -> int:
    """What an ordinary user may still write; nothing where no file can be made any more."""
    found = os.statvfs(folder)
    if found.f_files and not found.f_favail:
        return 0
    return found.f_bavail * found.f_frsize
