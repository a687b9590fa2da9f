"""Decisions of an arbiter in a match: appealed against, judged by the director, taken back."""

from typing import Any

import pytest

from arbitrage.classic.core.calls import CallKind, CallState
from arbitrage.classic.queries.game_for_officer import GameForOfficer
from arbitrage.classic.services.player_requests import file_match_appeal
from tests.arbitrage.classic.services.matches import (
    GOOD,
    RecordedMatch,
    build_sanction_step,
    build_verdict_step,
    create_arbiter,
    create_director,
)
from tests.arbitrage.services.cases import assert_refused
from tests.room import Room
from tests.rows import every_row
from tournament.classic.core.commands import Command
from tournament.classic.core.rulings import DirectorDecision, MatchSanction
from tournament.classic.core.sides import Side
from tournament.classic.models import Match, MatchEvent
from tournament.classic.queries.games import get_public_seed
from tournament.core.errors import ClassicRefused, NotAllowed
from tournament.core.states import Role
from tournament.models import StaffMember
from tournament.queries import clock

pytestmark = pytest.mark.django_db


def test_the_director_judges_an_appeal_in_the_last_resort(room: Room) -> None:
    judge, director = create_arbiter(room), create_director(room)
    outcomes: dict[str, tuple[dict[str, Any], MatchSanction | None, tuple[int, int]]] = {
        "confirm": ({}, MatchSanction.POINTS, (18, -20)),
        "soften": ({"sanction": "warning"}, MatchSanction.WARNING, (18, 0)),
        "strengthen": ({"sanction": "loss"}, MatchSanction.LOSS, (18, 0)),
        "overturn": ({}, None, (18, 0)),
    }
    with every_row() as each:
        for decision, (values_added, expected, scores) in outcomes.items():
            with each(decision):
                match = RecordedMatch(room)
                match.play()
                match.decide(
                    judge, build_sanction_step(Side.Y, "points"), reason="Gestes déplacés."
                )
                file_match_appeal(
                    game=match.game, side=Side.Y, ruling=0, grounds="Non.", now=clock.now()
                )
                call = match.call(CallKind.APPEAL)
                assert (call.said, call.side, call.about) == ("Non.", Side.Y, 0)
                values = {"decision": decision, "ruling": 0, **values_added}
                assert_refused(
                    NotAllowed, "director-only", match.decide, judge,
                    (Command.DECIDE, values), call=call,
                )  # fmt: skip
                match.decide(director, (Command.DECIDE, values), call=call, reason="Entendu.")
                call.refresh_from_db()
                assert (call.state, call.closed_by) == (CallState.CLOSED, director)
                [history] = GameForOfficer(match.game).rulings
                assert (history.ruling.sanction, match.scores) == (expected, scores)
                assert history.ruling.director_decision is DirectorDecision(decision)
                assert not history.is_own_appeal
                assert (history.ruling_event.by, history.decision and history.decision.by) == (
                    judge,
                    director,
                )
                assert_refused(
                    ClassicRefused, "no-appeal", file_match_appeal,
                    game=match.game, side=Side.Y, ruling=0, grounds="Encore.", now=clock.now(),
                )  # fmt: skip


def test_a_director_does_not_judge_their_own_decision(room: Room) -> None:
    StaffMember.objects.filter(tournament=room.tournament, role=Role.JUDGE).delete()
    both = create_director(room)
    StaffMember.objects.create(tournament=room.tournament, user=both, role=Role.ARBITER)
    match = RecordedMatch(room)
    match.decide(both, build_sanction_step(Side.X, "warning"))
    file_match_appeal(game=match.game, side=Side.X, ruling=0, grounds="Non.", now=clock.now())
    other = create_director(room, "autre directeur")
    call, confirm = match.call(CallKind.APPEAL), (Command.DECIDE, {"decision": "confirm"})
    assert_refused(NotAllowed, "own-decision", match.decide, both, confirm, call=call)
    StaffMember.objects.filter(user=other).delete()
    call.refresh_from_db()
    match.decide(both, confirm, call=call)
    [history] = GameForOfficer(match.game).rulings
    assert history.is_own_appeal  # and the page shows it


