"""French words for the changes of a roster that can be undone."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _, ngettext

from tournament.core.people.roster_changes import RosterChangeKind
from tournament.models import RosterChange


def describe_roster_change(change: RosterChange) -> str:
    """Return what changed, with old and new names."""
    data, rows = change.data, change.data["rows"]
    match RosterChangeKind(change.kind):
        case RosterChangeKind.IMPORT:
            added = sum(row["before"] is None for row in rows)
            text = _("Import de « %(name)s » : %(added)s, %(changed)s") % {
                "name": data["file_name"],
                "added": ngettext("%(n)d fiche ajoutée", "%(n)d fiches ajoutées", added)
                % {"n": added},
                "changed": ngettext(
                    "%(n)d fiche complétée", "%(n)d fiches complétées", len(rows) - added
                )
                % {"n": len(rows) - added},
            }
        case RosterChangeKind.MERGE:
            names = {"other": _get_name(data["former"]), "name": _get_name(rows[0]["after"])}
            text = _("« %(other)s » fusionné avec « %(name)s »") % names
        case RosterChangeKind.NAME:
            names = {"old": _get_name(rows[0]["before"]), "new": _get_name(rows[0]["after"])}
            text = _("Nom corrigé : « %(old)s » → « %(new)s »") % names
    return text


def _get_name(person: Mapping[str, Any]) -> str:
    return f"{person['last_name']} {person['first_name']}".strip()
