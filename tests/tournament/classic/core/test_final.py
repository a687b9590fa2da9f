"""A game whose seed and racks are public is final: decisions change its result only."""

from dataclasses import replace

import pytest

from tests.tournament.classic.core.tables import (
    ARBITER,
    DIRECTOR,
    Step,
    X,
    Y,
    apply_steps,
    begin_game,
    list_six_passes,
    play_word,
    turn_and_press,
)
from tournament.classic.core.commands import Command
from tournament.classic.core.endings import Winner, compute_scores, find_winner
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import MatchEndReason, MatchState
from tournament.classic.core.visible_state import Viewer, build_visible_state
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


def catch_reason(state: MatchState, *steps_to_apply: Step) -> str:
    with pytest.raises(ClassicRefused) as caught:
        apply_steps(state, *steps_to_apply)
    return caught.value.reason


def build_game_out_of_letters() -> MatchState:
    """Return a game in which X placed the last letters and the bag is empty."""
    return turn_and_press(play_word(replace(begin_game(x="AIPST"), bag="")))


def test_lifted_loss_keeps_the_end_of_a_settled_game() -> None:
    lost = apply_steps(turn_and_press(play_word(begin_game())), LOSS)
    assert not lost.is_final
    back = (Command.LIFT, ARBITER, {"ruling": 0})
    assert apply_steps(lost, back).phase is MatchPhase.PLAY
    settled = apply_steps(lost, TOTALS)
    assert settled.is_final
    assert find_winner(settled) is Winner.Y
    lifted = apply_steps(settled, back)
    assert (lifted.phase, lifted.is_final, lifted.running_side) == (MatchPhase.OVER, True, None)
    assert (find_winner(lifted), compute_scores(lifted)) == (Winner.X, (16, 0))


def test_stopped_game_stays_stopped_after_a_revised_verdict() -> None:
    judged_state = apply_steps(turn_and_press(play_word(begin_game())), *CHALLENGED)
    stopped = apply_steps(judged_state, (Command.STOP, DIRECTOR, {}))
    assert stopped.is_final
    appealed = apply_steps(stopped, APPEAL)
    assert appealed.is_final
    assert catch_reason(appealed, decided("overturn", words={"TAPIS": False})) == "played-since"
    assert apply_steps(appealed, decided("confirm")).is_final

    open_still = apply_steps(turn_and_press(play_word(begin_game())), (Command.STOP, DIRECTOR, {}))
    assert not open_still.is_final
    verdict: Step = (Command.VERDICT, ARBITER, {"words": {"TAPIS": False}})
    taken_back = apply_steps(open_still, *CHALLENGED[:2], verdict)
    assert (taken_back.phase, taken_back.is_final) == (MatchPhase.OVER, True)
    assert taken_back.end
    assert taken_back.end.reason is MatchEndReason.STOPPED
    assert not taken_back.moves[0].stands


def test_last_verdict_can_be_appealed_until_accepted() -> None:
    judged_state = apply_steps(build_game_out_of_letters(), *CHALLENGED)
    assert (judged_state.phase, judged_state.is_final, judged_state.is_decided) == (
        MatchPhase.OVER,
        False,
        False,
    )
    # not twice
    assert catch_reason(judged_state, (Command.CHALLENGE, Y, {})) == "challenge-too-late"
    shown = {viewer: build_visible_state(judged_state, viewer, 0) for viewer in Viewer}
    assert not any(state.can_challenge for state in shown.values())
    assert [shown[Viewer.X].can_accept_last_word, shown[Viewer.Y].can_accept_last_word] == [
        False,
        True,
    ]
    assert catch_reason(judged_state, (Command.DECLARE_TOTALS, X, {})) == "nothing-to-accept"

    accepted = apply_steps(judged_state, LET_BE)
    assert accepted.is_final
    assert (
        catch_reason(accepted, APPEAL, decided("overturn", words={"TAPIS": False}))
        == "played-since"
    )

    appealed = apply_steps(judged_state, APPEAL)
    assert not build_visible_state(appealed, Viewer.Y, 0).can_accept_last_word
    for signs in (LET_BE, (Command.DECLARE_TOTALS, X, {"X": 1, "Y": 2}), TOTALS):
        assert catch_reason(appealed, signs) == "decision-awaited"
    assert apply_steps(appealed, decided("confirm")).is_final
    overturned = apply_steps(appealed, decided("overturn", words={"TAPIS": False}))
    assert (overturned.phase, overturned.to_move) == (MatchPhase.PLAY, Side.Y)
    assert (overturned.is_confirmed, overturned.adjustment, overturned.open_move_number) == (
        False,
        (0, 0),
        None,
    )
    assert sorted(overturned.x.rack) == sorted("AIPST")


def test_directors_own_last_verdict_cannot_be_appealed() -> None:
    by_director = (Command.VERDICT, DIRECTOR, {"words": {"TAPIS": True}})
    assert apply_steps(build_game_out_of_letters(), *CHALLENGED[:2], by_director).is_final


def test_a_sanction_after_one_signature_asks_for_both_again() -> None:
    def sign(state: MatchState, actor: Actor) -> MatchState:
        x, y = compute_scores(state)
        return apply_steps(state, (Command.DECLARE_TOTALS, actor, {"X": x, "Y": y}))

    lifted = (Command.LIFT, ARBITER, {"ruling": 0})
    for sanction in ("warning", "points"):
        sanctioned: Step = (Command.SANCTION, ARBITER, {"side": "Y", "sanction": sanction})
        signed = sign(apply_steps(begin_game(), *list_six_passes()), X)
        for state in (
            apply_steps(signed, sanctioned),
            apply_steps(sign(apply_steps(signed, sanctioned), Y), lifted),
        ):
            assert (state.x.declared_totals, state.y.declared_totals) == (None, None)
            assert (state.phase, state.is_confirmed) == (MatchPhase.OVER, False)
            assert sign(sign(state, Y), X).is_confirmed
    confirmed = sign(sign(apply_steps(begin_game(), *list_six_passes()), X), Y)
    assert apply_steps(confirmed, sanctioned).is_confirmed
