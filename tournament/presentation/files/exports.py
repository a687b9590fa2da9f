"""Export profiles of a tournament: its entries or its results as the rows of a file."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.core.people.columns import PARTNER
from tournament.core.people.player_data import PLAYER_FIELDS
from tournament.core.ranking.measures import Measure
from tournament.core.ranking.ranking import RankedEntry, rank_entries
from tournament.core.ranking.ranking_input import Trait
from tournament.core.ranking.specification import ColumnChoice, EntryColumn, RankingSpecification
from tournament.core.ranking.table import FixedColumn, list_named_columns, list_values
from tournament.models import Tournament
from tournament.presentation.files.spreadsheet import (
    COMMA_CSV,
    CSV,
    ODS,
    WINDOWS_CSV,
    XLSX,
    FileKind,
    FileTable,
)
from tournament.presentation.imports import get_field_name
from tournament.presentation.ranking import get_column_heading
from tournament.queries.people.centres import has_centres
from tournament.queries.people.entry_lists import list_entry_rows, list_player_data
from tournament.queries.results.ranking import load_ranking_data


@dataclass(frozen=True, slots=True)
class ExportContent:
    """The content of an export.

    ``columns``: fields of an import, or columns of a ranking, in order. ``build`` returns their
    table. ``order``: lookups that sort entries; results are sorted by rank.
    """

    build: Callable[[Tournament, "ExportContent"], FileTable]
    columns: Sequence[Any]
    order: Sequence[str] = ("table__number",)


@dataclass(frozen=True, slots=True)
class Profile:
    """A choice of the export page: its label, its file format and its content."""

    name: Promise
    kind: FileKind
    content: ExportContent


def _build_entry_table(tournament: Tournament, content: ExportContent) -> FileTable:
    """Return a row per entry that has not withdrawn, pairs included."""
    rows = list_entry_rows(tournament, content.order)
    columns = content.columns
    if has_centres(tournament.pk):
        columns = [*columns[:1], "centre", *columns[1:]]
    return FileTable(
        title=tournament.name,
        columns=[get_field_name(name) for name in columns],
        rows=[[row.get(name, "") for name in columns] for row in rows],
    )


def _build_result_table(tournament: Tournament, content: ExportContent) -> FileTable:
    """Return the general ranking; the column heads say if it is still provisional."""
    ranking_data = load_ranking_data(tournament, full_names=True)
    numbers = [game.number for game in ranking_data.games]
    names = list(content.columns)
    if has_centres(tournament.pk):
        names[1:1] = [FixedColumn.CENTRE_RANK, EntryColumn.CENTRE]
    columns = list_named_columns(names, numbers)
    provisional = bool(numbers) and ranking_data.is_provisional(ranking_data.games)
    unverified = tournament.unverified is not None
    rows = rank_entries(
        ranking_data.ranking_input,
        RankingSpecification(ranking_data.settings),
        tournament.regulation,
    )
    return FileTable(
        title=tournament.name,
        columns=[
            get_column_heading(column, by=None, provisional=provisional, unverified=unverified)
            for column in columns
        ],
        rows=list_values(rows, columns, numbers, build_trait_readers(tournament)),
    )


def build_trait_readers(
    tournament: Tournament,
) -> Mapping[FixedColumn | ColumnChoice, Callable[[RankedEntry[int]], str]]:
    """Return functions that read the licence and the traits of a row.

    A pair whose players have different groups has both in its cell.
    """
    people = list_player_data(tournament)

    def read_trait(trait: Trait) -> Callable[[RankedEntry[int]], str]:
        def read(row: RankedEntry[int]) -> str:
            return row.entrant.traits.get(trait, "") or people[row.key].get(trait.value, "")

        return read

    readers: dict[FixedColumn | ColumnChoice, Callable[[RankedEntry[int]], str]] = {
        EntryColumn(trait.value): read_trait(trait) for trait in Trait
    }
    return readers | {FixedColumn.LICENCE: lambda row: people[row.key]["licence"]}


#: All fields of an import: the exported file can be imported elsewhere.
ALL_ENTRY_FIELDS = ("table", *PLAYER_FIELDS, "team", *(PARTNER + field for field in PLAYER_FIELDS))
_LIST = ExportContent(_build_entry_table, ALL_ENTRY_FIELDS)
_CHECK_IN_LIST = ExportContent(
    _build_entry_table,
    ("table", "last_name", "first_name", "licence", "club"),
    order=("name", "table__number"),
)

_IDENTITY = (FixedColumn.RANK, FixedColumn.NAME, FixedColumn.LICENCE, EntryColumn.CLUB)
_RANKING = ExportContent(
    _build_result_table,
    (
        *(
            *_IDENTITY,
            EntryColumn.FEDERATION,
            EntryColumn.SERIES,
            EntryColumn.CATEGORY,
            EntryColumn.TEAM,
        ),
        *(Measure.TOTAL, Measure.PERCENT, Measure.NEGATIVE, EntryColumn.GAMES, Measure.PLACES),
    ),
)
_GAMES = ExportContent(
    _build_result_table,
    (*_IDENTITY, FixedColumn.TABLE, EntryColumn.GAMES, FixedColumn.PLACE, Measure.TOTAL),
)

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
    "accueil": Profile(_("Liste courte, par nom (XLSX)"), XLSX, _CHECK_IN_LIST),
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


def build_export_table(tournament: Tournament, profile: Profile) -> FileTable:
    """Return the table of the file of ``profile``."""
    return profile.content.build(tournament, profile.content)
