"""Heavy files run first, and servers stop where no test of a file needs them."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import order

HEAVY, LIGHT, SERVED = (
    order.ROOT / "tests" / name for name in ("heavy.py", "light.py", "served.py")
)


@pytest.fixture(autouse=True)
def weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(order, "read_weights", lambda: {"tests/heavy.py": 9.0})
    monkeypatch.setattr(order, "_served_files", set())
    monkeypatch.setattr(order, "_running", set())


def make_item(path: Path, *fixtures: str) -> Any:
    return SimpleNamespace(path=path, fixturenames=fixtures)


def test_served_files_come_first_then_heavy_ones() -> None:
    items = [make_item(LIGHT), make_item(HEAVY), make_item(SERVED), make_item(SERVED, "web")]
    paths = [item.path for item in order.sort_by_weight(items)]
    assert paths == [SERVED, SERVED, HEAVY, LIGHT]


def test_servers_stop_before_the_first_file_without_them() -> None:
    unserved, served = make_item(SERVED), make_item(SERVED, "web")
    order.sort_by_weight([unserved, served])
    stopped: list[str] = []
    order.keep_server(lambda: stopped.append("web"))
    order.stop_servers(before=unserved)
    assert stopped == []
    order.stop_servers(before=make_item(LIGHT))
    order.stop_servers(before=make_item(LIGHT))
    assert stopped == ["web"]


def test_files_with_a_weight_exist() -> None:
    lines = order.WEIGHTS.read_text().splitlines()
    assert [line for line in lines if not (order.ROOT / line.split("\t")[0]).is_file()] == []
