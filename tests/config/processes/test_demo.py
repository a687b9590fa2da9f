"""The demonstration: what its simulated players choose from, and its stand-in arbiter."""

from datetime import timedelta

import pytest
from django.db import InterfaceError, OperationalError

from arbitrage.models import RulingStatus
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services import rulings
from arbitrage.services.correction import correct_turn
from config.demo import __main__ as demonstration, stand_in
from config.demo.__main__ import list_solutions
from engine.board.place import Direction, Place
from tests.loops import run_in_loop
from tests.room import Room, ring, solve_now
from tournament.core.states import TurnState
from tournament.models import Bulletin, Journal, Score, Turn
from tournament.queries import clock
from tournament.queries.results.tops import load_choice
from tournament.services.play import turns


def draw_turn_of_new_game(room: Room) -> Turn:
    turn = turns.draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    return turn


def play_turn_out(turn: Turn, room: Room) -> None:
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    turns.open_turn(turn=turn, **room.get_author_and_time())
    ring(turn)


def downwards(ref: str) -> bool:
    return Place.parse(ref).direction is Direction.VERTICAL


def test_before_its_solutions_a_turn_has_no_choices(room: Room) -> None:
    turn = draw_turn_of_new_game(room)
    assert list_solutions(turn.game_id, turn.ordinal) == []


def test_on_the_first_turn_nobody_writes_downwards(room: Room) -> None:
    turn = draw_turn_of_new_game(room)
    solve_now(turn)
    turn.refresh_from_db()
    words = [tuple(move) for move in turn.solutions.moves]
    horizontal_moves = [move for move in words if not downwards(move[1])]
    assert 0 < len(horizontal_moves) < len(words)
    assert list_solutions(turn.game_id, turn.ordinal) == horizontal_moves


def test_later_every_solution_may_be_written(room: Room) -> None:
    first = draw_turn_of_new_game(room)
    solve_now(first)
    play_turn_out(first, room)
    first.refresh_from_db()
    top = load_choice(first).proposed_top
    assert top is not None
    turns.reveal_turn(turn=first, word=top.word, ref=top.ref, **room.get_author_and_time())
    second = turns.draw_turn(game=first.game, **room.get_author_and_time())
    assert second is not None
    solve_now(second)
    second.refresh_from_db()
    solutions = list_solutions(second.game_id, second.ordinal)
    assert solutions == [tuple(move) for move in second.solutions.moves]
    assert any(downwards(ref) for _word, ref, _score in solutions)


def make_undecided_turn(room: Room) -> Turn:
    """A turn of which one bulletin is left to an arbiter: two solutions of unequal score."""
    turn = draw_turn_of_new_game(room)
    solve_now(turn)
    turn.refresh_from_db()
    best, *_, worst = turn.solutions.moves
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    turns.open_turn(turn=turn, **room.get_author_and_time())
    entry = room.entries[0]
    Bulletin.objects.create(
        turn=turn,
        entry=entry,
        rev=1,
        device="tablette",
        rows=[best[0], ".", worst[0]],
        reference="H4",
        score="12",
        arrived_at=clock.now(),
    )
    ring(turn)
    correct_turn(turn_id=turn.pk, now=clock.now())
    turn.refresh_from_db()
    return turn


def test_the_stand_in_arbiter_confirms_what_the_software_proposes(room: Room) -> None:
    turn = make_undecided_turn(room)
    entry = room.entries[0]
    before = get_current_rulings(turn)[entry.pk]
    assert before.status == RulingStatus.UNDECIDED
    later = clock.now() + stand_in.ARBITER_PAUSE + timedelta(seconds=1)
    assert stand_in.act_as_arbiter(turn.game, now=later) == len(
        room.entries
    )  # five handed nothing in
    after = get_current_rulings(turn)[entry.pk]
    assert (after.status, after.points) == (RulingStatus.CONFIRMED, before.points)
    assert Score.objects.get(turn=turn, entry=entry).points == before.points


def confirm_bulletin(turn: Turn, room: Room) -> None:
    """A person decides about a bulletin."""
    entry = room.entries[1]
    version = get_current_rulings(turn)[entry.pk].version
    rulings.confirm_ruling(turn=turn, entry=entry, version=version, by=room.user, now=clock.now())


def test_the_stand_in_arbiter_keeps_away_while_a_person_decides(room: Room) -> None:
    turn = make_undecided_turn(room)
    confirm_bulletin(turn, room)
    soon = clock.now() + stand_in.ARBITER_PAUSE + timedelta(seconds=1)
    assert stand_in.act_as_arbiter(turn.game, now=soon) == 0
    assert (
        stand_in.act_as_arbiter(turn.game, now=soon + stand_in.PERSON_PAUSE)
        == len(room.entries) - 1
    )


def test_a_working_arbiter_does_not_stop_the_automatic_judge(room: Room) -> None:
    turn = make_undecided_turn(room)
    Journal.objects.filter(game=turn.game).update(by=None)
    confirm_bulletin(turn, room)
    assert Journal.objects.filter(game=turn.game, by=room.user).exists()
    assert not stand_in.act_as_judge(turn.game, now=clock.now() + timedelta(minutes=1))
    turn.refresh_from_db()
    assert turn.state == TurnState.REVEALED


def test_the_demonstration_waits_for_an_absent_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demonstration, "STEP_S", 0.0)
    errors = iter([OperationalError(), InterfaceError()])

    def job() -> int:
        if error := next(errors, None):
            raise error
        return 7

    assert run_in_loop(demonstration._run_until_available(job)) == 7
