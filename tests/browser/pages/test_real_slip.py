"""Slips on the real stack: a tablet shows one by itself, paper needs the arbiter's tick (5.9)."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page, expect

from tests.browser.pages.tables import Open, draw, expect_saved, find_table_link, write
from tests.waiting import wait_for

if TYPE_CHECKING:
    from tests.room import Room
    from tournament.models import Entry, Game, Turn

#: No word of the list; every rack of these tests can write it.
REFUSED = "ERSIT"
FILLING = "ALUNODE"


def choose_letters(game: "Game") -> str:
    """To draw: what makes a rack of seven with ``REFUSED`` of what is kept."""
    from tournament.queries.position import load_position

    remainder = load_position(game).remainder.kept
    missing = "".join((Counter(REFUSED) - Counter(remainder)).elements())
    return (missing + FILLING)[: 7 - len(remainder)]


def open_next(room: "Room", game: "Game") -> "Turn":
    from tournament.services.play import turns

    turn = draw(room, game, choose_letters(game))
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


def line(turn: "Turn", entry: "Entry") -> Any:
    from tournament.models import Score

    return Score.objects.get(turn=turn, entry=entry)


def test_a_refused_word_gets_an_average_until_its_slip_comes(
    live_room: "Room", open_page: Open
) -> None:
    from arbitrage.models import Slip
    from arbitrage.services.slip_delivery import SlipAction, handle_slips
    from tournament.core.states import PlayMedium, Role
    from tournament.models import Entry, StaffMember

    StaffMember.objects.get_or_create(
        tournament=live_room.tournament, user=live_room.user, role=Role.ARBITER
    )
    tablet, paper = live_room.entries[:2]
    Entry.objects.filter(pk=paper.pk).update(plays_on=PlayMedium.PAPER)
    game = live_room.game(source="hand", time_s=180)
    player = open_page(find_table_link(live_room, 0))
    first = open_next(live_room, game)
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

    # Played again: a new zero for whom was told, an average by itself for whom was not.
    second = open_next(live_room, game)
    play(live_room, second, player)
    reveal(live_room, second)
    assert (line(second, tablet).sanction, line(second, tablet).points) == ("zero", 0)
    averaged = line(second, paper)
    assert averaged.average
    assert averaged.points > 0
    expect(card).to_contain_text("coup 2")

    # Once the paper is ticked as handed over, no more.
    slips = list(Slip.objects.filter(entry=paper).values_list("pk", flat=True))
    handle_slips(
        game=game, slips=slips, action=SlipAction.HANDED, **live_room.get_author_and_time()
    )
    third = open_next(live_room, game)
    play(live_room, third, player)
    for entry in (tablet, paper):
        assert (line(third, entry).sanction, line(third, entry).average) == ("zero", False)
