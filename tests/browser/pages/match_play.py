"""Actions of two players in a classic match at their tablets, and an arbiter's answer."""

from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page, expect

from tests.browser.pages.match_room import expect_text, press, read_letters
from tests.waiting import wait_for

if TYPE_CHECKING:
    from engine.search.moves import Move
    from tests.room import Room
    from tournament.classic.core.state import MatchState
    from tournament.classic.models import MatchGame


class Table:
    """Both tablets, and what the server knows."""

    def __init__(self, room: "Room", game: "MatchGame", pages: list[Page]) -> None:
        from tournament.queries.lexica import load_tournament_lexicon

        self.room, self.game, self.pages = room, game, pages
        self.lexicon = load_tournament_lexicon(room.tournament)

    @property
    def state(self) -> "MatchState":
        from tournament.classic.queries.games import load_state

        self.game.refresh_from_db()
        return load_state(self.game)

    @property
    def page(self) -> Page:
        """The tablet of the player on the move."""
        return self.pages[self.state.to_move == "Y"]

    @property
    def other(self) -> Page:
        return self.pages[self.state.to_move != "Y"]

    def best(self) -> "Move | None":
        from engine.search.moves import solve

        state = self.state
        assert state.to_move is not None
        moves = solve(state.board, state.get_player(state.to_move).rack, self.lexicon)
        return max(moves, key=lambda move: move.score, default=None)

    def announce(self, word: str, ref: str, score: int) -> Page:
        """By the keyboard: word, reference, score, Enter."""
        page = self.page
        expect_text(page, "À vous de jouer")
        page.locator("#word").fill(mark_jokers(word, self.jokers(word, ref)))
        page.locator("#reference").fill(ref)
        page.locator("#score").fill(str(score))
        page.locator("#score").press("Enter")
        return page

    def jokers(self, word: str, ref: str) -> set[int]:
        """Return the indexes of the rack's jokers in the word."""
        return {at for at, letter in enumerate(word) if letter.islower()}

    def play(self, move: "Move") -> Page:
        """A whole turn, letters drawn and looked at; the tablet of who played."""
        page = self.announce(move.word, str(move.place), move.score)
        expect_text(page, "Score annoncé")
        press(page, "Tourner et presser la pendule")
        wait_for(lambda: self.state.phase not in ("announced", "turned"))
        return page

    def draw(self, page: Page) -> None:
        page.locator("#do-draw").click()
        page.locator("#do-look").click()
        expect(page.locator("#do-look")).to_have_count(0)

    def play_unseen(self, move: "Move") -> None:
        """A whole turn as the server gets it from a tablet, without its page.

        All of it is told to the pages at once.
        """
        from django.db import transaction

        from tournament.classic.core.commands import Command
        from tournament.classic.services.tablet_actions import run_tablet_command, turn_and_press
        from tournament.queries import clock

        state = self.state
        side, count = state.to_move, len(state.moves)
        assert side is not None
        fields = {"word": move.word, "ref": str(move.place), "score": move.score}
        event: dict[str, Any] = {"game": self.game, "side": side}
        with transaction.atomic():
            run_tablet_command(
                command=Command.PLAY, data=fields, key=f"play {count}", now=clock.now(), **event
            )
            turn_and_press(key=f"turn {count}", now=clock.now(), **event)
            if self.state.get_player(side).must_draw:
                for command in (Command.DRAW, Command.LOOK):
                    run_tablet_command(
                        command=command, data={}, key=f"{command} {count}", now=clock.now(), **event
                    )

    def refuse(self, word: str) -> None:
        """Give the verdict of an arbiter about the word that is challenged."""
        from arbitrage.classic.services.decisions import DecisionReasons, decide_match_game
        from tests.arbitrage.classic.services.matches import build_verdict_step, create_arbiter
        from tournament.queries import clock

        self.game.refresh_from_db()
        decide_match_game(
            game=self.game,
            steps=[build_verdict_step(**{word: False})],
            call=self.game.table_calls.get(),
            reasons=DecisionReasons("", ""),
            by=create_arbiter(self.room),
            now=clock.now(),
        )

    def ends_with(self, move: "Move | None") -> bool:
        """Return True if the move lays all that is left."""
        state = self.state
        assert state.to_move is not None
        rack = state.get_player(state.to_move).rack
        return not state.bag and (
            move is None or len(state.board.list_new_tiles(move.word, move.place)) == len(rack)
        )


