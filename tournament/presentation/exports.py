"""What is exported of a tournament, its entries and its results: profiles are rows of a table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.core.people.columns import PARTNER
from tournament.core.people.player_data import PERSON
from tournament.core.ranking.field import Trait
from tournament.core.ranking.measures import Measure
from tournament.core.ranking.ranking import Ranked, ranking
from tournament.core.ranking.specification import ColumnChoice, Shown, Wanted
from tournament.core.ranking.table import Fixed, columns_named, values_of
from tournament.models import Tournament
from tournament.presentation.imports import field_name
from tournament.presentation.ranking import head_of
from tournament.presentation.spreadsheet import (
    COMMA_CSV,
    CSV,
    ODS,
    WINDOWS_CSV,
    XLSX,
    FileKind,
    FileTable,
)
from tournament.queries.people.entry_lists import entry_rows, told_of_players
from tournament.queries.results.ranking import ranking_field


@dataclass(frozen=True, slots=True)
class Content:
    """``columns`` in their order: fields of an import, or what a ranking shows. ``table`` makes
    the table of them; ``order`` is what entries are sorted by, results are by rank."""

    table: Callable[[Tournament, "Content"], FileTable]
    columns: Sequence[Any]
    order: Sequence[str] = ("table__number",)


@dataclass(frozen=True, slots=True)
class Profile:
    name: Promise
    kind: FileKind
    content: Content


def _of_entries(tournament: Tournament, content: Content) -> FileTable:
    """A line per entry that has not withdrawn, pairs too."""
    rows = entry_rows(tournament, content.order)
    return FileTable(
        title=tournament.name,
        columns=[field_name(name) for name in content.columns],
        rows=[[row.get(name, "") for name in content.columns] for row in rows],
    )


def _of_results(tournament: Tournament, content: Content) -> FileTable:
    """The general ranking as the tournament ranks; the heads say whether it may still change."""
    found = ranking_field(tournament, whole_names=True)
    numbers = [game.number for game in found.games]
    columns = columns_named(content.columns, numbers)
    provisional = bool(numbers) and found.provisional(found.games)
    rows = ranking(found.field, Wanted(found.settings), tournament.regulation)
    return FileTable(
        title=tournament.name,
        columns=[head_of(column, by=None, provisional=provisional) for column in columns],
        rows=values_of(rows, columns, numbers, _told_of(tournament)),
    )


def _told_of(
    tournament: Tournament,
) -> Mapping[Fixed | ColumnChoice, Callable[[Ranked[int]], str]]:
    """The licence, and of a pair that is in no one group the groups of both."""
    people = told_of_players(tournament)

    def group(trait: Trait) -> Callable[[Ranked[int]], str]:
        def told(row: Ranked[int]) -> str:
            return row.entrant.traits.get(trait, "") or people[row.key].get(trait.value, "")

        return told

    told: dict[Fixed | ColumnChoice, Callable[[Ranked[int]], str]] = {
        Shown(trait.value): group(trait) for trait in Trait
    }
    return told | {Fixed.LICENCE: lambda row: people[row.key]["licence"]}


#: All that an import takes, so that what is exported can be imported elsewhere.
WHOLE_ENTRY = ("table", *PERSON, "team", *(PARTNER + one for one in PERSON))
_LIST = Content(_of_entries, WHOLE_ENTRY)
_AT_THE_DOOR = Content(
    _of_entries,
    ("table", "last_name", "first_name", "licence", "club"),
    order=("name", "table__number"),
)

_WHO = (Fixed.RANK, Fixed.NAME, Fixed.LICENCE, Shown.CLUB)
_RANKING = Content(
    _of_results,
    (
        *(*_WHO, Shown.FEDERATION, Shown.SERIES, Shown.CATEGORY, Shown.TEAM),
        *(Measure.TOTAL, Measure.PERCENT, Measure.NEGATIVE, Shown.GAMES, Measure.PLACES),
    ),
)
_GAMES = Content(_of_results, (*_WHO, Fixed.TABLE, Shown.GAMES, Fixed.PLACE, Measure.TOTAL))

ENTRY_PROFILES: dict[str, Profile] = {
    "liste-xlsx": Profile(_("Liste complète, pour Excel (XLSX)"), XLSX, _LIST),
    "liste-ods": Profile(_("Liste complète, pour LibreOffice (ODS)"), ODS, _LIST),
    "liste-csv": Profile(_("Liste complète (CSV)"), CSV, _LIST),
    "liste-virgules": Profile(
        _("Liste complète, pour un programme (CSV à virgules)"), COMMA_CSV, _LIST
    ),
    "liste-windows": Profile(
        _("Liste complète, pour d’anciens logiciels (CSV de Windows)"), WINDOWS_CSV, _LIST
    ),
    "accueil": Profile(_("Liste courte, par nom (XLSX)"), XLSX, _AT_THE_DOOR),
}
RESULT_PROFILES: dict[str, Profile] = {
    "classement-xlsx": Profile(_("Classement général, pour Excel (XLSX)"), XLSX, _RANKING),
    "classement-ods": Profile(_("Classement général, pour LibreOffice (ODS)"), ODS, _RANKING),
    "classement-csv": Profile(_("Classement général (CSV)"), CSV, _RANKING),
    "classement-virgules": Profile(
        _("Classement général, pour un programme (CSV à virgules)"), COMMA_CSV, _RANKING
    ),
    "parties-xlsx": Profile(_("Résultats par partie, pour Excel (XLSX)"), XLSX, _GAMES),
    "parties-ods": Profile(_("Résultats par partie, pour LibreOffice (ODS)"), ODS, _GAMES),
    "parties-csv": Profile(_("Résultats par partie (CSV)"), CSV, _GAMES),
}
PROFILES = ENTRY_PROFILES | RESULT_PROFILES


def table_of(tournament: Tournament, profile: Profile) -> FileTable:
    """What is in the file of a profile."""
    return profile.content.table(tournament, profile.content)
