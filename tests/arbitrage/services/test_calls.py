"""A table calls, an arbiter takes the call and decides, the director judges what is contested."""

from contextlib import suppress
from typing import Any

import pytest

from arbitrage.core.classic.calls import CALL_TRANSITIONS, CallCommand, CallKind, CallState
from arbitrage.models import TableCall
from arbitrage.queries.classic.calls import open_calls
from arbitrage.queries.classic.file import MatchFile
from arbitrage.services.classic.calls import move_call, release, take
from arbitrage.services.classic.own import appeal, call_arbiter
from tests.arbitrage.services.books import account_of
from tests.arbitrage.services.matches import (
    BAD,
    GOOD,
    Played,
    arbiter,
    director,
    sanction,
)
from tests.room import Room
from tests.rows import every_row
from tournament.core.classic.commands import Command
from tournament.core.classic.rulings import DirectorDecision, MatchSanction
from tournament.core.classic.sides import Side
from tournament.core.classic.terms import ClockKind, MatchTerms
from tournament.core.errors import ClassicRefused, LostRace, NotAllowed, RoomError, WrongState
from tournament.core.states import Role
from tournament.models import MatchEvent, StaffMember
from tournament.queries import clock

pytestmark = pytest.mark.django_db


def refused(kind: type[RoomError], reason: str, do: Any, *args: Any, **kwargs: Any) -> None:
    with pytest.raises(kind) as told:
        do(*args, **kwargs)
    assert told.value.reason == reason


def verdict(**words: bool) -> tuple[Command, dict[str, Any]]:
    return Command.VERDICT, {"words": words}


def test_the_life_of_a_call_is_its_table() -> None:
    call = TableCall(pk=0, number=1)
    with every_row() as each:
        for state in CallState:
            for command in CallCommand:
                with each(f"{state} {command}"):
                    call.state = state
                    kind = LostRace if (state, command) in CALL_TRANSITIONS else WrongState
                    with pytest.raises(kind):
                        move_call(call, command)


def test_a_challenge_calls_is_taken_by_one_arbiter_and_answered_word_by_word(room: Room) -> None:
    played, first, second = Played(room), arbiter(room), arbiter(room, "autre")
    played.plays(BAD)
    played.y(Command.CHALLENGE)
    call = played.call(CallKind.CHALLENGE)
    assert (call.state, call.side, call.number) == (CallState.WAITING, Side.Y, 1)
    refused(ClassicRefused, "wrong-phase", played.decide, first, verdict(), call=call)
    call.refresh_from_db()
    assert call.state == CallState.WAITING  # nothing was decided, nobody has taken it
    played.y(Command.SLIP, words=[BAD])
    assert list(open_calls(room.tournament)) == [call]  # the same, with its slip

    take(call=call, by=first, now=clock.now())
    refused(WrongState, "call-taken", take, call=call, by=second, now=clock.now())
    refused(NotAllowed, "call-not-yours", release, call=call, by=second)
    refused(WrongState, "call-taken", played.decide, second, verdict(**{BAD: False}), call=call)
    assert MatchFile(played.game, call).proposed == {BAD: False}

    played.decide(first, verdict(**{BAD: False}), call=call)
    call.refresh_from_db()
    assert (call.state, call.closed_by, call.proposed) == (CallState.CLOSED, first, {BAD: False})
    assert played.scores == (0, 0)
    assert (played.state.to_move, played.state.x.size) == (Side.Y, 7)
    given = MatchEvent.objects.get(game=played.game, seq=call.closed_seq)
    assert (given.command, given.by, given.actor) == (Command.VERDICT, first, "arbiter")
    assert not open_calls(room.tournament).exists()


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


def test_players_who_agree_need_nobody(room: Room) -> None:
    played = Played(room)
    played.plays(GOOD, score=30)
    played.y(Command.CONTEST_SCORE, move=0, score=18)
    assert not TableCall.objects.filter(game=played.game).exists()
    played.y(Command.CALL_ARBITER)
    call = played.call(CallKind.SCORE)
    assert call.side == Side.Y
    played.x(Command.AGREE_SCORE)
    call.refresh_from_db()
    assert (call.state, call.closed_by) == (CallState.WITHDRAWN, None)
    assert played.scores == (18, 0)


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