def mark_jokers(word: str, jokers: set[int]) -> str:
    """As it is typed: the sign of a joker before its letter."""
    return "".join(("?" if at in jokers else "") + letter.upper() for at, letter in enumerate(word))


def challenge(page: Page, *words: str) -> None:
    page.locator("#do-challenge").click()
    for word in words:
        page.get_by_label(word, exact=True).check()
    page.get_by_role("button", name="Remettre le bulletin à l’arbitre").click()
    expect_text(page, "Bulletin de contestation")


def exchange(table: Table, n: int) -> None:
    page = table.page
    page.get_by_role("button", name="Changer des lettres").click()
    for tile in range(n):
        page.locator("#rack [data-letter]").nth(tile).click()
    page.get_by_role("button", name=f"Je change {n} lettres").click()
    expect(page.locator("#exchange")).to_be_hidden()


def win_a_challenge(table: Table) -> None:
    """Letters that are no word are taken back, and those drawn go back unseen."""
    state = table.state
    assert state.to_move is not None
    rack = state.get_player(state.to_move).rack
    word, ref, refused_word = no_word(table, rack)
    author, challenger = table.page, table.other
    before = read_letters(author)
    table.announce(word, ref, 12)
    expect_text(author, "Score annoncé")
    press(author, "Tourner et presser la pendule")
    author.locator("#do-draw").click()  # drawn and not looked at: it can still be challenged
    expect(author.locator("#do-look")).to_be_visible()
    challenge(challenger, refused_word)
    expect_text(author, "Bulletin de contestation")
    table.refuse(refused_word)
    expect_text(challenger, "À vous de jouer")
    expect(author.locator("#match-part")).to_contain_text(f"{refused_word} : non admis")
    assert sorted(read_letters(author)) == sorted(before)
    assert sorted(table.state.get_player(state.to_move).rack) == sorted(rack)


def no_word(table: Table, rack: str) -> tuple[str, str, str]:
    """A best move whose letters are laid in another order, so that it is no word."""
    from engine.search.moves import solve

    state = table.state
    for move in solve(state.board, rack, table.lexicon):
        new = state.board.list_new_tiles(move.word, move.place)
        if len(new) < 3 or any(letter.islower() for _r, _c, letter in new):
            continue
        squares = move.place.list_squares(len(move.word))
        laid = [(row, col) for row, col, _letter in new]
        turned = dict(zip(laid, [letter for *_square, letter in new][::-1], strict=True))
        word = "".join(
            turned.get(square, letter) for square, letter in zip(squares, move.word, strict=True)
        )
        if word.upper() not in table.lexicon:
            return word, str(move.place), word.upper()
    raise AssertionError("no such letters")


def without_network(table: Table, move: "Move") -> None:
    """A move announced without network is sent once, when it is back."""
    page = table.page
    count = len(table.state.moves)
    page.context.set_offline(True)
    table.announce(move.word, str(move.place), move.score)
    expect(page.locator("#offline")).to_contain_text("n’est pas encore parti")
    assert len(table.state.moves) == count
    page.context.set_offline(False)
    expect_text(page, "Score annoncé")
    expect(page.locator("#offline")).to_be_hidden()
    assert len(table.state.moves) == count + 1
    page.reload()  # and nothing is sent again by the page that comes then
    expect_text(page, "Score annoncé")
    press(page, "Tourner et presser la pendule")
    table.draw(page)
    assert len(table.state.moves) == count + 1
