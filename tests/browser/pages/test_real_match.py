"""A classic match played whole by two tablets on the real stack, with all that can happen."""

import contextlib
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Error, Page, Response, WebSocket, expect

from tests.browser.axe import violations_in_both_themes
from tests.browser.pages.match_room import begin, connected, letters_of, open_match, press, says
from tests.browser.pages.tables import Open, table_link
from tests.patience import wait_for

if TYPE_CHECKING:
    from engine.search.moves import Move
    from tests.room import Room
    from tournament.core.classic.state import MatchState
    from tournament.models import MatchGame


class Table:
    """Both tablets, and what the server knows."""

    def __init__(self, room: "Room", game: "MatchGame", pages: list[Page]) -> None:
        from tournament.queries.lexica import lexicon_of_tournament

        self.room, self.game, self.pages = room, game, pages
        self.lexicon = lexicon_of_tournament(room.tournament)

    @property
    def state(self) -> "MatchState":
        from tournament.queries.classic.games import state_of

        self.game.refresh_from_db()
        return state_of(self.game)

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
        found = solve(state.board, state.of(state.to_move).rack, self.lexicon)
        return max(found, key=lambda move: move.score, default=None)

    def announce(self, word: str, ref: str, score: int) -> Page:
        """By the keyboard: word, reference, score, Enter."""
        page = self.page
        says(page, "À vous de jouer")
        page.locator("#word").fill(marked(word, self.jokers(word, ref)))
        page.locator("#reference").fill(ref)
        page.locator("#score").fill(str(score))
        page.locator("#score").press("Enter")
        return page

    def jokers(self, word: str, ref: str) -> set[int]:
        """Where a joker of the rack lies in it."""
        return {at for at, letter in enumerate(word) if letter.islower()}

    def play(self, move: "Move") -> Page:
        """A whole turn, letters drawn and looked at; the tablet of who played."""
        page = self.announce(move.word, str(move.place), move.score)
        says(page, "Score annoncé")
        press(page, "Tourner et presser la pendule")
        wait_for(lambda: self.state.phase not in ("announced", "turned"))
        return page

    def draw(self, page: Page) -> None:
        page.locator("#do-draw").click()
        page.locator("#do-look").click()
        expect(page.locator("#do-look")).to_have_count(0)

    def answer(self, **words: bool) -> None:
        """The arbiter's verdict."""
        from tournament.core.classic.commands import Command
        from tournament.core.classic.sides import Actor
        from tournament.services.classic.play import command

        command(
            game_id=self.game.pk,
            what=Command.VERDICT,
            actor=Actor.ARBITER,
            data={"words": words},
            **self.room.by(),
        )


def marked(word: str, jokers: set[int]) -> str:
    """As it is typed: the sign of a joker before its letter."""
    return "".join(("?" if at in jokers else "") + one.upper() for at, one in enumerate(word))


def shows(page: Page, scores: tuple[int, int]) -> None:
    for at, score in enumerate(scores):
        expect(page.locator(".match-clock .points").nth(at)).to_have_text(f"{score} pts")


def challenge(page: Page, *words: str) -> None:
    page.locator("#do-challenge").click()
    for word in words:
        page.get_by_label(word, exact=True).check()
    page.get_by_role("button", name="Remettre le bulletin à l’arbitre").click()
    says(page, "Bulletin de contestation")


def exchange(table: Table, n: int) -> None:
    page = table.page
    page.get_by_role("button", name="Changer des lettres").click()
    for tile in range(n):
        page.locator("#rack [data-letter]").nth(tile).click()
    page.get_by_role("button", name=f"Je change {n} lettres").click()
    expect(page.locator("#exchange")).to_be_hidden()