def test_a_verdict_is_overturned_while_nothing_was_played_since(room: Room) -> None:
    judge, director = create_arbiter(room), create_director(room)
    match = RecordedMatch(room)
    match.play(GOOD)
    match.decide(
        judge, build_verdict_step(**{GOOD: False}), call=match.challenge(GOOD), otherwise="Doute."
    )
    assert match.scores == (0, 0)
    file_match_appeal(
        game=match.game, side=Side.X, ruling=0, grounds="Il est admis.", now=clock.now()
    )
    values = {"decision": "overturn", "ruling": 0, "words": {GOOD: True}}
    match.decide(director, (Command.DECIDE, values), call=match.call(CallKind.APPEAL))
    assert match.scores == (18, -5)


def test_an_officer_takes_back_a_decision_by_another_one(room: Room) -> None:
    match, judge = RecordedMatch(room), create_arbiter(room)
    match.play()
    match.decide(judge, build_sanction_step(Side.X, "loss"))
    assert match.game.winner == "Y"
    file_match_appeal(
        game=match.game, side=Side.X, ruling=0, grounds="Ce n’est pas moi.", now=clock.now()
    )
    call = match.call(CallKind.APPEAL)
    events = MatchEvent.objects.filter(game=match.game).count()
    match.decide(judge, (Command.LIFT, {"ruling": 0}), reason="C’était l’autre.")
    call.refresh_from_db()
    assert call.state == CallState.CLOSED  # the appeal has no subject any more
    assert (match.game.winner, match.game.over_at, match.scores) == ("", None, (18, 0))
    assert (
        MatchEvent.objects.filter(game=match.game).count() == events + 1
    )  # events are only appended
    [history] = GameForOfficer(match.game).rulings
    assert history.ruling.is_lifted
    assert history.decision is not None
    assert_refused(
        ClassicRefused, "no-such-ruling", match.decide, judge, (Command.LIFT, {"ruling": 0})
    )
    director = create_director(room)
    match.decide(director, build_sanction_step(Side.X, "exclusion"))
    assert_refused(
        ClassicRefused, "director-only", match.decide, judge, (Command.LIFT, {"ruling": 1})
    )
    match.decide(director, (Command.LIFT, {"ruling": 1}))
    assert not match.state.excluded


def test_an_arbiter_changes_their_verdict_until_the_next_word(room: Room) -> None:
    match, judge = RecordedMatch(room), create_arbiter(room)
    match.play()
    match.decide(
        judge, build_verdict_step(**{GOOD: False}), call=match.challenge(GOOD), otherwise="Doute."
    )
    assert (match.scores, match.state.to_move) == ((0, 0), Side.Y)
    correction = (Command.LIFT, {"ruling": 0, "words": {GOOD: True}})
    match.decide(judge, correction, reason="Mal lu.")
    assert (match.scores, match.state.to_move) == ((18, -5), Side.Y)
    match.do_as_y(Command.PASS)
    second_correction = (Command.LIFT, {"ruling": 0, "words": {GOOD: False}})
    assert_refused(ClassicRefused, "played-since", match.decide, judge, second_correction)


def test_an_abandonment_by_mistake_is_taken_back(
    room: Room,
) -> None:
    match, judge = RecordedMatch(room), create_arbiter(room)
    match.play()
    abandon = (Command.ABANDON, {"side": "X", "told": "arbiter"})
    undo = (Command.LIFT, {"abandon": True})
    assert_refused(ClassicRefused, "nobody-abandoned", match.decide, judge, undo)
    before = match.state
    match.decide(judge, abandon)
    row = Match.objects.get(pk=match.game.match_id)
    assert (match.game.winner, row.winner) == ("Y", "Y")
    assert get_public_seed(match.game) is None
    match.decide(judge, undo, reason="C’était la table d’à côté.")
    row.refresh_from_db()
    assert (match.game.winner, row.winner, row.over_at) == ("", "", None)
    assert get_public_seed(match.game) is None
    state = match.state
    assert (state.phase, state.to_move, state.x) == (before.phase, before.to_move, before.x)
    assert state.clock.running_side == before.clock.running_side
    match.decide(judge, abandon)
    match.decide(judge, (Command.SETTLE_TOTALS, {}))
    match.decide(judge, undo)
    assert (match.state.is_over, match.game.winner) == (True, "X")  # the game stays over (C-41)
