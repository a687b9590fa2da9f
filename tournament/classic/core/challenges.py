"""A word is challenged (5): said, written on the slip, answered word by word by an arbiter."""

from collections.abc import Mapping
from dataclasses import replace

from engine.rules.classic.challenge import are_all_formed, judge_challenge
from engine.rules.classic.letters import UNSEEN
from engine.rules.classic.plays import list_played_words
from tournament.classic.core.commands import Event
from tournament.classic.core.endings import ended
from tournament.classic.core.moves import drawing, next_turn
from tournament.classic.core.opening import put_in
from tournament.classic.core.rulings import MatchRuling, Penalty, RulingKind
from tournament.classic.core.sides import Actor
from tournament.classic.core.state import (
    Challenge,
    MatchEndReason,
    MatchMove,
    MatchPhase,
    MatchState,
)
from tournament.core.errors import ClassicRefused


def formed(move: MatchMove) -> list[str]:
    """The words that a move has formed, in capitals."""
    return [] if move.before is None else list_played_words(move.before, move.word, move.ref)


def challenge(state: MatchState, event: Event) -> MatchState:
    """ "I challenge": from when the board is turned until the first letter drawn is seen, and no
    other move than the one just made (5.1, 5.2, C-02). It stops the clock."""
    side = event.mover
    if state.losers or state.confirmed:
        raise ClassicRefused("game-is-over")
    if state.window is None or state.moves[state.window].side is side or state.is_judged:
        raise ClassicRefused("window-closed")
    return replace(state, challenge=Challenge(side, state.window))


def slip(state: MatchState, event: Event) -> MatchState:
    """The words challenged, which must all have just been played (2.2.2, 5.2)."""
    asked = state.challenge
    if asked is None or asked.by is not event.mover:
        raise ClassicRefused("not-your-challenge")
    words = event.data.get("words")
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise event.malformed("words")
    told = tuple(word.strip().upper() for word in words)
    if not told:
        raise ClassicRefused("no-word-challenged")
    if not are_all_formed(told, formed(state.moves[asked.move])):
        raise ClassicRefused("not-just-played")
    return replace(state, challenge=replace(asked, words=told))


def dismiss(state: MatchState, _event: Event) -> MatchState:
    """The arbiter closes a challenge that names no word just played; sanctions are apart (5.2)."""
    return replace(state, challenge=None)


def verdict(state: MatchState, event: Event) -> MatchState:
    """The arbiter's answer for each word, and what follows (5.3)."""
    asked = state.challenge
    if asked is None or asked.words is None:
        raise ClassicRefused("no-slip")
    answers = event.data.get("words")
    if not isinstance(answers, Mapping) or set(answers) != set(asked.words):
        raise event.malformed("words")
    if not all(isinstance(answer, bool) for answer in answers.values()):
        raise event.malformed("words")
    ruled = MatchRuling(
        RulingKind.VERDICT, event.actor, event.at, "5.3", side=asked.by, move=asked.move,
        before=state, answers=tuple(answers.items()),
    )  # fmt: skip
    return answered(replace(state, rulings=(*state.rulings, ruled)), asked, answers, event.at)


def answered(
    state: MatchState, asked: Challenge, answers: Mapping[str, bool], at: int
) -> MatchState:
    """What a verdict does: the play stays or is taken back, its challenger pays for what is
    admitted, and plays (5.3). A game that the director has stopped stays so."""
    came_out = judge_challenge(asked.words or (), answers)
    points = came_out.wrong_challenges * state.terms.wrong_challenge
    penalties = state.penalties
    if points:
        penalties = (*penalties, Penalty(asked.by, points, "5.3", at))
    state = replace(state, challenge=None, window=None, penalties=penalties, started=True)
    if not came_out.play_stays:
        stopped = state.end is not None and state.end.reason is MatchEndReason.STOPPED
        going = next_turn(_taken_back(state, asked.move), asked.by, at)
        return ended(going, MatchEndReason.STOPPED, at) if stopped else going
    if state.end is None and state.flow is MatchPhase.TURNED:
        state = _turn_over(state, asked, at)
    open_still = state.end is not None and any(
        one.answers_to(asked.move) and one.by is Actor.ARBITER and one.decided is None
        for one in state.rulings
    )
    return replace(state, window=asked.move if open_still else None)


def _turn_over(state: MatchState, asked: Challenge, at: int) -> MatchState:
    """Its author had not pressed the clock, and need not any more."""
    author = state.moves[asked.move].side
    state = drawing(state, author)
    if not state.of(author).letters and not state.bag:
        return ended(state, MatchEndReason.OUT, at)
    return next_turn(state, asked.by, at)


def _taken_back(state: MatchState, number: int) -> MatchState:
    """The letters come back to the rack, and those drawn go unseen into the bag (C-04)."""
    move = state.moves[number]
    player = state.of(move.side)
    moves = list(state.moves)
    moves[number] = replace(move, stands=False)
    if move.before is None:
        raise ClassicRefused("window-closed")
    bag = put_in(state.bag, player.down)
    tiles = UNSEEN * len(move.tiles) if state.terms.real_tiles else move.tiles
    contest = state.contest if state.contest and state.contest.move != number else None
    back = replace(state, board=move.before, moves=tuple(moves), bag=bag, end=None, contest=contest)
    return back.with_player(
        move.side, rack=player.rack + tiles, down="", drawing=False, reported=False
    )
