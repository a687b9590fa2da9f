"""Tables of entries: in a started game those fixed at its start, else the present ones.

Tables change between games only. Everything that refers to an entry of a game by table number goes
through here, so that what was handed in, typed in, judged and printed keeps its numbers.
"""

from collections.abc import Collection
from typing import Any

from django.contrib.auth.models import User
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

from tournament.core.states import UNDER_WAY_GAME_STATES, CountedOver
from tournament.models import Centre, Entry, Game, Seat, Table


def annotate_seats(rows: QuerySet[Any], game: int | None, entry: str = "") -> QuerySet[Any, Any]:
    """Return ``rows`` with ``seat_number``, ``seat_arbiter`` and ``seat_centre`` of the table of
    their entry in ``game``; None: of its current table. ``entry`` names the field of ``rows`` that
    holds it. The centre is that where the table stood then.

    An entry that came after the game or left before it has no seat in it, and gets its present
    table.
    """
    path = f"{entry}__" if entry else ""
    present = F(f"{path}table__number")
    owners = {name: F(f"{path}table__{name}") for name in ("arbiter", "centre")}
    annotated: QuerySet[Any, Any]
    if game is None:
        annotated = rows.annotate(
            seat_number=present, seat_arbiter=owners["arbiter"], seat_centre=owners["centre"]
        )
        return annotated
    is_of_game = Q(**{f"{path}seats__game": game})
    annotated = rows.annotate(seat=FilteredRelation(f"{path}seats", condition=is_of_game))
    in_game = {
        f"seat_{name}": Case(When(seat__isnull=True, then=now), default=F(f"seat__{fixed}"))
        for (name, now), fixed in zip(owners.items(), ("table__arbiter", "centre"), strict=True)
    }
    annotated = annotated.annotate(seat_number=Coalesce("seat__table__number", present), **in_game)
    return annotated


def _select_seat_of_row() -> QuerySet[Seat]:
    return Seat.objects.filter(game=OuterRef("turn__game"), entry=OuterRef("entry"))


def annotate_seats_by_turn(rows: QuerySet[Any]) -> QuerySet[Any, Any]:
    """Return ``rows``, of entries and turns of any game, with ``seat_number`` in that game."""
    number = Subquery(_select_seat_of_row().values("table__number")[:1])
    annotated: QuerySet[Any, Any] = rows.annotate(
        seat_number=Coalesce(number, F("entry__table__number"))
    )
    return annotated


def filter_by_arbiter(rows: QuerySet[Any], arbiter: int) -> QuerySet[Any, Any]:
    """Filter ``rows``, each of an entry and a turn of any game, by the arbiter of the table in that
    game."""
    return _filter_by_table(rows, Table.objects.filter(arbiter=arbiter))


def _filter_by_table(rows: QuerySet[Any], tables: QuerySet[Table]) -> QuerySet[Any, Any]:
    is_seated = Exists(_select_seat_of_row().filter(table__in=tables))
    is_unseated = Q(entry__table__in=tables) & ~Exists(_select_seat_of_row())
    return rows.filter(is_seated | is_unseated)


def has_tables(tournament_id: int, user: User) -> bool:
    """Return True if tables are given to this arbiter; without any they see all tables."""
    return Table.objects.filter(tournament=tournament_id, arbiter=user).exists()


def list_entries_by_game(tournament_id: int, number: int) -> dict[int, int]:
    """Return the entries that sat at the table with this number, by started game."""
    seats = Seat.objects.filter(game__tournament=tournament_id, table__number=number)
    return dict(seats.values_list("game", "entry"))


def get_table_numbers(game: int | None, entries: Collection[int]) -> dict[int, int]:
    """Return the table numbers of ``entries`` in ``game``, smallest first."""
    rows = annotate_seats(Entry.objects.filter(pk__in=entries), game).order_by("seat_number")
    return dict(rows.values_list("pk", "seat_number"))


def get_table_number(game: int | None, entry: Entry) -> int:
    """Return the table number of ``entry`` in ``game``."""
    return get_table_numbers(game, [entry.pk])[entry.pk]


def find_centre(game: int | None, entry: Entry) -> Centre | None:
    """Return the centre of ``entry`` in ``game``; None in a tournament of one room."""
    rows = annotate_seats(Entry.objects.filter(pk=entry.pk), game)
    return Centre.objects.filter(pk__in=rows.values("seat_centre")).first()


def get_centres(game: Game) -> dict[int, int | None]:
    """Return the centre of each entry in ``game``, by entry; None for an entry without one."""
    rows = annotate_seats(Entry.objects.filter(tournament=game.tournament_id), game.pk)
    return dict(rows.order_by().values_list("pk", "seat_centre"))


def find_counted_centres(game: Game) -> dict[int, int | None] | None:
    """Return the centres in which the players of 3.5 are counted; None if they are counted over the
    whole (reading B-48)."""
    is_by_centre = game.tournament.counted_over == CountedOver.CENTRE
    return get_centres(game) if is_by_centre else None


def has_seats(game: Game) -> bool:
    """Return True if ``game`` has started, so that the tables of its entries are fixed."""
    return game.started_at is not None


def find_entries_at(game: Game, numbers: Collection[int]) -> dict[int, Entry]:
    """Return the entries at the tables with these numbers in ``game``, including those that left.

    Before the start, the present entries. A table without an entry is left out.
    """
    if has_seats(game):
        seats = Seat.objects.filter(game=game, table__number__in=numbers)
        pairs = dict(seats.values_list("table__number", "entry"))
    else:
        present = Entry.objects.filter(tournament=game.tournament_id, table__number__in=numbers)
        pairs = dict(present.values_list("table__number", "pk"))
    entries = Entry.objects.in_bulk(pairs.values())
    return {number: entries[pk] for number, pk in pairs.items()}


def can_tables_change(tournament_id: int) -> bool:
    """Return True if tables may change now: before and between games."""
    games = Game.objects.filter(tournament=tournament_id, state__in=UNDER_WAY_GAME_STATES)
    return not games.exists()
