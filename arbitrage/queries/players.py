"""Who plays, on what, and what is decided about each: for judge, arbiters and organiser."""

from collections.abc import Collection
from dataclasses import dataclass

from arbitrage.models import Act, ActKind
from arbitrage.queries.blinding import without_veiled
from arbitrage.queries.second_looks import LookPlace
from tournament.models import Entry, Game, Tournament
from tournament.queries.results.standings import warnings_in


@dataclass(frozen=True, slots=True)
class PlayerRow:
    entry: Entry
    #: In the game before the room.
    warnings: int
    #: His scores so far are void (6.1).
    annulled: bool


def players_of(
    tournament: Tournament, game: Game | None, veiled: Collection[LookPlace] = ()
) -> list[PlayerRow]:
    """By table, those that have left too; no warnings for the bulletins ``veiled``."""
    entries = list(tournament.entries.select_related("table__arbiter").order_by("table__number"))
    warned = warnings_in(game, [entry.pk for entry in entries]) if game else {}
    warned = without_veiled(warned, veiled)
    acts = Act.objects.filter(
        entry__tournament=tournament, kind=ActKind.CHEATING, taken_back_by__isnull=True
    )
    annulled = set(acts.values_list("entry", flat=True))
    return [PlayerRow(entry, warned.get(entry.pk, 0), entry.pk in annulled) for entry in entries]
