"""Sanctions, and their appeal to the director (5.2, 9.2, 9.3)."""

from collections.abc import Mapping
from dataclasses import replace

from tournament.classic.core.challenges import answered
from tournament.classic.core.commands import Event
from tournament.classic.core.contests import worth
from tournament.classic.core.endings import counted
from tournament.classic.core.rulings import (
    SEVERITY,
    DirectorDecision,
    MatchRuling,
    MatchSanction,
    RulingKind,
)
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import MatchState
from tournament.core.errors import ClassicRefused


def named(event: Event, name: str = "sanction") -> MatchSanction | None:
    """The sanction that is named. Raises ClassicRefused."""
    value = event.data.get(name)
    if value is None:
        return None
    if value not in list(MatchSanction):
        raise event.malformed(name)
    return MatchSanction(value)


def sanctioned(
    state: MatchState, event: Event, side: Side, sanction: MatchSanction | None, article: str
) -> MatchState:
    """A player is sanctioned: exclusion by the director alone (9.3)."""
    if sanction is MatchSanction.EXCLUSION and event.actor is not Actor.DIRECTOR:
        raise ClassicRefused("director-only")
    ruled = MatchRuling(
        RulingKind.SANCTION, event.actor, event.at, article, side=side, sanction=sanction
    )
    return replace(state, rulings=(*state.rulings, ruled))


def sanction(state: MatchState, event: Event) -> MatchState:
    which = named(event)
    if which is None:
        raise event.malformed("sanction")
    article = event.text("article", longest=10) if "article" in event.data else "9.2"
    return sanctioned(state, event, event.side(), which, article)


def lift(state: MatchState, event: Event) -> MatchState:
    """What an officer wrote by mistake is taken back (reading C-27)."""
    taken_back = _unheard if "abandon" in event.data else _lifted
    return taken_back(state, event)


def _unheard(state: MatchState, event: Event) -> MatchState:
    """The player had not said that he gives up (10.7)."""
    if not event.flag("abandon") or state.abandoned is None:
        raise ClassicRefused("nobody-abandoned")
    return replace(state, abandoned=None)


def _lifted(state: MatchState, event: Event) -> MatchState:
    """A sanction, or the words of a challenge that are answered anew; what the director has
    decided is his to change. A score, or totals, are just ruled on once more (C-28)."""
    number = event.number("ruling")
    if number >= len(state.rulings):
        raise ClassicRefused("no-such-ruling")
    ruling = state.rulings[number]
    if ruling.lifted or ruling.kind not in (RulingKind.SANCTION, RulingKind.VERDICT):
        raise ClassicRefused("no-such-ruling")
    by_director = ruling.decided is not None or ruling.by is Actor.DIRECTOR
    if by_director and event.actor is not Actor.DIRECTOR:
        raise ClassicRefused("director-only")
    if ruling.kind is RulingKind.SANCTION:
        return _with_ruling(state, number, replace(ruling, sanction=None, lifted=True))
    return _overturn_verdict(_with_ruling(state, number, ruling), ruling, event)


def appeal(state: MatchState, event: Event) -> MatchState:
    """A player asks the director about an arbiter's decision (9.2); the director's is the last."""
    number = _number(state, event, lambda one: one.by is Actor.ARBITER and one.appealed is None)
    ruling = state.rulings[number]
    if ruling.by is not Actor.ARBITER or ruling.appealed is not None:
        raise ClassicRefused("no-appeal")
    return _with_ruling(state, number, replace(ruling, appealed=event.mover))


def decide(state: MatchState, event: Event) -> MatchState:
    """The director confirms, softens, strengthens or overturns (9.3)."""
    number = _number(state, event, lambda one: one.waits)
    ruling = state.rulings[number]
    if not ruling.waits:
        raise ClassicRefused("nothing-appealed")
    try:
        decision = DirectorDecision(event.text("decision"))
    except ValueError:
        raise event.malformed("decision") from None
    decided = replace(ruling, decided=decision)
    if decision is DirectorDecision.CONFIRM:
        state = _with_ruling(state, number, decided)
        last_word = state.window is not None and decided.answers_to(state.window)
        return replace(state, window=None) if last_word else state
    if ruling.kind is RulingKind.SANCTION:
        lifted = replace(decided, sanction=_instead(ruling.sanction, decision, event))
        return _with_ruling(state, number, lifted)
    if decision is not DirectorDecision.OVERTURN:
        raise ClassicRefused("only-overturn")
    return _OVERTURN[ruling.kind](_with_ruling(state, number, decided), decided, event)


