"""What an arbiter or the director decides at a table, and what becomes of the match."""

from typing import Any

import pytest

from arbitrage.classic.core.calls import CallKind, CallState
from arbitrage.classic.queries.calls import open_calls
from arbitrage.classic.queries.match_file import MatchFile
from arbitrage.classic.services.player_requests import call_arbiter
from tests.arbitrage.classic.services.matches import (
    GOOD,
    Played,
    arbiter,
    director,
    sanction,
    verdict,
)
from tests.arbitrage.services.cases import refused
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
    played, judge = Played(room), arbiter(room)
    played.plays(GOOD)
    call = played.challenged(GOOD)
    assert MatchFile(played.game, call).proposed == {GOOD: True}
    played.decide(judge, verdict(**{GOOD: True}), call=call)
    assert played.scores == (18, -5)


def test_an_arbiter_who_decides_otherwise_than_the_list_leaves_why_for_officers_alone(
    room: Room,
) -> None:
    played, judge = Played(room), arbiter(room)
    played.plays(GOOD)
    call = played.challenged(GOOD)
    why = "Le mot manque dans l’édition en vigueur."
    played.decide(judge, verdict(**{GOOD: False}), call=call, otherwise=why)
    call.refresh_from_db()
    assert (call.proposed, call.otherwise) == ({GOOD: True}, why)
    assert call.salts.keys() == {"otherwise"}
    said = MatchEvent.objects.filter(game=played.game).values_list("data", "reason")
    assert why not in str(list(said))


def test_a_challenge_to_gain_time_is_put_aside_and_sanctioned(room: Room) -> None:
    played, judge = Played(room), arbiter(room)
    played.plays(GOOD)
    played.y(Command.CHALLENGE)
    refused(ClassicRefused, "not-just-played", played.y, Command.SLIP, words=["TABLE"])
    call = played.call(CallKind.CHALLENGE)
    steps = [(Command.DISMISS, {}), sanction(Side.Y, "points", "5.2")]
    played.decide(judge, *steps, call=call, reason="Rien de tel sur la grille.")
    call.refresh_from_db()
    assert call.state == CallState.CLOSED
    assert played.scores == (18, -20)
    [ruled] = MatchFile(played.game).rulings
    assert (ruled.ruling.article, ruled.given.reason) == ("5.2", "Rien de tel sur la grille.")
    assert played.state.challenge is None
    assert played.state.to_move == Side.Y


def test_a_contested_score_is_corrected_or_kept(room: Room) -> None:
    judge = arbiter(room)
    played = Played(room)
    played.plays(GOOD, score=30)
    with every_row() as each:
        for step, points in (
            ((Command.DROP_CONTEST, {}), 30),
            ((Command.SET_SCORE, {"move": 0, "score": 18}), 18),
        ):
            with each(step[0]):
                played.y(Command.CONTEST_SCORE, move=0)
                played.y(Command.CALL_ARBITER)
                call = played.call(CallKind.SCORE)
                assert MatchFile(played.game, call).right_score(0) == 18
                played.decide(judge, step, call=call)
                call.refresh_from_db()
                assert call.state == CallState.CLOSED
                assert played.scores == (points, 0)


def test_every_incident_of_article_10_has_its_outcome(room: Room) -> None:
    judge, chief = arbiter(room), director(room)
    x, y = Side.X, Side.Y
    lost: dict[str, Any] = {"winner": "Y", "over": True}
    on: dict[str, Any] = {"winner": "", "over": False}
    upset = (Command.UPSET, {"side": "X", "restorable": True})
    rows: dict[str, tuple[CallKind, Side, Any, list[Any], dict[str, Any]]] = {
        "letters found": (
            CallKind.LETTERS, y, judge, [(Command.FIND_EXCESS, {"side": "X"})], lost,
        ),
        "board put back": (CallKind.BOARD, y, judge, [upset], on),
        "board put back, sanctioned": (
            CallKind.BOARD, y, judge,
            [(upset[0], {**upset[1], "sanction": "points"})], {**on, "scores": (-2, 0)},
        ),
        "board lost": (
            CallKind.BOARD, y, judge,
            [(upset[0], {"side": "X", "restorable": False})], lost,
        ),
        "set kept": (CallKind.SET, x, chief, [(Command.INCOMPLETE, {})], on),
        "set spoiled": (CallKind.SET, y, chief, [(Command.INCOMPLETE, {"side": "X"})], lost),
        "resigned": (
            CallKind.RESIGN, x, judge, [(Command.ABANDON, {"side": "X", "told": "arbiter"})], lost,
        ),
        "gone, warned": (CallKind.GONE, y, judge, [sanction(x, "warning", "10.7")], on),
        "nothing": (CallKind.OTHER, x, judge, [], on),
    }  # fmt: skip
    with every_row() as each:
        for name, (kind, side, by, steps, expected) in rows.items():
            with each(name):
                played = Played(room)
                played.plays(too_many=2 if name == "letters found" else 0)
                if name == "letters found":
                    played.x(Command.LOOK)
                call_arbiter(game=played.game, side=side, about=kind, now=clock.now())
                call = played.call(kind)
                assert (call.side, call.state) == (side, CallState.WAITING)
                played.decide(by, *steps, call=call, reason="Vu sur place.")
                call.refresh_from_db()
                assert (call.state, call.closed_by) == (CallState.CLOSED, by)
                game = played.game
                game.refresh_from_db()
                assert game.winner == expected["winner"]
                assert (game.over_at is not None) is expected["over"]
                assert played.scores == expected.get("scores", (18, 0))
                assert not open_calls(room.tournament).exists()


