"""What an arbiter decided in a match is judged by the director, or taken back."""

from typing import Any

import pytest

from arbitrage.classic.core.calls import CallKind, CallState
from arbitrage.classic.queries.match_file import MatchFile
from arbitrage.classic.services.player_requests import appeal
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
from tournament.classic.core.rulings import DirectorDecision, MatchSanction
from tournament.classic.core.sides import Side
from tournament.classic.models import Match, MatchEvent
from tournament.classic.queries.games import seed_shown
from tournament.core.errors import ClassicRefused, NotAllowed
from tournament.core.states import Role
from tournament.models import StaffMember
from tournament.queries import clock

pytestmark = pytest.mark.django_db


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


def test_a_verdict_is_given_anew_by_who_gave_it_until_the_next_word(room: Room) -> None:
    played, judge = Played(room), arbiter(room)
    played.plays()
    played.decide(judge, verdict(**{GOOD: False}), call=played.challenged(GOOD), otherwise="Doute.")
    assert (played.scores, played.state.to_move) == ((0, 0), Side.Y)
    anew = (Command.LIFT, {"ruling": 0, "words": {GOOD: True}})
    played.decide(judge, anew, reason="Mal lu.")
    assert (played.scores, played.state.to_move) == ((18, -5), Side.Y)
    played.y(Command.PASS)
    back = (Command.LIFT, {"ruling": 0, "words": {GOOD: False}})
    refused(ClassicRefused, "played-since", played.decide, judge, back)


def test_an_abandonment_that_nobody_said_is_taken_back_while_no_letters_are_known(
    room: Room,
) -> None:
    played, judge = Played(room), arbiter(room)
    played.plays()
    gave_up = (Command.ABANDON, {"side": "X", "told": "arbiter"})
    back = (Command.LIFT, {"abandon": True})
    refused(ClassicRefused, "nobody-abandoned", played.decide, judge, back)
    before = played.state
    played.decide(judge, gave_up)
    match = Match.objects.get(pk=played.game.match_id)
    assert (played.game.winner, match.winner) == ("Y", "Y")
    assert seed_shown(played.game) is None
    played.decide(judge, back, reason="C’était la table d’à côté.")
    match.refresh_from_db()
    assert (played.game.winner, match.winner, match.over_at) == ("", "", None)
    assert seed_shown(played.game) is None
    state = played.state
    assert (state.phase, state.to_move, state.x) == (before.phase, before.to_move, before.x)
    assert state.clock.running == before.clock.running
    played.decide(judge, gave_up)
    played.decide(judge, (Command.SETTLE_TOTALS, {}))
    played.decide(judge, back)
    assert (played.state.is_over, played.game.winner) == (True, "X")  # it does not go on (C-41)
