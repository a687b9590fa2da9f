"""What the database holds against what was promised. Imported only once Django is set up."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db import OperationalError, connection
from django.db.models import Count, F, Q

from arbitrage.models import Origin, PaperBulletin, Ruling
from arbitrage.queries.received_bulletins import ReceivedBulletin, list_received
from arbitrage.queries.rulings import get_current_rulings
from benchmarks.chaos.people import Typed
from benchmarks.chaos.tablets import Tablet
from tournament.core.events import EventKind
from tournament.core.states import COLLECTED_TURN_STATES, TurnState
from tournament.models import Bulletin, Game, Journal, LateBulletin, Player, Turn
from tournament.queries.people.seating import annotate_seats_by_turn

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


def examine(tournament: int, tablets: Iterable[Tablet], typed: Iterable[Typed]) -> Outcome:
    turns = Turn.objects.filter(game__tournament=tournament)
    closes = Journal.objects.filter(game__tournament=tournament, kind=EventKind.CLOSED)
    twice = closes.values("turn").annotate(times=Count("pk")).filter(times__gt=1)
    return Outcome(
        turns=turns.filter(state__in=COLLECTED_TURN_STATES).count(),
        lost=[*_lost_bulletins(tablets), *_lost_papers(tournament, typed)],
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
        held = get_current_rulings(turn)
        for slip in list_received(turn):
            ruling = held.get(slip.entry_id)
            if ruling is None or (ruling.key != slip.key and not _both_late(ruling, slip)):
                found.append(
                    f"partie {turn.game.number} coup {turn.ordinal} bulletin {slip.entry_id} "
                    f"({slip.origin})"
                )
    return found


def _both_late(ruling: Ruling, slip: ReceivedBulletin) -> bool:
    """What a tablet adds to a late bulletin changes no decision (5.7)."""
    return ruling.origin == slip.origin == Origin.LATE


def _lost_bulletins(tablets: Iterable[Tablet]) -> list[str]:
    """Acknowledged sheets that the database does not hold, nor a newer one of the same table."""
    place = {"game": F("turn__game"), "ordinal": F("turn__ordinal")}
    fields = ("game", "ordinal", "entry_id", "rev", "rows", "reference", "score")
    stored: dict[tuple[int, int, int], list[tuple[int, list[str], str, str]]] = {}
    for kind in (Bulletin, LateBulletin):
        for game, ordinal, entry, *rest in kind.objects.annotate(**place).values_list(*fields):
            stored.setdefault((game, ordinal, entry), []).append(tuple(rest))
    lost = []
    for tablet in tablets:
        for (game, ordinal), sheet in tablet.promised.items():
            wanted = (sheet.rev, [sheet.word], sheet.reference, sheet.score)
            held = stored.get((game, ordinal, tablet.seat.entry), [])
            if not any(row == wanted or row[0] > sheet.rev for row in held):
                lost.append(f"table {tablet.seat.number} {sheet}")
    return lost


def _lost_papers(tournament: int, typed: Iterable[Typed]) -> list[str]:
    games = dict(Game.objects.filter(tournament=tournament).values_list("pk", "number"))
    papers = annotate_seats_by_turn(PaperBulletin.objects.all())
    stored = {
        Typed(games[game], ordinal, table, rows[0], reference, score)
        for game, ordinal, table, rows, reference, score in papers.values_list(
            "turn__game", "turn__ordinal", "seat_number", "rows", "reference", "score"
        )
    }
    return [str(slip) for slip in typed if slip not in stored]


def unknown_players(names: Iterable[str]) -> list[str]:
    """Those of whom the office was told that they are registered, and who are not."""
    known = set(Player.objects.values_list("last_name", flat=True))
    return [name for name in names if name not in known]
