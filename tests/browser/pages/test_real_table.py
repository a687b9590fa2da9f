"""A table and the public screen on the real stack: sockets, writer, clock, worker."""

from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect

from tests.browser.pages.tables import Open, draw, expect_saved, find_table_link, write
from tests.waiting import wait_for

if TYPE_CHECKING:
    from tests.room import Room
    from tournament.models import Game, Turn


def play_to_the_reveal(live_room: "Room") -> "Turn":
    """A first turn with bulletins that the worker corrects."""
    from tests.bulletins import play_first_turn
    from tests.room import ring

    turn = play_first_turn(live_room)
    ring(turn)
    return reveal(live_room, turn)


def reveal(room: "Room", turn: "Turn") -> "Turn":
    """Give the top once the worker has corrected the turn."""
    from tournament.queries.results.tops import load_choice
    from tournament.services.play.turns import reveal_turn

    wait_for(type(turn).objects.filter(pk=turn.pk).exclude(corrected_at=None).exists)
    turn.refresh_from_db()
    top = load_choice(turn).proposed_top
    assert top is not None
    by = room.get_author_and_time()
    return reveal_turn(turn=turn, word=top.word, ref=str(top.place), **by)


class TurnRoom:
    """One table and the public screen, through a turn of a game and its end."""

    def __init__(self, room: "Room", open_page: Open) -> None:
        self.room, self.open_page = room, open_page
        self.game: Game = room.game(time_s=120)
        self.player: Page = open_page(find_table_link(room, 0))
        self.public: Page = open_page(f"/{room.tournament.slug}/live/")

    def open_turn(self) -> "Turn":
        from tournament.services.play import turns

        by = self.room.get_author_and_time
        expect(self.player.locator("#notice h2")).to_have_text("La partie va commencer")
        turn = draw(self.room, self.game)
        turns.announce_turn(turn=turn, **by())
        expect(self.player.locator("#rack [data-letter]")).to_have_count(7)
        expect(self.public.locator("#letters .tile.new")).to_have_count(7)
        expect(self.public.locator("#scores")).to_be_hidden()
        turns.open_turn(turn=turn, **by())
        expect(self.player.locator("body")).to_have_attribute("data-stage", "open")
        return turn

    def take_and_return_the_table(self) -> None:
        """Another device opens it; what was written is on both."""
        write(self.player, "UN", "H8", "2")
        expect_saved(self.player)
        second = self.open_page(find_table_link(self.room, 0))
        dialog = self.player.get_by_role("dialog", name="Table ouverte sur un autre appareil")
        expect(dialog).to_be_visible()
        expect_saved(second)
        expect(second.get_by_label("Mot", exact=True)).to_have_value("UN")
        write(second, "DEUX", "8H", "4")
        expect_saved(second)
        expect(second.locator("#save-status")).to_contain_text("DEUX 8H 4")
        dialog.get_by_role("button", name="Reprendre ici").click()
        expect(self.player.get_by_label("Mot", exact=True)).to_have_value("DEUX")
        expect(second.get_by_role("dialog")).to_be_visible()
        second.close()

    def hand_in(self, turn: "Turn") -> None:
        from tournament.models import Bulletin
        from tournament.services.play import turns

        word, place, score = next(m for m in turn.solutions.moves if m[1].startswith("H"))
        write(self.player, word.upper(), place, str(score))
        expect(self.player.locator("#save-status")).to_contain_text(f"{word.upper()} {place}")
        expect_saved(self.player)
        bulletin = Bulletin.objects.get(turn=turn)
        assert bulletin.reference == place
        assert bulletin.score == str(score)
        assert "".join(bulletin.rows) == word.upper()
        turns.stop_clock(turn=turn, **self.room.get_author_and_time())
        expect(self.player.locator("#locked-note")).to_have_text("Terminé. Bulletin remis.")
        expect(self.public.locator("#top")).to_contain_text("Terminé")

    def show_the_top(self, word: str) -> None:
        expect(self.player.locator("#result-top")).to_contain_text(word.upper())
        expect(self.public.locator("#top")).to_contain_text(word.upper())
        expect(self.player.locator("#road th")).to_have_count(1)
        expect(self.player.locator("#result-own .move")).to_be_visible()
        strip = self.public.locator("#scores .score-strip")
        expect(strip).to_contain_text("Les scores du coup 1")
        expect(strip.locator(".bar").first).to_have_css("animation-name", "grow-bar")
        self.public.emulate_media(reduced_motion="reduce")
        expect(strip).to_be_visible()
        expect(strip.locator(".bar").first).to_have_css("animation-name", "none")

    def take_back(self, turn: "Turn") -> "Turn":
        """Every screen is before the reveal again, though another turn had been announced, and
        shows the word that is given then."""
        from tournament.models import Turn
        from tournament.queries.results.tops import load_choice
        from tournament.services.play import turns
        from tournament.services.play.top_withdrawal import take_back_word

        by, player, public = self.room.get_author_and_time, self.player, self.public
        turns.announce_turn(turn=draw(self.room, self.game), **by())
        expect(player.locator("#turn-name")).to_have_text("Coup 2")
        expect(public.locator("body")).to_have_attribute("data-stage", "announced")

        turn = Turn.objects.select_related("game__tournament").get(pk=turn.pk)
        wrong = (turn.word, turn.ref)
        take_back_word(turn=turn, reason="placement", **by())
        expect(player.locator("#turn-name")).to_have_text("Coup 1")
        expect(public.locator("body")).to_have_attribute("data-stage", "over")
        expect(public.locator("#top")).to_contain_text("Le top va être annoncé.")
        expect(public.locator("#board .square.tile")).to_have_count(0)
        expect(player.locator("#road th")).to_have_count(0)
        expect(player.locator("#total")).to_have_text("0")
        expect(player.locator("#locked-note")).to_have_text("Terminé. Bulletin remis.")

        tops = [(move.word, str(move.place)) for move in load_choice(turn).allowed_tops]
        word, place = next(top for top in tops if top != wrong)
        turn = turns.reveal_turn(turn=turn, word=word, ref=place, **by())
        expect(player.locator("#result-top")).to_contain_text(f"{word.upper()} {place}")
        expect(public.locator("#top")).to_contain_text(f"{word.upper()} {place}")
        expect(player.locator("#road th")).to_have_count(1)
        return turn

    def finish(self, word: str) -> None:
        """The result stays until the next game opens."""
        from tournament.queries.results.standings import load_standings
        from tournament.services.play import games

        by = self.room.get_author_and_time
        mine = load_standings(self.game).by_entry[self.room.entries[0].pk]
        assert mine.total > 0
        following = games.create_game(tournament=self.room.tournament, **by())
        games.prepare_game(game=following, **by())
        games.finish_game(game=self.game, reason="judge_decision", open_bulletins_stay=True, **by())
        notice = self.player.locator("#notice")
        expect(notice).to_contain_text("Partie terminée")
        expect(notice).to_contain_text(f"{mine.total} points")
        expect(self.player.locator("#rank")).to_have_text(f"{mine.rank} / 6")
        expect(self.player.locator("#result-top")).to_contain_text(word.upper())
        expect(self.public.locator("#top")).to_contain_text("Partie terminée")
        expect(self.public.locator("#ranking tr").first).to_contain_text("Algérie")

        games.start_game(game=following, **by())
        expect(notice).to_contain_text("La partie va commencer")
        expect(self.public.locator("#game-name")).to_contain_text("Partie 2")
        self.player.get_by_label("Partie de la feuille de route").select_option("Partie 1")
        expect(self.player.locator("#road-sum")).to_contain_text(
            f"{mine.total} points, rang {mine.rank} / 6"
        )
        expect(self.player.locator("#road")).to_contain_text(word.upper())


def test_a_turn_from_the_letters_to_the_next_game(live_room: "Room", open_page: Open) -> None:
    at = TurnRoom(live_room, open_page)
    turn = at.open_turn()
    at.take_and_return_the_table()
    at.hand_in(turn)
    turn = reveal(live_room, turn)
    at.show_the_top(turn.word)
    turn = at.take_back(turn)
    at.finish(turn.word)
