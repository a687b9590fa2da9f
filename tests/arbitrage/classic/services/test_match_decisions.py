"""Decisions of an arbiter or the director at a table, and their effect on the match."""

from typing import Any

import pytest

from arbitrage.classic.core.calls import CallKind, CallState
from arbitrage.classic.queries.calls import find_open_calls
from arbitrage.classic.queries.game_for_officer import GameForOfficer
from arbitrage.classic.services.player_requests import call_arbiter
from tests.arbitrage.classic.services.matches import (
    GOOD,
    RecordedMatch,
    build_sanction_step,
    build_verdict_step,
    create_arbiter,
    create_director,
)
from tests.arbitrage.services.cases import assert_refused
from tests.arbitrage.services.rulings.test_any_order import roll_back
from tests.room import Room
from tests.rows import every_row
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Side
from tournament.classic.core.terms import ClockKind, MatchTerms
from tournament.classic.models import MatchEvent
from tournament.core.errors import ClassicRefused, NotAllowed
from tournament.queries import clock

pytestmark = pytest.mark.django_db


def test_a_challenge_of_admitted_words_costs_five_points_each(room: Room) -> None:
    match, judge = RecordedMatch(room), create_arbiter(room)
    match.play(GOOD)
    call = match.challenge(GOOD)
    assert GameForOfficer(match.game, call).proposed_answers == {GOOD: True}
    match.decide(judge, build_verdict_step(**{GOOD: True}), call=call)
    assert match.scores == (18, -5)


def test_only_officers_see_why_a_verdict_contradicts_the_list(
    room: Room,
) -> None:
    match, judge = RecordedMatch(room), create_arbiter(room)
    match.play(GOOD)
    call = match.challenge(GOOD)
    reason = "Le mot manque dans l’édition en vigueur."
    match.decide(judge, build_verdict_step(**{GOOD: False}), call=call, otherwise=reason)
    call.refresh_from_db()
    assert (call.proposed, call.otherwise) == ({GOOD: True}, reason)
    assert call.salts.keys() == {"otherwise"}
    events = MatchEvent.objects.filter(game=match.game).values_list("data", "reason")
    assert reason not in str(list(events))


def test_a_challenge_to_gain_time_is_put_aside_and_sanctioned(room: Room) -> None:
    match, judge = RecordedMatch(room), create_arbiter(room)
    match.play(GOOD)
    match.do_as_y(Command.CHALLENGE)
    assert_refused(ClassicRefused, "not-just-played", match.do_as_y, Command.SLIP, words=["TABLE"])
    call = match.call(CallKind.CHALLENGE)
    steps = [(Command.DISMISS, {}), build_sanction_step(Side.Y, "points", "5.2")]
    match.decide(judge, *steps, call=call, reason="Rien de tel sur la grille.")
    call.refresh_from_db()
    assert call.state == CallState.CLOSED
    assert match.scores == (18, -20)
    [history] = GameForOfficer(match.game).rulings
    assert (history.ruling.article, history.ruling_event.reason) == (
        "5.2",
        "Rien de tel sur la grille.",
    )
    assert match.state.challenge is None
    assert match.state.to_move == Side.Y


def test_a_contested_score_is_corrected_or_kept(room: Room) -> None:
    judge = create_arbiter(room)
    match = RecordedMatch(room)
    match.play(GOOD, score=30)
    with every_row() as each:
        for step, points in (
            ((Command.DROP_CONTEST, {}), 30),
            ((Command.SET_SCORE, {"move": 0, "score": 18}), 18),
        ):
            with each(step[0]):
                match.do_as_y(Command.CONTEST_SCORE, move=0)
                match.do_as_y(Command.CALL_ARBITER)
                call = match.call(CallKind.SCORE)
                assert GameForOfficer(match.game, call).compute_score(0) == 18
                match.decide(judge, step, call=call)
                call.refresh_from_db()
                assert call.state == CallState.CLOSED
                assert match.scores == (points, 0)


def _call_and_decide(
    match: RecordedMatch, kind: CallKind, side: Side, by: Any, steps: list[Any]
) -> None:
    """Call an arbiter, and check that the decision closes the call."""
    call_arbiter(game=match.game, side=side, about=kind, now=clock.now())
    call = match.call(kind)
    assert (call.side, call.state) == (side, CallState.WAITING)
    match.decide(by, *steps, call=call, reason="Vu sur place.")
    call.refresh_from_db()
    assert (call.state, call.closed_by) == (CallState.CLOSED, by)


