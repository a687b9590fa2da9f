"""Snapshots and results for those who may see them, made of the parts in ``view``."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec import UNSET, structs

from tournament import ports, protocol
from tournament.core.states import PLACED_TURN_STATES
from tournament.models import Bulletin, Entry, Game, Score, Turn
from tournament.protocol import STAFF, Audience
from tournament.protocol.view import View, current_game
from tournament.queries import clock
from tournament.queries.mort_subite import is_mort_subite, watched_turns
from tournament.queries.people.seating import seated
from tournament.queries.results.explanations import sentences
from tournament.queries.screen import scene_of


def _common(view: View, audience: Audience) -> dict[str, Any]:
    names = set(protocol.State.__struct_fields__)
    if audience in STAFF:
        names |= set(protocol.STATES[audience].__struct_fields__)
    return {name: view.part(name, audience) for name in names}


def _result(score: Score, text: str) -> protocol.ResultRow:
    return protocol.ResultRow(
        points=score.points,
        sanction=score.sanction,
        word=score.word,
        ref=score.ref,
        text=text,
        article=score.article,
    )


def _results(
    turns: Sequence[Turn], entry_ids: Collection[int] | None = None
) -> dict[int, dict[str, protocol.ResultRow]]:
    """Results by entry and number of turn."""
    found: dict[int, dict[str, protocol.ResultRow]] = defaultdict(dict)
    scores = Score.objects.filter(turn__in=turns).select_related("turn")
    if entry_ids is not None:
        scores = scores.filter(entry__in=entry_ids)
    said = sentences(score.explanation_id for score in scores)
    for score in scores:
        text = said[score.explanation_id]
        found[score.entry_id][str(score.turn.number)] = _result(score, text)
    return found


def _slips(
    turns: Sequence[Turn], entry_ids: Collection[int] | None = None
) -> Mapping[int, dict[str, protocol.SlipRow]]:
    """Slips by entry and number of turn, of turns revealed: the arbiters' office makes them."""
    return ports.list_slips.ask(turns, entry_ids) if turns else {}


def results_of(view: View, turns: Sequence[Turn]) -> dict[int, protocol.Mine]:
    """For every entry its results of ``turns`` (removed unless revealed), total and rank."""
    game = view.game
    placed = [turn for turn in turns if turn.state in PLACED_TURN_STATES]
    shown, slips = _results(placed), _slips(placed)
    kept = view.withheld is not None
    nothing: dict[str, None] = {str(turn.number): None for turn in turns}
    watched = watched_turns(game)
    return {
        row.entry_id: protocol.Mine(
            game_id=game.pk,
            seq=game.seq,
            results={**nothing, **shown.get(row.entry_id, {})},
            total=row.total,
            rank=None if kept else row.rank,
            warnings=row.warnings,
            slips={**nothing, **slips.get(row.entry_id, {})},
            watched=watched.get(row.entry_id, []),
        )
        for row in view.standings.rows
    }


def bulletin_part(bulletin: Bulletin, turn: Turn) -> protocol.BulletinPart:
    return protocol.BulletinPart(
        turn=turn.ordinal,
        rev=bulletin.rev,
        device=bulletin.device,
        rows=bulletin.rows,
        struck=bulletin.struck,
        reference=bulletin.reference,
        score=bulletin.score,
    )


def road_sheet(game: Game, entry_id: int) -> protocol.RoadSheet:
    """What ``entry_id`` played in a game that is over, turn by turn, and where that led."""
    view = View(game)
    row = view.standings.by_entry.get(entry_id)
    return protocol.RoadSheet(
        number=game.number,
        total=row.total if row else 0,
        rank=row.rank if row and not view.withheld else None,
        size=len(view.standings.rows),
        provisional=view.standings.provisional,
        history=view.part("history", Audience.ENTRY),
        results=_results(view.placed, [entry_id]).get(entry_id, {}),
        watched=watched_turns(game).get(entry_id, []),
    )


def _bulletins(turn: Turn | None, entry_ids: Collection[int]) -> dict[int, protocol.BulletinPart]:
    if turn is None:
        return {}
    held = Bulletin.objects.filter(turn=turn, entry__in=entry_ids)
    return {bulletin.entry_id: bulletin_part(bulletin, turn) for bulletin in held}


def snapshot(
    tournament_id: int, audience: Audience, entry_id: int | None = None
) -> protocol.Snapshot:
    """Everything ``audience`` may see of the game that is its current one, with its number.

    The number is read first: what happens meanwhile comes again as an event, harmlessly.
    """
    if audience is Audience.ENTRY:
        wanted = [] if entry_id is None else [entry_id]
        return entry_snapshots(tournament_id, wanted).get(entry_id or 0, _empty(audience))
    game = current_game(tournament_id, audience)
    shown = scene_of(tournament_id) if audience is Audience.PUBLIC else UNSET
    if game is None:
        return structs.replace(_empty(audience), scene=shown)
    state: Any = protocol.STATES[audience](**_common(View(game), audience))
    return structs.replace(_snapshot(game, audience, state), scene=shown)


def entry_snapshots(tournament_id: int, entry_ids: Collection[int]) -> dict[int, protocol.Snapshot]:
    """Snapshots of several tables at once; what they share is read once."""
    game = current_game(tournament_id)
    if game is None:
        return {entry_id: _empty(Audience.ENTRY) for entry_id in entry_ids}
    view = View(game)
    common = _common(view, Audience.ENTRY)
    held = _bulletins(view.turn_for(Audience.ENTRY), entry_ids)
    results = _results(view.placed, entry_ids)
    slips = _slips(view.placed, entry_ids)
    watchers, watched = _watchers(game, entry_ids), watched_turns(game)
    news = dict(Entry.objects.filter(pk__in=entry_ids).values_list("pk", "news"))
    found = {}
    for entry_id in entry_ids:
        row = view.standings.by_entry.get(entry_id)
        seat = (row.table, row.name) if row else watchers.get(entry_id)
        if seat is None:
            found[entry_id] = _empty(Audience.ENTRY)
            continue
        table, name = seat
        state = protocol.EntryState(
            **common,
            table=table,
            name=name,
            bulletin=held.get(entry_id),
            results=results.get(entry_id, {}),
            total=row.total if row else 0,
            rank=None if row is None or view.withheld else row.rank,
            warnings=row.warnings if row else 0,
            slips=dict(slips.get(entry_id, {})),
            watched=watched.get(entry_id, []) if row else [],
            news=news[entry_id],
        )
        found[entry_id] = _snapshot(game, Audience.ENTRY, state)
    return found


def _watchers(game: Game, entry_ids: Collection[int]) -> dict[int, tuple[int, str]]:
    """Table and name of those who may watch a *mort subite* that they do not play."""
    if not is_mort_subite(game):
        return {}
    rows = seated(Entry.objects.filter(pk__in=entry_ids, withdrawn=False), game.pk)
    return {pk: (table, name) for pk, table, name in rows.values_list("pk", "seat_number", "name")}


def _empty(audience: Audience) -> protocol.Snapshot:
    """There is no game to look at, or not for this table."""
    now = clock.millis(clock.now())
    return protocol.Snapshot(audience=audience, seq=0, now=now, state=None)


def _snapshot(game: Game, audience: Audience, state: Any) -> protocol.Snapshot:
    return protocol.Snapshot(
        audience=audience,
        seq=int(game.heads.get(audience, 0)),
        now=clock.millis(clock.now()),
        state=state,
    )
