"""Appends rows to a game's journal and publishes, on commit, what each audience may see of them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from secrets import token_hex
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournament.core import chain
from tournament.core.canonical import to_utc_text
from tournament.core.changed_scores import ChangedScores
from tournament.core.events import EventKind
from tournament.core.states import GameKind, TurnState
from tournament.models import Game, Journal, Tournament, Turn
from tournament.protocol import EVENTS, STAFF, Audience, bus, encode, parts
from tournament.protocol.state_builder import GameStateBuilder
from tournament.queries.clock import to_milliseconds

ALL_AUDIENCES = tuple(Audience)

#: Audiences of an event, and the parts of their state that it carries.
EVENT_AUDIENCES_AND_PARTS: Mapping[EventKind, tuple[tuple[Audience, ...], frozenset[str]]] = {
    EventKind.GAME_CHANGED: (ALL_AUDIENCES, frozenset({"game", "turn", "ranking"})),
    EventKind.RACK_DRAWN: (STAFF, frozenset({"turn", "holding", "tops"})),
    EventKind.RACK_RETYPED: (STAFF, frozenset({"turn", "tops"})),
    EventKind.RACK_ANNOUNCED: (ALL_AUDIENCES, frozenset({"turn", "bulletin"})),
    EventKind.RACK_RECTIFIED: (ALL_AUDIENCES, frozenset({"turn", "tops"})),
    EventKind.TIME_CHANGED: (ALL_AUDIENCES, frozenset({"turn"})),
    EventKind.TURN_OPENED: (ALL_AUDIENCES, frozenset({"turn"})),
    EventKind.TIME_SHORTENED: (ALL_AUDIENCES, frozenset({"turn"})),
    EventKind.TURN_CLOSED: (ALL_AUDIENCES, frozenset({"turn"})),
    EventKind.TURN_SOLVED: (STAFF, frozenset({"turn", "tops"})),
    EventKind.PAPER_TYPED: (STAFF, frozenset({"turn", "holding"})),
    EventKind.TURN_CORRECTED: (STAFF, frozenset({"turn"})),
    EventKind.TURN_REVEALED: (ALL_AUDIENCES, frozenset({"turn", "board", "history", "ranking"})),
    EventKind.SOLUTION_READ_OUT: ((Audience.JUDGE,), frozenset()),
    EventKind.WORD_TAKEN_BACK: (
        ALL_AUDIENCES,
        frozenset({"turn", "board", "history", "ranking", "holding", "tops"}),
    ),
    EventKind.STANDINGS_CHANGED: (ALL_AUDIENCES, frozenset({"turn", "ranking"})),
    EventKind.COUNTS_CHANGED: (ALL_AUDIENCES, frozenset({"turn"})),
    EventKind.MEDIUM_CHANGED: (STAFF, frozenset({"turn"})),
    EventKind.CASE_CHANGED: (STAFF, frozenset({"ranking"})),
    EventKind.TURN_COMPLETED: (ALL_AUDIENCES, frozenset({"turn"})),
    EventKind.TURN_CANCELLED: (
        ALL_AUDIENCES,
        frozenset({"turn", "board", "history", "ranking", "holding", "tops"}),
    ),
    EventKind.SLIPS_HANDLED: ((Audience.ARBITERS,), frozenset()),
    EventKind.LOOK_CHANGED: (STAFF, frozenset()),
    EventKind.DESK_TAKEN_OVER: ((Audience.JUDGE,), frozenset()),
    EventKind.CENTRE_REPORTED: (STAFF, frozenset()),
    EventKind.SEAL_OPENED: ((), frozenset()),
    EventKind.CLOCK_CORRECTED: ((), frozenset()),
}
#: Events that may change who is in or plays a turn of a *mort subite* (3.8.3).
EVENTS_CHANGING_CONTENDERS = frozenset(
    {
        *(
            EventKind.GAME_CHANGED,
            EventKind.RACK_ANNOUNCED,
            EventKind.TURN_OPENED,
            EventKind.TURN_CORRECTED,
        ),
        *(
            EventKind.TURN_REVEALED,
            EventKind.WORD_TAKEN_BACK,
            EventKind.STANDINGS_CHANGED,
            EventKind.TURN_CANCELLED,
        ),
        EventKind.RACK_DRAWN,
    }
)
#: Parts that every event carries if the judge plays the game: what the judge may see changes with
#: their own bulletin, not only with the turn (``queries.spoilers``).
PARTS_HIDDEN_FROM_PLAYING_JUDGE = frozenset({"tops"})
#: Events after which each table receives its results.
EVENTS_WITH_RESULTS = frozenset(
    {
        EventKind.TURN_REVEALED,
        EventKind.WORD_TAKEN_BACK,
        EventKind.STANDINGS_CHANGED,
        EventKind.TURN_CANCELLED,
        EventKind.GAME_CHANGED,
    }
)


@dataclass(frozen=True, slots=True)
class EventMessages:
    """The messages of row ``seq`` of a journal: by audience, and for single entries; ``heads``: as
    ``Game.heads`` with this row."""

    seq: int
    heads: Mapping[str, int]
    frames: dict[str, bytes]
    personal: dict[int, bytes]


def append_event(  # noqa: PLR0913 - what a row holds, all by keyword
    game: Game,
    kind: EventKind,
    *,
    now: datetime,
    by: User | None = None,
    turn: Turn | None = None,
    data: dict[str, Any] | None = None,
    results: Sequence[Turn] | None = None,
    changes: ChangedScores | None = None,
    changed_entries: Sequence[int] | None = None,
    messages: EventMessages | None = None,
    locked_game: Game | None = None,
    columns: Mapping[str, Any] | None = None,
) -> Journal:
    """Number and write one journal row, inside the transaction of the change; the row of the game
    stays locked until commit, so that the messages belong to exactly this number.

    ``results``: turns whose results each table receives, if not ``turn`` alone; ``changes``: whom
    they concern (None: all); ``changed_entries``: whose scores changed (None: perhaps all);
    ``messages``: built again unless of this row; ``locked_game``, ``columns``: others to write."""
    locked_game = locked_game or lock_game(game.pk)
    seq, audiences = locked_game.seq + 1, EVENT_AUDIENCES_AND_PARTS[kind][0]
    heads = locked_game.heads | dict.fromkeys(map(str, audiences), seq)
    row = Journal(game=game, seq=seq, kind=kind, turn=turn, at=now, changed_entries=changed_entries)
    row.data, row.by, row.signed = _to_plain_data(data or {}), by, by.get_username() if by else ""
    head = _link_to_chain(row, locked_game.head or _compute_chain_start(game, str(locked_game.uid)))
    Game.objects.filter(pk=game.pk).update(seq=seq, heads=heads, head=head, **(columns or {}))
    game.seq, game.heads, game.head = seq, heads, head
    game.judge_plays_id = locked_game.judge_plays_id
    row.save(force_insert=True)
    if audiences and (messages is None or messages.seq != seq):
        builder, after = GameStateBuilder(game, turn), locked_game
        messages = build_messages(
            builder, kind, after=after, turns=results, changes=changes, now=now
        )
    if messages is not None:
        _publish(game, messages, turn)
    locked_game.seq, locked_game.heads, locked_game.head = seq, heads, head
    return row


def lock_game(game_id: int) -> Game:
    """Lock a game until the transaction ends; return it with what its next rows depend on."""
    columns = ("seq", "heads", "head", "uid", "kind", "judge_plays_id")
    waiting = ("dirty_turns", "dirty_scores")
    return Game.objects.select_for_update().only(*columns, *waiting).get(pk=game_id)


def build_messages(
    builder: GameStateBuilder,
    kind: EventKind,
    *,
    after: Game | EventMessages,
    turns: Sequence[Turn] | None = None,
    changes: ChangedScores | None = None,
    now: datetime,
) -> EventMessages:
    """Build the messages of the row that follows ``after``; ``turns``, ``changes``: as ``results``
    and ``changes`` of ``append_event``.

    Built before the game is locked, they count if ``after`` is still its last row then: whatever
    changes what they contain writes a row in the same transaction. ``after`` must be read before
    all other data.
    """
    audiences, part_names = EVENT_AUDIENCES_AND_PARTS[kind]
    part_names |= _list_further_parts(builder.game, kind)
    seq = after.seq + 1
    heads = {**after.heads, **dict.fromkeys(map(str, audiences), seq)}
    previous = {audience: int(after.heads.get(audience, 0)) for audience in audiences}
    frames = _build_frames(builder, kind, seq, previous, part_names, now)
    if turns is None:
        turns = [builder.changed_turn] if builder.changed_turn is not None else []
    are_personal = kind in EVENTS_WITH_RESULTS
    personal = _build_personal_messages(builder, turns, changes, seq) if are_personal else {}
    return EventMessages(seq, heads, frames, personal)


def _list_further_parts(game: Game, kind: EventKind) -> frozenset[str]:
    """Return the parts that the event also changes in this game."""
    hidden = PARTS_HIDDEN_FROM_PLAYING_JUDGE if game.judge_plays_id is not None else frozenset()
    changes_field = game.kind == GameKind.MORT_SUBITE and kind in EVENTS_CHANGING_CONTENDERS
    return hidden | ({"field"} if changes_field else frozenset())


def _to_plain_data(data: dict[str, Any]) -> dict[str, Any]:
    """Return ``data`` as JSON will be read: enumerations and keys become texts."""
    plain: dict[str, Any] = json.loads(json.dumps(data))
    return plain


def _compute_chain_start(game: Game, uid: str) -> str:
    tournament = Tournament.objects.values_list("uid", flat=True).get(pk=game.tournament_id)
    return chain.start_chain(str(tournament), uid)


def _link_to_chain(row: Journal, before: str) -> str:
    """Salt the texts that people wrote in ``row``, and return its digest after ``before``."""
    texts = chain.select_texts(row.signed, row.data)
    row.salts = chain.make_salts(texts, lambda: token_hex(16))
    row.chain = chain.compute_link(
        before,
        seq=row.seq,
        kind=row.kind,
        turn=row.turn.ordinal if row.turn else None,
        at=to_utc_text(row.at),
        data=row.data,
        texts=chain.compute_commitments(texts, row.salts, {}),
    )
    return row.chain


def _publish(game: Game, messages: EventMessages, turn: Turn | None) -> None:
    envelope = bus.Frames(
        tournament=game.tournament_id,
        game=game.pk,
        seq=messages.seq,
        frames=messages.frames,
        personal=messages.personal,
        turn_end=_get_turn_end(turn),
    )
    transaction.on_commit(lambda: bus.publish(envelope))


def _build_frames(
    builder: GameStateBuilder,
    kind: EventKind,
    seq: int,
    previous: Mapping[Audience, int],
    names: frozenset[str],
    now: datetime,
) -> dict[str, bytes]:
    frames = {}
    for audience, prev in previous.items():
        event_type = EVENTS[audience]
        carried = names & set(event_type.__struct_fields__)
        event = event_type(
            kind=kind,
            game_id=builder.game.pk,
            seq=seq,
            prev=prev,
            now=to_milliseconds(now),
            **{name: builder.build_part(name, audience) for name in carried},
        )
        frames[str(audience)] = encode(event)
    return frames


def _build_personal_messages(
    builder: GameStateBuilder, turns: Sequence[Turn], changes: ChangedScores | None, seq: int
) -> dict[int, bytes]:
    messages = parts.build_table_results(builder, turns, changes, seq)
    return {entry: encode(message) for entry, message in messages.items()}


def _get_turn_end(turn: Turn | None) -> bus.TurnEnd | None:
    """Return the end of ``turn``, for which all processes set timers."""
    if turn is None or turn.state != TurnState.OPEN:
        return None
    assert turn.closes_at is not None
    assert turn.collects_at is not None
    return bus.TurnEnd(turn.pk, to_milliseconds(turn.closes_at), to_milliseconds(turn.collects_at))