def lose_a_challenge(table: Table) -> int:
    """A word that is admitted is challenged: its challenger pays and plays."""
    move = table.best()
    assert move is not None
    author, challenger = table.page, table.other
    table.play(move)
    challenge(challenger, move.word.upper())
    says(author, "Bulletin de contestation")
    table.answer(**{move.word.upper(): True})
    says(challenger, "À vous de jouer")
    expect(challenger.locator("#match-part")).to_contain_text(f"{move.word.upper()} : admis")
    table.draw(author)
    return move.score


def win_a_challenge(table: Table) -> None:
    """Letters that are no word are taken back, and those drawn go back unseen."""
    state = table.state
    assert state.to_move is not None
    rack = state.of(state.to_move).rack
    word, ref, made = no_word(table, rack)
    author, challenger = table.page, table.other
    before = letters_of(author)
    table.announce(word, ref, 12)
    says(author, "Score annoncé")
    press(author, "Tourner et presser la pendule")
    author.locator("#do-draw").click()  # drawn and not looked at: it can still be challenged
    expect(author.locator("#do-look")).to_be_visible()
    challenge(challenger, made)
    table.answer(**{made: False})
    says(challenger, "À vous de jouer")
    expect(author.locator("#match-part")).to_contain_text(f"{made} : non admis")
    assert sorted(letters_of(author)) == sorted(before)
    assert sorted(table.state.of(state.to_move).rack) == sorted(rack)


def no_word(table: Table, rack: str) -> tuple[str, str, str]:
    """A best move whose letters are laid in another order, so that it is no word."""
    from engine.search.moves import solve

    state = table.state
    for move in solve(state.board, rack, table.lexicon):
        new = state.board.new_squares(move.word, move.place)
        if len(new) < 3 or any(letter.islower() for _r, _c, letter in new):
            continue
        squares = move.place.squares(len(move.word))
        laid = [(row, col) for row, col, _letter in new]
        turned = dict(zip(laid, [letter for *_square, letter in new][::-1], strict=True))
        word = "".join(
            turned.get(square, letter) for square, letter in zip(squares, move.word, strict=True)
        )
        if word.upper() not in table.lexicon:
            return word, str(move.place), word.upper()
    raise AssertionError("no such letters")


def without_network(table: Table, move: "Move") -> None:
    """What is announced without network leaves when it is back, once."""
    page = table.page
    made = len(table.state.moves)
    page.context.set_offline(True)
    table.announce(move.word, str(move.place), move.score)
    expect(page.locator("#offline")).to_contain_text("n’est pas encore parti")
    assert len(table.state.moves) == made
    page.context.set_offline(False)
    says(page, "Score annoncé")
    expect(page.locator("#offline")).to_be_hidden()
    assert len(table.state.moves) == made + 1
    page.reload()  # and nothing is sent again by the page that comes then
    says(page, "Score annoncé")
    press(page, "Tourner et presser la pendule")
    table.draw(page)
    assert len(table.state.moves) == made + 1


def looks_well(page: Page) -> None:
    """Nothing for axe to find, in either theme, and nothing beside or below the page."""
    assert not violations_in_both_themes(page)
    usual = page.viewport_size
    for width, height in ((390, 844), (800, 1280), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        beside, below = page.evaluate(
            """() => {
              const { scrollWidth, scrollHeight } = document.documentElement;
              const last = [...document.querySelectorAll("main, .site-footer")].at(-1);
              const end = last.getBoundingClientRect().bottom + scrollY;
              return [scrollWidth - innerWidth, scrollHeight - Math.max(innerHeight, end)];
            }"""
        )
        assert beside <= 0, width
        assert below < 40, width
    if usual:
        page.set_viewport_size(usual)


class Wire:
    """All that a browser was sent."""

    def __init__(self, page: Page) -> None:
        self.texts: list[str] = []
        page.on("response", self._response)
        page.on("websocket", self._socket)

    def _response(self, response: Response) -> None:
        kind = response.headers.get("content-type", "")
        if any(one in kind for one in ("html", "json")) and response.status < 300:
            with contextlib.suppress(Error):  # of a page that was left meanwhile
                self.texts.append(response.text())

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.texts.append(str(frame)))


