"""Run a command in a game between two.

The row of the game is locked, expired clocks are applied, then the command is applied to the state
and its event appended.
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
from tournament.classic.core.endings import find_winner, has_result
from tournament.classic.core.score_sheet import compute_shown_scores
from tournament.classic.core.sides import Actor
from tournament.classic.core.state import MatchState
from tournament.classic.core.transitions import (
    apply,
    apply_expiries,
    find_next_expiry,
    find_unwatched_expiry,
    replay,
)
from tournament.classic.models import EventColumns, MatchEvent, MatchGame
from tournament.classic.queries.games import load_state
from tournament.classic.services import exclusion
from tournament.classic.services.letters import add_server_letters, list_forced_draws
from tournament.classic.services.results import store_match_result
from tournament.core.errors import ClassicRefused
from tournament.core.tournament_journal import SubjectKind
from tournament.queries.clock import from_milliseconds, to_milliseconds
from tournament.services import update_channel
from tournament.services.lifecycle import lock_unless_archived, require_not_archived
from tournament.services.play.transitions import By
from tournament.services.tournament_journal import append_change, open_journal_transaction

log = structlog.get_logger(__name__)

#: Limits of the data of a command: length of a text, value of a number, items of a list.
MAX_TEXT, MAX_NUMBER, MAX_ITEMS = 60, 100_000, 30


@dataclass(frozen=True, slots=True)
class SenderFields:
    """Fields that the sender adds to a command.

    ``key``: the command is run once per key. ``reason``: text of an officer.
    """

    key: str = ""
    reason: str = ""


def run_command(
    *,
    game_id: int,
    command: Command,
    actor: Actor,
    data: Mapping[str, Any] | None = None,
    sender_fields: SenderFields = SenderFields(),
    by: By = None,
    now: datetime,
) -> MatchGame:
    """Run ``command`` as ``actor``; the caller has checked the permission.

    Raise ClassicRefused, WrongState for an archived tournament, MatchGame.DoesNotExist.
    """
    refused: ClassicRefused | None = None
    accepted_data = read_data(command, data or {})
    with open_journal_transaction():
        game = _lock_open_game(game_id)
        if sender_fields.key and _has_event(game, sender_fields.key):
            return game
        require_not_archived(game.match.tournament)
        now_ms = to_milliseconds(now)
        state = _apply_expiries(game, now_ms)
        event = Event(command, actor, max(state.clock.updated_at_ms, now_ms), accepted_data)
        try:
            draws = list_forced_draws(game, state, event)
            state = replay(state, draws)
            event = add_server_letters(game, state, event, data or {})
            after = apply(state, event)
            _require_no_later_game(game, state, after)
        except ClassicRefused as error:
            refused = error  # the expiries are stored all the same
        else:
            _append_all(game, draws)
            _append_event(game, event, sender_fields=sender_fields, by=by)
            exclusion.apply_exclusions(game, state, after, by=by, now=now)
            _save_derived_columns(game, after, now)
    if refused is not None:
        raise refused
    return game


def _has_event(game: MatchGame, key: str) -> bool:
    return MatchEvent.objects.filter(game=game, key=key).exists()


def _lock_open_game(game_id: int) -> MatchGame:
    """Return the locked game.

    A finished game may be reopened, so its tournament is locked first, to prevent its archiving.
    Raise WrongState.
    """
    with transaction.atomic():
        game = _lock_game(game_id)
        if game.over_at is None:  # its tournament cannot be archived
            return game
        transaction.set_rollback(True)  # releases the lock
    lock_unless_archived(game.match.tournament)
    return _lock_game(game_id)


def _require_no_later_game(game: MatchGame, state: MatchState, after: MatchState) -> None:
    """Raise ClassicRefused if the command would reopen a game after the next one was opened
    (C-40)."""
    reopened = state.is_decided and not after.is_decided
    later_games = MatchGame.objects.filter(match=game.match_id, number__gt=game.number)
    if reopened and later_games.exists():
        raise ClassicRefused("next-game-open")


def apply_game_expiries(*, game_id: int, now: datetime) -> bool:
    """Apply expired clocks; return True if there were any. Any process may do so at any time."""
    with open_journal_transaction():
        game = _lock_game(game_id)
        seq_before = game.seq
        _apply_expiries(game, to_milliseconds(now))
        return game.seq != seq_before


def apply_all_expiries(now: datetime) -> int:
    """Apply all expired clocks: run by the periodic sweep and after a restart."""
    due_ids = MatchGame.objects.filter(expires_at__lte=now).values_list("pk", flat=True)
    return sum(_apply_expiries_safely(pk, now) for pk in due_ids)


def hold_unwatched_game(*, game_id: int, now: datetime) -> None:
    """Hold a game in progress whose clocks no process watched since its last event."""
    with open_journal_transaction():
        game = _lock_game(game_id)
        state = load_state(game)
        if state.running_side is not None:
            event = Event(
                Command.UNWATCHED, Actor.TIME, max(state.clock.updated_at_ms, to_milliseconds(now))
            )
            _append_event(game, event)
            _save_derived_columns(game, apply(state, event), now)


def _apply_expiries_safely(game_id: int, now: datetime) -> bool:
    """Apply the expired clocks of one game; log an error, so that the other games are updated."""
    try:
        return apply_game_expiries(game_id=game_id, now=now)
    except Exception:
        log.exception("classic.settle_failed", game=game_id)
        return False


def _lock_game(game_id: int) -> MatchGame:
    games = MatchGame.objects.select_for_update(of=("self",)).select_related("match__tournament")
    return games.get(pk=game_id)


def _apply_expiries(game: MatchGame, now: int) -> MatchState:
    state = load_state(game)
    hold_event = find_unwatched_expiry(state, now)
    if hold_event is not None:
        state, events = apply(state, hold_event), [hold_event]
    else:
        state, events = apply_expiries(state, now, partial(list_forced_draws, game))
    _append_all(game, events)
    if events:
        _save_derived_columns(game, state, from_milliseconds(now))
    return state


def read_data(command: Command, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data that the sender may give. Raise ClassicRefused for invalid values."""
    names = FIELDS.get(command, frozenset())
    accepted = {name: value for name, value in data.items() if name in names}
    for name, value in accepted.items():
        if not _is_plain(value):
            raise ClassicRefused("malformed", command=str(command), field=name)
    return accepted


