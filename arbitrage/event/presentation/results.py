"""The joint ranking as pages and files show it."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from arbitrage.event.core.ranking import JointGroupKind, JointRow
from arbitrage.event.queries.joint import EventState
from tournament.core.ranking.ranking_input import Trait
from tournament.presentation.files.spreadsheet import Cell, FileTable

PARTS: dict[JointGroupKind, Any] = {
    JointGroupKind.CENTRE: gettext_lazy("Centre"),
    JointGroupKind.COUNTRY: gettext_lazy("Pays"),
    JointGroupKind.CATEGORY: gettext_lazy("Catégorie"),
    JointGroupKind.SERIES: gettext_lazy("Série"),
}


def list_groups(rows: Sequence[JointRow], group_kind: JointGroupKind) -> list[str]:
    """List the groups of a kind, in alphabetical order."""
    return sorted({row.groups[group_kind] for row in rows if group_kind in row.groups})


def select_rows(
    rows: Sequence[JointRow], group_kind: JointGroupKind | None, group: str
) -> list[JointRow]:
    """Return the rows of a group, or all."""
    if group_kind is None or not group:
        return list(rows)
    return [row for row in rows if row.groups.get(group_kind) == group]


def build_table(state: EventState, rows: Sequence[JointRow], title: str) -> FileTable:
    """Return the ranking as a file: one row for each entry, with all its ranks."""
    numbers = state.joint.results.ranking_input.game_numbers
    rank = _("Rang") if not state.is_provisional else _("Rang (provisoire)")
    columns = [rank, _("Nom"), _("Licence"), _("Club"), _("Fédération")]
    for group_kind in JointGroupKind:
        columns += [
            str(PARTS[group_kind]),
            _("Rang (%(part)s)") % {"part": str(PARTS[group_kind]).lower()},
        ]
    columns += [_("Partie %(number)s") % {"number": number} for number in numbers]
    columns += [_("Total"), _("Points"), _("Solos"), _("Prime"), _("Avertissements"), _("Retrait")]
    return FileTable(title, columns, [_list_cells(row) for row in rows])


def _list_cells(row: JointRow) -> list[Cell]:
    line, traits = row.ranked_entry.totals, row.ranked_entry.entrant.traits
    licences = " / ".join(filter(None, (person.licence for person in row.joint.entry.people)))
    cells: list[Cell] = [row.rank, row.joint.entry.name, licences]
    cells += [traits.get(Trait.CLUB, ""), traits.get(Trait.FEDERATION, "")]
    for group_kind in JointGroupKind:
        cells += [row.groups.get(group_kind, ""), row.ranks.get(group_kind)]
    cells += list(row.ranked_entry.games)
    cells += [line.total, line.points, line.solos, line.bonus, line.warnings, line.deduction]
    return cells
