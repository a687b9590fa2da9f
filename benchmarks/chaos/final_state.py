"""The database after the run: compared with the promises, and noted as the history's last reads.

Import it only once Django is set up.
"""

import contextlib
from collections.abc import Iterable, Iterator

from django.db import OperationalError, connection
from django.db.models import Count, Exists, OuterRef, Q

from arbitrage.models import BulletinOrigin, PaperBulletin, Ruling
from arbitrage.queries.bulletins.received import list_received
from arbitrage.queries.rulings import get_current_rulings
from benchmarks.chaos.history import History
from benchmarks.chaos.linear import Operation
from benchmarks.chaos.models import Decision, Sheet, StoredSheets
from benchmarks.chaos.random_people import TypedBulletin
from benchmarks.chaos.tablets import Player
from benchmarks.people.waiting import wait_until
from tournament.core.events import EventKind
from tournament.core.states import COLLECTED_TURN_STATES, TurnState
from tournament.models import (
    Bulletin,
    Entry,
    Game,
    Journal,
    LateBulletin,
    Player as RegisteredPlayer,
    Turn,
    TurnWork,
)
from tournament.queries.people.seating import annotate_seats_by_turn

SETTLE_TIMEOUT_S = 300.0
DATABASE, ARBITERS = "la base", "la liste des arbitres"
type BulletinKey = tuple[int, ...]
"""Entry, game and ordinal of the turn."""


def wait_until_settled(tournament: int) -> tuple[list[str], list[str]]:
    """Wait until the software has no work left, at most ``SETTLE_TIMEOUT_S``.

    Return the turns that are stuck and the bulletins without ruling, as last read: a request whose
    client has left may still give the software work later.
    """
    remaining: tuple[list[str], list[str]] = ([], [])

    def is_done() -> bool:
        nonlocal remaining
        try:
            remaining = list_stuck_turns(tournament), list_unjudged_bulletins(tournament)
        except OperationalError:  # the server of this connection was killed
            connection.close()
            return False
        return not any(remaining)

    with contextlib.suppress(TimeoutError):
        wait_until(is_done, "tout fini", timeout_s=SETTLE_TIMEOUT_S, pause_s=0.5)
    return remaining


# --- comparison with the promises: each function lists the errors -------------------------


def list_collected_turns(tournament: int) -> list[Turn]:
    turns = Turn.objects.filter(game__tournament=tournament, state__in=COLLECTED_TURN_STATES)
    return list(turns.select_related("game__tournament"))


def list_stuck_turns(tournament: int) -> list[str]:
    """List the turns that only the software can advance."""
    condition = (
        Q(state=TurnState.OPEN)
        | Q(solved_at__isnull=True) & ~Q(state=TurnState.CANCELLED)
        | Q(state__in=COLLECTED_TURN_STATES, corrected_at__isnull=True)
        | Exists(TurnWork.objects.filter(turn=OuterRef("pk")))
    )
    turns = Turn.objects.filter(condition, game__tournament=tournament).select_related("game")
    return [f"partie {turn.game.number} coup {turn.ordinal} ({turn.state})" for turn in turns]


def list_turns_closed_twice(tournament: int) -> list[str]:
    closes = Journal.objects.filter(game__tournament=tournament, kind=EventKind.TURN_CLOSED)
    repeated = closes.values("turn").annotate(times=Count("pk")).filter(times__gt=1)
    return [f"coup {row['turn']} fermé {row['times']} fois" for row in repeated]


def list_unjudged_bulletins(tournament: int) -> list[str]:
    """List the bulletins without current ruling, or with a ruling on another content. Additions
    of a tablet to a late bulletin change no decision (5.7)."""
    unjudged = []
    for turn in list_collected_turns(tournament):
        rulings = get_current_rulings(turn)
        for received in list_received(turn):
            ruling = rulings.get(received.entry_id)
            is_late = ruling is not None and ruling.origin == received.origin == BulletinOrigin.LATE
            if ruling is None or (ruling.key != received.key and not is_late):
                label = f"partie {turn.game.number} coup {turn.ordinal}"
                unjudged.append(f"{label} bulletin {received.entry_id} ({received.origin})")
    return unjudged


