"""Slow browsers: a test that does not wait for what it reads fails here.

``pytest -p tests.slow --slow-browser 300,40,4 tests/browser tests/e2e``: every answer comes 300 ms
later and at 40 kB per second, and every page has a quarter of the processor.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--slow-browser",
        default="300,40,4",
        metavar="MS,KB,RATE",
        help="latency, kilobytes per second, how many times slower the processor",
    )


@pytest.fixture(scope="session", autouse=True)
def slow_browser(pytestconfig: pytest.Config) -> None:
    """Slow every page down."""
    latency, speed, rate = map(int, pytestconfig.getoption("--slow-browser").split(","))

    def slow_down[**P](new_page: Callable[P, Page]) -> Callable[P, Page]:
        def create(*args: P.args, **kwargs: P.kwargs) -> Page:
            page = new_page(*args, **kwargs)
            session = page.context.new_cdp_session(page)
            network = {
                "latency": latency,
                "downloadThroughput": speed * 1000,
                "uploadThroughput": speed * 1000,
            }
            session.send("Network.enable")
            session.send("Network.emulateNetworkConditions", {"offline": False, **network})
            session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
            return page

        return create

    owner: Any
    for owner in (Browser, BrowserContext):
        owner.new_page = slow_down(owner.new_page)
