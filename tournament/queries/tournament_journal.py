"""Lines of an archive, as far as the journal of a tournament binds them."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Model

from tournament.core.canonical import to_utc_text
from tournament.core.chain import TEXT_FIELDS
from tournament.core.tournament_journal import BOUND_FIELDS, BoundLine


def build_line(member: str, row: Model, **values: Any) -> BoundLine:
    """Return the bound fields of ``row`` as the archive writes them; ``values`` replace fields."""
    names = (*BOUND_FIELDS[member], *TEXT_FIELDS.get(member, ()))
    line = {
        name: _to_plain(values[name] if name in values else getattr(row, name)) for name in names
    }
    if member in TEXT_FIELDS:
        line |= {name: getattr(row, name) for name in ("salts", "erased")}
    return line


def _to_plain(value: Any) -> Any:
    match value:
        case datetime():
            return to_utc_text(value)
        case UUID():
            return str(value)
        case Model():
            return str(getattr(value, "uid"))  # noqa: B009 - rows that others name have one
    return value
