"""A table and the public screen on the real stack: sockets, writer, clock, worker."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.patience import wait_for
from tests.stack import LiveStack

if TYPE_CHECKING:
    from engine.moves import Move
    from tests.room import Room
    from tournament.models import Game, Turn

type Open = Callable[[str], Page]


@pytest.fixture
def room(live_stack: LiveStack) -> "Iterator[Room]":
    from tests.room import make_room
    from tournament.models import Turn

    yield make_room()
    # The worker finishes what it was given before the rows go.
    waiting = Turn.objects.filter(state__in=["closed", "revealed"], corrected_at=None)
    wait_for(lambda: not waiting.exists())


@pytest.fixture
def open_page(
    browser: Browser, live_stack: LiveStack, browser_context_args: dict[str, Any]
) -> Iterator[Open]:
    """Opens a page in a browser of its own, as another device would."""
    contexts = []

    def open_on_a_device(address: str) -> Page:
        contexts.append(browser.new_context(**browser_context_args))
        page = contexts[-1].new_page()
        page.goto(live_stack.url + address)
        return page

    yield open_on_a_device
    for context in contexts:
        context.close()


def draw(room: "Room", game: "Game", letters: str | None = None) -> "Turn":
    """Draw letters and wait for the worker's solutions."""
    from tournament.services import turns

    turn = turns.draw_turn(game=game, letters=letters, **room.by())
    assert turn is not None
    solved = type(turn).objects.filter(pk=turn.pk).exclude(solved_at=None)
    wait_for(solved.exists)
    turn.refresh_from_db()
    return turn


def table_link(room: "Room", index: int) -> str:
    return f"/t/{room.entries[index].table.key}/"


def write(page: Page, word: str, place: str, score: str) -> None:
    page.get_by_label("Mot", exact=True).fill(word)
    page.get_by_label("Place").fill(place)
    page.get_by_label("Score").fill(score)


def saved(page: Page) -> None:
    expect(page.locator("#held")).to_have_attribute("data-kind", "saved")


def test_a_turn_from_the_letters_to_the_result(room: "Room", open_page: Open) -> None:
    from tournament.models import Bulletin
    from tournament.queries.tops import choice_of
    from tournament.services import turns

    game = room.game(time_s=60)
    player = open_page(table_link(room, 0))
    public = open_page(f"/{room.tournament.slug}/live/")
    expect(player.locator("#notice h2")).to_have_text("La partie va commencer")

    turn = draw(room, game)
    turns.announce_turn(turn=turn, **room.by())
    expect(player.locator("#rack [data-letter]")).to_have_count(7)
    expect(public.locator("#letters .tile.new")).to_have_count(7)
    turns.open_turn(turn=turn, **room.by())
    expect(player.locator("body")).to_have_attribute("data-stage", "open")
    word = turn.solutions.moves[0][0].upper()
    write(player, word, "H8", "1")
    saved(player)
    held = Bulletin.objects.get(turn=turn)
    assert (held.rows, held.reference, held.score) == ([word], "H8", "1")

    turns.stop_clock(turn=turn, **room.by())
    expect(player.locator("#locked-note")).to_have_text("Terminé. Bulletin remis.")
    expect(public.locator("#top")).to_contain_text("Terminé")
    wait_for(type(turn).objects.filter(pk=turn.pk, state="closed").exists)
    turn.refresh_from_db()
    top = choice_of(turn).proposed
    assert top is not None
    turns.reveal_turn(turn=turn, word=top.word, ref=str(top.place), **room.by())

    expect(player.locator("#result-top")).to_contain_text(top.word.upper())
    expect(public.locator("#top")).to_contain_text(top.word.upper())
    expect(player.locator("#road th")).to_have_count(1)
    expect(player.locator("#result-own .move")).to_be_visible()


