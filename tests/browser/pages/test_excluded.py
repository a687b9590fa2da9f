"""A player's tablet after the director's exclusion (classic 9.3): the reason, and no letters."""

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.pages.match_room import begin, open_match
from tests.browser.pages.tables import Open, find_table_link

if TYPE_CHECKING:
    from tests.room import Room


def test_an_excluded_tablet_says_why_and_hides_the_letters(
    live_room: "Room", open_page: Open
) -> None:
    from tournament.classic.core.commands import Command
    from tournament.classic.core.sides import Actor
    from tournament.classic.services.play import SenderFields, run_command

    game = open_match(live_room)
    pages = [open_page(find_table_link(live_room, at)) for at in (0, 1)]
    begin(game, pages)
    run_command(
        game_id=game.pk, command=Command.SANCTION, actor=Actor.DIRECTOR,
        data={"side": "X", "sanction": "exclusion"}, sender_fields=SenderFields(reason="insultes"),
        **live_room.get_author_and_time(),
    )  # fmt: skip
    excluded, other = pages
    alert = excluded.get_by_role("alert").filter(has_text="vous a exclu du tournoi")
    expect(alert).to_contain_text("insultes")
    expect(excluded.locator("#rack")).to_have_count(0)
    expect(other.locator("#match-part")).to_contain_text("exclusion du tournoi. Motif")
