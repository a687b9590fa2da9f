"""The scoreboard, to which the arbitration writes results through this module only."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypedDict

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from tournament.core.changed_scores import MAX_NAMED_ENTRIES, ChangedScores, add_change
from tournament.core.events import EventKind
from tournament.core.states import PLACED_TURN_STATES, TurnState
from tournament.metrics import CLOSE_TO_CORRECTED
from tournament.models import Explanation, Game, Score, Turn
from tournament.protocol.state_builder import GameStateBuilder
from tournament.queries import clock
from tournament.queries.results.cached_lines import ChangedLines
from tournament.services.journal import EventMessages, append_event, build_messages, lock_game
from tournament.services.play.mort_subite import update_eliminated

#: Points before a change, by entry; None for points that stay; None: perhaps all entries changed.
type _Points = Mapping[int, int | None] | None
#: Single changes are published together, at most this often for one game.
SENDING_INTERVAL = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """The score of one bulletin; ``explanation`` is of the same turn and need not be saved."""

    entry_id: int
    points: int
    gross: int
    sanction: str
    average: bool = False
    warnings: int = 0
    word: str = ""
    ref: str = ""
    article: str = ""
    explanation: Explanation | None = None


_FIELDS = [field.name for field in fields(ScoreLine) if field.name != "entry_id"]


def post_scores(  # noqa: PLR0913 - what a board holds, all by keyword
    *,
    turn: Turn,
    lines: Iterable[ScoreLine],
    entries_without_line: Collection[int] = (),
    to_decide: int,
    decided: int = 0,
    corrected: bool,
    by: User | None = None,
    now: datetime,
    data: Mapping[str, Any] | None = None,
) -> None:
    """Write or replace the lines of ``turn``; ``to_decide`` and ``decided`` are the numbers of its
    bulletins that wait for an arbiter, and that are completely decided.

    ``entries_without_line`` lose the line that they had. ``corrected``: the whole turn was
    corrected now. ``data`` goes into the journal. Before the reveal only the staff is notified;
    afterwards everybody receives new standings, at most once a second.
    """
    with transaction.atomic():
        # ``no_key``: bulletins that refer to this turn can still be stored meanwhile.
        turns = Turn.objects.select_for_update(no_key=True, of=["self"])
        locked_turn = turns.select_related("game__tournament").get(pk=turn.pk)
        lines = list(lines)
        old_points = _read_old_points(locked_turn, lines, entries_without_line)
        written = _write_lines(locked_turn, lines)
        if entries_without_line:
            Score.objects.filter(turn=locked_turn, entry__in=entries_without_line).delete()
        locked_turn.to_decide, locked_turn.decided = to_decide, decided
        if corrected:
            _mark_corrected(locked_turn, now)
        locked_turn.save(update_fields=["to_decide", "decided", "corrected_at"])
        is_placed = locked_turn.state in PLACED_TURN_STATES
        eliminations = update_eliminated(locked_turn.game) if is_placed else {}
        journal_data = {"lines": written, "to_decide": to_decide, **(data or {}), **eliminations}
        _publish_correction(
            locked_turn, old_points, by=by, now=now, data=journal_data, wait=not corrected
        )


def _publish_correction(
    turn: Turn,
    old_points: _Points,
    *,
    by: User | None,
    now: datetime,
    data: dict[str, Any],
    wait: bool,
) -> None:
    """Add new lines of ``turn`` to the journal; messages are built before the game is locked."""
    game, kind = turn.game, EventKind.TURN_CORRECTED
    entries = None if old_points is None else sorted(old_points)
    builder = GameStateBuilder(game, turn, ChangedLines(turn.pk, entries))
    messages = build_messages(builder, kind, after=game, now=now)
    standings = _prepare_standings(builder, turn, old_points, after=messages, now=now, wait=wait)

    def append_correction(locked_game: Game, columns: _Waiting | None) -> None:
        append_event(
            game, kind, turn=turn, by=by, now=now, data=data, changed_entries=entries,
            messages=messages, locked_game=locked_game, columns=columns,
        )  # fmt: skip

    _publish_change(turn, old_points, standings, append_correction, now=now, wait=wait)


def publish_counts(
    *, turn: Turn, entries: Collection[int] | None = None, now: datetime, wait: bool = True
) -> None:
    """Notify all audiences of new bulletins of ``turn``; with ``wait`` at most once a second.

    ``entries``: those whose bulletins or slips changed; None: perhaps all.
    """
    changes = None if entries is None else dict[int, int | None].fromkeys(entries)
    game = Game.objects.select_related("tournament").get(pk=turn.game_id)
    builder = GameStateBuilder(game)
    standings = _prepare_standings(builder, turn, changes, after=game, now=now, wait=wait)
    _publish_change(turn, changes, standings, None, now=now, wait=wait)


def _mark_corrected(turn: Turn, now: datetime) -> None:
    """Set ``corrected_at``, not saved here; the first correction of a closed turn is measured."""
    if turn.corrected_at is None and turn.state == TurnState.CLOSED:
        transaction.on_commit(partial(_observe_correction, turn))
    turn.corrected_at = now


def _observe_correction(turn: Turn) -> None:
    assert turn.closed_at is not None
    CLOSE_TO_CORRECTED.observe(max(0.0, (clock.now() - turn.closed_at).total_seconds()))


def _read_old_points(
    turn: Turn, lines: Collection[ScoreLine], entries_without_line: Collection[int]
) -> dict[int, int | None] | None:
    """Return the points that the entries have before a small change; None before a greater one."""
    changed = {line.entry_id for line in lines} | set(entries_without_line)
    if len(changed) > MAX_NAMED_ENTRIES:
        return None
    scores = Score.objects.filter(turn=turn, entry__in=changed).values_list("entry", "points")
    before = dict(scores)
    return {entry: before.get(entry, 0) for entry in changed}


def _write_lines(turn: Turn, lines: Iterable[ScoreLine]) -> int:
    """Insert or replace ``lines``; return their number."""
    rows = [
        Score(turn=turn, **{field.name: getattr(line, field.name) for field in fields(line)})
        for line in lines
    ]
    explanations = {row.explanation_id: row.explanation for row in rows if row.explanation}
    Explanation.objects.bulk_create(explanations.values(), ignore_conflicts=True, batch_size=500)
    Score.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["turn", "entry"],
        update_fields=_FIELDS,
        batch_size=1000,
    )
    return len(rows)


class _Waiting(TypedDict):
    """The columns of a game about changes that wait to be published."""

    dirty_turns: list[int]
    dirty_scores: ChangedScores


def _publish_change(
    turn: Turn,
    old_points: _Points,
    standings: "_Standings | None",
    append: Callable[[Game, _Waiting | None], None] | None,
    *,
    now: datetime,
    wait: bool,
) -> None:
    """Lock the game, ``append`` a change of ``turn`` to its journal, and publish ``standings``,
    which contain it, read again if anything happened before the lock; without them it waits."""
    locked_game = lock_game(turn.game_id)
    waiting = _add_change(locked_game, turn, old_points)
    is_current = standings is not None and standings.are_current(locked_game, waiting)
    if append is not None:
        append(locked_game, None if is_current else waiting)
    elif not is_current:
        Game.objects.filter(pk=locked_game.pk).update(**waiting)
    if standings is not None and not is_current:
        standings = _read_standings(locked_game.pk, now, wait=wait)
    if standings is not None:
        _send(standings, locked_game, now)


def _add_change(game: Game, turn: Turn, old_points: _Points) -> _Waiting:
    """Return what waits in ``game``, with a change on ``turn`` (``core.changed_scores``)."""
    is_first_change = turn.pk not in game.dirty_turns
    scores = add_change(game.dirty_scores, turn.pk, old_points, is_first_change=is_first_change)
    return {"dirty_turns": sorted({*game.dirty_turns, turn.pk}), "dirty_scores": scores}


@dataclass(frozen=True, slots=True)
class _Standings:
    """Changes that wait in ``game``, read when it had ``seq`` rows, and the event that publishes
    them."""

    game: Game
    seq: int
    waiting: _Waiting
    turns: list[Turn]
    kind: EventKind
    messages: EventMessages

    def are_current(self, locked_game: Game, waiting: _Waiting) -> bool:
        """Return True if nothing has happened in the game since they were built."""
        return (self.seq, self.waiting) == (locked_game.seq, waiting)


def _prepare_standings(
    builder: GameStateBuilder,
    turn: Turn,
    old_points: _Points,
    *,
    after: Game | EventMessages,
    now: datetime,
    wait: bool,
) -> _Standings | None:
    """Build the changes that wait, with a new one on ``turn``; None: they must wait longer."""
    if _must_wait(builder.game, now, wait=wait):
        return None
    return _build_standings(builder, _add_change(builder.game, turn, old_points), after, now)


def _build_standings(
    builder: GameStateBuilder, waiting: _Waiting, after: Game | EventMessages, now: datetime
) -> _Standings:
    game, changes = builder.game, waiting["dirty_scores"]
    turns = [turn for turn in builder.position.turns if turn.pk in waiting["dirty_turns"]]
    # Before the reveal only the numbers may be published.
    is_shown = any(turn.state in PLACED_TURN_STATES for turn in turns)
    kind = EventKind.STANDINGS_CHANGED if is_shown else EventKind.COUNTS_CHANGED
    messages = build_messages(builder, kind, after=after, turns=turns, changes=changes, now=now)
    return _Standings(game, game.seq, waiting, turns, kind, messages)


def send_standings(*, game_id: int, now: datetime, wait: bool = True) -> bool:
    """Publish the standings of a game if they changed; False if there is nothing to publish.

    With ``wait``, standings published within the last second are left to the sweep.
    """
    with transaction.atomic():
        standings = _read_standings(game_id, now, wait=wait)
        if standings is None:
            return False
        locked_game = lock_game(game_id)
        if not standings.are_current(locked_game, _get_waiting(locked_game)):
            standings = _read_standings(game_id, now, wait=wait)
        if standings is not None:
            _send(standings, locked_game, now)
        return standings is not None


def _get_waiting(game: Game) -> _Waiting:
    return {"dirty_turns": game.dirty_turns, "dirty_scores": game.dirty_scores}


def _read_standings(game_id: int, now: datetime, *, wait: bool) -> _Standings | None:
    """Read and build the changes that wait; None if there are none, or they must wait longer."""
    game = Game.objects.select_related("tournament").get(pk=game_id)
    if not game.dirty_turns or _must_wait(game, now, wait=wait):
        return None
    return _build_standings(GameStateBuilder(game), _get_waiting(game), after=game, now=now)


def _must_wait(game: Game, now: datetime, *, wait: bool) -> bool:
    return wait and now - SENDING_INTERVAL < game.standings_sent_at <= now


def _send(standings: _Standings, locked_game: Game, now: datetime) -> None:
    turns = standings.turns
    append_event(
        standings.game, standings.kind, turn=turns[-1], results=turns, now=now,
        changes=standings.waiting["dirty_scores"], messages=standings.messages,
        locked_game=locked_game,
        columns={"dirty_turns": [], "dirty_scores": {}, "standings_sent_at": now},
    )  # fmt: skip


def send_due_standings(now: datetime) -> None:
    """Publish changed standings; called by the sweep of every process, of which one publishes."""
    # After a change of the clock, the last time may seem to be in the future.
    due_games = Game.objects.exclude(dirty_turns=[]).filter(
        Q(standings_sent_at__lte=now - SENDING_INTERVAL) | Q(standings_sent_at__gt=now)
    )
    for pk in due_games.values_list("pk", flat=True):
        send_standings(game_id=pk, now=now)
