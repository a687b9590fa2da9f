"""Browsers of the office on the real stack; what they build is in ``tests.browser.office.desks``,
imported once Django is set up."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

if TYPE_CHECKING:
    from tests.browser.office.desks import Office
    from tests.stack import LiveStack


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    laptop = {"viewport": {"width": 1024, "height": 768}, "reduced_motion": "reduce"}
    return browser_context_args | laptop


@pytest.fixture(scope="session")
def laptop(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[BrowserContext]:
    """The browser context of all tests of the office: static files are fetched once."""
    context = browser.new_context(**browser_context_args)
    yield context
    context.close()


@pytest.fixture
def context(laptop: BrowserContext) -> Iterator[BrowserContext]:
    """The same for every test, without a page and without a cookie."""
    yield laptop
    for page in laptop.pages:
        page.close()
    laptop.clear_cookies()


@pytest.fixture
def page(context: BrowserContext, live_stack: "LiveStack") -> Iterator[Page]:
    """A new page; what it and others stored in the browser is removed after the test."""
    page = context.new_page()
    yield page
    for other in context.pages:
        if other is not page:
            other.close()
    page.goto("about:blank")
    stored = {"origin": live_stack.url, "storageTypes": "all"}
    context.new_cdp_session(page).send("Storage.clearDataForOrigin", stored)


@pytest.fixture
def office(live_stack: "LiveStack", page: Page) -> "Iterator[Office]":
    """A tournament, and a page signed in with every role; the page's own errors fail the test."""
    from tests.browser.office.desks import Office

    office = Office(live_stack, page)
    yield office
    errors = [*office.errors]  # what is under way when the page is left is broken off
    office.leave()
    assert errors == []
