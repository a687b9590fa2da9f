"""What the database holds in the end: against what was promised, and as the last operations of the
history. Imported only once Django is set up."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db import OperationalError, connection
from django.db.models import Count, F, Q

from arbitrage.models import Origin, PaperBulletin, Ruling
from arbitrage.queries.received import Received, received_for
from arbitrage.queries.rulings import current_rulings
from benchmarks.chaos.history import History, Thing
from benchmarks.chaos.linear import Operation
from benchmarks.chaos.models import Decision, Held, Sheet
from benchmarks.chaos.people import Player, Typed
from tournament.core.events import EventKind
from tournament.core.states import COLLECTED_TURN_STATES, TurnState
from tournament.models import (
    Bulletin,
    Entry,
    Game,
    Journal,
    LateBulletin,
    Player as Registered,
    Turn,
)
from tournament.queries.people.seating import seated_each

DATABASE, ARBITERS = "la base", "la liste des arbitres"
SETTLE_TIMEOUT_S = 300.0
POLL_S = 0.5


@dataclass
class Outcome:
    """Each list names what is wrong; all of them are to be empty."""

    turns: int = 0
    lost: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    closed_twice: list[str] = field(default_factory=list)
    never_judged: list[str] = field(default_factory=list)


def settled(tournament: int) -> bool:
    """Wait until no work is left; False when some is after SETTLE_TIMEOUT_S."""
    deadline = time.monotonic() + SETTLE_TIMEOUT_S
    while time.monotonic() < deadline:
        try:
            if not stuck_turns(tournament) and not unjudged(tournament):
                return True
        except OperationalError:  # of a connection whose server was killed
            connection.close()
        time.sleep(POLL_S)
    return False


def examine(tournament: int, players: Iterable[Player], typed: Iterable[Typed]) -> Outcome:
    turns = Turn.objects.filter(game__tournament=tournament)
    closes = Journal.objects.filter(game__tournament=tournament, kind=EventKind.CLOSED)
    twice = closes.values("turn").annotate(times=Count("pk")).filter(times__gt=1)
    return Outcome(
        turns=turns.filter(state__in=COLLECTED_TURN_STATES).count(),
        lost=[*_lost_bulletins(players), *_lost_papers(tournament, typed)],
        stuck=stuck_turns(tournament),
        closed_twice=[f"coup {row['turn']} fermé {row['times']} fois" for row in twice],
        never_judged=unjudged(tournament),
    )


def stuck_turns(tournament: int) -> list[str]:
    """Turns that wait for nobody but the software."""
    turns = Turn.objects.filter(game__tournament=tournament)
    waits = (
        Q(state=TurnState.OPEN)
        | Q(solved_at__isnull=True) & ~Q(state=TurnState.CANCELLED)
        | Q(state__in=COLLECTED_TURN_STATES, corrected_at__isnull=True)
    )
    return [
        f"partie {turn.game.number} coup {turn.ordinal} ({turn.state})"
        for turn in turns.filter(waits).select_related("game")
    ]


def unjudged(tournament: int) -> list[str]:
    """Slips whose ruling in force is missing, or is on something else than what lies there."""
    found = []
    turns = Turn.objects.filter(game__tournament=tournament, state__in=COLLECTED_TURN_STATES)
    for turn in turns.select_related("game__tournament"):
        held = current_rulings(turn)
        for slip in received_for(turn):
            ruling = held.get(slip.entry_id)
            if ruling is None or (ruling.key != slip.key and not _both_late(ruling, slip)):
                found.append(
                    f"partie {turn.game.number} coup {turn.ordinal} bulletin {slip.entry_id} "
                    f"({slip.origin})"
                )
    return found


def _both_late(ruling: Ruling, slip: Received) -> bool:
    """What a tablet adds to a late bulletin changes no decision (5.7)."""
    return ruling.origin == slip.origin == Origin.LATE


def _lost_bulletins(players: Iterable[Player]) -> list[str]:
    """Acknowledged sheets that the database does not hold, nor a newer one of the same table."""
    place = {"game": F("turn__game"), "ordinal": F("turn__ordinal")}
    fields = ("game", "ordinal", "entry_id", "rev", "rows", "reference", "score")
    stored: dict[tuple[int, int, int], list[tuple[int, list[str], str, str]]] = {}
    for kind in (Bulletin, LateBulletin):
        for game, ordinal, entry, *rest in kind.objects.annotate(**place).values_list(*fields):
            stored.setdefault((game, ordinal, entry), []).append(tuple(rest))
    lost = []
    for player in players:
        for (game, ordinal), sheet in player.promised.items():
            wanted = (sheet.rev, list(sheet.rows), sheet.reference, sheet.score)
            held = stored.get((game, ordinal, player.seat.entry), [])
            if not any(row == wanted or row[0] > sheet.rev for row in held):
                lost.append(f"table {player.seat.number} {sheet}")
    return lost


def _lost_papers(tournament: int, typed: Iterable[Typed]) -> list[str]:
    games = dict(Game.objects.filter(tournament=tournament).values_list("pk", "number"))
    papers = seated_each(PaperBulletin.objects.all())
    stored = {
        Typed(games[game], ordinal, table, rows[0], reference, score)
        for game, ordinal, table, rows, reference, score in papers.values_list(
            "turn__game", "turn__ordinal", "seat_number", "rows", "reference", "score"
        )
    }
    return [str(slip) for slip in typed if slip not in stored]


def unknown_players(names: Iterable[str]) -> list[str]:
    """Those of whom the office was told that they are registered, and who are not."""
    known = set(Registered.objects.values_list("last_name", flat=True))
    return [name for name in names if name not in known]


# --- the last operations ------------------------------------------------------------------


def note_standing(history: History, tournament: int) -> None:
    """Read every bulletin and every decision of which ``history`` tells."""
    things = {thing for thing, _ in history}
    _note_sheets_of(history, tournament, [thing for thing in things if thing.register == "sheet"])
    _note_rulings(history, tournament, [thing for thing in things if thing.register == "ruling"])


def _note_sheets_of(history: History, tournament: int, things: Iterable[Thing]) -> None:
    since = history.now()
    in_time, late = _sheets_of(Bulletin, tournament), _sheets_of(LateBulletin, tournament)
    listed = _listed_in(tournament)
    for thing in things:
        held = Held(in_time.get(thing.key), late.get(thing.key))
        history.read(thing, DATABASE, "stands", held, since=since)
        if thing.key in listed:
            history.read(thing, ARBITERS, "judged", listed[thing.key], since=since)


def _sheets_of(
    kind: type[Bulletin] | type[LateBulletin], tournament: int
) -> dict[tuple[int, ...], Sheet]:
    rows = kind.objects.filter(turn__game__tournament=tournament).select_related("turn")
    return {_place_of(row.turn, row.entry_id): _sheet_of(row) for row in rows}


def _listed_in(tournament: int) -> dict[tuple[int, ...], Sheet | None]:
    """What the arbiters' list has of each turn collected."""
    turns = Turn.objects.filter(game__tournament=tournament, state__in=COLLECTED_TURN_STATES)
    return {
        _place_of(turn, slip.entry_id): _sheet_of(slip.written) if slip.written else None
        for turn in turns.select_related("game__tournament")
        for slip in received_for(turn)
        if not isinstance(slip.written, PaperBulletin)
    }


def _place_of(turn: Turn, entry: int) -> tuple[int, int, int]:
    return entry, turn.game_id, turn.ordinal


def _sheet_of(row: Bulletin | LateBulletin) -> Sheet:
    return Sheet(row.rev, row.device, "/".join(row.rows), row.reference, row.score)


def _note_rulings(history: History, tournament: int, things: Iterable[Thing]) -> None:
    """The software's own decisions were made at some moment that nobody saw."""
    since = history.now()
    decisions = _decisions_in(tournament)
    for thing in things:
        made = decisions.get(thing.key, [])
        for before, decision in enumerate(made):
            if not decision.by:
                given = (before, decision.status, decision.points)
                corrected = Operation("", "correct", given, 0.0, "done", history.now())
                history.note(thing, corrected)
        history.read(thing, DATABASE, "decided", tuple(made), since=since)


def _decisions_in(tournament: int) -> dict[tuple[int, ...], list[Decision]]:
    """By entry, game and turn, in their order, each with the author of its gesture: the journal
    tells who took back, too."""
    authors = _authors_in(tournament)
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


def _authors_in(tournament: int) -> dict[tuple[int, int, int], str]:
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
