"""Challenges of a word (5): announced, written on a slip, answered per word by an arbiter."""

from collections.abc import Mapping
from dataclasses import replace

from engine.board.letters import fold
from engine.rules.classic.challenge import has_formed_all, judge_challenge
from engine.rules.classic.letters import UNSEEN
from engine.rules.classic.plays import list_played_words
from tournament.classic.core.commands import Event
from tournament.classic.core.endings import end_game
from tournament.classic.core.moves import give_turn, mark_drawing
from tournament.classic.core.opening import add_to_bag
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.rulings import MatchRuling, Penalty, RulingKind
from tournament.classic.core.sides import Actor
from tournament.classic.core.state import Challenge, MatchEndReason, MatchMove, MatchState
from tournament.core.errors import ClassicRefused


def list_formed_words(move: MatchMove) -> list[str]:
    """Return the words that a move formed, in capitals."""
    return (
        []
        if move.board_before is None
        else list_played_words(move.board_before, move.word, move.ref)
    )


def challenge_move(state: MatchState, event: Event) -> MatchState:
    """Challenge the last move, from the turning of the board until its author sees a drawn letter.

    The clock stops (5.1, 5.2, C-02).
    """
    side = event.acting_side
    if state.losers or state.is_confirmed:
        raise ClassicRefused("game-is-over")
    if (
        state.open_move_number is None
        or state.moves[state.open_move_number].side is side
        or state.is_judged
    ):
        raise ClassicRefused("challenge-too-late")
    return replace(state, challenge=Challenge(side, state.open_move_number))


def submit_slip(state: MatchState, event: Event) -> MatchState:
    """Name the challenged words, all formed by the last move (2.2.2, 5.2)."""
    open_challenge = state.challenge
    if open_challenge is None or open_challenge.challenger is not event.acting_side:
        raise ClassicRefused("not-your-challenge")
    words = event.data.get("words")
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise event.build_refusal("words")
    challenged = tuple(fold(word.strip()) for word in words)
    if not challenged:
        raise ClassicRefused("no-word-challenged")
    if not has_formed_all(challenged, list_formed_words(state.moves[open_challenge.move_number])):
        raise ClassicRefused("not-just-played")
    return replace(state, challenge=replace(open_challenge, words=challenged))


def dismiss_challenge(state: MatchState, _event: Event) -> MatchState:
    """Close a challenge that names no word of the last move; sanctions are separate (5.2)."""
    return replace(state, challenge=None)


def give_verdict(state: MatchState, event: Event) -> MatchState:
    """Answer each challenged word and apply the consequences (5.3)."""
    open_challenge = state.challenge
    if open_challenge is None or open_challenge.words is None:
        raise ClassicRefused("no-slip")
    answers = event.data.get("words")
    if not isinstance(answers, Mapping) or set(answers) != set(open_challenge.words):
        raise event.build_refusal("words")
    if not all(isinstance(answer, bool) for answer in answers.values()):
        raise event.build_refusal("words")
    ruling = MatchRuling(
        RulingKind.VERDICT, event.actor, event.at, "5.3", side=open_challenge.challenger,
        move_number=open_challenge.move_number, state_before=state, answers=tuple(answers.items()),
    )  # fmt: skip
    return apply_verdict(
        replace(state, rulings=(*state.rulings, ruling)), open_challenge, answers, event.at
    )


def apply_verdict(
    state: MatchState, answered_challenge: Challenge, answers: Mapping[str, bool], at: int
) -> MatchState:
    """Apply a verdict: the move stands or is taken back, admitted words cost the challenger
    points (5.3).

    A game stopped by the director stays stopped.
    """
    outcome = judge_challenge(answered_challenge.words or (), answers)
    points = outcome.wrong_challenges * state.terms.wrong_challenge
    penalties = state.penalties
    if points:
        penalties = (*penalties, Penalty(answered_challenge.challenger, points, "5.3", at))
    state = replace(
        state, challenge=None, open_move_number=None, penalties=penalties, has_started=True
    )
    if not outcome.is_play_valid:
        is_stopped = state.end is not None and state.end.reason is MatchEndReason.STOPPED
        resumed = give_turn(
            _take_back_move(state, answered_challenge.move_number),
            answered_challenge.challenger,
            at,
        )
        return end_game(resumed, MatchEndReason.STOPPED, at) if is_stopped else resumed
    if state.end is None and state.play_phase is MatchPhase.TURNED:
        state = _end_turn(state, answered_challenge, at)
    can_be_appealed = state.end is not None and any(
        ruling.is_verdict_on(answered_challenge.move_number)
        and ruling.officer is Actor.ARBITER
        and ruling.director_decision is None
        for ruling in state.rulings
    )
    return replace(
        state, open_move_number=answered_challenge.move_number if can_be_appealed else None
    )


def _end_turn(state: MatchState, answered_challenge: Challenge, at: int) -> MatchState:
    """End the turn of the move's author, who no longer needs to press the clock."""
    author = state.moves[answered_challenge.move_number].side
    state = mark_drawing(state, author)
    if not state.get_player(author).letters and not state.bag:
        return end_game(state, MatchEndReason.OUT, at)
    return give_turn(state, answered_challenge.challenger, at)


def _take_back_move(state: MatchState, number: int) -> MatchState:
    """Put the tiles back on the rack; letters drawn since go into the bag unseen (C-04)."""
    move = state.moves[number]
    player = state.get_player(move.side)
    moves = list(state.moves)
    moves[number] = replace(move, stands=False)
    if move.board_before is None:
        raise ClassicRefused("challenge-too-late")
    bag = add_to_bag(state.bag, player.face_down)
    tiles = UNSEEN * len(move.tiles) if state.terms.real_tiles else move.tiles
    contest = state.contest if state.contest and state.contest.move_number != number else None
    restored = replace(
        state, board=move.board_before, moves=tuple(moves), bag=bag, end=None, contest=contest
    )
    return restored.with_player(
        move.side,
        rack=player.rack + tiles,
        face_down="",
        must_draw=False,
        has_reported_excess=False,
    )
