"""Contests of a score (4.1.6), and the totals declared at the end (10.4)."""

from dataclasses import replace

from tournament.classic.core.commands import Event
from tournament.classic.core.endings import compute_scores, compute_totals, end_game
from tournament.classic.core.rulings import MatchRuling, MatchSanction, RulingKind
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import Contest, MatchEndReason, MatchState, MoveKind
from tournament.core.errors import ClassicRefused


def _read_move_number(state: MatchState, event: Event) -> int:
    number = event.read_number("move")
    if number >= len(state.moves):
        raise ClassicRefused("no-such-move")
    move = state.moves[number]
    if move.kind is not MoveKind.PLAY or not move.stands:
        raise ClassicRefused("no-such-move")
    return number


def contest_score(state: MatchState, event: Event) -> MatchState:
    """Contest the score of a move: either player, at any time.

    The clock stops when the players disagree and call an arbiter (4.1.6, C-43).
    """
    if state.is_confirmed:
        raise ClassicRefused("game-is-over")
    if state.contest is not None:
        raise ClassicRefused("contest-open")
    number = _read_move_number(state, event)
    score = None if event.data.get("score") is None else event.read_number("score")
    return replace(state, contest=Contest(event.acting_side, number, score))


def agree_score(state: MatchState, event: Event) -> MatchState:
    """Accept the proposed score, or give one if none was proposed."""
    contest = state.contest
    if contest is None or contest.author is event.acting_side:
        raise ClassicRefused("not-your-contest")
    score = event.read_number("score") if contest.proposed_score is None else contest.proposed_score
    return replace(set_points(state, contest.move_number, score), contest=None)


def drop_contest(state: MatchState, event: Event) -> MatchState:
    """Withdraw a contest: its author, or an arbiter who leaves the score unchanged."""
    contest = state.contest
    if contest is None or event.actor.side not in (None, contest.author):
        raise ClassicRefused("not-your-contest")
    if contest.is_arbiter_called and event.actor.side is not None:
        raise ClassicRefused("arbiter-called")
    return replace(state, contest=None)


def set_score(state: MatchState, event: Event) -> MatchState:
    """Set a score by an arbiter's ruling, contested or not."""
    number, score = _read_move_number(state, event), event.read_number("score")
    move = state.moves[number]
    ruling = MatchRuling(
        RulingKind.SCORE, event.actor, event.at, "4.1.6", side=move.side, move_number=number,
        points_before=(move.points,),
    )  # fmt: skip
    settled = replace(set_points(state, number, score), rulings=(*state.rulings, ruling))
    return replace(settled, contest=None)


def set_points(state: MatchState, number: int, points: int) -> MatchState:
    """Return the state with another score of a move."""
    moves = list(state.moves)
    moves[number] = replace(moves[number], points=points)
    return replace(state, moves=tuple(moves))


def declare_totals(state: MatchState, event: Event) -> MatchState:
    """Declare the totals of a player's sheet; equal declarations confirm the result (2.1.2).

    Without totals the player only accepts the last word or its verdict, so that the remaining
    letters count.
    """
    if state.bag and not state.is_over:
        raise ClassicRefused("not-over")
    _require_nothing_pending(state)
    updated = _accept_last_word(state, event.acting_side)
    if "X" not in event.data and "Y" not in event.data:
        if updated is state:
            raise ClassicRefused("nothing-to-accept")
        return updated
    totals = (event.read_number("X", -9999), event.read_number("Y", -9999))
    updated = updated.with_player(event.acting_side, declared_totals=totals)
    if updated.x.declared_totals is None or updated.x.declared_totals != updated.y.declared_totals:
        return updated
    return _confirm_totals(updated, totals, event.at)


def clear_old_signatures(before: MatchState, after: MatchState) -> MatchState:
    """Return ``after`` without declared totals if the sanctions have changed: both sign again
    (2.1.2, 9.2)."""
    if after.is_confirmed or _list_sanctions(before) == _list_sanctions(after):
        return after
    return after.with_player(Side.X, declared_totals=None).with_player(Side.Y, declared_totals=None)


def _list_sanctions(state: MatchState) -> list[tuple[Side | None, MatchSanction | None]]:
    return [
        (ruling.side, ruling.sanction)
        for ruling in state.rulings
        if ruling.kind is RulingKind.SANCTION
    ]


def _accept_last_word(state: MatchState, side: Side) -> MatchState:
    """Close the right to challenge the last word: declaring totals accepts it (C-02)."""
    if state.open_move_number is None or state.moves[state.open_move_number].side is side:
        return state
    return replace(state, open_move_number=None)


def _require_nothing_pending(state: MatchState) -> None:
    """Raise ClassicRefused while the director has a ruling to decide: it may resume the game."""
    if any(ruling.is_pending for ruling in state.rulings):
        raise ClassicRefused("decision-awaited")


def settle_totals(state: MatchState, event: Event) -> MatchState:
    """Set the totals by an officer, from the score sheets (10.4).

    A player without a sheet accepts the opponent's. The game is final, even one that was lost
    (C-41).
    """
    if event.actor is not Actor.DIRECTOR:
        _require_nothing_pending(state)
    if not state.is_over and state.x.declared_totals is None and state.y.declared_totals is None:
        raise ClassicRefused("not-over")
    totals = _read_sheet_totals(state, event)
    ruling = MatchRuling(
        RulingKind.TOTALS, event.actor, event.at, "10.4", points_before=compute_scores(state)
    )
    with_ruling = replace(state, rulings=(*state.rulings, ruling))
    return _confirm_totals(with_ruling, totals, event.at)


def _read_sheet_totals(state: MatchState, event: Event) -> tuple[int, int]:
    missing = event.read_optional_side("sheet_missing")
    if missing is not None:
        declared = state.get_player(missing.other).declared_totals
        if declared is None:
            raise ClassicRefused("no-sheet")
        return declared
    if "X" in event.data or "Y" in event.data:
        return event.read_number("X", -9999), event.read_number("Y", -9999)
    return compute_scores(state)


def _confirm_totals(state: MatchState, totals: tuple[int, int], at: int) -> MatchState:
    for side in Side:
        state = state.with_player(side, declared_totals=None)
    state = replace(state, is_confirmed=True, open_move_number=None, contest=None)
    if state.end is None:
        state = end_game(state, MatchEndReason.TOTALS, at)
    computed = compute_totals(state)
    return replace(state, adjustment=(totals[0] - computed[0], totals[1] - computed[1]))
