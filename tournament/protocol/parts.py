"""Snapshots and results, from the parts that ``state_builder`` builds."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec import UNSET, structs

from tournament import ports, protocol
from tournament.core.changed_scores import (
    ChangedScores,
    find_changed_entries,
    find_overtaken_entries,
)
from tournament.core.states import PLACED_TURN_STATES, GameState
from tournament.models import Bulletin, Entry, Game, Score, Turn
from tournament.protocol import STAFF, Audience
from tournament.protocol.current_game import find_current_game
from tournament.protocol.state_builder import GameStateBuilder
from tournament.queries import clock
from tournament.queries.mort_subite import is_mort_subite, list_watched_turns
from tournament.queries.people.seating import annotate_seats
from tournament.queries.results.explanations import load_sentences
from tournament.queries.screen import get_scene


def _build_common_parts(builder: GameStateBuilder, audience: Audience) -> dict[str, Any]:
    names = set(protocol.State.__struct_fields__)
    if audience in STAFF:
        names |= set(protocol.STATES[audience].__struct_fields__)
    return {name: builder.build_part(name, audience) for name in names}


def _load_results(
    turns: Sequence[Turn], entry_ids: Collection[int] | None = None
) -> dict[int, dict[str, protocol.ResultRow]]:
    """Return results by entry and number of turn."""
    numbers = {turn.pk: str(turn.number) for turn in turns}
    scores = Score.objects.filter(turn__in=numbers).order_by()
    if entry_ids is not None:
        scores = scores.filter(entry__in=entry_ids)
    columns = ("entry", "turn", "points", "sanction", "word", "ref", "article", "explanation")
    rows = list(scores.values_list(*columns))  # thousands
    sentence_by_key = load_sentences({explanation for *_, explanation in rows})
    results: dict[int, dict[str, protocol.ResultRow]] = defaultdict(dict)
    for entry, turn, points, sanction, word, ref, article, explanation in rows:
        results[entry][numbers[turn]] = protocol.ResultRow(
            points=points,
            sanction=sanction,
            word=word,
            ref=ref,
            text=sentence_by_key[explanation],
            article=article,
        )
    return results


def _load_slips(
    turns: Sequence[Turn], entry_ids: Collection[int] | None = None
) -> Mapping[int, dict[str, protocol.SlipRow]]:
    """Return slips by entry and number of turn, of revealed turns; the arbitration makes them."""
    return ports.list_slips.function(turns, entry_ids) if turns else {}


_NO_ROWS: dict[str, Any] = {}
_NOT_WATCHED: list[int] = []


def build_table_results(
    builder: GameStateBuilder,
    turns: Sequence[Turn],
    changes: ChangedScores | None = None,
    seq: int | None = None,
) -> dict[int, protocol.TableResults]:
    """Build for every entry its results of ``turns`` (null unless revealed), total and rank.

    ``changes``: for the entries that they concern alone; total and rank alone if they have passed
    the entry. ``seq``: number of their journal row; None: of the last one.
    """
    recipients = _find_recipients(builder, turns, changes) if changes is not None else None
    changed, passed = recipients or (None, set())
    game, rows = builder.game, builder.standings.rows
    if changed is not None:
        by_entry = builder.standings.by_entry
        rows = [by_entry[entry] for entry in changed | passed if entry in by_entry]
    revealed_turns = [turn for turn in turns if turn.state in PLACED_TURN_STATES]
    results, slips = _load_results(revealed_turns, changed), _load_slips(revealed_turns, changed)
    ranks_withheld = builder.withheld_until is not None
    no_rows: dict[str, None] = {str(turn.number): None for turn in turns}
    watched = list_watched_turns(game)
    messages, game_id, seq = {}, game.pk, game.seq if seq is None else seq
    for row in rows:  # thousands
        entry = row.entry_id
        own = changed is None or entry in changed
        messages[entry] = protocol.TableResults(
            game_id=game_id,
            seq=seq,
            results={**no_rows, **results.get(entry, {})} if own else _NO_ROWS,
            total=row.total,
            rank=None if ranks_withheld else row.rank,
            warnings=row.warnings,
            slips={**no_rows, **slips.get(entry, {})} if own else _NO_ROWS,
            watched=watched.get(entry, _NOT_WATCHED),
        )
    return messages


def _find_recipients(
    builder: GameStateBuilder, turns: Sequence[Turn], changes: ChangedScores
) -> tuple[set[int], set[int]] | None:
    """Return the entries that changed, and those that they passed; None: every entry.

    At the end of a game, and in a *mort subite*, the total is not the sum of the turns alone.
    """
    turn_ids = [turn.pk for turn in turns]
    changed = find_changed_entries(changes, turn_ids)
    if changed is None or builder.game.state == GameState.FINISHED or is_mort_subite(builder.game):
        return None
    if builder.withheld_until is not None:
        return changed, set()
    standings = builder.standings
    points = standings.get_points(changed, turn_ids)
    totals = {
        entry: standings.by_entry[entry].total for entry in changed if entry in standings.by_entry
    }
    return changed, find_overtaken_entries(standings.rows, changes, points, totals)


def build_bulletin(bulletin: Bulletin, turn: Turn) -> protocol.BulletinPart:
    return protocol.BulletinPart(
        turn=turn.ordinal,
        rev=bulletin.rev,
        device=bulletin.device,
        rows=bulletin.rows,
        struck=bulletin.struck,
        reference=bulletin.reference,
        score=bulletin.score,
    )


def build_road_sheet(game: Game, entry_id: int) -> protocol.RoadSheet:
    """Build the road sheet of ``entry_id`` for a finished game: its results turn by turn."""
    builder = GameStateBuilder(game)
    row = builder.standings.by_entry.get(entry_id)
    return protocol.RoadSheet(
        number=game.number,
        total=row.total if row else 0,
        rank=row.rank if row and not builder.withheld_until else None,
        size=len(builder.standings.rows),
        provisional=builder.standings.is_provisional,
        history=builder.build_part("history", Audience.ENTRY),
        results=_load_results(builder.placed_turns, [entry_id]).get(entry_id, {}),
        watched=list_watched_turns(game).get(entry_id, []),
    )


def _load_bulletins(
    turn: Turn | None, entry_ids: Collection[int]
) -> dict[int, protocol.BulletinPart]:
    if turn is None:
        return {}
    bulletins = Bulletin.objects.filter(turn=turn, entry__in=entry_ids)
    return {bulletin.entry_id: build_bulletin(bulletin, turn) for bulletin in bulletins}


def build_snapshot(
    tournament_id: int, audience: Audience, entry_id: int | None = None
) -> protocol.Snapshot:
    """Build everything that ``audience`` may see of its current game, with its number.

    The number is read first: a change made meanwhile arrives again as an event, harmlessly.
    """
    if audience is Audience.ENTRY:
        entry_ids = [] if entry_id is None else [entry_id]
        return build_entry_snapshots(tournament_id, entry_ids).get(
            entry_id or 0, _build_empty_snapshot(audience)
        )
    game = find_current_game(tournament_id, audience)
    scene = get_scene(tournament_id) if audience is Audience.PUBLIC else UNSET
    if game is None:
        return structs.replace(_build_empty_snapshot(audience), scene=scene)
    state: Any = protocol.STATES[audience](**_build_common_parts(GameStateBuilder(game), audience))
    return structs.replace(_build_snapshot(game, audience, state), scene=scene)


def build_entry_snapshots(
    tournament_id: int, entry_ids: Collection[int]
) -> dict[int, protocol.Snapshot]:
    """Build the snapshots of several tables at once; shared parts are read once."""
    game = find_current_game(tournament_id)
    if game is None:
        return {entry_id: _build_empty_snapshot(Audience.ENTRY) for entry_id in entry_ids}
    builder = GameStateBuilder(game)
    common = _build_common_parts(builder, Audience.ENTRY)
    bulletins = _load_bulletins(builder.find_turn_for(Audience.ENTRY), entry_ids)
    results = _load_results(builder.placed_turns, entry_ids)
    slips = _load_slips(builder.placed_turns, entry_ids)
    watchers, watched = _load_watchers(game, entry_ids), list_watched_turns(game)
    news = dict(Entry.objects.filter(pk__in=entry_ids).values_list("pk", "news"))
    snapshots = {}
    for entry_id in entry_ids:
        row = builder.standings.by_entry.get(entry_id)
        seat = (row.table, row.name) if row else watchers.get(entry_id)
        if seat is None:
            snapshots[entry_id] = _build_empty_snapshot(Audience.ENTRY)
            continue
        table, name = seat
        state = protocol.EntryState(
            **common,
            table=table,
            name=name,
            bulletin=bulletins.get(entry_id),
            results=results.get(entry_id, {}),
            total=row.total if row else 0,
            rank=None if row is None or builder.withheld_until else row.rank,
            warnings=row.warnings if row else 0,
            slips=dict(slips.get(entry_id, {})),
            watched=watched.get(entry_id, []) if row else [],
            news=news[entry_id],
        )
        snapshots[entry_id] = _build_snapshot(game, Audience.ENTRY, state)
    return snapshots


def _load_watchers(game: Game, entry_ids: Collection[int]) -> dict[int, tuple[int, str]]:
    """Return table and name of entries that may watch a *mort subite* they do not play."""
    if not is_mort_subite(game):
        return {}
    rows = annotate_seats(Entry.objects.filter(pk__in=entry_ids, withdrawn=False), game.pk)
    return {pk: (table, name) for pk, table, name in rows.values_list("pk", "seat_number", "name")}


def _build_empty_snapshot(audience: Audience) -> protocol.Snapshot:
    """Build the snapshot for an audience without a current game."""
    now = clock.to_milliseconds(clock.now())
    return protocol.Snapshot(audience=audience, seq=0, now=now, state=None)


def _build_snapshot(game: Game, audience: Audience, state: Any) -> protocol.Snapshot:
    return protocol.Snapshot(
        audience=audience,
        seq=int(game.heads.get(audience, 0)),
        now=clock.to_milliseconds(clock.now()),
        state=state,
    )