def test_a_match_is_played_whole_and_checked_to_the_point(
    live_room: "Room", open_page: Open, live_stack: Any
) -> None:
    game = open_match(live_room)
    pages = [open_page(table_link(live_room, at)) for at in (0, 1)]
    errors: list[str] = []
    for page in pages:
        page.on("pageerror", lambda error: errors.append(str(error)))
        connected(page)
    spectator = open_page(f"/{live_room.tournament.slug}/matches/{game.match_id}/")
    wires = [Wire(page) for page in (*pages, spectator)]
    begin(game, pages)
    for page in pages:
        press(page, "Regarder mes lettres")
        expect(page.locator("#rack [data-letter]")).to_have_count(7)
    table = Table(live_room, game, pages)

    exchange(table, 3)
    lose_a_challenge(table)
    looks_well(table.page)
    looks_well(spectator)
    win_a_challenge(table)
    move = table.best()
    assert move is not None
    without_network(table, move)
    while not over(table) and (move := table.best()) is not None:
        page = table.play(move)
        author = table.state.x if page is pages[0] else table.state.y
        if not over(table) and author.drawing:
            table.draw(page)

    state = table.state
    assert state.end is not None
    assert state.end.reason == "out"
    assert all(game.seed not in text for wire in wires for text in wire.texts)

    signer = pages[state.moves[-1].side == "X"]  # the one who could challenge the last word
    press(signer, "Ne pas contester")
    signer.get_by_role("button", name="Signer la feuille").click()
    other = pages[state.moves[-1].side == "Y"]
    other.get_by_role("button", name="Signer la feuille").click()
    says(other, "Partie gagnée" if won(table, other) else "Partie perdue")
    wait_for(lambda: table.state.confirmed)
    expected = tally(table.state)
    for at, page in enumerate(pages):
        expect(page.locator("#match-part")).to_contain_text("Fin de la partie : sac vide")
        mine_first = expected if at == 0 else expected[::-1]
        shows(page, mine_first)
    expect(spectator.locator("#match-part")).to_contain_text("gagne la partie")
    shows(spectator, expected)
    assert not errors


def over(table: Table) -> bool:
    return table.state.is_over


def won(table: Table, page: Page) -> bool:
    x, y = tally(table.state)
    return (x > y) == (page is table.pages[0])


def tally(state: "MatchState") -> tuple[int, int]:
    """Counted here from what was announced, challenged and left."""
    from engine.board.letters import FRENCH

    totals = {"X": 0, "Y": 0}
    for move in state.moves:
        if move.word and move.stands:
            totals[move.side] += move.announced
    for penalty in state.penalties:
        totals[penalty.side] -= 5
    held = {"X": state.x.letters, "Y": state.y.letters}
    left = {side: sum(FRENCH.values[one] for one in letters) for side, letters in held.items()}
    assert min(left.values()) == 0
    for side, other in ("XY", "YX"):
        totals[side] += left[other] - left[side]
    return totals["X"], totals["Y"]


def test_the_record_of_real_tiles_is_fit_to_be_worked_with(
    live_room: "Room", open_page: Open, live_stack: Any
) -> None:
    from tests.tournament.views.test_match_record import Record

    record = Record(live_room)
    record.begin()
    record.play("maison", "H4", 20)
    page = open_page("/")
    session = record.browser.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_stack.url}])
    page.goto(live_stack.url + record.address)
    for details in page.locator("#match-part details").all():
        details.locator("summary").click()
    looks_well(page)

    page.locator("#word").fill("mal")
    page.locator("#reference").fill("4H")
    page.locator("#score").fill("10")
    page.locator("#score").press("Enter")
    expect(page.locator(".match-said")).to_contain_text("a joué MAL en 4H, 10 points annoncés")
    assert [move.word for move in record.state.moves] == ["MAISON", "MAL"]