def list_lost_bulletins(
    tournament: int, players: Iterable[Player], typed: Iterable[TypedBulletin]
) -> list[str]:
    """List the acknowledged sheets missing from the database, unless it has a newer one of the
    same table, and the missing paper bulletins."""
    stored_sheets, lost = [read_sheets(kind, tournament) for kind in (Bulletin, LateBulletin)], []
    for player in players:
        for (game, turn), sheet in player.acknowledged_sheets.items():
            expected, place = Sheet.from_fields(**sheet.content), (player.seat.entry, game, turn)
            candidates = [sheets[place] for sheets in stored_sheets if place in sheets]
            if not any(other == expected or other.rev > expected.rev for other in candidates):
                lost.append(f"table {player.seat.number} {sheet}")
    games = dict(Game.objects.filter(tournament=tournament).values_list("pk", "number"))
    fields = ("turn__game", "turn__ordinal", "seat_number", "rows", "reference", "score")
    paper_rows = annotate_seats_by_turn(PaperBulletin.objects.all()).values_list(*fields)
    stored = {
        TypedBulletin(games[game], ordinal, table, rows[0], reference, score)
        for game, ordinal, table, rows, reference, score in paper_rows
    }
    return [*lost, *(str(bulletin) for bulletin in typed if bulletin not in stored)]


def list_missing_players(names: Iterable[str]) -> list[str]:
    """List the names whose registration was confirmed, but which are not registered."""
    registered = set(RegisteredPlayer.objects.values_list("last_name", flat=True))
    return [name for name in names if name not in registered]


# --- the last operations ------------------------------------------------------------------


def note_final_state(history: History, tournament: int) -> None:
    """Note every bulletin and every decision of ``history``'s objects as read."""
    since = history.get_time()
    in_time, late = read_sheets(Bulletin, tournament), read_sheets(LateBulletin, tournament)
    listed_sheets, decisions = dict(_read_listed_sheets(tournament)), _read_decisions(tournament)
    for object_id in {object_id for object_id, _ in history}:
        if object_id.model == "sheet":
            stored = StoredSheets(in_time.get(object_id.key), late.get(object_id.key))
            history.note_read(object_id, DATABASE, "read stored", stored, since)
            if object_id.key in listed_sheets:
                sheet = listed_sheets[object_id.key]
                history.note_read(object_id, ARBITERS, "read received", sheet, since)
        elif object_id.model == "ruling":
            rulings = decisions.get(object_id.key, [])
            for version, decision in enumerate(rulings):
                if not decision.by:  # the software's decisions: at an unknown time
                    argument, now = (version, decision.status, decision.points), history.get_time()
                    history.note(object_id, Operation("", "correct", argument, 0.0, "done", now))
            history.note_read(object_id, DATABASE, "read decisions", tuple(rulings), since)


def read_sheets(
    kind: type[Bulletin] | type[LateBulletin], tournament: int
) -> dict[BulletinKey, Sheet]:
    rows = kind.objects.filter(turn__game__tournament=tournament).select_related("turn")
    return {(row.entry_id, row.turn.game_id, row.turn.ordinal): _to_sheet(row) for row in rows}


def _to_sheet(row: Bulletin | LateBulletin) -> Sheet:
    return Sheet.from_fields(**vars(row))


def _read_listed_sheets(tournament: int) -> Iterator[tuple[BulletinKey, Sheet | None]]:
    """Yield the sheets of the arbiters' list, for each collected turn."""
    for turn in list_collected_turns(tournament):
        for received in list_received(turn):
            if not isinstance(received.row, PaperBulletin):
                place = (received.entry_id, turn.game_id, turn.ordinal)
                yield place, _to_sheet(received.row) if received.row else None


def _read_decisions(tournament: int) -> dict[BulletinKey, list[Decision]]:
    """Return the decisions in order by entry, game number and turn, each with its author: the
    journal also has the authors of undone decisions."""
    journal = Journal.objects.filter(
        game__tournament=tournament, kind=EventKind.TURN_CORRECTED, data__has_key="versions"
    ).select_related("by")
    numbers = Entry.objects.filter(tournament=tournament).values_list("uid", "pk")
    entries = {str(uid): pk for uid, pk in numbers}
    authors = {
        (row.turn_id, entries[uid], version): row.by.username if row.by else ""
        for row in journal
        for uid, version in zip(row.data["entries"], row.data["versions"], strict=True)
    }
    rows = Ruling.objects.filter(turn__game__tournament=tournament).select_related("turn__game")
    decisions: dict[BulletinKey, list[Decision]] = {}
    for row in rows.order_by("version"):
        author = authors.get((row.turn_id, row.entry_id, row.version), "")
        place = (row.entry_id, row.turn.game.number, row.turn.ordinal)
        decisions.setdefault(place, []).append(Decision(author, row.status, row.points))
    return decisions
