"""Sanctions, and appeals against rulings to the director (5.2, 9.2, 9.3)."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from tournament.classic.core.challenges import apply_verdict
from tournament.classic.core.commands import Event
from tournament.classic.core.contests import set_points
from tournament.classic.core.endings import compute_totals
from tournament.classic.core.rulings import (
    SANCTIONS_BY_SEVERITY,
    DirectorDecision,
    MatchRuling,
    MatchSanction,
    RulingKind,
)
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import MatchState
from tournament.core.errors import ClassicRefused


def read_sanction(event: Event, name: str = "sanction") -> MatchSanction | None:
    """Return the sanction in the data of ``event``, None for none. Raise ClassicRefused if
    unknown."""
    value = event.data.get(name)
    if value is None:
        return None
    if value not in list(MatchSanction):
        raise event.build_refusal(name)
    return MatchSanction(value)


def add_sanction(
    state: MatchState, event: Event, side: Side, sanction: MatchSanction | None, article: str
) -> MatchState:
    """Add a sanction; only the director may exclude (9.3)."""
    if sanction is MatchSanction.EXCLUSION and event.actor is not Actor.DIRECTOR:
        raise ClassicRefused("director-only")
    ruling = MatchRuling(
        RulingKind.SANCTION, event.actor, event.at, article, side=side, sanction=sanction
    )
    return replace(state, rulings=(*state.rulings, ruling))


def give_sanction(state: MatchState, event: Event) -> MatchState:
    sanction = read_sanction(event)
    if sanction is None:
        raise event.build_refusal("sanction")
    article = event.read_text("article", max_length=10) if "article" in event.data else "9.2"
    return add_sanction(state, event, event.read_side(), sanction, article)


def lift_decision(state: MatchState, event: Event) -> MatchState:
    """Take back what an officer wrote by mistake (C-27)."""
    return (_lift_abandon if "abandon" in event.data else _lift_ruling)(state, event)


def _lift_abandon(state: MatchState, event: Event) -> MatchState:
    """Take back an abandon that the player did not announce (10.7)."""
    if not event.read_bool("abandon") or state.side_that_abandoned is None:
        raise ClassicRefused("nobody-abandoned")
    return replace(state, side_that_abandoned=None)


def _lift_ruling(state: MatchState, event: Event) -> MatchState:
    """Lift a sanction, or revise a verdict.

    Only the director may change the director's decisions. A score or totals are simply ruled on
    again (C-28).
    """
    number = event.read_number("ruling")
    if number >= len(state.rulings):
        raise ClassicRefused("no-such-ruling")
    ruling = state.rulings[number]
    if ruling.is_lifted or ruling.kind not in (RulingKind.SANCTION, RulingKind.VERDICT):
        raise ClassicRefused("no-such-ruling")
    by_director = ruling.director_decision is not None or ruling.officer is Actor.DIRECTOR
    if by_director and event.actor is not Actor.DIRECTOR:
        raise ClassicRefused("director-only")
    if ruling.kind is RulingKind.SANCTION:
        return _replace_ruling(state, number, replace(ruling, sanction=None, is_lifted=True))
    return _overturn_verdict(state, ruling, event)


def appeal_ruling(state: MatchState, event: Event) -> MatchState:
    """Appeal to the director against an arbiter's ruling (9.2)."""
    number = _find_ruling_number(
        state, event, lambda ruling: ruling.officer is Actor.ARBITER and ruling.appellant is None
    )
    ruling = state.rulings[number]
    if ruling.officer is not Actor.ARBITER or ruling.appellant is not None:
        raise ClassicRefused("no-appeal")
    return _replace_ruling(state, number, replace(ruling, appellant=event.acting_side))


def decide_appeal(state: MatchState, event: Event) -> MatchState:
    """Decide an appeal: confirm, soften, strengthen or overturn (9.3)."""
    number = _find_ruling_number(state, event, lambda ruling: ruling.is_pending)
    ruling = state.rulings[number]
    if not ruling.is_pending:
        raise ClassicRefused("nothing-appealed")
    try:
        decision = DirectorDecision(event.read_text("decision"))
    except ValueError:
        raise event.build_refusal("decision") from None
    decided = replace(ruling, director_decision=decision)
    if decision is DirectorDecision.CONFIRM:
        state = _replace_ruling(state, number, decided)
        is_last_word = state.open_move_number is not None and decided.is_verdict_on(
            state.open_move_number
        )
        return replace(state, open_move_number=None) if is_last_word else state
    if ruling.kind is RulingKind.SANCTION:
        revised = replace(decided, sanction=_revise_sanction(ruling.sanction, decision, event))
        return _replace_ruling(state, number, revised)
    if decision is not DirectorDecision.OVERTURN:
        raise ClassicRefused("only-overturn")
    return _OVERTURN[ruling.kind](_replace_ruling(state, number, decided), decided, event)


