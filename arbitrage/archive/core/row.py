"""The base of all rows of an archive: their fields, and how each value is written and read.

The annotation of a field says how its column of the database is written and read: ``at: Moment |
None`` is an instant, ``entry: EntryUid`` the uid of the entry in ``entry_id``.
"""

import re
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum, StrEnum
from functools import cache
from typing import Annotated, Any, get_args, get_type_hints
from uuid import UUID

import msgspec

from tournament.core.canonical import from_utc_text, to_canonical, to_utc_text
from tournament.core.files.cells import remove_invisible


class TextForm(Enum):
    """The text form of a value that JSON has no type for."""

    SAME = "same"
    MOMENT = "moment"
    DAY = "day"
    UID = "uid"
    NAME = "name"


class Reference(StrEnum):
    """The kind of row that a field names: lines never contain a key of the database."""

    ENTRY = "entry"
    PLAYER = "player"
    CENTRE = "centre"
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
    TABLE_CLOCK = "table-clock"
    ACCOUNT = "account"


Moment = Annotated[str, TextForm.MOMENT]
Day = Annotated[str, TextForm.DAY]
Uid = Annotated[str, TextForm.UID]
#: The name of a person, place or account: without characters that nobody sees.
Name = Annotated[str, TextForm.NAME]

EntryUid = Annotated[str, Reference.ENTRY]
CentreUid = Annotated[str, Reference.CENTRE]
PlayerUid = Annotated[str, Reference.PLAYER]
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
TableClockUid = Annotated[str, Reference.TABLE_CLOCK]
AccountKey = Annotated[str, Reference.ACCOUNT]


class ArchiveRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of a member. Reading fails on missing and on additional fields."""


class PerTurnRow(ArchiveRow, frozen=True, kw_only=True):
    """A line that belongs to a turn: ``game`` is a number, ``turn`` an ordinal; the model has
    ``turn_id``."""

    game: int
    turn: int


def parse_uid(text: str) -> UUID:
    """Return the UUID of ``text``. Raise ValueError for any other form than lower case with
    hyphens."""
    uid = UUID(text)
    if str(uid) != text:
        raise ValueError(text)
    return uid


def parse_day(text: str) -> date:
    """Return the date of ``text``. Raise ValueError for any other form than ``2026-11-24``."""
    day = date.fromisoformat(text)
    if day.isoformat() != text:
        raise ValueError(text)
    return day


#: NUL in canonical JSON, but not the characters ``u0000`` after an escaped backslash.
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
_WRITERS: Mapping[TextForm, Callable[[Any], Any]] = {
    TextForm.MOMENT: to_utc_text,
    TextForm.DAY: date.isoformat,
    TextForm.UID: str,
    TextForm.NAME: remove_invisible,
}
_READERS: Mapping[TextForm, Callable[[Any], Any]] = {
    TextForm.MOMENT: from_utc_text,
    TextForm.DAY: parse_day,
    TextForm.UID: parse_uid,
}


@dataclass(frozen=True, slots=True)
class RowColumn:
    """The field ``name`` of a line, and the attribute ``source`` of the model that it is read from
    and written to."""

    name: str
    source: str
    kind: TextForm | Reference

    def write(self, value: Any, find_natural_key: Callable[[Reference, Any], Any]) -> Any:
        """Return ``value`` of the model as it stands in a line.

        ``find_natural_key`` returns the natural key of the row with a database key.
        """
        if isinstance(self.kind, Reference):
            return find_natural_key(self.kind, value)
        return value if value is None or self.kind not in _WRITERS else _WRITERS[self.kind](value)

    def read(self, value: Any, find_key: Callable[[Reference, Any], Any]) -> Any:
        """Return the value of the model for ``value`` of a line, the inverse of ``write``. Raises
        ValueError, and whatever ``find_key`` raises."""
        if isinstance(self.kind, Reference):
            return find_key(self.kind, value)
        return value if value is None or self.kind not in _READERS else _READERS[self.kind](value)


def list_columns(
    row: type[ArchiveRow], sources: Mapping[str, str] | None = None, excluded: Container[str] = ()
) -> tuple[RowColumn, ...]:
    """Return the columns of the fields of ``row``, except those in ``excluded``.

    A field is read from the attribute of its name (a reference from ``name_id``) unless ``sources``
    names another. Game and turn of a ``PerTurnRow`` are not columns: ``turn_id`` gives both.
    """
    sources = sources or {}
    turn_fields = PerTurnRow.__struct_fields__ if issubclass(row, PerTurnRow) else ()
    keys = {field.name: field.encode_name for field in msgspec.structs.fields(row)}
    columns = []
    for name, hint in get_type_hints(row, include_extras=True).items():
        if name in excluded or name in turn_fields:
            continue
        kind = _find_kind(hint)
        default_source = f"{name}_id" if isinstance(kind, Reference) else name
        columns.append(RowColumn(keys[name], sources.get(name, default_source), kind))
    return tuple(columns)


def encode_line(row: ArchiveRow) -> bytes:
    """Return the canonical writing of ``row``, with which its line in a file must be equal. Raises
    ValueError for a value that has none."""
    line: dict[str, Any] = msgspec.to_builtins(row)
    for name, text_form in _list_fields_with_text_form(type(row)):
        if (value := line[name]) is not None:
            line[name] = _WRITERS[text_form](
                _READERS[text_form](value) if text_form in _READERS else value
            )
    return encode_value(line)


def encode_value(value: Any) -> bytes:
    """Return the canonical writing of plain data. Raise ValueError for characters that no database
    stores: NUL and halves of surrogate pairs."""
    line = to_canonical(value).encode()
    if _NUL.search(line):
        raise ValueError("NUL")
    return line


@cache
def _list_fields_with_text_form(kind: type[ArchiveRow]) -> tuple[tuple[str, TextForm], ...]:
    hints = get_type_hints(kind, include_extras=True)
    kinds = ((name, _find_kind(hint)) for name, hint in hints.items())
    return tuple(
        (name, text_form)
        for name, text_form in kinds
        if isinstance(text_form, TextForm) and text_form in _WRITERS
    )


def _find_kind(hint: Any) -> TextForm | Reference:
    """Return the Spelling or Reference in ``hint``: Annotated, or a union of it with None."""
    for part in (hint, *get_args(hint)):
        for annotation in getattr(part, "__metadata__", ()):
            if isinstance(annotation, TextForm | Reference):
                return annotation
    return TextForm.SAME
