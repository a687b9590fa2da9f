"""A table and the public screen on the real stack: sockets, writer, clock, worker."""

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.stack import LiveStack
from tests.waiting import wait_for

if TYPE_CHECKING:
    from tests.room import Room
    from tournament.models import Turn


from tests.browser.pages.tables import Open, draw, expect_saved, find_table_link, write


def test_a_turn_from_the_letters_to_the_result(live_room: "Room", open_page: Open) -> None:
    from tournament.models import Bulletin
    from tournament.queries.results.tops import load_choice
    from tournament.services.play import turns

    game = live_room.game(time_s=60)
    player = open_page(find_table_link(live_room, 0))
    public = open_page(f"/{live_room.tournament.slug}/live/")
    expect(player.locator("#notice h2")).to_have_text("La partie va commencer")

    turn = draw(live_room, game)
    turns.announce_turn(turn=turn, **live_room.get_author_and_time())
    expect(player.locator("#rack [data-letter]")).to_have_count(7)
    expect(public.locator("#letters .tile.new")).to_have_count(7)
    expect(public.locator("#scores")).to_be_hidden()
    turns.open_turn(turn=turn, **live_room.get_author_and_time())
    expect(player.locator("body")).to_have_attribute("data-stage", "open")
    word = turn.solutions.moves[0][0].upper()
    write(player, word, "H8", "1")
    expect_saved(player)
    bulletin = Bulletin.objects.get(turn=turn)
    assert (bulletin.rows, bulletin.reference, bulletin.score) == ([word], "H8", "1")

    turns.stop_clock(turn=turn, **live_room.get_author_and_time())
    expect(player.locator("#locked-note")).to_have_text("Terminé. Bulletin remis.")
    expect(public.locator("#top")).to_contain_text("Terminé")
    wait_for(type(turn).objects.filter(pk=turn.pk, state="closed").exists)
    turn.refresh_from_db()
    top = load_choice(turn).proposed_top
    assert top is not None
    turns.reveal_turn(
        turn=turn, word=top.word, ref=str(top.place), **live_room.get_author_and_time()
    )

    expect(player.locator("#result-top")).to_contain_text(top.word.upper())
    expect(public.locator("#top")).to_contain_text(top.word.upper())
    expect(player.locator("#road th")).to_have_count(1)
    expect(player.locator("#result-own .move")).to_be_visible()
    strip = public.locator("#scores .score-strip")
    expect(strip).to_contain_text("Les scores du coup 1")
    expect(strip.locator(".bar").first).to_have_css("animation-name", "grow-bar")
    public.emulate_media(reduced_motion="reduce")
    expect(strip).to_be_visible()
    expect(strip.locator(".bar").first).to_have_css("animation-name", "none")


def play_to_the_reveal(live_room: "Room") -> "Turn":
    """A first turn with bulletins that the worker corrects."""
    from tests.bulletins import play_first_turn
    from tests.room import ring
    from tournament.queries.results.tops import load_choice
    from tournament.services.play.turns import reveal_turn

    turn = play_first_turn(live_room)
    ring(turn)
    wait_for(type(turn).objects.filter(pk=turn.pk).exclude(corrected_at=None).exists)
    turn.refresh_from_db()
    move = load_choice(turn).proposed_top
    assert move is not None
    return reveal_turn(
        turn=turn, word=move.word, ref=str(move.place), **live_room.get_author_and_time()
    )


def test_the_result_stays_on_screens_until_the_next_game_opens(
    live_room: "Room", open_page: Open
) -> None:
    from tournament.queries.results.standings import load_standings
    from tournament.services.play import games

    turn = play_to_the_reveal(live_room)
    game = turn.game
    mine = load_standings(game).by_entry[live_room.entries[1].pk]
    assert mine.total > 0
    total, rank = f"{mine.total} points", f"{mine.rank} / 6"
    following = games.create_game(
        tournament=live_room.tournament, **live_room.get_author_and_time()
    )
    games.prepare_game(game=following, **live_room.get_author_and_time())
    player = open_page(find_table_link(live_room, 1))
    public = open_page(f"/{live_room.tournament.slug}/live/")
    games.finish_game(
        game=game,
        reason="judge_decision",
        open_bulletins_stay=True,
        **live_room.get_author_and_time(),
    )

    for _ in range(2):  # as it ended, and drawn anew
        expect(player.locator("#notice")).to_contain_text("Partie terminée")
        expect(player.locator("#notice")).to_contain_text(total)
        expect(player.locator("#rank")).to_have_text(rank)
        expect(player.locator("#result-top")).to_contain_text(turn.word.upper())
        expect(public.locator("#top")).to_contain_text("Partie terminée")
        expect(public.locator("#ranking tr").first).to_contain_text("Algérie")
        player.reload()
        public.reload()

    games.start_game(game=following, **live_room.get_author_and_time())
    expect(player.locator("#notice")).to_contain_text("La partie va commencer")
    expect(public.locator("#game-name")).to_contain_text("Partie 2")
    player.get_by_label("Partie de la feuille de route").select_option("Partie 1")
    expect(player.locator("#road-sum")).to_have_text(f"{total}, rang {rank}, provisoire")
    expect(player.locator("#road")).to_contain_text(turn.word.upper())


def test_a_second_device_takes_the_table_and_returns_it(live_room: "Room", open_page: Open) -> None:
    from tournament.services.play import turns

    game = live_room.game(time_s=120)
    turn = draw(live_room, game)
    turns.announce_turn(turn=turn, **live_room.get_author_and_time())
    turns.open_turn(turn=turn, **live_room.get_author_and_time())
    first = open_page(find_table_link(live_room, 1))
    write(first, "UN", "H8", "2")
    expect_saved(first)

    second = open_page(find_table_link(live_room, 1))

    dialog = first.get_by_role("dialog", name="Table ouverte sur un autre appareil")
    expect(dialog).to_be_visible()
    expect_saved(second)
    expect(second.get_by_label("Mot", exact=True)).to_have_value("UN")
    write(second, "DEUX", "8H", "4")
    expect_saved(second)
    expect(second.locator("#save-status")).to_contain_text("DEUX 8H 4")
    dialog.get_by_role("button", name="Reprendre ici").click()
    expect(first.get_by_label("Mot", exact=True)).to_have_value("DEUX")
    expect(second.get_by_role("dialog")).to_be_visible()


def test_a_server_that_dies_in_mid_turn_loses_nothing(
    live_room: "Room", open_page: Open, live_stack: LiveStack
) -> None:
    from tournament.models import Bulletin
    from tournament.services.play import turns

    turn = draw(live_room, live_room.game(time_s=120))
    turns.announce_turn(turn=turn, **live_room.get_author_and_time())
    turns.open_turn(turn=turn, **live_room.get_author_and_time())
    page = open_page(find_table_link(live_room, 2))
    write(page, "AVANT", "H8", "5")
    expect_saved(page)

    live_stack.kill_web()
    expect(page.locator("#link")).to_contain_text("Hors ligne")
    write(page, "PENDANT", "H8", "7")
    expect(page.locator("#save-status")).to_contain_text("la feuille est gardée sur cette tablette")
    assert Bulletin.objects.get(turn=turn).rows == ["AVANT"]
    live_stack.start_web()

    expect_saved(page)
    expect(page.locator("#save-status")).to_contain_text("PENDANT")
    assert Bulletin.objects.get(turn=turn).rows == ["PENDANT"]