def test_every_incident_of_article_10_has_its_outcome(room: Room) -> None:
    judge, director = create_arbiter(room), create_director(room)
    x, y = Side.X, Side.Y
    loses: dict[str, Any] = {"winner": "Y", "over": True}
    continues: dict[str, Any] = {"winner": "", "over": False}
    upset_step = (Command.UPSET, {"side": "X", "restorable": True})
    rows: dict[str, tuple[CallKind, Side, Any, list[Any], dict[str, Any]]] = {
        "letters found": (
            CallKind.LETTERS, y, judge, [(Command.FIND_EXCESS, {"side": "X"})], loses,
        ),
        "board put back": (CallKind.BOARD, y, judge, [upset_step], continues),
        "board put back, sanctioned": (
            CallKind.BOARD, y, judge,
            [(upset_step[0], {**upset_step[1], "sanction": "points"})],
            {**continues, "scores": (-2, 0)},
        ),
        "board lost": (
            CallKind.BOARD, y, judge,
            [(upset_step[0], {"side": "X", "restorable": False})], loses,
        ),
        "set kept": (CallKind.SET, x, director, [(Command.INCOMPLETE, {})], continues),
        "set spoiled": (CallKind.SET, y, director, [(Command.INCOMPLETE, {"side": "X"})], loses),
        "resigned": (
            CallKind.RESIGN, x, judge, [(Command.ABANDON, {"side": "X", "told": "arbiter"})], loses,
        ),
        "gone, warned": (
            CallKind.GONE, y, judge, [build_sanction_step(x, "warning", "10.7")], continues,
        ),
        "nothing": (CallKind.OTHER, x, judge, [], continues),
    }  # fmt: skip
    match = RecordedMatch(room)
    with every_row() as each:
        for name, (kind, side, by, steps, expected) in rows.items():
            with each(name), roll_back():
                match.play(too_many=2 if name == "letters found" else 0)
                if name == "letters found":
                    match.do_as_x(Command.LOOK)
                _call_and_decide(match, kind, side, by, steps)
                game = match.game
                game.refresh_from_db()
                assert game.winner == expected["winner"]
                assert (game.over_at is not None) is expected["over"]
                assert match.scores == expected.get("scores", (18, 0))
                assert not find_open_calls(room.tournament).exists()


def test_letters_in_excess_are_taken_out_seen_or_unseen(room: Room) -> None:
    judge = create_arbiter(room)
    with every_row() as each:
        for is_seen, points in ((False, 18), (True, 13)):
            with each(is_seen):
                match = RecordedMatch(room)
                match.play(too_many=1)
                if is_seen:
                    match.do_as_x(Command.LOOK)
                removed_letters = "all" if is_seen else "drawn"
                removal = (Command.REMOVE_EXCESS, {"n": 1, "among": removed_letters, "as": "Y"})
                report = [(Command.REPORT_EXCESS, {"as": "X"})] if is_seen else []
                match.decide(judge, *report, removal)
                assert (match.state.x.letter_count, match.scores) == (7, (points, 0))


def test_totals_are_settled_by_the_sheet_that_was_kept(room: Room) -> None:
    match, judge = RecordedMatch(room), create_arbiter(room)
    match.play()
    match.decide(create_director(room), (Command.STOP, {}))
    assert match.state.phase == "letters"
    match.decide(judge, (Command.TYPE_LETTERS, {"X": "EEEEEEE", "Y": "AAAAAAA"}))
    match.do_as_x(Command.DECLARE_TOTALS, X=18, Y=-7)
    match.do_as_y(Command.DECLARE_TOTALS, X=11, Y=-6)
    call = match.call(CallKind.TOTALS)
    assert call.side == ""
    match.decide(judge, (Command.SETTLE_TOTALS, {"sheet_missing": "X"}), call=call)
    assert match.scores == (11, -6)
    call.refresh_from_db()
    assert call.state == CallState.CLOSED


def test_director_starts_or_ends_game_of_late_player(room: Room) -> None:
    director = create_director(room)
    waiting = RecordedMatch(room, MatchTerms(real_tiles=True), begun=False)
    call_arbiter(game=waiting.game, side=Side.X, about=CallKind.LATE, now=clock.now())
    call = waiting.call(CallKind.LATE)
    assert_refused(
        NotAllowed, "director-only", waiting.decide, create_arbiter(room),
        (Command.LATE, {"side": "Y", "lost": True}), call=call,
    )  # fmt: skip
    waiting.decide(director, (Command.LATE, {"side": "Y", "lost": False}), call=call)
    assert (waiting.state.starter, waiting.state.y.absence) == (Side.X, "late")
    lost_match = RecordedMatch(room, begun=False)
    lost_match.decide(director, (Command.LATE, {"side": "Y", "lost": True}))
    assert lost_match.game.winner == "X"


def test_the_director_times_a_slow_player_and_ends_the_game(
    room: Room,
) -> None:
    director = create_director(room)
    match = RecordedMatch(room, MatchTerms(clock=ClockKind.GLOBAL, time_s=600, real_tiles=True))
    match.play()
    match.do_as_x(Command.REFER, reason="Il réfléchit un quart d’heure.")
    call = match.call(CallKind.SLOW)
    assert call.said == "Il réfléchit un quart d’heure."
    timing = (Command.TIME_PLAYER, {"side": "Y", "seconds": 60, "clock": "move"})
    match.decide(director, timing, call=call)
    call.refresh_from_db()
    assert call.state == CallState.CLOSED
    assert match.state.clock.get_player_clock(Side.Y).initial_ms == 60_000
    match.do_as_x(Command.REFER)
    second_call = match.call(CallKind.SLOW)
    match.decide(director, build_sanction_step(Side.Y, "warning", "6.4.2"), call=second_call)
    second_call.refresh_from_db()
    assert second_call.state == CallState.CLOSED
    match.decide(director, (Command.STOP, {}), reason="La durée est écoulée.")
    assert match.state.is_over
