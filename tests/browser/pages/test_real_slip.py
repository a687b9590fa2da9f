"""Slips on the real stack: a tablet shows its own by itself, paper waits for an arbiter (5.9)."""

from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect

from tests.browser.pages.tables import Open, draw, expect_saved, find_table_link, write
from tests.waiting import wait_for

if TYPE_CHECKING:
    from tests.room import Room
    from tournament.models import Game, Turn

#: No word of the list, and letters that can write it.
REFUSED, LETTERS = "ERSIT", "ERSITAL"


def open_turn(room: "Room", game: "Game") -> "Turn":
    from tournament.services.play import turns

    turn = draw(room, game, LETTERS)
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    turns.open_turn(turn=turn, **room.get_author_and_time())
    turn.refresh_from_db()
    return turn


def play(room: "Room", turn: "Turn", player: Page) -> None:
    """Table 1 on its tablet and table 2 on paper play ``REFUSED``, the others something fair."""
    from arbitrage.core.bulletin import Bulletin
    from arbitrage.core.sheets.sheet import Sheet
    from engine.lexicon.lexicon import Lexicon
    from engine.search.moves import solve
    from tests.arbitrage.services.sanctioned_turns import find_admitted_move, hand_in
    from tests.bulletins import enter_paper
    from tournament.models import Score
    from tournament.queries.position import load_position_before
    from tournament.services.play import turns

    refused = solve(load_position_before(turn).board, turn.rack, Lexicon.from_words([REFUSED]))[0]
    fair = find_admitted_move(turn, 30)
    expect(player.locator("body")).to_have_attribute("data-stage", "open")
    word = refused.word.upper()
    write(player, word, refused.ref, str(refused.score))
    expect_saved(player)
    for entry in room.entries[2:]:
        hand_in(turn, entry, fair, fair.score)
    turns.stop_clock(turn=turn, **room.get_author_and_time())
    scored = Score.objects.filter(turn=turn)
    wait_for(lambda: scored.count() == len(room.entries) - 1)
    rows = [word] if refused.ref[0].isalpha() else list(word)
    slip = Bulletin(Sheet(tuple(rows)), refused.ref, str(refused.score))
    enter_paper(
        turn=type(turn).objects.get(pk=turn.pk),
        number=2,
        bulletin=slip,
        **room.get_author_and_time(),
    )
    wait_for(lambda: scored.count() == len(room.entries))


def reveal(room: "Room", turn: "Turn") -> None:
    from tournament.queries.results.tops import load_choice
    from tournament.services.play.turns import reveal_turn

    turn.refresh_from_db()
    top = load_choice(turn).proposed_top
    assert top is not None
    reveal_turn(turn=turn, word=top.word, ref=top.ref, **room.get_author_and_time())


def test_a_tablet_shows_its_slip_and_the_server_knows(live_room: "Room", open_page: Open) -> None:
    from arbitrage.models import Slip
    from tournament.core.states import PlayMedium, Role
    from tournament.models import Entry, StaffMember

    StaffMember.objects.get_or_create(
        tournament=live_room.tournament, user=live_room.user, role=Role.ARBITER
    )
    tablet, paper = live_room.entries[:2]
    Entry.objects.filter(pk=paper.pk).update(plays_on=PlayMedium.PAPER)
    game = live_room.game(source="hand", time_s=180)
    player = open_page(find_table_link(live_room, 0))
    first = open_turn(live_room, game)
    play(live_room, first, player)
    expect(player.locator("#slip-card")).to_be_hidden()  # nothing before the reveal
    reveal(live_room, first)

    # The tablet shows it by itself, and the server knows that it was on the screen.
    card = player.locator("#slip-card")
    expect(card).to_contain_text("Billet de correction, coup 1")
    expect(card).to_contain_text(f"Mot(s) non admis : {REFUSED}")
    mine = Slip.objects.filter(turn=first, entry=tablet, shown_at__isnull=False)
    wait_for(mine.exists)
    other = Slip.objects.get(turn=first, entry=paper)
    assert other.shown_at is None
    player.locator("#slip-card-close").click()
    expect(card).to_be_hidden()