def test_letters_in_excess_are_taken_out_before_and_after_they_are_seen(room: Room) -> None:
    judge = arbiter(room)
    with every_row() as each:
        for seen, points in ((False, 18), (True, 13)):
            with each(seen):
                played = Played(room)
                played.plays(too_many=1)
                if seen:
                    played.x(Command.LOOK)
                among = "all" if seen else "drawn"
                taken_out = (Command.REMOVE_EXCESS, {"n": 1, "among": among, "as": "Y"})
                told = [(Command.REPORT_EXCESS, {"as": "X"})] if seen else []
                played.decide(judge, *told, taken_out)
                assert (played.state.x.size, played.scores) == (7, (points, 0))


def test_totals_are_settled_by_the_sheet_that_was_kept(room: Room) -> None:
    played, judge = Played(room), arbiter(room)
    played.plays()
    played.decide(director(room), (Command.STOP, {}))
    assert played.state.phase == "letters"
    played.decide(judge, (Command.TYPE_LETTERS, {"X": "EEEEEEE", "Y": "AAAAAAA"}))
    played.x(Command.DECLARE_TOTALS, X=18, Y=-7)
    played.y(Command.DECLARE_TOTALS, X=11, Y=-6)
    call = played.call(CallKind.TOTALS)
    assert call.side == ""
    played.decide(judge, (Command.SETTLE_TOTALS, {"sheet_missing": "X"}), call=call)
    assert played.scores == (11, -6)
    call.refresh_from_db()
    assert call.state == CallState.CLOSED


def test_the_director_opens_the_game_of_who_is_late_or_gives_it_to_the_other(room: Room) -> None:
    chief = director(room)
    waits = Played(room, MatchTerms(real_tiles=True), begun=False)
    call_arbiter(game=waits.game, side=Side.X, about=CallKind.LATE, now=clock.now())
    call = waits.call(CallKind.LATE)
    refused(
        NotAllowed, "director-only", waits.decide, arbiter(room),
        (Command.LATE, {"side": "Y", "lost": True}), call=call,
    )  # fmt: skip
    waits.decide(chief, (Command.LATE, {"side": "Y", "lost": False}), call=call)
    assert (waits.state.starter, waits.state.y.away) == (Side.X, "late")
    lost = Played(room, begun=False)
    lost.decide(chief, (Command.LATE, {"side": "Y", "lost": True}))
    assert lost.game.winner == "X"


def test_under_a_common_time_the_director_has_a_player_timed_and_declares_the_end(
    room: Room,
) -> None:
    chief = director(room)
    played = Played(room, MatchTerms(clock=ClockKind.GLOBAL, time_s=600, real_tiles=True))
    played.plays()
    played.x(Command.REFER, reason="Il réfléchit un quart d’heure.")
    call = played.call(CallKind.SLOW)
    assert call.said == "Il réfléchit un quart d’heure."
    timed = (Command.TIME_PLAYER, {"side": "Y", "seconds": 60, "clock": "move"})
    played.decide(chief, timed, call=call)
    call.refresh_from_db()
    assert call.state == CallState.CLOSED
    assert played.state.clock.hand(Side.Y).full == 60_000
    played.x(Command.REFER)
    again = played.call(CallKind.SLOW)
    played.decide(chief, sanction(Side.Y, "warning", "6.4.2"), call=again)
    again.refresh_from_db()
    assert again.state == CallState.CLOSED
    played.decide(chief, (Command.STOP, {}), reason="La durée est écoulée.")
    assert played.state.is_over
