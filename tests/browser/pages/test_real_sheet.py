"""Raccord letters drawn at a table on the real stack are corrected as drawn."""

from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect

from tests.waiting import wait_for

if TYPE_CHECKING:
    from engine.search.moves import Move
    from tests.room import Room
    from tournament.models import Turn


from tests.browser.pages.tables import Open, draw, expect_saved, find_table_link


def crossing(turn: "Turn", word: str) -> "tuple[Move, int]":
    """A vertical move across the only word on the grid, and which of its letters is shared.

    The one that is played on the most letters, so that little else is possible.
    """
    from engine.board.place import Direction, Place
    from engine.search.moves import Move
    from tournament.queries.position import load_position_before

    line = next(
        index for index, row in enumerate(load_position_before(turn).board.rows()) if word in row
    )
    moves = [Move(text, Place.parse(ref), score) for text, ref, score in turn.solutions.moves]
    crossing_moves = [
        move
        for move in moves
        if move.place.direction is Direction.VERTICAL
        and move.place.row < line < move.place.row + len(move.word) - 1
    ]
    best = max(crossing_moves, key=lambda move: (len(move.word), move.score))
    return best, line - best.place.row


def draw_by_touch(page: Page, move: "Move", shared: int, word: str, before: int) -> None:
    """The word downwards, then the whole word of the grid through it: six raccord letters."""
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


def test_raccord_letters_drawn_on_the_sheet_are_corrected_as_drawn(
    live_room: "Room", open_page: Open
) -> None:
    from arbitrage.queries.rulings import get_current_rulings
    from tests.room import ring
    from tournament.models import Bulletin
    from tournament.services.play import turns

    game = live_room.game(source="hand")
    first = draw(live_room, game, "TAESINR")
    turns.announce_turn(turn=first, **live_room.get_author_and_time())
    turns.open_turn(turn=first, **live_room.get_author_and_time())
    ring(first)
    word, ref, _ = next(move for move in first.solutions.moves if move[1].startswith("H"))
    first = turns.reveal_turn(turn=first, word=word, ref=ref, **live_room.get_author_and_time())
    turn = draw(live_room, game, "EOULIDC")
    turns.announce_turn(turn=turn, **live_room.get_author_and_time())
    turns.open_turn(turn=turn, **live_room.get_author_and_time())
    move, shared = crossing(turn, word)
    before = move.place.col - (int(ref[1:]) - 1)
    page = open_page(find_table_link(live_room, 0))
    expect(page.locator("body")).to_have_attribute("data-stage", "open")

    draw_by_touch(page, move, shared, word, before)
    page.get_by_label("Score").fill(str(move.score))
    expect(page.locator("#save-status .num")).to_have_text(str(move.score))
    expect_saved(page)

    rows = Bulletin.objects.get(turn=turn).rows
    assert [row[before] for row in rows] == list(move.word)
    assert rows[shared] == word
    ring(turn)
    wait_for(lambda: live_room.entries[0].pk in get_current_rulings(turn))
    ruling = get_current_rulings(turn)[live_room.entries[0].pk]
    assert (ruling.points, ruling.sanction) == (move.score, "none")
    assert ruling.verdict["placement"] == move.ref
