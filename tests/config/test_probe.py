"""The questions of the container runtime that need no server."""

import os
from pathlib import Path

import pytest

from config import backup, probe


def test_backups_are_ready_for_three_intervals(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BACKUP_DIR", str(tmp_path))
    monkeypatch.setenv("BACKUP_MINUTES", "5")
    mark = tmp_path / probe.BACKUP_TIME_FILE
    monkeypatch.setattr("time.time", lambda: 10_000.0)
    assert probe.main(["backup"]) == 1, "nothing was backed up yet"
    backup.record_backup_time(tmp_path)
    os.utime(mark, (9_200, 9_200))
    assert probe.main(["backup"]) == 0
    os.utime(mark, (9_000, 9_000))
    assert probe.main(["backup"]) == 1
    monkeypatch.delenv("BACKUP_DIR")
    assert probe.main(["backup"]) == 1
