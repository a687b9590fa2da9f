"""What the browser tests share."""

import pytest


@pytest.fixture(scope="session")
def base_url() -> str | None:
    """Addresses are given whole.

    In place of the fixture of pytest-base-url, whose way of being defined pytest deprecates.
    """
    return None
