"""Fixtures of the tests of the supervisor."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from config.supervision.supervisor import Supervisor


@pytest.fixture
def reported() -> list[str]:
    return []


@pytest.fixture
def supervisor(tmp_path: Path, reported: list[str]) -> Iterator[Supervisor]:
    supervisor = Supervisor(record=tmp_path / "programs.json", report=reported.append)
    yield supervisor
    supervisor.stop()