def _number(state: MatchState, event: Event, concerned: object) -> int:
    """The ruling that is named, or the last that is concerned."""
    if event.data.get("ruling") is not None:
        number = event.number("ruling")
        if number >= len(state.rulings):
            raise ClassicRefused("no-such-ruling")
        return number
    assert callable(concerned)
    found = [number for number, one in enumerate(state.rulings) if concerned(one)]
    if not found:
        raise ClassicRefused("no-such-ruling")
    return found[-1]


def _with_ruling(state: MatchState, number: int, ruling: MatchRuling) -> MatchState:
    rulings = list(state.rulings)
    rulings[number] = ruling
    return replace(state, rulings=tuple(rulings))


def _instead(
    was: MatchSanction | None, decision: DirectorDecision, event: Event
) -> MatchSanction | None:
    """The sanction in place of ``was``: the one named, or the next one of the scale."""
    if decision is DirectorDecision.OVERTURN:
        return None
    step = 1 if decision is DirectorDecision.STRENGTHEN else -1
    rank = SEVERITY.index(was)
    if "sanction" in event.data:
        wanted = SEVERITY.index(named(event))
        if (wanted - rank) * step <= 0:
            raise ClassicRefused("not-harder" if step > 0 else "not-milder")
        return SEVERITY[wanted]
    if not 0 <= rank + step < len(SEVERITY):
        raise ClassicRefused("not-harder" if step > 0 else "not-milder")
    return SEVERITY[rank + step]


def _overturn_score(state: MatchState, ruling: MatchRuling, event: Event) -> MatchState:
    given = event.data.get("score")
    points = ruling.was[0] if given is None else event.number("score")
    return worth(state, ruling.move or 0, points)


def _overturn_totals(state: MatchState, ruling: MatchRuling, event: Event) -> MatchState:
    x, y = ruling.was
    if "X" in event.data or "Y" in event.data:
        x, y = event.number("X", -9999), event.number("Y", -9999)
    reckoned = counted(state)
    return replace(state, adjust=(x - reckoned[0], y - reckoned[1]))


def can_answer_anew(state: MatchState, ruling: MatchRuling) -> bool:
    """Whether the words of a challenge can still be answered otherwise: nothing was played, nor
    drawn, since, and the game is not final (C-28, C-41)."""
    before = ruling.before
    return (
        ruling.kind is RulingKind.VERDICT
        and len(state.moves) == len(before.moves)
        and state.draws == before.draws
        and not state.is_final
    )


def _overturn_verdict(state: MatchState, ruling: MatchRuling, event: Event) -> MatchState:
    """The words are answered otherwise, while nothing was played since and the game is not final
    (C-28, C-41)."""
    before = ruling.before
    assert isinstance(before, MatchState)
    asked = before.challenge
    answers = event.data.get("words")
    if asked is None or not isinstance(answers, Mapping) or set(answers) != set(asked.words or ()):
        raise event.malformed("words")
    if not all(isinstance(answer, bool) for answer in answers.values()):
        raise event.malformed("words")
    if not can_answer_anew(state, ruling):
        raise ClassicRefused("played-since")
    anew = tuple(
        replace(one, answers=tuple(answers.items())) if one.before is before else one
        for one in state.rulings
    )
    back = replace(
        before, rulings=anew, clock=state.clock, time_up=state.time_up,
        referred=state.referred, adjust=state.adjust, contest=state.contest,
    )  # fmt: skip
    return answered(back, asked, answers, event.at)


_OVERTURN = {
    RulingKind.SCORE: _overturn_score,
    RulingKind.TOTALS: _overturn_totals,
    RulingKind.VERDICT: _overturn_verdict,
}
