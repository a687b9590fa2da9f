"""The scoreboard, to which the arbitration writes results through this module only."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from tournament.core.changed_scores import MAX_NAMED_ENTRIES, add_change
from tournament.core.events import EventKind
from tournament.core.states import PLACED_TURN_STATES, TurnState
from tournament.metrics import CLOSE_TO_CORRECTED
from tournament.models import Explanation, Game, Score, Turn
from tournament.queries import clock
from tournament.services.journal import append_event
from tournament.services.play.mort_subite import update_eliminated

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
        Score.objects.filter(turn=locked_turn, entry__in=entries_without_line).delete()
        locked_turn.to_decide, locked_turn.decided = to_decide, decided
        if corrected:
            _mark_corrected(locked_turn, now)
        locked_turn.save(update_fields=["to_decide", "decided", "corrected_at"])
        eliminations = _update_eliminated(locked_turn)
        journal_data = {"lines": written, "to_decide": to_decide, **(data or {}), **eliminations}
        changed_entries = None if old_points is None else sorted(old_points)
        append_event(
            locked_turn.game, EventKind.TURN_CORRECTED, turn=locked_turn,
            by=by, now=now, data=journal_data, changed_entries=changed_entries,
        )  # fmt: skip
        _mark_dirty(locked_turn, old_points)
        send_standings(game_id=locked_turn.game_id, now=now, wait=not corrected)


def _update_eliminated(turn: Turn) -> dict[str, Any]:
    return update_eliminated(turn.game) if turn.state in PLACED_TURN_STATES else {}


def publish_counts(
    *, turn: Turn, entries: Collection[int] | None = None, now: datetime, wait: bool = True
) -> None:
    """Notify all audiences of new bulletins of ``turn``; with ``wait`` at most once a second.

    ``entries``: those whose bulletins or slips changed; None: perhaps all.
    """
    _mark_dirty(turn, None if entries is None else dict.fromkeys(entries))
    send_standings(game_id=turn.game_id, now=now, wait=wait)


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


def _mark_dirty(turn: Turn, old_points: Mapping[int, int | None] | None) -> None:
    """Add a change to those that wait to be published (``core.changed_scores``)."""
    columns = ("dirty_turns", "dirty_scores")
    game = Game.objects.select_for_update().only(*columns).get(pk=turn.game_id)
    scores = add_change(
        game.dirty_scores, turn.pk, old_points, is_first_change=turn.pk not in game.dirty_turns
    )
    dirty = sorted({*game.dirty_turns, turn.pk})
    Game.objects.filter(pk=game.pk).update(dirty_turns=dirty, dirty_scores=scores)


def send_standings(*, game_id: int, now: datetime, wait: bool = True) -> bool:
    """Publish the standings of a game if they changed; False if there is nothing to publish.

    With ``wait``, standings published within the last second are left to the sweep.
    """
    with transaction.atomic():
        game = (
            Game.objects.select_for_update(of=["self"]).select_related("tournament").get(pk=game_id)
        )
        is_too_soon = wait and now - SENDING_INTERVAL < game.standings_sent_at <= now
        if not game.dirty_turns or is_too_soon:
            return False
        turns = list(game.turns.filter(pk__in=game.dirty_turns).order_by("ordinal"))
        changes = game.dirty_scores
        game.dirty_turns, game.dirty_scores, game.standings_sent_at = [], {}, now
        game.save(update_fields=["dirty_turns", "dirty_scores", "standings_sent_at"])
        shown_turns = [turn for turn in turns if turn.state in PLACED_TURN_STATES]
        # Before the reveal only the numbers may be published.
        kind = EventKind.STANDINGS_CHANGED if shown_turns else EventKind.COUNTS_CHANGED
        append_event(game, kind, turn=turns[-1], results=turns, changes=changes, now=now)
    return True


def send_due_standings(now: datetime) -> None:
    """Publish changed standings; called by the sweep of every process, of which one publishes."""
    # After a change of the clock, the last time may seem to be in the future.
    due_games = Game.objects.exclude(dirty_turns=[]).filter(
        Q(standings_sent_at__lte=now - SENDING_INTERVAL) | Q(standings_sent_at__gt=now)
    )
    for pk in due_games.values_list("pk", flat=True):
        send_standings(game_id=pk, now=now)
