"""Heavy files run first, and servers stop before a file whose tests do not ask for them."""

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
    monkeypatch.setattr(order, "_servers_of", {})
    monkeypatch.setattr(order, "_running", {})


def make_item(path: Path, *fixtures: str) -> Any:
    return SimpleNamespace(path=path, fixturenames=fixtures)


def test_served_files_come_first_then_heavy_ones() -> None:
    items = [make_item(LIGHT), make_item(HEAVY), make_item(SERVED), make_item(SERVED, "web")]
    paths = [item.path for item in order.sort_by_weight(items)]
    assert paths == [SERVED, SERVED, HEAVY, LIGHT]


def test_files_with_the_same_servers_follow_each_other() -> None:
    items = [make_item(SERVED, "web"), make_item(HEAVY, "webs"), make_item(LIGHT, "live_stack")]
    paths = [item.path for item in order.sort_by_weight(items)]
    assert paths == [LIGHT, HEAVY, SERVED]


def test_servers_stop_before_a_file_that_asks_for_others() -> None:
    stack, webs = make_item(HEAVY, "live_stack"), make_item(SERVED, "webs")
    order.sort_by_weight([stack, webs])
    stopped: list[str] = []
    order.register_server("live_stack", lambda: stopped.append("stack"))
    order.stop_servers(before=stack)
    assert stopped == []
    order.register_server("webs", lambda: stopped.append("web"))
    order.stop_servers(before=webs)
    assert stopped == ["stack"]


def test_servers_stop_before_the_first_file_without_them() -> None:
    unserved, served = make_item(SERVED), make_item(SERVED, "web")
    order.sort_by_weight([unserved, served])
    stopped: list[str] = []
    order.register_server("web", lambda: stopped.append("web"))
    order.stop_servers(before=unserved)
    assert stopped == []
    order.stop_servers(before=make_item(LIGHT))
    order.stop_servers(before=make_item(LIGHT))
    assert stopped == ["web"]


def test_files_with_a_weight_exist() -> None:
    lines = order.WEIGHTS.read_text().splitlines()
    assert [line for line in lines if not (order.ROOT / line.split("\t")[0]).is_file()] == []
