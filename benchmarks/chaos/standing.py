"""What stands in the database in the end, as the last operations of a history. Imported only once
Django is set up."""

from collections.abc import Iterable
from typing import Any

from django.db.models import F

from arbitrage.models import PaperBulletin, Ruling
from arbitrage.queries.received_bulletins import list_received
from benchmarks.chaos.history import History, Thing
from benchmarks.chaos.linear import Operation
from benchmarks.chaos.models import Decision, Held, Sheet
from tournament.core.events import EventKind
from tournament.core.states import COLLECTED_TURN_STATES
from tournament.models import Bulletin, Entry, Journal, LateBulletin, Turn

DATABASE, ARBITERS = "la base", "la liste des arbitres"


def note_standing(history: History, tournament: int) -> None:
    """Read every bulletin and every decision of which ``history`` tells."""
    things = {thing for thing, _ in history}
    _note_sheets(history, tournament, [thing for thing in things if thing.register == "sheet"])
    _note_rulings(history, tournament, [thing for thing in things if thing.register == "ruling"])


def _note_sheets(history: History, tournament: int, things: Iterable[Thing]) -> None:
    since = history.now()
    in_time, late = _sheets(Bulletin, tournament), _sheets(LateBulletin, tournament)
    listed = _listed(tournament)
    for thing in things:
        held = Held(in_time.get(thing.key), late.get(thing.key))
        history.read(thing, DATABASE, "stands", held, since=since)
        if thing.key in listed:
            history.read(thing, ARBITERS, "judged", listed[thing.key], since=since)


def _sheets(
    kind: type[Bulletin] | type[LateBulletin], tournament: int
) -> dict[tuple[int, ...], Sheet]:
    rows = kind.objects.filter(turn__game__tournament=tournament).select_related("turn")
    return {_place(row.turn, row.entry_id): _sheet(row) for row in rows}


def _listed(tournament: int) -> dict[tuple[int, ...], Sheet | None]:
    """What the arbiters' list has of each turn collected."""
    turns = Turn.objects.filter(game__tournament=tournament, state__in=COLLECTED_TURN_STATES)
    return {
        _place(turn, slip.entry_id): _sheet(slip.written) if slip.written else None
        for turn in turns.select_related("game__tournament")
        for slip in list_received(turn)
        if not isinstance(slip.written, PaperBulletin)
    }


def _place(turn: Turn, entry: int) -> tuple[int, int, int]:
    return entry, turn.game_id, turn.ordinal


def _sheet(row: Bulletin | LateBulletin) -> Sheet:
    return Sheet(row.rev, row.device, "/".join(row.rows), row.reference, row.score)


def _note_rulings(history: History, tournament: int, things: Iterable[Thing]) -> None:
    """The software's own decisions were made at some moment that nobody saw."""
    since = history.now()
    decisions = _decisions(tournament)
    for thing in things:
        made = decisions.get(thing.key, [])
        for before, decision in enumerate(made):
            if not decision.by:
                given = (before, decision.status, decision.points)
                corrected = Operation("", "correct", given, 0.0, "done", history.now())
                history.note(thing, corrected)
        history.read(thing, DATABASE, "decided", tuple(made), since=since)


def _decisions(tournament: int) -> dict[tuple[int, ...], list[Decision]]:
    """By entry, game and turn, in their order, each with the author of its gesture: the journal
    tells who took back, too."""
    authors = _authors(tournament)
    place: dict[str, Any] = {"game": F("turn__game__number"), "ordinal": F("turn__ordinal")}
    rows = Ruling.objects.filter(turn__game__tournament=tournament).annotate(**place)
    found: dict[tuple[int, ...], list[Decision]] = {}
    fields = ("entry_id", "game", "ordinal", "turn_id", "version", "status", "points")
    for entry, game, ordinal, turn, version, status, points in rows.order_by("version").values_list(
        *fields
    ):
        by = authors.get((turn, entry, version), "")
        found.setdefault((entry, game, ordinal), []).append(Decision(by, status, points))
    return found


def _authors(tournament: int) -> dict[tuple[int, int, int], str]:
    """By turn, entry and version: who made the gesture that wrote it."""
    rows = Journal.objects.filter(
        game__tournament=tournament, kind=EventKind.CORRECTED, data__has_key="versions"
    ).select_related("by")
    entries = {
        str(uid): pk
        for uid, pk in Entry.objects.filter(tournament=tournament).values_list("uid", "pk")
    }
    return {
        (row.turn_id or 0, entries[uid], version): row.by.username if row.by else ""
        for row in rows
        for uid, version in zip(row.data["entries"], row.data["versions"], strict=True)
    }
