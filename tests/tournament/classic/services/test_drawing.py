"""A rack is completed before the game continues, whether or not its player draws (4.1.7)."""

import pytest

from engine.rules.bag import Bag
from engine.rules.draw import draw_letters
from tests.room import Room
from tests.tournament.classic.services.tables import DIRECTOR, MatchTable, catch_reason
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.terms import MatchTerms
from tournament.classic.models import MatchEvent
from tournament.classic.services.play import apply_all_expiries
from tournament.core.errors import ClassicRefused


def begin_match(room: Room, seconds: int = 1500) -> MatchTable:
    """Return a game whose starter played two letters, pressed and does not draw."""
    table = MatchTable(room, MatchTerms(time_s=seconds))
    table.start()
    table.play_two_letters(table.first)
    table.run(Command.PRESS, table.first)
    return table


def count_letters(table: MatchTable, actor: Actor) -> int:
    return table.state.get_player(Side(actor.value)).letter_count


def list_last_events(table: MatchTable) -> list[tuple[str, str]]:
    rows = MatchEvent.objects.filter(game=table.game).order_by("-seq")[:2]
    return [(row.command, row.actor) for row in rows]


def test_missing_letters_are_drawn_before_the_opponents_move(room: Room) -> None:
    """Check that the letters follow the seed, in the due order, face down."""
    table = begin_match(room)
    before = table.state
    table.run(Command.EXCHANGE, table.second, n=2, letters=table.rack(table.second)[:2])
    assert list_last_events(table) == [
        (Command.EXCHANGE, table.second),
        (Command.DRAW, table.first),
    ]
    seed = bytes.fromhex(table.game.seed)
    player = table.state.get_player(Side(table.first.value))
    assert player.face_down == draw_letters(seed, before.draw_count, Bag(before.bag), 2)
    assert (player.letter_count, player.must_draw, table.state.open_move_number) == (7, False, None)
    table.run(Command.LOOK, table.first)
    table.run(Command.PASS, table.first)


def test_a_move_that_is_refused_draws_nothing_for_the_other(room: Room) -> None:
    table = begin_match(room)
    n = MatchEvent.objects.filter(game=table.game).count()
    with pytest.raises(ClassicRefused):
        table.run(Command.EXCHANGE, table.second, n=2, letters="··")
    assert MatchEvent.objects.filter(game=table.game).count() == n
    assert count_letters(table, table.first) == 5


def test_racks_are_complete_before_time_or_director_ends_the_game(room: Room) -> None:
    """Check that the deduction is not too low."""
    table = begin_match(room, 60)
    apply_all_expiries(table.advance(61))
    assert list_last_events(table) == [(Command.EXPIRE, "time"), (Command.DRAW, table.first)]
    assert count_letters(table, table.first) == 7
    for is_held in (False, True):
        other = begin_match(room)
        if is_held:
            other.run(Command.HOLD, DIRECTOR)
        other.run(Command.STOP, DIRECTOR)
        assert list_last_events(other) == [(Command.STOP, DIRECTOR), (Command.DRAW, other.first)]
        end = other.state.end
        assert end is not None
        assert end.remaining_letters is not None
        assert [len(letters) for letters in end.remaining_letters] == [7, 7]


def test_letters_drawn_while_held_are_seen_after_the_resume(
    room: Room,
) -> None:
    """Check that the time to challenge stops with the clock (5.2, C-42)."""
    table = begin_match(room)
    table.run(Command.HOLD, DIRECTOR)
    table.run(Command.DRAW, table.first, n=2)
    assert catch_reason(lambda: table.run(Command.LOOK, table.first)) == "wrong-phase"
    table.run(Command.RESUME, DIRECTOR)
    still_open = table.state
    assert still_open.open_move_number is not None
    table.run(Command.LOOK, table.first)
    assert (count_letters(table, table.first), table.state.open_move_number) == (7, None)
