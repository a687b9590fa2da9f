"""Browsers of the office on the real stack; what they build is in ``tests.browser.office.desks``,
imported once Django is set up."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.contexts import forget

if TYPE_CHECKING:
    from tests.browser.office.desks import OfficePage
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
def context(laptop: BrowserContext, live_stack: "LiveStack") -> Iterator[BrowserContext]:
    """The same for every test, with nothing in it that another test left."""
    yield laptop
    forget(laptop, live_stack.url)


@pytest.fixture(scope="session")
def other_laptop(
    browser: Browser, browser_context_args: dict[str, Any]
) -> Iterator[BrowserContext]:
    """The browser context of whoever else works or plays, with cookies of its own."""
    context = browser.new_context(**browser_context_args)
    yield context
    context.close()


@pytest.fixture
def other_device(other_laptop: BrowserContext, live_stack: "LiveStack") -> Iterator[Page]:
    """A page of another device than the office's, signed in by nobody."""
    yield other_laptop.new_page()
    forget(other_laptop, live_stack.url)


@pytest.fixture
def office(live_stack: "LiveStack", page: Page) -> "Iterator[OfficePage]":
    """A tournament, and a page signed in with every role; the page's own errors fail the test."""
    from tests.browser.office.desks import OfficePage

    office = OfficePage(live_stack, page)
    yield office
    errors = [*office.errors]  # what is under way when the page is left is broken off
    office.leave()
    assert errors == []