def test_who_may_do_what_in_a_match(room: Room) -> None:
    """Sanctions by arbiters, exclusion by the director alone, nothing by others (9.2, 9.3)."""
    played = Played(room)
    by = {role: account_of(room, role, name=f"essai-{role}") for role in Role}
    mine: dict[str, Any] = {"side": "X", "seconds": 60}
    arbiters, judges = {Role.ARBITER, Role.DOUBLE_ARBITER, Role.JUDGE}, {Role.JUDGE}
    rows = [
        *((sanction(Side.X, one), arbiters) for one in ("warning", "points")),
        (sanction(Side.X, "exclusion"), judges),
        ((Command.HOLD, {}), arbiters),
        ((Command.RESUME, {}), arbiters),
        ((Command.SET_SCORE, {"move": 0, "score": 9}), arbiters),
        ((Command.TIME_PLAYER, mine), judges),
        ((Command.INCOMPLETE, {}), judges),
        ((Command.LATE, {"side": "Y", "lost": False}), judges),
        ((Command.STOP, {}), judges),
        ((Command.DECIDE, {"decision": "confirm"}), judges),
    ]
    played.plays()
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


def test_a_pause_is_told_to_an_arbiter_and_runs_on_the_players_own_time(room: Room) -> None:
    played, judge = Played(room), arbiter(room)
    played.x(Command.PAUSE)
    call = played.call(CallKind.PAUSE)
    played.decide(judge, call=call)
    call.refresh_from_db()
    assert call.state == CallState.CLOSED
    assert (played.state.clock.running, played.state.x.away) == (Side.X, "pause")
    played.decide(judge, (Command.RETURN, {"side": "X"}))
    assert played.state.x.away is None


def test_the_director_judges_an_appeal_in_the_last_resort(room: Room) -> None:
    judge, chief = arbiter(room), director(room)
    outcomes: dict[str, tuple[dict[str, Any], MatchSanction | None, tuple[int, int]]] = {
        "confirm": ({}, MatchSanction.POINTS, (18, -20)),
        "soften": ({"sanction": "warning"}, MatchSanction.WARNING, (18, 0)),
        "strengthen": ({"sanction": "loss"}, MatchSanction.LOSS, (18, 0)),
        "overturn": ({}, None, (18, 0)),
    }
    with every_row() as each:
        for decision, (more, holds, scores) in outcomes.items():
            with each(decision):
                played = Played(room)
                played.plays()
                played.decide(judge, sanction(Side.Y, "points"), reason="Gestes déplacés.")
                appeal(game=played.game, side=Side.Y, ruling=0, grounds="Non.", now=clock.now())
                call = played.call(CallKind.APPEAL)
                assert (call.said, call.side, call.about) == ("Non.", Side.Y, 0)
                told = {"decision": decision, "ruling": 0, **more}
                refused(
                    NotAllowed, "director-only", played.decide, judge,
                    (Command.DECIDE, told), call=call,
                )  # fmt: skip
                played.decide(chief, (Command.DECIDE, told), call=call, reason="Entendu.")
                call.refresh_from_db()
                assert (call.state, call.closed_by) == (CallState.CLOSED, chief)
                [ruled] = MatchFile(played.game).rulings
                assert (ruled.ruling.sanction, played.scores) == (holds, scores)
                assert (ruled.ruling.decided, ruled.own) == (DirectorDecision(decision), False)
                assert (ruled.given.by, ruled.decision and ruled.decision.by) == (judge, chief)
                refused(
                    ClassicRefused, "no-appeal", appeal,
                    game=played.game, side=Side.Y, ruling=0, grounds="Encore.", now=clock.now(),
                )  # fmt: skip


