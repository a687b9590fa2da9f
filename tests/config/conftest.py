"""Fixtures of the tests of the supervisor."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from config.supervisor import Supervisor


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def supervisor(tmp_path: Path, said: list[str]) -> Iterator[Supervisor]:
    made = Supervisor(record=tmp_path / "programs.json", report=said.append)
    yield made
    made.stop()
