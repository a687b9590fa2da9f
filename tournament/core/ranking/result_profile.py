"""Result files that federations take, described by TOML files: which rows, columns and spelling.

``docs/manuel/profils.md`` describes the keys; ``tournament/result_profiles`` has those shipped.
"""

import codecs
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from tournament.core.errors import BadSetting
from tournament.core.ranking.measures import Measure
from tournament.core.ranking.specification import EntryColumn
from tournament.core.ranking.table import FixedColumn

type Content = FixedColumn | EntryColumn | Measure


class FileFormat(StrEnum):
    CSV = "csv"
    JSON = "json"
    XLSX = "xlsx"
    ODS = "ods"


class Division(StrEnum):
    """``SEPARATE``: a file for each game and one for all; ``TOGETHER``: one file with all rows."""

    SEPARATE = "separate"
    TOGETHER = "together"


class RowOrder(StrEnum):
    RANK = "rank"
    TABLE = "table"


#: Value of a column: the number of the game, empty in the rows of the general ranking.
GAME = "game"
#: Values that a column may have.
CONTENTS: Mapping[str, Content] = {
    content.value: content
    for content in (
        *(FixedColumn.RANK, FixedColumn.NAME, FixedColumn.TABLE, FixedColumn.LICENCE),
        *(column for column in EntryColumn if column is not EntryColumn.GAMES),
        *(measure for measure in Measure if measure is not Measure.LAST_GAME),
    )
}


@dataclass(frozen=True, slots=True)
class ProfileColumn:
    """``content`` None: the number of the game. ``empty``: the text in an empty table's row."""

    heading: str
    content: Content | None
    empty: str = ""

    @classmethod
    def from_toml(cls, values: Mapping[str, Any]) -> Self:
        """Raise ValueError for an unknown value."""
        name = str(values.get("value"))
        if name != GAME and name not in CONTENTS:
            raise ValueError(f"value = {name!r}")
        for key in values.keys() - {"value", "heading", "empty"}:
            raise ValueError(key)
        return cls(
            heading=str(values.get("heading", name)),
            content=None if name == GAME else CONTENTS[name],
            empty=str(values.get("empty", "")),
        )


@dataclass(frozen=True, slots=True)
class ResultProfile:
    """The description of a result file.

    ``encoding``, ``separator``, ``decimal_mark``, ``quote_all`` and ``headings`` are used by CSV
    files. With ``empty_tables``, every table number up to the last has a row.
    """

    name: str
    columns: Sequence[ProfileColumn]
    description: str = ""
    format: FileFormat = FileFormat.CSV
    files: Division = Division.SEPARATE
    order: RowOrder = RowOrder.RANK
    encoding: str = "utf-8"
    separator: str = ","
    decimal_mark: str = "."
    quote_all: bool = False
    headings: bool = True
    empty_tables: bool = False

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """Read a profile. Raise BadSetting that names the key or the line that is wrong."""
        try:
            values = tomllib.loads(text)
            return cls(**{key: _READERS[key](value) for key, value in values.items()})
        except KeyError as error:
            raise BadSetting("bad-profile", wrong=error.args[0]) from error
        except (LookupError, TypeError, ValueError) as error:
            raise BadSetting("bad-profile", wrong=str(error)) from error


def _read_text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r}")
    return value


def _read_name(value: object) -> str:
    if not (name := _read_text(value).strip()):
        raise ValueError("name")
    return name


def _read_character(value: object) -> str:
    if len(text := _read_text(value)) != 1 or text in '\r\n"':
        raise ValueError(f"{value!r}")
    return text


def _read_flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{value!r}")
    return value


def _read_encoding(value: object) -> str:
    """Return the name of a text encoding. Raise LookupError for an unknown one."""
    "".encode(name := _read_text(value))
    return codecs.lookup(name).name if name != "utf-8-sig" else name


def _read_columns(value: object) -> tuple[ProfileColumn, ...]:
    if not isinstance(value, list) or not value:
        raise ValueError("columns")
    columns = tuple(ProfileColumn.from_toml(column) for column in value)
    headings = [column.heading for column in columns]
    for heading in headings:
        if headings.count(heading) > 1:
            raise ValueError(f"heading = {heading!r}")
    return columns


#: Readers of the keys of a profile; each raises ValueError or LookupError for a wrong value.
_READERS: Mapping[str, Callable[[Any], Any]] = {
    "name": _read_name,
    "description": _read_text,
    "format": FileFormat,
    "files": Division,
    "order": RowOrder,
    "encoding": _read_encoding,
    "separator": _read_character,
    "decimal_mark": _read_character,
    "quote_all": _read_flag,
    "headings": _read_flag,
    "empty_tables": _read_flag,
    "columns": _read_columns,
}
