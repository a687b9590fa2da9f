"""Two players change places between two games, on the real stack: what their devices show, and
that what was handed in before is still theirs."""

from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect

from tests.browser.pages.tables import Open, draw, expect_saved, find_table_link, write
from tests.browser.pages.test_real_table import play_to_the_reveal

if TYPE_CHECKING:
    from tests.room import Room
    from tournament.models import Game, Turn


def swap_after_a_game(room: "Room") -> "Turn":
    """The first turn of the game that is over; then tables 2 and 5 change players."""
    from tournament.services.people.seating import swap_entries
    from tournament.services.play.games import finish_game

    turn = play_to_the_reveal(room)
    finish_game(
        game=turn.game,
        reason="judge_decision",
        open_bulletins_stay=True,
        **room.get_author_and_time(),
    )
    swap_entries(first=room.entries[1], second=room.entries[4], **room.get_author_and_time())
    return turn


def play_on(room: "Room", game: "Game", device: Page) -> "Turn":
    """The next game opens; what is written on the device is kept."""
    from tournament.services.play import games, turns

    games.start_game(game=game, **room.get_author_and_time())
    expect(device.locator("#notice")).to_contain_text("La partie va commencer")
    turn = draw(room, game)
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    turns.open_turn(turn=turn, **room.get_author_and_time())
    write(device, "SUITE", "H8", "12")
    expect_saved(device)
    return turn


def test_a_reseated_player_sees_it_and_keeps_the_bulletin(
    live_room: "Room", open_page: Open
) -> None:
    from tournament.models import Bulletin, Seat
    from tournament.services.play import games

    mover, other = live_room.entries[1], live_room.entries[4]
    phone, tablet = (
        open_page(find_table_link(live_room, 1)),
        open_page(find_table_link(live_room, 4)),
    )
    for device in (phone, tablet):
        expect(device.locator("#link")).to_have_attribute("data-status", "live")
    turn = swap_after_a_game(live_room)
    for entry in (mover, other):
        entry.refresh_from_db()

    phone.get_by_role("dialog", name="Les tables ont changé").get_by_role("button").click()
    expect(phone.get_by_text("votre place est maintenant la table 5")).to_be_visible()
    phone.get_by_role("link", name="Entrer à la table 5").click()
    phone.get_by_label("Code").fill(mover.table.code)
    phone.get_by_role("button", name="Entrer").click()
    expect(phone.locator(".bar-title")).to_contain_text("Belgique")
    expect(phone.locator("#road")).to_contain_text(turn.word.upper())

    # the tablet stays on table 5, where the player of the phone sits now: its own player has left
    tablet.get_by_role("button", name="Voir où je joue").click()
    expect(tablet.get_by_role("button", name="Je suis Belgique : jouer ici")).to_be_enabled()
    expect(tablet.get_by_text("votre place est maintenant la table 2")).to_be_visible()

    following = games.create_game(
        tournament=live_room.tournament, **live_room.get_author_and_time()
    )
    games.prepare_game(game=following, **live_room.get_author_and_time())
    next_turn = play_on(live_room, following, phone)

    bulletins = {b.turn: b for b in Bulletin.objects.filter(entry=mover).select_related("turn")}
    assert [
        (bulletins[ordinal].rows, bulletins[ordinal].score) for ordinal in (turn, next_turn)
    ] == [
        (["RATINES"], "70"),
        (["SUITE"], "12"),
    ]
    seats = Seat.objects.filter(entry=mover).order_by("game__number")
    assert [seat.table.number for seat in seats] == [2, 5]
    assert not Bulletin.objects.filter(turn=next_turn, entry=other).exists()
