"""The one door by which something happens in a game between two.

The row of the game is locked; clocks that have run out meanwhile do so first; the command is
applied to the state that the events make, and appended if it is accepted.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from secrets import token_hex
from typing import Any

import structlog
from django.db import transaction

from tournament.classic import ports
from tournament.classic.core.commands import FIELDS, Command, Event
from tournament.classic.core.endings import winner
from tournament.classic.core.score_sheet import shown_scores
from tournament.classic.core.sides import Actor
from tournament.classic.core.state import MatchState
from tournament.classic.core.transitions import apply, due, fold, missed, settle
from tournament.classic.models import MatchEvent, MatchGame
from tournament.classic.queries.games import moment, state_of
from tournament.classic.services import exclusion
from tournament.classic.services.letters import owed_before, with_letters
from tournament.classic.services.results import conclude
from tournament.core.errors import ClassicRefused
from tournament.queries.clock import millis
from tournament.services import update_channel
from tournament.services.lifecycle import hold_open, require_open
from tournament.services.play.transitions import By

log = structlog.get_logger(__name__)

#: What a command says is never longer, higher, nor of more.
LONGEST_TOLD, HIGHEST_TOLD, MOST_TOLD = 60, 100_000, 30


@dataclass(frozen=True, slots=True)
class SentCommand:
    """What comes with a command: ``key`` is its sender's, so that it is done once however often it
    arrives; ``reason`` what an officer writes."""

    key: str = ""
    reason: str = ""


def command(
    *,
    game_id: int,
    what: Command,
    actor: Actor,
    data: Mapping[str, Any] | None = None,
    sent: SentCommand = SentCommand(),
    by: By = None,
    now: datetime,
) -> MatchGame:
    """Do ``what`` as ``actor``; the caller knows that whoever asks may act as him.

    Raises ClassicRefused, WrongState once its tournament is archived, and MatchGame.DoesNotExist.
    """
    refused: ClassicRefused | None = None
    told = _told(what, data or {})
    with transaction.atomic():
        game = _held(game_id)
        if sent.key and MatchEvent.objects.filter(game=game, key=sent.key).exists():
            return game
        require_open(game.match.tournament)
        state = _settled(game, millis(now))
        event = Event(what, actor, max(state.clock.at, millis(now)), told)
        try:
            owed = owed_before(game, state, event)
            state = fold(state, owed)
            event = with_letters(game, state, event, data or {})
            after = apply(state, event)
            _require_last(game, state, after)
        except ClassicRefused as error:
            refused = error  # the clocks have run out all the same
        else:
            _append_all(game, owed)
            _append(game, event, sent=sent, by=by)
            exclusion.follow(game, state, after, by=by, now=now)
            _write(game, after, now)
    if refused is not None:
        raise refused
    return game


def _held(game_id: int) -> MatchGame:
    """Locked. One that is over may be open again by what comes: nobody archives its tournament
    meanwhile, whose lock comes before those of its games. Raises WrongState."""
    with transaction.atomic():
        game = _locked(game_id)
        if game.over_at is None:  # nobody archives under it
            return game
        transaction.set_rollback(True)  # lets go of it
    hold_open(game.match.tournament)
    return _locked(game_id)


def _require_last(game: MatchGame, state: MatchState, after: MatchState) -> None:
    """A game is not open again once the next one is (C-40). Raises ClassicRefused."""
    reopened = state.is_decided and not after.is_decided
    later = MatchGame.objects.filter(match=game.match_id, number__gt=game.number)
    if reopened and later.exists():
        raise ClassicRefused("next-game-open")


def settle_clocks(*, game_id: int, now: datetime) -> bool:
    """Let run out what has run out; False when nothing had. Any process may, at any time."""
    with transaction.atomic():
        game = _locked(game_id)
        before = game.seq
        _settled(game, millis(now))
        return game.seq != before


def settle_due(now: datetime) -> int:
    """Every clock that is due: the sweep behind the timers, and after servers that were away."""
    due_now = MatchGame.objects.filter(expires_at__lte=now).values_list("pk", flat=True)
    return sum(_settled_alone(pk, now) for pk in due_now)


def hold_unwatched(*, game_id: int, now: datetime) -> None:
    """Nobody has counted since its last event: a game that goes on waits for an arbiter."""
    with transaction.atomic():
        game = _locked(game_id)
        state = state_of(game)
        if state.ticking is not None:
            event = Event(Command.UNWATCHED, Actor.TIME, max(state.clock.at, millis(now)))
            _append(game, event)
            _write(game, apply(state, event), now)


def _settled_alone(game_id: int, now: datetime) -> bool:
    """One that fails must not keep the clocks of the others from running out."""
    try:
        return settle_clocks(game_id=game_id, now=now)
    except Exception:
        log.exception("classic.settle_failed", game=game_id)
        return False


def _locked(game_id: int) -> MatchGame:
    games = MatchGame.objects.select_for_update(of=("self",)).select_related("match__tournament")
    return games.get(pk=game_id)


def _settled(game: MatchGame, now: int) -> MatchState:
    state = state_of(game)
    unseen = missed(state, now)
    if unseen is not None:
        state, events = apply(state, unseen), [unseen]
    else:
        state, events = settle(state, now, partial(owed_before, game))
    _append_all(game, events)
    if events:
        _write(game, state, moment(now))
    return state


def _told(what: Command, data: Mapping[str, Any]) -> dict[str, Any]:
    """Of what was sent, what is the sender's to say. Raises ClassicRefused for what no page of
    ours sends, and could not be kept."""
    names = FIELDS.get(what, frozenset())
    told = {name: value for name, value in data.items() if name in names}
    for name, value in told.items():
        if not _is_plain(value):
            raise ClassicRefused("malformed", command=str(what), field=name)
    return told


def _is_plain(value: object) -> bool:
    """A short text, a number, yes or no; or a few of them, as the words of a slip are."""
    match value:
        case list():
            return len(value) <= MOST_TOLD and all(map(_is_short, value))
        case dict():
            return len(value) <= MOST_TOLD and all(map(_is_short, (*value, *value.values())))
    return _is_short(value)


def _is_short(value: object) -> bool:
    match value:
        case str():
            return len(value) <= LONGEST_TOLD and value.isprintable()
        case int():
            return abs(value) <= HIGHEST_TOLD
    return value is None


def _append_all(game: MatchGame, events: Iterable[Event]) -> None:
    for event in events:
        _append(game, event)


def _append(
    game: MatchGame, event: Event, *, sent: SentCommand = SentCommand(), by: By = None
) -> None:
    game.seq += 1
    row = MatchEvent(
        game=game, seq=game.seq, command=event.command, actor=event.actor,
        at=moment(event.at), data=dict(event.data), key=sent.key, by=by,
        signed=by.get_username() if by else "", reason=sent.reason,
    )  # fmt: skip
    row.salts = {name: token_hex(16) for name in ("signed", "reason") if getattr(row, name)}
    row.save(force_insert=True)


def _write(game: MatchGame, state: MatchState, now: datetime) -> None:
    """What lists and timers read, beside the events; and the match, when one of its games ends: as
    everybody may know it, for the last word can still be challenged once the racks are counted."""
    next_due, who = due(state), winner(state) if state.is_decided else None
    game.phase = state.phase
    game.to_move = "" if state.is_over or state.to_move is None else state.to_move
    game.score_x, game.score_y = shown_scores(state)
    game.winner = who or ""
    game.waiting = waiting(state)
    game.expires_at = moment(next_due.at) if next_due else None
    known = state.is_decided and (who is not None or bool(state.beaten))
    ended_or_did = known or game.over_at is not None
    game.over_at = (game.over_at or now) if known else None
    game.save()
    if ended_or_did:
        conclude(match=game.match, now=now)
    for happened in ports.match_event:
        happened(game, state, now=now)
    update_channel.tell(*rooms(game))


def waiting(state: MatchState) -> int:
    """What waits for an officer."""
    return (
        sum(player.calls for player in (state.x, state.y))
        + sum(one.waits for one in state.rulings)
        + (state.challenge is not None)
        + (state.contest is not None and state.contest.called)
        + (state.referred is not None)
        + (state.time_up and not state.is_over)
        + state.totals_disagree
        + state.held
    )


def rooms(game: MatchGame) -> list[str]:
    """Who follows any of these is told of the game."""
    match = game.match
    beside_it = [f"round:{match.round_id}"] if match.round_id else []
    return [f"match:{match.pk}", f"classic:{match.tournament_id}", *beside_it]
