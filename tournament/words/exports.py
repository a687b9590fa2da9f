"""What is exported of the entries of a tournament: profiles are rows of a table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.core.columns import PARTNER
from tournament.core.people import PERSON
from tournament.models import Tournament
from tournament.queries.entry_lists import entry_rows
from tournament.words.imports import field_name
from tournament.words.spreadsheet import CSV, ODS, XLSX, FileKind, FileTable, written


@dataclass(frozen=True, slots=True)
class Profile:
    """``fields`` in the order of the columns; ``order`` as entries are sorted by."""

    name: Promise
    kind: FileKind
    fields: Sequence[str]
    order: Sequence[str] = ("table__number",)


#: All that an import takes, so that what is exported can be imported elsewhere.
WHOLE_ENTRY = ("table", *PERSON, "team", *(PARTNER + one for one in PERSON))
_AT_THE_DOOR = ("table", "last_name", "first_name", "licence", "club")

PROFILES: dict[str, Profile] = {
    "liste-xlsx": Profile(_("Liste complète, pour Excel (XLSX)"), XLSX, WHOLE_ENTRY),
    "liste-ods": Profile(_("Liste complète, pour LibreOffice (ODS)"), ODS, WHOLE_ENTRY),
    "liste-csv": Profile(_("Liste complète (CSV)"), CSV, WHOLE_ENTRY),
    "liste-windows": Profile(
        _("Liste complète, pour d’anciens logiciels (CSV de Windows)"),
        replace(CSV, encoding="cp1252"),
        WHOLE_ENTRY,
    ),
    "accueil": Profile(
        _("Liste courte, par nom (XLSX)"), XLSX, _AT_THE_DOOR, ("name", "table__number")
    ),
}


def exported(tournament: Tournament, profile: Profile) -> bytes:
    """The file of a profile: a line per entry that has not withdrawn, pairs too."""
    rows = entry_rows(tournament, profile.order)
    table = FileTable(
        title=tournament.name,
        columns=[field_name(field) for field in profile.fields],
        rows=[[row.get(field, "") for field in profile.fields] for row in rows],
    )
    return written(table, profile.kind)
