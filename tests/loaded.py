"""Pages for tests on slow machines: they are loaded before they are used, and waits are long.

Playwright goes on when a navigation has begun: on a slow machine a key would be pressed before the
page's scripts listen, and a table read before its rows have come.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.patience import PATIENCE_S

#: What is done with an element, and what is read of it.
ACTS_AND_LOOKS = (
    "all", "all_inner_texts", "all_text_contents", "bounding_box", "check", "click", "count",
    "dblclick", "dispatch_event", "drag_to", "evaluate", "evaluate_all", "fill", "focus",
    "get_attribute", "hover", "inner_html", "inner_text", "input_value", "is_checked",
    "is_disabled", "is_enabled", "is_hidden", "is_visible", "press", "press_sequentially",
    "select_option", "set_input_files", "tap", "text_content", "uncheck",
)  # fmt: skip


def wait_for_loaded_pages() -> None:
    """Let every act and every look of this process wait until its page has loaded."""
    for name in ACTS_AND_LOOKS:
        setattr(Locator, name, _loaded(getattr(Locator, name)))
    for name in ("content", "evaluate", "pdf", "screenshot"):
        setattr(Page, name, _loaded(getattr(Page, name)))
    keyboard: Any = Page.keyboard
    setattr(Page, "keyboard", property(_loaded(keyboard.fget)))  # noqa: B010 - it is read-only


def wait_patiently() -> None:
    """Let every wait of Playwright in this process end at the suite's one limit."""
    expect.set_options(timeout=PATIENCE_S * 1000)
    for name in ("new_context", "new_page"):
        setattr(Browser, name, _patient(getattr(Browser, name)))


def _patient[T: (Page, BrowserContext)](create: Callable[..., T]) -> Callable[..., T]:
    @wraps(create)
    def create_patiently(*args: Any, **kwargs: Any) -> T:
        created = create(*args, **kwargs)
        created.set_default_timeout(PATIENCE_S * 1000)
        return created

    return create_patiently


def _loaded(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def on_a_loaded_page(shown: Page | Locator, *args: Any, **kwargs: Any) -> Any:
        page = shown if isinstance(shown, Page) else shown.page
        page.wait_for_load_state()
        return method(shown, *args, **kwargs)

    return on_a_loaded_page