def play_to_the_reveal(room: "Room") -> "Turn":
    """A first turn with bulletins that the worker corrects."""
    from tests.bulletins import play_first_turn
    from tests.room import ring
    from tournament.queries.tops import choice_of
    from tournament.services.turns import reveal_turn

    turn = play_first_turn(room)
    ring(turn)
    wait_for(type(turn).objects.filter(pk=turn.pk).exclude(corrected_at=None).exists)
    turn.refresh_from_db()
    move = choice_of(turn).proposed
    assert move is not None
    return reveal_turn(turn=turn, word=move.word, ref=str(move.place), **room.by())


def test_the_result_stays_on_every_screen_until_the_next_game_is_opened(
    room: "Room", open_page: Open
) -> None:
    from tournament.queries.standings import standings_of
    from tournament.services import games

    turn = play_to_the_reveal(room)
    game = turn.game
    mine = standings_of(game).by_entry[room.entries[1].pk]
    assert mine.total > 0
    total, rank = f"{mine.total} points", f"{mine.rank} / 6"
    following = games.create_game(tournament=room.tournament, **room.by())
    games.prepare_game(game=following, **room.by())
    player = open_page(table_link(room, 1))
    public = open_page(f"/{room.tournament.slug}/live/")
    games.finish_game(game=game, reason="judge_decision", **room.by())

    for _ in range(2):  # as it ended, and drawn anew
        expect(player.locator("#notice")).to_contain_text("Partie terminée")
        expect(player.locator("#notice")).to_contain_text(total)
        expect(player.locator("#rank")).to_have_text(rank)
        expect(player.locator("#result-top")).to_contain_text(turn.word.upper())
        expect(public.locator("#top")).to_contain_text("Partie terminée")
        expect(public.locator("#ranking tr").first).to_contain_text("Algérie")
        player.reload()
        public.reload()

    games.start_game(game=following, **room.by())
    expect(player.locator("#notice")).to_contain_text("La partie va commencer")
    expect(public.locator("#where")).to_contain_text("Partie 2")
    player.get_by_label("Partie de la feuille de route").select_option("Partie 1")
    expect(player.locator("#road-sum")).to_have_text(f"{total}, rang {rank}")
    expect(player.locator("#road")).to_contain_text(turn.word.upper())


def test_a_second_device_takes_the_table_and_the_first_can_take_it_back(
    room: "Room", open_page: Open
) -> None:
    from tournament.services import turns

    game = room.game(time_s=120)
    turn = draw(room, game)
    turns.announce_turn(turn=turn, **room.by())
    turns.open_turn(turn=turn, **room.by())
    first = open_page(table_link(room, 1))
    write(first, "UN", "H8", "2")
    saved(first)

    second = open_page(table_link(room, 1))

    dialog = first.get_by_role("dialog", name="Table ouverte sur un autre appareil")
    expect(dialog).to_be_visible()
    saved(second)
    expect(second.get_by_label("Mot", exact=True)).to_have_value("UN")
    write(second, "DEUX", "8H", "4")
    saved(second)
    expect(second.locator("#held")).to_contain_text("DEUX 8H 4")
    dialog.get_by_role("button", name="Reprendre ici").click()
    expect(first.get_by_label("Mot", exact=True)).to_have_value("DEUX")
    expect(second.get_by_role("dialog")).to_be_visible()


def test_a_server_that_dies_in_mid_turn_loses_nothing(
    room: "Room", open_page: Open, live_stack: LiveStack
) -> None:
    from tournament.models import Bulletin
    from tournament.services import turns

    turn = draw(room, room.game(time_s=120))
    turns.announce_turn(turn=turn, **room.by())
    turns.open_turn(turn=turn, **room.by())
    page = open_page(table_link(room, 2))
    write(page, "AVANT", "H8", "5")
    saved(page)

    live_stack.kill_web()
    expect(page.locator("#link")).to_contain_text("Hors ligne")
    write(page, "PENDANT", "H8", "7")
    expect(page.locator("#held")).to_contain_text("la feuille est gardée sur cette tablette")
    assert Bulletin.objects.get(turn=turn).rows == ["AVANT"]
    live_stack.start_web()

    saved(page)
    expect(page.locator("#held")).to_contain_text("PENDANT")
    assert Bulletin.objects.get(turn=turn).rows == ["PENDANT"]


