"""A word taken back, as tables and the public screen see it: the turn is before its reveal again,
though another had been announced, and each table is at its own bulletin of it."""

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.pages.tables import Open, draw, find_table_link
from tests.browser.pages.test_real_table import play_to_the_reveal

if TYPE_CHECKING:
    from tests.room import Room
    from tournament.models import Turn


def test_every_screen_returns_before_the_reveal_and_shows_the_next(
    live_room: "Room", open_page: Open
) -> None:
    from tournament.models import Turn
    from tournament.queries.results.tops import load_choice
    from tournament.services.play import turns
    from tournament.services.play.top_withdrawal import take_back_word

    first = play_to_the_reveal(live_room)
    wrong = first.word
    following = draw(live_room, first.game, "BCDFGAE"[: 7 - len(_read_kept(first))])
    turns.announce_turn(turn=following, **live_room.get_author_and_time())
    player = open_page(find_table_link(live_room, 1))
    public = open_page(f"/{live_room.tournament.slug}/live/")
    expect(player.locator("#turn-name")).to_have_text("Coup 2")
    expect(public.locator("body")).to_have_attribute("data-stage", "announced")
    expect(player.locator("#road th")).to_have_count(1)

    first = Turn.objects.select_related("game__tournament").get(pk=first.pk)
    take_back_word(turn=first, reason="placement", **live_room.get_author_and_time())
    expect(player.locator("#turn-name")).to_have_text("Coup 1")
    expect(public.locator("body")).to_have_attribute("data-stage", "over")
    expect(public.locator("#top")).to_contain_text("Le top va être annoncé.")
    expect(public.locator("#board .square.tile")).to_have_count(0)
    expect(player.locator("#road th")).to_have_count(0)
    expect(player.locator("#total")).to_have_text("0")
    expect(player.locator("#locked-note")).to_have_text("Terminé. Bulletin remis.")

    other = next(move for move in load_choice(first).allowed_tops if move.word != wrong)
    turns.reveal_turn(
        turn=first, word=other.word, ref=str(other.place), **live_room.get_author_and_time()
    )
    expect(player.locator("#result-top")).to_contain_text(other.word.upper())
    expect(public.locator("#top")).to_contain_text(other.word.upper())
    expect(player.locator("#road th")).to_have_count(1)


def _read_kept(turn: "Turn") -> str:
    from tournament.queries.position import load_position

    return load_position(turn.game).remainder.kept
