"""A game whose seed and racks are public is not played on: what is decided changes its result."""

from dataclasses import replace

import pytest

from tests.tournament.classic.core.tables import (
    ARBITER,
    DIRECTOR,
    Step,
    X,
    Y,
    begun,
    played,
    pressed,
    steps,
)
from tournament.classic.core.commands import Command
from tournament.classic.core.endings import Winner, scores, winner
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchEndReason, MatchPhase, MatchState
from tournament.classic.core.visible_state import Viewer, seen
from tournament.core.errors import ClassicRefused

LOSS: Step = (Command.SANCTION, ARBITER, {"side": "X", "sanction": "loss"})
TOTALS: Step = (Command.SETTLE_TOTALS, ARBITER, {})
LET_BE: Step = (Command.DECLARE_TOTALS, Y, {})
CHALLENGED: list[Step] = [
    (Command.CHALLENGE, Y, {}),
    (Command.SLIP, Y, {"words": ["TAPIS"]}),
    (Command.VERDICT, ARBITER, {"words": {"TAPIS": True}}),
]
APPEAL: Step = (Command.APPEAL, Y, {})


def decided(decision: str, **data: object) -> Step:
    return Command.DECIDE, DIRECTOR, {"decision": decision, **data}


def refused(state: MatchState, *told: Step) -> str:
    with pytest.raises(ClassicRefused) as caught:
        steps(state, *told)
    return caught.value.reason


def out() -> MatchState:
    """X has laid his last letters, and the bag is empty."""
    return pressed(played(replace(begun(x="AIPST"), bag="")))


def test_a_lost_game_whose_totals_are_settled_keeps_its_end_when_the_loss_is_taken_back() -> None:
    lost = steps(pressed(played(begun())), LOSS)
    assert not lost.is_final
    back = (Command.LIFT, ARBITER, {"ruling": 0})
    assert steps(lost, back).phase is MatchPhase.PLAY
    settled = steps(lost, TOTALS)
    assert settled.is_final
    assert winner(settled) is Winner.Y
    lifted = steps(settled, back)
    assert (lifted.phase, lifted.is_final, lifted.ticking) == (MatchPhase.OVER, True, None)
    assert (winner(lifted), scores(lifted)) == (Winner.X, (16, 0))


def test_what_the_director_has_stopped_stays_stopped_whatever_he_thinks_of_a_verdict() -> None:
    judged = steps(pressed(played(begun())), *CHALLENGED)
    stopped = steps(judged, (Command.STOP, DIRECTOR, {}))
    assert stopped.is_final
    appealed = steps(stopped, APPEAL)
    assert appealed.is_final
    assert refused(appealed, decided("overturn", words={"TAPIS": False})) == "played-since"
    assert steps(appealed, decided("confirm")).is_final

    open_still = steps(pressed(played(begun())), (Command.STOP, DIRECTOR, {}))
    assert not open_still.is_final
    verdict: Step = (Command.VERDICT, ARBITER, {"words": {"TAPIS": False}})
    taken_back = steps(open_still, *CHALLENGED[:2], verdict)
    assert (taken_back.phase, taken_back.is_final) == (MatchPhase.OVER, True)
    assert taken_back.end
    assert taken_back.end.reason is MatchEndReason.STOPPED
    assert not taken_back.moves[0].stands


def test_the_verdict_on_the_last_word_can_be_appealed_until_it_is_accepted() -> None:
    judged = steps(out(), *CHALLENGED)
    assert (judged.phase, judged.is_final, judged.is_decided) == (MatchPhase.OVER, False, False)
    assert refused(judged, (Command.CHALLENGE, Y, {})) == "window-closed"  # not twice
    shown = {viewer: seen(judged, viewer, 0) for viewer in Viewer}
    assert not any(one.may_challenge for one in shown.values())
    assert [shown[Viewer.X].may_let_be, shown[Viewer.Y].may_let_be] == [False, True]
    assert refused(judged, (Command.DECLARE_TOTALS, X, {})) == "nothing-to-let-be"

    accepted = steps(judged, LET_BE)
    assert accepted.is_final
    assert refused(accepted, APPEAL, decided("overturn", words={"TAPIS": False})) == "played-since"

    appealed = steps(judged, APPEAL)
    assert not seen(appealed, Viewer.Y, 0).may_let_be
    for signs in (LET_BE, (Command.DECLARE_TOTALS, X, {"X": 1, "Y": 2}), TOTALS):
        assert refused(appealed, signs) == "decision-awaited"
    assert steps(appealed, decided("confirm")).is_final
    overturned = steps(appealed, decided("overturn", words={"TAPIS": False}))
    assert (overturned.phase, overturned.to_move) == (MatchPhase.PLAY, Side.Y)
    assert (overturned.confirmed, overturned.adjust, overturned.window) == (False, (0, 0), None)
    assert sorted(overturned.x.rack) == sorted("AIPST")


def test_the_directors_own_verdict_on_the_last_word_is_the_last() -> None:
    by_director = (Command.VERDICT, DIRECTOR, {"words": {"TAPIS": True}})
    assert steps(out(), *CHALLENGED[:2], by_director).is_final
