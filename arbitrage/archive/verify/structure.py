"""The form of an archive: unique keys, lines in order, names that refer to existing lines."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from arbitrage.archive.core.reading import Archive
from arbitrage.archive.core.row import PerTurnRow, Reference, list_columns
from arbitrage.archive.core.rows import MEMBERS, NAMED_ROWS
from arbitrage.archive.verify.record import NumberedLine
from arbitrage.archive.verify.report import DiscrepancyKind, Report

_TURN_KEY = ("game", "turn")
_ENTRY_KEY = (*_TURN_KEY, "entry")
_VERSION_KEY = (*_ENTRY_KEY, "version")
#: Key fields of members whose lines are sorted by their key.
SORTED_KEYS: Mapping[str, tuple[str, ...]] = {
    "tables": ("number",),
    "games": ("number",),
    "seats": ("game", "entry"),
    "contenders": ("game", "entry"),
    "turns": ("game", "ordinal"),
    "solutions": _TURN_KEY,
    "bulletins": _ENTRY_KEY,
    "late": _ENTRY_KEY,
    "papers": _VERSION_KEY,
    "took_part": _ENTRY_KEY,
    "rulings": _VERSION_KEY,
    "slips": _VERSION_KEY,
    "cases": ("number",),
    "explanations": (*_TURN_KEY, "ref"),
    "scores": _ENTRY_KEY,
    "journal": ("game", "seq"),
    "accounts": ("key",),
    "toppings": ("number",),
    "rounds": ("number",),
    "matches": ("uid",),
    "match_games": ("match", "number"),
    "match_events": ("game", "seq"),
    "table_clocks": ("match", "number"),
    "clock_events": ("clock", "seq"),
    "calls": ("number",),
    "tournament_journal": ("seq",),
}
#: Key fields of members whose lines have another order.
UNSORTED_KEYS: Mapping[str, tuple[str, ...]] = {
    "centres": ("uid",),
    "players": ("uid",),
    "teams": ("name",),
    "imports": ("number",),
    "entries": ("uid",),
    "acts": ("uid",),
    "looks": ("uid",),
    "match_results": ("uid",),
    "standings": ("game", "entry"),
    "topping_runs": ("uid",),
    "match_standings": ("entry",),
}


@dataclass(frozen=True, slots=True)
class FieldReference:
    """The ``field`` of ``member`` contains the value of ``key`` of a line of ``target``."""

    member: str
    field: str
    target: str
    key: str


#: References whose fields are checked here, not by ``ArchiveRecord``.
_CHECKED_HERE = NAMED_ROWS.keys() - {Reference.GAME, Reference.TURN, Reference.CASE}


def _list_references() -> Iterator[FieldReference]:
    """Yield the fields that name lines, except those that ``ArchiveRecord`` checks: names of games,
    turns and cases, and entries in lines of a turn."""
    for member, row in MEMBERS.items():
        for column in list_columns(row):
            kind = column.kind
            is_entry_of_turn = kind is Reference.ENTRY and issubclass(row, PerTurnRow)
            if isinstance(kind, Reference) and kind in _CHECKED_HERE and not is_entry_of_turn:
                target, (key,) = NAMED_ROWS[kind]
                yield FieldReference(member, column.name, target, key)


FIELD_REFERENCES = (
    *_list_references(),
    # of slips, which ``ArchiveRecord`` does not look up
    FieldReference("slips", "game", "games", "number"),
    FieldReference("slips", "entry", "entries", "uid"),
)
#: Members that are incomplete in an archive of one turn.
_INCOMPLETE_MEMBERS = frozenset({"acts"})


def check_structure(archive: Archive, report: Report) -> None:
    for member, names in {**SORTED_KEYS, **UNSORTED_KEYS}.items():
        _check_keys(archive, member, names, report)
    cache: dict[tuple[str, str], set[Any]] = {}
    for reference in FIELD_REFERENCES:
        if reference.target in _INCOMPLETE_MEMBERS and not archive.manifest.scope.is_whole:
            continue
        values = cache.setdefault(
            (reference.target, reference.key),
            set(_list_values(archive, reference.target, reference.key)),
        )
        for number, row in enumerate(archive.rows[reference.member], start=1):
            for name in _list_names(getattr(row, reference.field)):
                if name not in values:
                    line = NumberedLine(reference.member, number, row)
                    report.add(DiscrepancyKind.UNKNOWN_NAME, line, name, None, name=reference.field)


def _check_keys(archive: Archive, member: str, names: Iterable[str], report: Report) -> None:
    keys: set[tuple[Any, ...]] = set()
    previous: tuple[Any, ...] = ()
    for number, row in enumerate(archive.rows[member], start=1):
        key = tuple(getattr(row, name) for name in names)
        if key in keys:
            report.add(DiscrepancyKind.REPEATED, None, None, None, member=member, number=number)
        elif member in SORTED_KEYS and key < previous:
            report.add(DiscrepancyKind.ORDER, None, None, None, member=member, number=number)
        keys.add(key)
        previous = key


def _list_values(archive: Archive, member: str, field: str) -> Iterator[Any]:
    return (getattr(row, field) for row in archive.rows[member])


def _list_names(value: Any) -> Iterator[Any]:
    yield from value if isinstance(value, list) else [value] if value is not None else []
