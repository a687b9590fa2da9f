"""The score of a word is contested (4.1.6), and what is said of the totals at the end (10.4)."""

from dataclasses import replace

from tournament.classic.core.commands import Event
from tournament.classic.core.endings import counted, ended, scores
from tournament.classic.core.rulings import MatchRuling, RulingKind
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import Contest, MatchEndReason, MatchState, MoveKind
from tournament.core.errors import ClassicRefused


def _played(state: MatchState, event: Event) -> int:
    number = event.number("move")
    if number >= len(state.moves):
        raise ClassicRefused("no-such-move")
    move = state.moves[number]
    if move.kind is not MoveKind.PLAY or not move.stands:
        raise ClassicRefused("no-such-move")
    return number


def contest_score(state: MatchState, event: Event) -> MatchState:
    """By either player, at any time; the clock stops when they do not agree and call an arbiter
    (4.1.6, C-43)."""
    if state.confirmed:
        raise ClassicRefused("game-is-over")
    if state.contest is not None:
        raise ClassicRefused("contest-open")
    number = _played(state, event)
    score = None if event.data.get("score") is None else event.number("score")
    return replace(state, contest=Contest(event.mover, number, score))


def agree_score(state: MatchState, event: Event) -> MatchState:
    """The other player agrees to the score that was named, or names it where none was."""
    contest = state.contest
    if contest is None or contest.by is event.mover:
        raise ClassicRefused("not-your-contest")
    score = event.number("score") if contest.score is None else contest.score
    return replace(_worth(state, contest.move, score), contest=None)


def drop_contest(state: MatchState, event: Event) -> MatchState:
    """Who contested lets it be, or an arbiter who was called says that it stays as it was."""
    contest = state.contest
    if contest is None or event.actor.side not in (None, contest.by):
        raise ClassicRefused("not-your-contest")
    if contest.called and event.actor.side is not None:
        raise ClassicRefused("arbiter-called")
    return replace(state, contest=None)


def set_score(state: MatchState, event: Event) -> MatchState:
    """The arbiter's ruling on a score, contested or not."""
    number, score = _played(state, event), event.number("score")
    move = state.moves[number]
    ruled = MatchRuling(
        RulingKind.SCORE, event.actor, event.at, "4.1.6", side=move.side, move=number,
        was=(move.points,),
    )  # fmt: skip
    settled = replace(_worth(state, number, score), rulings=(*state.rulings, ruled))
    return replace(settled, contest=None)


def _worth(state: MatchState, number: int, points: int) -> MatchState:
    moves = list(state.moves)
    moves[number] = replace(moves[number], points=points)
    return replace(state, moves=tuple(moves))


def worth(state: MatchState, number: int, points: int) -> MatchState:
    """The same with another score of a move."""
    return _worth(state, number, points)


def declare_totals(state: MatchState, event: Event) -> MatchState:
    """What a player's sheet says at the end (2.1.2): two that are the same confirm the result. Who
    says no totals lets the last word be, and its verdict: then only do the letters left count."""
    if state.bag and not state.is_over:
        raise ClassicRefused("not-over")
    _nothing_waits(state)
    told = _let_be(state, event.mover)
    if "X" not in event.data and "Y" not in event.data:
        if told is state:
            raise ClassicRefused("nothing-to-let-be")
        return told
    totals = (event.number("X", -9999), event.number("Y", -9999))
    told = told.with_player(event.mover, declared=totals)
    if told.x.declared is None or told.x.declared != told.y.declared:
        return told
    return _settled_at(told, totals, event.at)


def _let_be(state: MatchState, side: Side) -> MatchState:
    """Who says his totals does not challenge the last word any more (C-02)."""
    if state.window is None or state.moves[state.window].side is side:
        return state
    return replace(state, window=None)


def _nothing_waits(state: MatchState) -> None:
    """What the director has to judge may bring the game back. Raises ClassicRefused."""
    if any(one.waits for one in state.rulings):
        raise ClassicRefused("decision-awaited")


def settle_totals(state: MatchState, event: Event) -> MatchState:
    """By an officer, with the score sheets: who has not kept his accepts the other's (10.4). It
    ends the game for good, one that was lost too (C-41)."""
    if event.actor is not Actor.DIRECTOR:
        _nothing_waits(state)
    if not state.is_over and state.x.declared is None and state.y.declared is None:
        raise ClassicRefused("not-over")
    totals = _told_by_sheets(state, event)
    ruled = MatchRuling(RulingKind.TOTALS, event.actor, event.at, "10.4", was=scores(state))
    cleared = replace(state, rulings=(*state.rulings, ruled))
    return _settled_at(cleared, totals, event.at)


def _told_by_sheets(state: MatchState, event: Event) -> tuple[int, int]:
    missing = event.optional_side("sheet_missing")
    if missing is not None:
        declared = state.of(missing.other).declared
        if declared is None:
            raise ClassicRefused("no-sheet")
        return declared
    if "X" in event.data or "Y" in event.data:
        return event.number("X", -9999), event.number("Y", -9999)
    return scores(state)


def _settled_at(state: MatchState, totals: tuple[int, int], at: int) -> MatchState:
    for side in Side:
        state = state.with_player(side, declared=None)
    state = replace(state, confirmed=True, window=None, contest=None)
    if state.end is None:
        state = ended(state, MatchEndReason.TOTALS, at)
    reckoned = counted(state)
    return replace(state, adjust=(totals[0] - reckoned[0], totals[1] - reckoned[1]))
