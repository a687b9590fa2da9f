"""Reports of a disk that is full, and of a disk with free space again."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

FULL_BYTES = 16 * 1024**2  # PostgreSQL asks for that much at a time
ENOUGH_BYTES = 2 * FULL_BYTES  # hysteresis: no report at each small change


class DiskWatch:
    """The disks of some folders; ``report`` is called once per disk and change."""

    def __init__(self, folders: Sequence[Path], report: Callable[[str], None]) -> None:
        self._folders = folders
        self._report = report
        self._full_disks: dict[int, Path] = {}  # by the number of the disk

    def has_free_space(self) -> bool:
        """Return False while a disk is full; cheap enough for every iteration of a loop."""
        for folder in self._folders:
            try:
                disk, free_bytes = os.stat(folder).st_dev, _count_free_bytes(folder)
            except OSError:  # not made yet
                continue
            if disk not in self._full_disks and free_bytes < FULL_BYTES:
                self._full_disks[disk] = folder
                self._report(
                    f"Plus de place sur le disque du dossier {folder} "
                    f"({free_bytes // 1024**2} Mo). Libérez-en : Duplicata continue de lui-même."
                )
            elif self._full_disks.get(disk) == folder and free_bytes >= ENOUGH_BYTES:
                del self._full_disks[disk]
                self._report(f"De nouveau de la place sur le disque du dossier {folder}.")
        return not self._full_disks


def _count_free_bytes(folder: Path) -> int:
    """Return the bytes that an ordinary user may still write; 0 if no inode is left."""
    stats = os.statvfs(folder)
    if stats.f_files and not stats.f_favail:
        return 0
    return stats.f_bavail * stats.f_frsize
