"""A browser context that several tests share: what pages are made of is fetched once."""

from playwright.sync_api import BrowserContext


def forget(context: BrowserContext, url: str) -> None:
    """Close its pages; nothing stays that they stored for ``url``, nor a cookie of anybody."""
    first, *others = context.pages or [context.new_page()]
    for page in others:
        page.close()
    first.goto("about:blank")
    stored = {"origin": url, "storageTypes": "all"}
    context.new_cdp_session(first).send("Storage.clearDataForOrigin", stored)
    first.close()
    context.clear_cookies()
