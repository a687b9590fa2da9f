"""The form of an archive: no line twice, every line in its place, no name of what is not there."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from arbitrage.archive.core.reading import Archive
from arbitrage.archive.verify.record import At
from arbitrage.archive.verify.report import Matter, Report

_TURN = ("game", "turn")
_ENTRY = (*_TURN, "entry")
_VERSION = (*_ENTRY, "version")
#: By what the lines of a member are told apart, and in which order they stand.
SORTED: Mapping[str, tuple[str, ...]] = {
    "tables": ("number",),
    "games": ("number",),
    "seats": ("game", "entry"),
    "contenders": ("game", "entry"),
    "turns": ("game", "ordinal"),
    "solutions": _TURN,
    "bulletins": _ENTRY,
    "late": _ENTRY,
    "papers": _VERSION,
    "took_part": _ENTRY,
    "rulings": _VERSION,
    "slips": _VERSION,
    "cases": ("number",),
    "explanations": (*_TURN, "ref"),
    "scores": _ENTRY,
    "journal": ("game", "seq"),
    "accounts": ("key",),
    "toppings": ("number",),
    "rounds": ("number",),
    "matches": ("uid",),
    "match_games": ("match", "number"),
    "match_events": ("game", "seq"),
    "calls": ("number",),
}
#: The same of those that stand in the order in which they were written, or in one of their own.
WRITTEN: Mapping[str, tuple[str, ...]] = {
    "players": ("uid",),
    "teams": ("name",),
    "imports": ("number",),
    "entries": ("uid",),
    "acts": ("uid",),
    "looks": ("uid",),
    "match_results": ("uid",),
    "standings": ("game", "entry"),
    "topping_runs": ("uid",),
}


@dataclass(frozen=True, slots=True)
class Naming:
    """``field`` of the lines of ``member`` names lines of ``named`` by ``key``."""

    member: str
    field: str
    named: str
    key: str


_ENTRIES = ("seats", "contenders", "slips", "topping_runs")
_ACCOUNTS: Mapping[str, tuple[str, ...]] = {
    "changes": ("by",),
    "staff": ("user",),
    "imports": ("by",),
    "tables": ("arbiter",),
    "roles": ("user", "by"),
    "seating": ("by",),
    "papers": ("by",),
    "rulings": ("by",),
    "acts": ("by",),
    "look_plans": ("by",),
    "looks": ("by", "ruled_by", "settled_by"),
    "slips": ("handed_by",),
    "cases": ("by", "closed_by", "informed_by"),
    "statements": ("by",),
    "sittings": ("user",),
    "journal": ("by",),
    "topping_events": ("by",),
    "match_events": ("by",),
    "match_results": ("by",),
    "calls": ("taken_by", "closed_by"),
}
#: What names something; entries and turns of the rest are looked for where they are read.
NAMINGS = (
    Naming("entries", "players", "players", "uid"),
    Naming("entries", "table", "tables", "number"),
    Naming("entries", "team", "teams", "name"),
    Naming("entries", "imported", "imports", "number"),
    Naming("seats", "table", "tables", "number"),
    Naming("ways_in", "table", "tables", "number"),
    Naming("games", "judge_plays", "entries", "uid"),
    Naming("acts", "takes_back", "acts", "uid"),
    Naming("cases", "act", "acts", "uid"),
    Naming("slips", "game", "games", "number"),
    Naming("topping_runs", "topping", "toppings", "number"),
    Naming("topping_events", "topping", "toppings", "number"),
    Naming("topping_events", "run", "topping_runs", "uid"),
    Naming("matches", "round", "rounds", "number"),
    Naming("matches", "x", "entries", "uid"),
    Naming("matches", "y", "entries", "uid"),
    Naming("match_games", "match", "matches", "uid"),
    Naming("match_events", "game", "match_games", "uid"),
    Naming("calls", "game", "match_games", "uid"),
    Naming("match_results", "match", "matches", "uid"),
    *(Naming(member, "entry", "entries", "uid") for member in _ENTRIES),
    *(Naming(one, name, "accounts", "key") for one, names in _ACCOUNTS.items() for name in names),
)
#: Members of which an archive of one turn has a part only.
_OF_WHOLE = frozenset({"acts"})


def check_form(archive: Archive, report: Report) -> None:
    for member, names in {**SORTED, **WRITTEN}.items():
        _check_keys(archive, member, names, report)
    known: dict[tuple[str, str], set[Any]] = {}
    for one in NAMINGS:
        if one.named in _OF_WHOLE and not archive.manifest.scope.is_whole:
            continue
        held = known.setdefault((one.named, one.key), set(_all(archive, one.named, one.key)))
        for number, row in enumerate(archive.rows[one.member], start=1):
            for name in _names(getattr(row, one.field)):
                if name not in held:
                    at = At(one.member, number, row)
                    report.lie(Matter.NAMES, at, name, None, name=one.field)


def _check_keys(archive: Archive, member: str, names: Iterable[str], report: Report) -> None:
    seen: set[tuple[Any, ...]] = set()
    before: tuple[Any, ...] = ()
    for number, row in enumerate(archive.rows[member], start=1):
        key = tuple(getattr(row, name) for name in names)
        if key in seen:
            report.lie(Matter.REPEATED, None, None, None, member=member, line=number)
        elif member in SORTED and key < before:
            report.lie(Matter.ORDER, None, None, None, member=member, line=number)
        seen.add(key)
        before = key


def _all(archive: Archive, member: str, field: str) -> Iterator[Any]:
    return (getattr(row, field) for row in archive.rows[member])


def _names(value: Any) -> Iterator[Any]:
    yield from value if isinstance(value, list) else [value] if value is not None else []
