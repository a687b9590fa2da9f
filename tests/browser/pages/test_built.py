"""Pages as an installation gives them, files joined and named by their content: what a first visit
weighs, and what the service worker keeps, shows and forgets."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.http import HttpResponse
from playwright.sync_api import Page, expect

from benchmarks.web.visits import visit
from config.assets import shell
from tests.browser.axe import list_violations_in_both_themes
from tests.browser.pages.tables import expect_saved, find_table_link, write
from tests.stack import LiveStack

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

    from tests.room import Room

MAX_REQUESTS, MAX_BYTES = 12, 120_000
RELOAD_REQUESTS, RELOAD_BYTES = 3, 15_000
PREFIX = "duplicata-shell:"
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const requests = await (await caches.open(name)).keys();
    found[name] = requests.map((request) => new URL(request.url).pathname);
  }
  return found;
}"""
WORKERS = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"
READY = "navigator.serviceWorker.ready.then(() => true)"


@pytest.fixture(scope="module")
def installed(
    django_db_setup: None, collected: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[LiveStack, Path]]:
    """With files of its own, for another version of them is made."""
    folder = tmp_path_factory.mktemp("built")
    stack = LiveStack(database=connection.settings_dict["NAME"], logs=folder)
    root = folder / "static"
    shutil.copytree(collected, root)
    stack.environment |= {"STATIC_MANIFEST": "1", "STATIC_ROOT": str(root)}
    yield stack, root
    stack.stop()


@pytest.fixture
def built(installed: tuple[LiveStack, Path], transactional_db: None) -> LiveStack:
    """A web server alone, with collected files and without its worker."""
    stack, _ = installed
    if not stack.runs("web"):
        stack.start_web()
    return stack


@pytest.fixture
def playing(room: "Room", built: LiveStack) -> str:
    """The address of a table at which a turn is being played."""
    from tournament.services.play import turns

    turn = turns.draw_turn(game=room.game(time_s=300), **room.get_author_and_time())
    assert turn is not None
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    turns.open_turn(turn=turn, **room.get_author_and_time())
    return built.url + find_table_link(room, 0)


def test_a_first_visit_is_light_and_reloading_requests_one_page(playing: str, page: Page) -> None:
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    page.on("pageerror", lambda error: messages.append(str(error)))
    first = visit(page, playing, "body[data-stage=open]")
    again = visit(page, playing, "body[data-stage=open]")

    assert first.count <= MAX_REQUESTS, first.requests
    assert first.bytes <= MAX_BYTES, first.requests
    assert again.count <= RELOAD_REQUESTS, again.requests
    assert again.bytes <= RELOAD_BYTES, again.requests
    assert messages == []


def test_what_an_installed_duplicata_opens_is_there(built: LiveStack, page: Page) -> None:
    page.goto(built.url)
    address = page.locator("link[rel=manifest]").get_attribute("href")
    answer = page.request.get(f"{built.url}{address}")
    described: dict[str, Any] = answer.json()
    assert answer.headers["content-type"] == "application/manifest+json"
    assert described["start_url"] == "/table/"
    for icon in described["icons"]:
        size = page.evaluate(
            """(src) => new Promise((done) => {
              const image = new Image();
              image.onload = () => done(`${image.naturalWidth}x${image.naturalHeight}`);
              image.src = src;
            })""",
            icon["src"],
        )
        assert size == icon["sizes"]


def test_the_shell_through_an_outage_and_the_next_version(
    playing: str, page: Page, built: LiveStack, installed: tuple[LiveStack, Path]
) -> None:
    page.goto(playing)
    assert page.evaluate(READY)
    ((name, paths),) = page.evaluate(KEPT).items()
    assert all(path.startswith("/static/") for path in paths)
    reload_in_an_outage(page, built)
    return_with_another_version(page, built, installed[1] / "staticfiles.json")
    assert name != f"{PREFIX}another"


def reload_in_an_outage(page: Page, built: LiveStack) -> None:
    """The bulletins that are not sent are shown."""
    write(page, "AVANT", "H8", "5")
    expect_saved(page)
    built.kill_web()
    expect(page.locator("#link")).to_contain_text("Hors ligne")
    write(page, "PENDANT", "H8", "7")
    expect(page.locator("#save-status")).to_contain_text("la feuille est gardée sur cette tablette")

    page.reload()

    expect(page.get_by_role("heading", level=1)).to_have_text("Pas de réseau")
    expect(page.locator("#unsent-list li")).to_have_text("PENDANT H8 7")
    expect(page.locator("#no-unsent")).to_be_hidden()
    assert list_violations_in_both_themes(page) == []


def return_with_another_version(page: Page, built: LiveStack, manifest: Path) -> None:
    """The table is sent by itself, and files of the earlier version go."""
    from tournament.models import Bulletin

    assert Bulletin.objects.get().rows == ["AVANT"]
    described = json.loads(manifest.read_text())
    manifest.write_text(json.dumps(described | {"hash": "another"}))
    built.start_web()
    expect_saved(page)
    expect(page.locator("#save-status")).to_contain_text("PENDANT")
    assert Bulletin.objects.get().rows == ["PENDANT"]
    page.wait_for_function(f"caches.keys().then((all) => all.join() === '{PREFIX}another')")
    expect(page.locator("body")).to_have_attribute("data-stage", "open")


def answer_with_a_worker_that_stays(*_args: object, **_fields: object) -> HttpResponse:
    return HttpResponse("// no events", content_type=shell.SCRIPT_TYPE)


def test_a_disabled_service_worker_is_removed_from_browsers(
    live_server: "LiveServer", page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the pages, and by itself where it asks for its next version."""
    register = "navigator.serviceWorker.register('/shell.js').then(() => true)"
    page.goto(live_server.url)
    with monkeypatch.context() as enabled:
        enabled.setattr(shell, "render", answer_with_a_worker_that_stays)
        page.evaluate(register)
        assert page.evaluate(READY)
    page.evaluate(f"caches.open('{PREFIX}earlier').then(() => true)")
    assert page.evaluate(WORKERS) == 1
    page.reload()
    page.wait_for_function(f"{WORKERS}.then((number) => number === 0)")
    assert page.evaluate(KEPT) == {}

    page.evaluate(register)
    page.wait_for_function(f"{WORKERS}.then((number) => number === 0)")
