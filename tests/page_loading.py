"""Playwright for slow machines: pages are loaded before they are used, and timeouts are long.

Playwright goes on when a navigation has begun: on a slow machine a key would be pressed before the
page's scripts listen, and a table read before its rows have come. A new size of the window is
waited for too: scripts learn of it with the next frame.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.waiting import TIMEOUT_S

#: A ResizeObserver reports after the media queries of the same frame, also while a test stops time.
WAIT_FOR_FRAME = (
    "() => new Promise((done) => new ResizeObserver(done).observe(document.documentElement))"
)
#: Methods of locators that act on an element or read it.
METHODS = (
    "all", "all_inner_texts", "all_text_contents", "bounding_box", "check", "click", "count",
    "dblclick", "dispatch_event", "drag_to", "evaluate", "evaluate_all", "fill", "focus",
    "get_attribute", "hover", "inner_html", "inner_text", "input_value", "is_checked",
    "is_disabled", "is_enabled", "is_hidden", "is_visible", "press", "press_sequentially",
    "select_option", "set_input_files", "tap", "text_content", "uncheck",
)  # fmt: skip


def wait_for_loaded_pages() -> None:
    """Make every action and every read of this process wait until the page has loaded."""
    for name in METHODS:
        setattr(Locator, name, _wait_for_load(getattr(Locator, name)))
    for name in ("content", "evaluate", "pdf", "screenshot"):
        setattr(Page, name, _wait_for_load(getattr(Page, name)))
    for name in ("set_viewport_size",):
        setattr(Page, name, _wait_for_frame(getattr(Page, name)))
    keyboard: Any = Page.keyboard
    setattr(Page, "keyboard", property(_wait_for_load(keyboard.fget)))  # noqa: B010 - it is read-only


def lengthen_timeouts() -> None:
    """Give every wait of Playwright in this process the suite's timeout."""
    expect.set_options(timeout=TIMEOUT_S * 1000)
    for name in ("new_context", "new_page"):
        setattr(Browser, name, _lengthen_timeout(getattr(Browser, name)))


def _lengthen_timeout[T: (Page, BrowserContext)](create: Callable[..., T]) -> Callable[..., T]:
    @wraps(create)
    def create_with_timeout(*args: Any, **kwargs: Any) -> T:
        created = create(*args, **kwargs)
        created.set_default_timeout(TIMEOUT_S * 1000)
        return created

    return create_with_timeout


def _wait_for_load(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def call_after_load(target: Page | Locator, *args: Any, **kwargs: Any) -> Any:
        page = target if isinstance(target, Page) else target.page
        page.wait_for_load_state()
        return method(target, *args, **kwargs)

    return call_after_load


def _wait_for_frame(resize: Callable[..., None]) -> Callable[..., None]:
    @wraps(resize)
    def resize_and_wait(page: Page, *args: Any, **kwargs: Any) -> None:
        resize(page, *args, **kwargs)
        page.evaluate(WAIT_FOR_FRAME)

    return resize_and_wait
