"""What every line of an archive is made of: fields, how each is spelled, which row it names.

The annotation of a field says how its column of the database is written and read:
``at: Moment | None`` is an instant, ``entry: EntryUid`` the uid of the entry in ``entry_id``.
"""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum, StrEnum
from typing import Annotated, Any, get_args, get_type_hints
from uuid import UUID

import msgspec

from tournament.core.canonical import as_moment, as_text


class Spelling(Enum):
    """How a value is written, where JSON has no type for it."""

    SAME = "same"
    MOMENT = "moment"
    DAY = "day"
    UID = "uid"


class Reference(StrEnum):
    """A field that names another row: no line has the key of a database."""

    ENTRY = "entry"
    PLAYER = "player"
    TABLE = "table"
    TEAM = "team"
    IMPORT = "import"
    GAME = "game"
    TURN = "turn"
    ACT = "act"
    CASE = "case"
    EXPLANATION = "explanation"
    TOPPING = "topping"
    TOPPING_RUN = "topping-run"
    ROUND = "round"
    MATCH = "match"
    MATCH_GAME = "match-game"
    ACCOUNT = "account"


Moment = Annotated[str, Spelling.MOMENT]
Day = Annotated[str, Spelling.DAY]
Uid = Annotated[str, Spelling.UID]

EntryUid = Annotated[str, Reference.ENTRY]
TableNumber = Annotated[int, Reference.TABLE]
TeamName = Annotated[str, Reference.TEAM]
ImportNumber = Annotated[int, Reference.IMPORT]
GameNumber = Annotated[int, Reference.GAME]
TurnOrdinal = Annotated[int, Reference.TURN]
ActUid = Annotated[str, Reference.ACT]
CaseNumber = Annotated[int, Reference.CASE]
ExplanationDigest = Annotated[str, Reference.EXPLANATION]
ToppingNumber = Annotated[int, Reference.TOPPING]
RunUid = Annotated[str, Reference.TOPPING_RUN]
RoundNumber = Annotated[int, Reference.ROUND]
MatchUid = Annotated[str, Reference.MATCH]
MatchGameUid = Annotated[str, Reference.MATCH_GAME]
AccountKey = Annotated[str, Reference.ACCOUNT]


class ArchiveRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line; nothing may be missing from it, nor stand in it besides."""


class OfTurn(ArchiveRow, frozen=True, kw_only=True):
    """A line of a turn: ``game`` is a number, ``turn`` an ordinal; the row has ``turn_id``."""

    game: int
    turn: int


def as_uid(text: str) -> UUID:
    """Raises ValueError for any other spelling than with hyphens, in small letters."""
    uid = UUID(text)
    if str(uid) != text:
        raise ValueError(text)
    return uid


def as_day(text: str) -> date:
    """Raises ValueError for any other spelling than ``2026-11-24``."""
    day = date.fromisoformat(text)
    if day.isoformat() != text:
        raise ValueError(text)
    return day


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
class RowColumn:
    """The field ``name`` of a line and the attribute ``source`` of the row that it is read from,
    which is also what it is written to."""

    name: str
    source: str
    kind: Spelling | Reference

    def write(self, value: Any, name_of: Callable[[Reference, Any], Any]) -> Any:
        """The row's ``value`` for a line; ``name_of`` gives the name of the row with a key."""
        if isinstance(self.kind, Reference):
            return name_of(self.kind, value)
        return value if value is None or self.kind not in _WRITE else _WRITE[self.kind](value)

    def read(self, value: Any, key_of: Callable[[Reference, Any], Any]) -> Any:
        """The inverse of ``write``. Raises ValueError, and what ``key_of`` raises."""
        if isinstance(self.kind, Reference):
            return key_of(self.kind, value)
        return value if value is None or self.kind not in _READ else _READ[self.kind](value)


def list_columns(
    row: type[ArchiveRow], sources: Mapping[str, str] | None = None, but: Container[str] = ()
) -> tuple[RowColumn, ...]:
    """The columns of the fields of ``row``, without those ``but``.

    A field is read from the attribute of its name (a reference from ``name_id``), where
    ``sources`` does not say another. Game and turn of a line of a turn are no columns.
    """
    sources = sources or {}
    of_turn = OfTurn.__struct_fields__ if issubclass(row, OfTurn) else ()
    columns = []
    for name, hint in get_type_hints(row, include_extras=True).items():
        if name in but or name in of_turn:
            continue
        kind = _find_kind(hint)
        default = f"{name}_id" if isinstance(kind, Reference) else name
        columns.append(RowColumn(name, sources.get(name, default), kind))
    return tuple(columns)


def _find_kind(hint: Any) -> Spelling | Reference:
    """``hint``: Annotated, or a union of it with None."""
    for part in (hint, *get_args(hint)):
        for extra in getattr(part, "__metadata__", ()):
            if isinstance(extra, Spelling | Reference):
                return extra
    return Spelling.SAME
