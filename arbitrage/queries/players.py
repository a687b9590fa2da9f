"""The players, what they play on, and decisions about them: for judge, arbiters and organiser."""

from collections.abc import Collection
from dataclasses import dataclass

from arbitrage.models import Act, ActKind
from arbitrage.queries.blinding import subtract_blinded
from arbitrage.queries.second_looks import TurnEntry
from tournament.models import Entry, Game, Tournament
from tournament.queries.people.seating import annotate_seats
from tournament.queries.people.table_scope import ALL_TABLES, TableScope
from tournament.queries.results.standings import count_warnings


@dataclass(frozen=True, slots=True)
class PlayerRow:
    entry: Entry
    #: In the current game.
    warnings: int
    #: True if their scores so far are void (6.1).
    annulled: bool


def list_players(
    tournament: Tournament,
    game: Game | None,
    blinded: Collection[TurnEntry] = (),
    scope: TableScope = ALL_TABLES,
) -> list[PlayerRow]:
    """Return the players at the tables of ``scope``, by table, including those that have left.

    Warnings for the bulletins in ``blinded`` are left out.
    """
    present = annotate_seats(tournament.entries.all(), None).filter(scope.build_filter())
    entries = list(
        present.select_related("table__arbiter")
        .order_by("table__number")
        .prefetch_related("players")
    )
    warnings = count_warnings(game, [entry.pk for entry in entries]) if game else {}
    warnings = subtract_blinded(warnings, blinded)
    acts = Act.objects.filter(
        entry__tournament=tournament, kind=ActKind.CHEATING, taken_back_by__isnull=True
    )
    annulled = set(acts.values_list("entry", flat=True))
    return [PlayerRow(entry, warnings.get(entry.pk, 0), entry.pk in annulled) for entry in entries]
