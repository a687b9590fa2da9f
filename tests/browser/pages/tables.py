"""Real tables for the pages: devices that open their link, and what players write."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect

from tests.waiting import wait_for

if TYPE_CHECKING:
    from tests.room import Room
    from tournament.models import Game, Turn

type Open = Callable[[str], Page]
type Visit = Callable[[str], Page]


def draw(room: "Room", game: "Game", letters: str | None = None) -> "Turn":
    """Draw letters and wait for the worker's solutions."""
    from tournament.services.play import turns

    turn = turns.draw_turn(game=game, letters=letters, **room.get_author_and_time())
    assert turn is not None
    solved = type(turn).objects.filter(pk=turn.pk).exclude(solved_at=None)
    wait_for(solved.exists)
    turn.refresh_from_db()
    return turn


def find_table_link(room: "Room", index: int) -> str:
    return f"/t/{room.entries[index].table.key}/"


def write(page: Page, word: str, place: str, score: str) -> None:
    page.get_by_label("Mot", exact=True).fill(word)
    page.get_by_label("Référence", exact=True).fill(place)
    page.get_by_label("Score").fill(score)


def expect_saved(page: Page) -> None:
    expect(page.locator("#save-status")).to_have_attribute("data-kind", "saved")
