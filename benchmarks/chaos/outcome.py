"""What the database holds in the end: against what was promised, and as the last operations of the
history. Imported only once Django is set up."""

import contextlib
from collections.abc import Iterable, Iterator

from django.db import OperationalError, connection
from django.db.models import Count, Q

from arbitrage.models import Origin, PaperBulletin, Ruling
from arbitrage.queries.received_bulletins import list_received
from arbitrage.queries.rulings import get_current_rulings
from benchmarks.chaos.history import History
from benchmarks.chaos.linear import Operation
from benchmarks.chaos.models import Decision, Held, Sheet
from benchmarks.chaos.people import Player, Typed, as_written
from benchmarks.people.waiting import wait_until
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
from tournament.queries.people.seating import annotate_seats_by_turn

SETTLE_TIMEOUT_S = 300.0
DATABASE, ARBITERS = "la base", "la liste des arbitres"
type Place = tuple[int, ...]
"""Entry, game and ordinal of the turn."""


def settle(tournament: int) -> None:
    """Wait until no work is left, for so long at most."""

    def is_done() -> bool:
        try:
            return not find_stuck(tournament) and not find_unjudged(tournament)
        except OperationalError:  # of a connection whose server was killed
            connection.close()
            return False

    with contextlib.suppress(TimeoutError):
        wait_until(is_done, "tout fini", timeout_s=SETTLE_TIMEOUT_S, pause_s=0.5)


# --- against what was promised: each list names what is wrong -----------------------------


def collected(tournament: int) -> list[Turn]:
    turns = Turn.objects.filter(game__tournament=tournament, state__in=COLLECTED_TURN_STATES)
    return list(turns.select_related("game__tournament"))


def find_stuck(tournament: int) -> list[str]:
    """Turns that wait for nobody but the software."""
    waits = (
        Q(state=TurnState.OPEN)
        | Q(solved_at__isnull=True) & ~Q(state=TurnState.CANCELLED)
        | Q(state__in=COLLECTED_TURN_STATES, corrected_at__isnull=True)
    )
    turns = Turn.objects.filter(waits, game__tournament=tournament).select_related("game")
    return [f"partie {turn.game.number} coup {turn.ordinal} ({turn.state})" for turn in turns]


def find_closed_twice(tournament: int) -> list[str]:
    closes = Journal.objects.filter(game__tournament=tournament, kind=EventKind.CLOSED)
    twice = closes.values("turn").annotate(times=Count("pk")).filter(times__gt=1)
    return [f"coup {row['turn']} fermé {row['times']} fois" for row in twice]


def find_unjudged(tournament: int) -> list[str]:
    """Slips whose ruling in force is missing, or is on something else than what lies there; what a
    tablet adds to a late bulletin changes no decision (5.7)."""
    found = []
    for turn in collected(tournament):
        held = get_current_rulings(turn)
        for slip in list_received(turn):
            ruling = held.get(slip.entry_id)
            late = ruling is not None and ruling.origin == slip.origin == Origin.LATE
            if ruling is None or (ruling.key != slip.key and not late):
                where = f"partie {turn.game.number} coup {turn.ordinal}"
                found.append(f"{where} bulletin {slip.entry_id} ({slip.origin})")
    return found


def find_lost(tournament: int, players: Iterable[Player], typed: Iterable[Typed]) -> list[str]:
    """Acknowledged sheets that the database does not hold, nor a newer one of the same table; and
    slips on paper."""
    kinds, lost = [read_sheets(kind, tournament) for kind in (Bulletin, LateBulletin)], []
    for player in players:
        for (game, turn), sheet in player.promised.items():
            wanted, place = as_written(sheet), (player.seat.entry, game, turn)
            held = [sheets[place] for sheets in kinds if place in sheets]
            if not any(one == wanted or one.rev > wanted.rev for one in held):
                lost.append(f"table {player.seat.number} {sheet}")
    games = dict(Game.objects.filter(tournament=tournament).values_list("pk", "number"))
    fields = ("turn__game", "turn__ordinal", "seat_number", "rows", "reference", "score")
    stored = {
        Typed(games[game], ordinal, table, rows[0], reference, score)
        for game, ordinal, table, rows, reference, score in annotate_seats_by_turn(
            PaperBulletin.objects.all()
        ).values_list(*fields)
    }
    return [*lost, *(str(slip) for slip in typed if slip not in stored)]


def find_unknown(names: Iterable[str]) -> list[str]:
    """Those of whom the office was told that they are registered, and who are not."""
    known = set(Registered.objects.values_list("last_name", flat=True))
    return [name for name in names if name not in known]


# --- the last operations ------------------------------------------------------------------


def note_standing(history: History, tournament: int) -> None:
    """Read every bulletin and every decision of which ``history`` tells."""
    since = history.now()
    in_time, late = read_sheets(Bulletin, tournament), read_sheets(LateBulletin, tournament)
    listed, decisions = dict(_read_list(tournament)), _read_decisions(tournament)
    for thing in {thing for thing, _ in history}:
        if thing.register == "sheet":
            held = Held(in_time.get(thing.key), late.get(thing.key))
            history.read(thing, DATABASE, "stands", held, since=since)
            if thing.key in listed:
                history.read(thing, ARBITERS, "judged", listed[thing.key], since=since)
        elif thing.register == "ruling":
            made = decisions.get(thing.key, [])
            for before, decision in enumerate(made):
                if not decision.by:  # the software's own were made at a moment that nobody saw
                    given = (before, decision.status, decision.points)
                    moments = {"call": 0.0, "back": history.now()}
                    history.note(thing, Operation("", "correct", given, outcome="done", **moments))
            history.read(thing, DATABASE, "decided", tuple(made), since=since)


def read_sheets(kind: type[Bulletin] | type[LateBulletin], tournament: int) -> dict[Place, Sheet]:
    rows = kind.objects.filter(turn__game__tournament=tournament).select_related("turn")
    return {(row.entry_id, row.turn.game_id, row.turn.ordinal): _sheet(row) for row in rows}


def _sheet(row: Bulletin | LateBulletin) -> Sheet:
    return Sheet(row.rev, row.device, "/".join(row.rows), row.reference, row.score)


def _read_list(tournament: int) -> Iterator[tuple[Place, Sheet | None]]:
    """What the arbiters' list has of each turn collected."""
    for turn in collected(tournament):
        for slip in list_received(turn):
            if not isinstance(slip.written, PaperBulletin):
                place = (slip.entry_id, turn.game_id, turn.ordinal)
                yield place, _sheet(slip.written) if slip.written else None


def _read_decisions(tournament: int) -> dict[Place, list[Decision]]:
    """In their order, by entry, number of the game and turn, each with the author of its gesture:
    the journal tells who took back, too."""
    journal = Journal.objects.filter(
        game__tournament=tournament, kind=EventKind.CORRECTED, data__has_key="versions"
    ).select_related("by")
    numbers = Entry.objects.filter(tournament=tournament).values_list("uid", "pk")
    entries = {str(uid): pk for uid, pk in numbers}
    authors = {
        (row.turn_id, entries[uid], version): row.by.username if row.by else ""
        for row in journal
        for uid, version in zip(row.data["entries"], row.data["versions"], strict=True)
    }
    rows = Ruling.objects.filter(turn__game__tournament=tournament).select_related("turn__game")
    found: dict[Place, list[Decision]] = {}
    for row in rows.order_by("version"):
        by = authors.get((row.turn_id, row.entry_id, row.version), "")
        place = (row.entry_id, row.turn.game.number, row.turn.ordinal)
        found.setdefault(place, []).append(Decision(by, row.status, row.points))
    return found
