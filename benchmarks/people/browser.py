"""A real browser without windows, for what only a browser does."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

PROGRAMS = ("chromium-headless-shell", "chromium")
OPTIONS = ("--no-sandbox", "--disable-gpu", "--disable-sync")


@contextmanager
def open_browser() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, PROGRAMS)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=OPTIONS)
        yield browser
        browser.close()