def test_nobody_judges_his_own_decision_while_there_is_another_director(room: Room) -> None:
    StaffMember.objects.filter(tournament=room.tournament, role=Role.JUDGE).delete()
    both = director(room)
    StaffMember.objects.create(tournament=room.tournament, user=both, role=Role.ARBITER)
    played = Played(room)
    played.decide(both, sanction(Side.X, "warning"))
    appeal(game=played.game, side=Side.X, ruling=0, grounds="Non.", now=clock.now())
    other = director(room, "autre directeur")
    call, confirm = played.call(CallKind.APPEAL), (Command.DECIDE, {"decision": "confirm"})
    refused(NotAllowed, "own-decision", played.decide, both, confirm, call=call)
    StaffMember.objects.filter(user=other).delete()
    call.refresh_from_db()
    played.decide(both, confirm, call=call)
    [ruled] = MatchFile(played.game).rulings
    assert ruled.own  # and it is said


def test_a_verdict_is_overturned_while_nothing_was_played_since(room: Room) -> None:
    judge, chief = arbiter(room), director(room)
    played = Played(room)
    played.plays(GOOD)
    played.decide(judge, verdict(**{GOOD: False}), call=played.challenged(GOOD), otherwise="Doute.")
    assert played.scores == (0, 0)
    appeal(game=played.game, side=Side.X, ruling=0, grounds="Il est admis.", now=clock.now())
    told = {"decision": "overturn", "ruling": 0, "words": {GOOD: True}}
    played.decide(chief, (Command.DECIDE, told), call=played.call(CallKind.APPEAL))
    assert played.scores == (18, -5)


def test_an_officer_takes_back_what_he_decided_by_another_decision(room: Room) -> None:
    played, judge = Played(room), arbiter(room)
    played.plays()
    played.decide(judge, sanction(Side.X, "loss"))
    assert played.game.winner == "Y"
    appeal(game=played.game, side=Side.X, ruling=0, grounds="Ce n’est pas moi.", now=clock.now())
    call = played.call(CallKind.APPEAL)
    events = MatchEvent.objects.filter(game=played.game).count()
    played.decide(judge, (Command.LIFT, {"ruling": 0}), reason="C’était l’autre.")
    call.refresh_from_db()
    assert call.state == CallState.CLOSED  # there is nothing left to judge
    assert (played.game.winner, played.game.over_at, played.scores) == ("", None, (18, 0))
    assert MatchEvent.objects.filter(game=played.game).count() == events + 1  # nothing was edited
    [ruled] = MatchFile(played.game).rulings
    assert ruled.ruling.lifted
    assert ruled.decision is not None
    refused(ClassicRefused, "no-such-ruling", played.decide, judge, (Command.LIFT, {"ruling": 0}))
    chief = director(room)
    played.decide(chief, sanction(Side.X, "exclusion"))
    refused(ClassicRefused, "director-only", played.decide, judge, (Command.LIFT, {"ruling": 1}))
    played.decide(chief, (Command.LIFT, {"ruling": 1}))
    assert not played.state.excluded


def test_a_call_is_left_to_another_and_taken_over(room: Room) -> None:
    played, first, second = Played(room), arbiter(room), arbiter(room, "autre")
    call_arbiter(
        game=played.game, side=Side.X, about=CallKind.OTHER, said="Une question.", now=clock.now()
    )
    call = played.call(CallKind.OTHER)
    assert call.said == "Une question."
    take(call=call, by=first, now=clock.now())
    release(call=call, by=first)
    assert call.state == CallState.WAITING
    take(call=call, by=second, now=clock.now())
    take(call=call, over=second.pk, by=first, now=clock.now())
    assert call.taken_by == first
    stranger = account_of(room, Role.ORGANISER, name="organise")
    refused(NotAllowed, "role", take, call=call, by=stranger, now=clock.now())
    played.decide(first, call=call)
    call.refresh_from_db()
    refused(WrongState, "call-over", take, call=call, by=first, now=clock.now())