def _find_ruling_number(
    state: MatchState, event: Event, condition: Callable[[MatchRuling], bool]
) -> int:
    """Return the number of the named ruling, else of the last one that meets ``condition``."""
    if event.data.get("ruling") is not None:
        number = event.read_number("ruling")
        if number >= len(state.rulings):
            raise ClassicRefused("no-such-ruling")
        return number
    numbers = [number for number, ruling in enumerate(state.rulings) if condition(ruling)]
    if not numbers:
        raise ClassicRefused("no-such-ruling")
    return numbers[-1]


def _replace_ruling(state: MatchState, number: int, ruling: MatchRuling) -> MatchState:
    rulings = list(state.rulings)
    rulings[number] = ruling
    return replace(state, rulings=tuple(rulings))


def _revise_sanction(
    current: MatchSanction | None, decision: DirectorDecision, event: Event
) -> MatchSanction | None:
    """Return the sanction that replaces ``current``: the named one, or the next in severity."""
    if decision is DirectorDecision.OVERTURN:
        return None
    step = 1 if decision is DirectorDecision.STRENGTHEN else -1
    rank = SANCTIONS_BY_SEVERITY.index(current)
    if "sanction" in event.data:
        new_rank = SANCTIONS_BY_SEVERITY.index(read_sanction(event))
        if (new_rank - rank) * step <= 0:
            raise ClassicRefused("not-harder" if step > 0 else "not-milder")
        return SANCTIONS_BY_SEVERITY[new_rank]
    if not 0 <= rank + step < len(SANCTIONS_BY_SEVERITY):
        raise ClassicRefused("not-harder" if step > 0 else "not-milder")
    return SANCTIONS_BY_SEVERITY[rank + step]


def _overturn_score(state: MatchState, ruling: MatchRuling, event: Event) -> MatchState:
    score = event.data.get("score")
    points = ruling.points_before[0] if score is None else event.read_number("score")
    return set_points(state, ruling.move_number or 0, points)


def _overturn_totals(state: MatchState, ruling: MatchRuling, event: Event) -> MatchState:
    x, y = ruling.points_before
    if "X" in event.data or "Y" in event.data:
        x, y = event.read_number("X", -9999), event.read_number("Y", -9999)
    computed = compute_totals(state)
    return replace(state, adjustment=(x - computed[0], y - computed[1]))


def can_revise_verdict(state: MatchState, ruling: MatchRuling) -> bool:
    """Return True if the verdict can still be revised.

    Nothing was played or drawn since, and the game is not final (C-28, C-41).
    """
    before = ruling.state_before
    return (
        ruling.kind is RulingKind.VERDICT
        and len(state.moves) == len(before.moves)
        and state.draw_count == before.draw_count
        and not state.is_final
    )


def _overturn_verdict(state: MatchState, ruling: MatchRuling, event: Event) -> MatchState:
    """Revise the answers of a verdict, while that is possible (C-28, C-41)."""
    before = ruling.state_before
    assert isinstance(before, MatchState)
    open_challenge = before.challenge
    answers = event.data.get("words")
    if (
        open_challenge is None
        or not isinstance(answers, Mapping)
        or set(answers) != set(open_challenge.words or ())
    ):
        raise event.build_refusal("words")
    if not all(isinstance(answer, bool) for answer in answers.values()):
        raise event.build_refusal("words")
    if not can_revise_verdict(state, ruling):
        raise ClassicRefused("played-since")
    rulings = tuple(
        replace(other, answers=tuple(answers.items())) if other.state_before is before else other
        for other in state.rulings
    )
    restored = replace(
        before, rulings=rulings, clock=state.clock, is_time_up=state.is_time_up,
        director_requester=state.director_requester, adjustment=state.adjustment,
        contest=state.contest,
    )  # fmt: skip
    return apply_verdict(restored, open_challenge, answers, event.at)


_OVERTURN = {
    RulingKind.SCORE: _overturn_score,
    RulingKind.TOTALS: _overturn_totals,
    RulingKind.VERDICT: _overturn_verdict,
}