def crossing(turn: "Turn", word: str) -> "tuple[Move, int]":
    """A vertical move across the only word on the grid, and which of its letters is shared.

    The one that is played on the most letters, so that little else is possible.
    """
    from engine.moves import Move
    from engine.place import Direction, Place
    from tournament.queries.position import board_before

    line = next(index for index, row in enumerate(board_before(turn).rows()) if word in row)
    moves = [Move(text, Place.parse(ref), score) for text, ref, score in turn.solutions.moves]
    across = [
        move
        for move in moves
        if move.place.direction is Direction.VERTICAL
        and move.place.row < line < move.place.row + len(move.word) - 1
    ]
    best = max(across, key=lambda move: (len(move.word), move.score))
    return best, line - best.place.row


def draw_by_keyboard(page: Page, move: "Move", shared: int, word: str, before: int) -> None:
    """The word downwards, then the whole word of the grid through it: six raccord letters."""
    page.get_by_role("radio", name="Feuille quadrillée").check()
    page.locator("#squared [tabindex='0']").focus()
    page.keyboard.press("Space")
    page.keyboard.type(move.word)
    page.keyboard.press("Space")
    for _ in range(len(move.word) - shared):
        page.keyboard.press("ArrowUp")
    for _ in range(before):
        page.keyboard.press("ArrowLeft")
    page.keyboard.type(word)


def draw_by_touch(page: Page, move: "Move", shared: int, word: str, before: int) -> None:
    page.get_by_role("radio", name="Feuille quadrillée").check()
    page.get_by_role("radio", name="Vertical").check()
    for letter in move.word:
        page.locator(f'#keypad [data-key="{letter.upper()}"]').click()
    first = page.locator("#squared .sq:not(:empty)").first
    row, col = int(first.get_attribute("data-row") or 0), int(first.get_attribute("data-col") or 0)
    page.get_by_role("radio", name="Horizontal").check()
    page.locator(f"#squared [data-row='{row + shared}'][data-col='{col}']").click()
    for _ in range(before):
        page.keyboard.press("ArrowLeft")
    for letter in word:
        page.locator(f'#keypad [data-key="{letter}"]').click()


@pytest.mark.parametrize("drawing", [draw_by_keyboard, draw_by_touch])
def test_raccord_letters_drawn_on_the_sheet_are_corrected_as_drawn(
    room: "Room", open_page: Open, drawing: Callable[..., None]
) -> None:
    from arbitrage.queries import current_rulings
    from tests.room import ring
    from tournament.models import Bulletin
    from tournament.services import turns

    game = room.game(source="hand")
    first = draw(room, game, "TAESINR")
    turns.announce_turn(turn=first, **room.by())
    turns.open_turn(turn=first, **room.by())
    ring(first)
    word, ref, _ = next(move for move in first.solutions.moves if move[1].startswith("H"))
    first = turns.reveal_turn(turn=first, word=word, ref=ref, **room.by())
    turn = draw(room, game, "EOULIDC")
    turns.announce_turn(turn=turn, **room.by())
    turns.open_turn(turn=turn, **room.by())
    move, shared = crossing(turn, word)
    before = move.place.col - (int(ref[1:]) - 1)
    page = open_page(table_link(room, 0))
    expect(page.locator("body")).to_have_attribute("data-stage", "open")

    drawing(page, move, shared, word, before)
    page.get_by_label("Score").fill(str(move.score))
    expect(page.locator("#held .num")).to_have_text(str(move.score))
    saved(page)

    rows = Bulletin.objects.get(turn=turn).rows
    assert [row[before] for row in rows] == list(move.word)
    assert rows[shared] == word
    ring(turn)
    wait_for(lambda: room.entries[0].pk in current_rulings(turn))
    ruling = current_rulings(turn)[room.entries[0].pk]
    assert (ruling.points, ruling.sanction) == (move.score, "none")
    assert ruling.verdict["placement"] == move.ref