def _is_plain(value: object) -> bool:
    """Return True for a short text, number, boolean, or a few of them in a list or dictionary."""
    match value:
        case list():
            return len(value) <= MAX_ITEMS and all(map(_is_short, value))
        case dict():
            return len(value) <= MAX_ITEMS and all(map(_is_short, (*value, *value.values())))
    return _is_short(value)


def _is_short(value: object) -> bool:
    match value:
        case str():
            return len(value) <= MAX_TEXT and value.isprintable()
        case int():
            return abs(value) <= MAX_NUMBER
    return value is None


def _append_all(game: MatchGame, events: Iterable[Event]) -> None:
    for event in events:
        _append_event(game, event)


def _append_event(
    game: MatchGame, event: Event, *, sender_fields: SenderFields = SenderFields(), by: By = None
) -> None:
    game.seq += 1
    store_event(MatchEvent(game=game, seq=game.seq), event, sender_fields=sender_fields, by=by)
    at = from_milliseconds(event.at)
    append_change(game.match.tournament_id, SubjectKind.GAME, game.uid, by=by, now=at)


def store_event(row: EventColumns, event: Event, *, sender_fields: SenderFields, by: By) -> None:
    """Fill the new ``row`` with an accepted event, and store it."""
    row.command, row.actor = event.command, event.actor
    row.at, row.data, row.key = from_milliseconds(event.at), dict(event.data), sender_fields.key
    row.by, row.signed, row.reason = by, by.get_username() if by else "", sender_fields.reason
    row.salts = {name: token_hex(16) for name in ("signed", "reason") if getattr(row, name)}
    row.save(force_insert=True)


def _save_derived_columns(game: MatchGame, state: MatchState, now: datetime) -> None:
    """Update the columns for lists and timers, and the match after the end of a game.

    A winner is stored only once the result is public: the last word can be challenged after the
    racks are counted.
    """
    next_expiry = find_next_expiry(state)
    winner = find_winner(state) if state.is_decided else None
    game.phase = state.phase
    game.to_move = "" if state.is_over or state.to_move is None else state.to_move
    game.score_x, game.score_y = compute_shown_scores(state)
    game.winner = winner or ""
    game.waiting = count_pending(state)
    game.expires_at = from_milliseconds(next_expiry.at) if next_expiry else None
    is_over = has_result(state)
    was_or_is_over = is_over or game.over_at is not None
    game.over_at = (game.over_at or now) if is_over else None
    game.save()
    if was_or_is_over:
        store_match_result(match=game.match, now=now)
    for receiver in ports.handle_match_event:
        receiver(game, state, now=now)
    update_channel.notify(*list_channels(game))


def count_pending(state: MatchState) -> int:
    """Count the calls, rulings and stops that an officer must deal with."""
    return (
        sum(player.has_called for player in (state.x, state.y))
        + sum(ruling.is_pending for ruling in state.rulings)
        + (state.challenge is not None)
        + (state.contest is not None and state.contest.is_arbiter_called)
        + (state.director_requester is not None)
        + (state.is_time_up and not state.is_over)
        + state.has_different_totals
        + state.is_held
    )


def list_channels(game: MatchGame) -> list[str]:
    """Return the update channels that are notified of the game."""
    match = game.match
    round_channel = [f"round:{match.round_id}"] if match.round_id else []
    return [f"match:{match.pk}", f"classic:{match.tournament_id}", *round_channel]
