"""Leaves out the tests that need a browser or a server: ``pytest -p tests.quick.plugin``."""

import pytest

from tests.quick.rules import EXCLUDED_FIXTURES


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    slow = [item for item in items if EXCLUDED_FIXTURES & set(getattr(item, "fixturenames", ()))]
    if slow:
        items[:] = [item for item in items if item not in slow]
        config.hook.pytest_deselected(items=slow)
