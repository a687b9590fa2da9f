"""Without scripts, a page that needs them says what to do; the others just work."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Browser, expect

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

    from tests.room import Room

TEMPLATES = Path(__file__).resolve().parents[3] / "templates"
SCRIPT = re.compile(r"<script type=\"module\" src=\"\{% static 'js/([^']+)\.js' %\}\"")
EXTENDS = re.compile(r"\{% extends \"([^\"]+)\" %\}")
#: What a page is only more comfortable with.
COMFORT = {
    "frame", "form_pages", "components/sortable", "components/print", "components/ticked",
    "components/row_filter", "components/page_keys",
    "components/outage", "organiser/upload", "organiser/busy",
    "public/page", "public/game", "public/grids", "public/ranking_parts",
    "public/updated_page", "public/updated_clocks", "topping/public",  # they follow what happens
    "classic/public",
}  # fmt: skip


def lineage(template: Path) -> str:
    """The text of a template and of those that it extends."""
    text = template.read_text()
    above = EXTENDS.search(text)
    return text + lineage(TEMPLATES / above[1]) if above else text


def test_every_page_that_needs_scripts_says_so_without() -> None:
    silent = []
    for template in TEMPLATES.rglob("*.html"):
        text = lineage(template)
        if "<body" not in text or "components/noscript.html" in text:
            continue
        if needed := set(SCRIPT.findall(text)) - COMFORT:
            silent.append(f"{template.relative_to(TEMPLATES)}: {sorted(needed)}")
    assert silent == []


def test_a_table_without_scripts_says_what_to_do(
    room: "Room", live_server: "LiveServer", browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{live_server.url}/t/{room.entries[0].table.key}/")
    expect(page.locator("noscript .alert")).to_contain_text("autorisez JavaScript pour ce site")
    expect(page.locator("noscript .alert")).to_contain_text("jouer sur un bulletin en papier")
    expect(page.locator("noscript .alert")).to_be_in_viewport()

    page.goto(f"{live_server.url}/{room.tournament.slug}/ranking/")
    expect(page.locator("noscript")).to_have_count(0)
    context.close()
