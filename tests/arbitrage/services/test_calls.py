"""Calls of tables: taken by one arbiter and closed by a decision."""

from contextlib import suppress
from typing import Any

import pytest

from arbitrage.classic.core.calls import CALL_TRANSITIONS, CallCommand, CallKind, CallState
from arbitrage.classic.models import TableCall
from arbitrage.classic.queries.calls import find_open_calls
from arbitrage.classic.queries.game_for_officer import GameForOfficer
from arbitrage.classic.services.calls import apply_call_command, release_call, take_call
from arbitrage.classic.services.player_requests import call_arbiter
from tests.arbitrage.classic.services.matches import (
    BAD,
    GOOD,
    RecordedMatch,
    build_sanction_step,
    build_verdict_step,
    create_arbiter,
)
from tests.arbitrage.services.cases import assert_refused
from tests.arbitrage.services.sanctioned_turns import get_account
from tests.room import Room
from tests.rows import every_row
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Side
from tournament.classic.models import MatchEvent
from tournament.core.errors import ClassicRefused, LostRace, NotAllowed, WrongState
from tournament.core.states import Role
from tournament.queries import clock

pytestmark = pytest.mark.django_db


def test_call_transitions_follow_the_table() -> None:
    call = TableCall(pk=0, number=1)
    with every_row() as each:
        for state in CallState:
            for command in CallCommand:
                with each(f"{state} {command}"):
                    call.state = state
                    kind = LostRace if (state, command) in CALL_TRANSITIONS else WrongState
                    with pytest.raises(kind):
                        apply_call_command(call, command)


def test_a_challenge_is_taken_by_one_arbiter_and_answered(room: Room) -> None:
    played, first, second = RecordedMatch(room), create_arbiter(room), create_arbiter(room, "autre")
    played.play(BAD)
    played.do_as_y(Command.CHALLENGE)
    call = played.call(CallKind.CHALLENGE)
    assert (call.state, call.side, call.number) == (CallState.WAITING, Side.Y, 1)
    assert_refused(
        ClassicRefused, "wrong-phase", played.decide, first, build_verdict_step(), call=call
    )
    call.refresh_from_db()
    assert call.state == CallState.WAITING  # nothing was decided, nobody has taken it
    played.do_as_y(Command.SLIP, words=[BAD])
    assert list(find_open_calls(room.tournament)) == [call]  # the same, with its slip

    take_call(call=call, by=first, now=clock.now())
    assert_refused(WrongState, "call-taken", take_call, call=call, by=second, now=clock.now())
    assert_refused(
        NotAllowed, "call-not-yours", release_call, call=call, by=second, now=clock.now()
    )
    assert_refused(
        WrongState,
        "call-taken",
        played.decide,
        second,
        build_verdict_step(**{BAD: False}),
        call=call,
    )
    assert GameForOfficer(played.game, call).proposed_answers == {BAD: False}

    played.decide(first, build_verdict_step(**{BAD: False}), call=call)
    call.refresh_from_db()
    assert (call.state, call.closed_by, call.proposed) == (CallState.CLOSED, first, {BAD: False})
    assert played.scores == (0, 0)
    assert (played.state.to_move, played.state.x.letter_count) == (Side.Y, 7)
    event = MatchEvent.objects.get(game=played.game, seq=call.closed_seq)
    assert (event.command, event.by, event.actor) == (Command.VERDICT, first, "arbiter")
    assert not find_open_calls(room.tournament).exists()


def test_players_who_agree_need_no_arbiter(room: Room) -> None:
    played = RecordedMatch(room)
    played.play(GOOD, score=30)
    played.do_as_y(Command.CONTEST_SCORE, move=0, score=18)
    assert not TableCall.objects.filter(game=played.game).exists()
    played.do_as_y(Command.CALL_ARBITER)
    call = played.call(CallKind.SCORE)
    assert call.side == Side.Y
    played.do_as_x(Command.AGREE_SCORE)
    call.refresh_from_db()
    assert (call.state, call.closed_by) == (CallState.WITHDRAWN, None)
    assert played.scores == (18, 0)


def test_permissions_in_a_match(room: Room) -> None:
    """Sanctions by arbiters, exclusion by the director alone, nothing by others (9.2, 9.3)."""
    played = RecordedMatch(room)
    by = {role: get_account(room, role, name=f"essai-{role}") for role in Role}
    mine: dict[str, Any] = {"side": "X", "seconds": 60}
    arbiters, judges = {Role.ARBITER, Role.DOUBLE_ARBITER, Role.JUDGE}, {Role.JUDGE}
    rows = [
        *((build_sanction_step(Side.X, code), arbiters) for code in ("warning", "points")),
        (build_sanction_step(Side.X, "exclusion"), judges),
        ((Command.HOLD, {}), arbiters),
        ((Command.RESUME, {}), arbiters),
        ((Command.SET_SCORE, {"move": 0, "score": 9}), arbiters),
        ((Command.TIME_PLAYER, mine), judges),
        ((Command.INCOMPLETE, {}), judges),
        ((Command.LATE, {"side": "Y", "lost": False}), judges),
        ((Command.STOP, {}), judges),
        ((Command.DECIDE, {"decision": "confirm"}), judges),
    ]
    played.play()
    with every_row() as each:
        for step, allowed in rows:
            for role in Role:
                with each(f"{step[0]} {step[1]} {role}"):
                    before = MatchEvent.objects.filter(game=played.game).count()
                    if role in allowed:
                        with suppress(ClassicRefused):  # let in, and not possible now
                            played.decide(by[role], step)
                    else:
                        with pytest.raises(NotAllowed):
                            played.decide(by[role], step)
                        done = MatchEvent.objects.filter(game=played.game).count()
                        assert done == before


def test_a_pause_notifies_an_arbiter_and_uses_player_time(room: Room) -> None:
    played, judge = RecordedMatch(room), create_arbiter(room)
    played.do_as_x(Command.PAUSE)
    call = played.call(CallKind.PAUSE)
    played.decide(judge, call=call)
    call.refresh_from_db()
    assert call.state == CallState.CLOSED
    assert (played.state.clock.running_side, played.state.x.absence) == (Side.X, "pause")
    played.decide(judge, (Command.RETURN, {"side": "X"}))
    assert played.state.x.absence is None


def test_a_call_is_left_to_another_and_taken_over(room: Room) -> None:
    played, first, second = RecordedMatch(room), create_arbiter(room), create_arbiter(room, "autre")
    call_arbiter(
        game=played.game, side=Side.X, about=CallKind.OTHER, text="Une question.", now=clock.now()
    )
    call = played.call(CallKind.OTHER)
    assert call.said == "Une question."
    take_call(call=call, by=first, now=clock.now())
    release_call(call=call, by=first, now=clock.now())
    assert call.state == CallState.WAITING
    take_call(call=call, by=second, now=clock.now())
    take_call(call=call, previous_holder=second.pk, by=first, now=clock.now())
    assert call.taken_by == first
    stranger = get_account(room, Role.ORGANISER, name="organise")
    assert_refused(NotAllowed, "role-required", take_call, call=call, by=stranger, now=clock.now())
    played.decide(first, call=call)
    call.refresh_from_db()
    assert_refused(WrongState, "call-over", take_call, call=call, by=first, now=clock.now())
