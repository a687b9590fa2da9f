"""Where entries sit: in a game at the seats kept when it started, else where they sit now.

Seats change between games only. Whatever a game shows or asks by the number of a table goes
through here, so that what was handed in, typed, judged and printed keeps its numbers.
"""

from collections.abc import Collection
from typing import Any

from django.db.models import (
    Case,
    Exists,
    F,
    FilteredRelation,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    When,
)
from django.db.models.functions import Coalesce

from tournament.core.states import GameState
from tournament.models import Entry, Game, Seat

#: Seats stay as they are meanwhile.
UNDER_WAY = (GameState.RUNNING, GameState.INTERRUPTED)


def seated(rows: QuerySet[Any], game: int | None, entry: str = "") -> QuerySet[Any, Any]:
    """``rows`` with ``seat_number`` and ``seat_arbiter``, of the table where their entry sits in
    ``game``; None: where it sits now. ``entry`` names the field of ``rows`` that holds it.

    An entry that came after the game, or had left before it, has no seat in it: it is told by the
    table where it sits now.
    """
    path = f"{entry}__" if entry else ""
    number, arbiter = F(f"{path}table__number"), F(f"{path}table__arbiter")
    found: QuerySet[Any, Any]
    if game is None:
        found = rows.annotate(seat_number=number, seat_arbiter=arbiter)
        return found
    of_game = Q(**{f"{path}seats__game": game})
    found = rows.annotate(seat=FilteredRelation(f"{path}seats", condition=of_game))
    own = Case(When(seat__isnull=True, then=arbiter), default=F("seat__table__arbiter"))
    found = found.annotate(seat_number=Coalesce("seat__table__number", number), seat_arbiter=own)
    return found


def _own_seat() -> QuerySet[Seat]:
    return Seat.objects.filter(game=OuterRef("turn__game"), entry=OuterRef("entry"))


def seated_each(rows: QuerySet[Any]) -> QuerySet[Any, Any]:
    """``rows``, each of an entry and a turn of whichever game, with ``seat_number`` in that."""
    number = Subquery(_own_seat().values("table__number")[:1])
    found: QuerySet[Any, Any] = rows.annotate(
        seat_number=Coalesce(number, F("entry__table__number"))
    )
    return found


def at_tables_of(rows: QuerySet[Any], arbiter: int) -> QuerySet[Any, Any]:
    """Those of ``rows``, each of an entry and a turn of whichever game, whose table in that game
    has this arbiter."""
    here = Exists(_own_seat().filter(table__arbiter=arbiter))
    unseated = Q(entry__table__arbiter=arbiter) & ~Exists(_own_seat())
    return rows.filter(here | unseated)


def seats_at(tournament_id: int, number: int) -> dict[int, int]:
    """Who sat at the table with this number, by game, of the games that have started."""
    seats = Seat.objects.filter(game__tournament=tournament_id, table__number=number)
    return dict(seats.values_list("game", "entry"))


def numbers_in(game: int | None, entries: Collection[int]) -> dict[int, int]:
    """Numbers of the tables of ``entries`` in ``game``, the smallest first."""
    rows = seated(Entry.objects.filter(pk__in=entries), game).order_by("seat_number")
    return dict(rows.values_list("pk", "seat_number"))


def number_in(game: int | None, entry: Entry) -> int:
    """Number of the table of ``entry`` in ``game``."""
    return numbers_in(game, [entry.pk])[entry.pk]


def has_seats(game: Game) -> bool:
    """Whether ``game`` has started, and with it the seats of its entries are fixed."""
    return game.started_at is not None


def entries_at(game: Game, numbers: Collection[int]) -> dict[int, Entry]:
    """Who sits at the tables with these numbers in ``game``, by number: who has left, too.

    Before it starts, who sits there now. A table at which nobody has a seat is left out.
    """
    if has_seats(game):
        seats = Seat.objects.filter(game=game, table__number__in=numbers)
        pairs = dict(seats.values_list("table__number", "entry"))
    else:
        now = Entry.objects.filter(tournament=game.tournament_id, table__number__in=numbers)
        pairs = dict(now.values_list("table__number", "pk"))
    held = Entry.objects.in_bulk(pairs.values())
    return {number: held[pk] for number, pk in pairs.items()}


def may_move(tournament_id: int) -> bool:
    """Whether seats may change now: before and between games."""
    games = Game.objects.filter(tournament=tournament_id, state__in=UNDER_WAY)
    return not games.exists()
