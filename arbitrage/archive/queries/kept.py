"""How an archive keeps a model: field by field its columns, how they are written and read again."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Any

from django.db.models import Model

from arbitrage.archive.core.spelling import as_day, as_uid
from arbitrage.archive.queries.names import Named
from tournament.core.canonical import as_moment, as_text


class Spelling(Enum):
    """How a value is written, and read again."""

    SAME = "same"
    MOMENT = "moment"
    DAY = "day"
    UID = "uid"


_WRITE: Mapping[Spelling, Callable[[Any], Any]] = {
    Spelling.MOMENT: as_text,
    Spelling.DAY: date.isoformat,
    Spelling.UID: str,
}
_READ: Mapping[Spelling, Callable[[Any], Any]] = {
    Spelling.MOMENT: as_moment,
    Spelling.DAY: as_day,
    Spelling.UID: as_uid,
}


@dataclass(frozen=True, slots=True)
class KeptField:
    """A field of a line: the ``source`` it is read from, which is also what it is written to."""

    name: str
    source: str
    how: Spelling | Named = Spelling.SAME

    def write(self, value: Any) -> Any:
        """A value without a name of its own, for the archive."""
        if value is None or isinstance(self.how, Named) or self.how is Spelling.SAME:
            return value
        return _WRITE[self.how](value)

    def read(self, value: Any) -> Any:
        """The inverse of ``write``. Raises ValueError."""
        if value is None or isinstance(self.how, Named) or self.how is Spelling.SAME:
            return value
        return _READ[self.how](value)


def columns(
    same: str = "",
    *,
    moments: str = "",
    uids: str = "",
    days: str = "",
    by: Iterable[str] = (),
    **named: tuple[str, Named],
) -> tuple[KeptField, ...]:
    """Columns by the names that field and column share; ``named`` are those that are not."""
    kinds = (
        (same, Spelling.SAME),
        (moments, Spelling.MOMENT),
        (uids, Spelling.UID),
        (days, Spelling.DAY),
    )
    plain = [KeptField(name, name, kind) for names, kind in kinds for name in names.split()]
    accounts = [KeptField(name, f"{name}_id", Named.ACCOUNT) for name in by]
    others = [KeptField(name, source, how) for name, (source, how) in named.items()]
    return (*plain, *accounts, *others)


@dataclass(frozen=True, slots=True)
class KeptPart:
    """A member whose lines are the rows of a model.

    ``owner``: how the tournament, or with ``house`` its organisation, is reached. ``turn``: the
    lines name game and turn, of ``turn_id``. ``order`` is that of the rows.
    """

    member: str
    model: type[Model]
    owner: str
    columns: tuple[KeptField, ...]
    order: tuple[str, ...] = ("pk",)
    turn: bool = False
    #: How the turn is reached of lines that do not name it; an archive of one turn has its own.
    turn_by: str = ""
    house: bool = False
    #: Fields of the line by which they are ordered, where the database cannot.
    sort: tuple[str, ...] | None = None
