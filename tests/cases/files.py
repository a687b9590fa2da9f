"""Files of golden cases: their reading, and the functions that answer them.

A folder contains the files, or folders of them: see FORMAT.md beside the cases.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from arbitrage.core.cases import load_cases
from arbitrage.core.errors import BadCase
from tests.cases.bookkeeping import BOOKKEEPING
from tests.cases.classic import classic
from tests.cases.correction import correction, select_compared
from tests.cases.rules import RULES
from tests.cases.slips import SLIPS

type Runner = Callable[[Any, str], dict[str, Any]]

FOLDER = Path(__file__).parent
GOLDEN = FOLDER.parents[1] / "cases"
EDITIONS = ("2011", "2014", "2017", "2019", "2023")

#: Pure functions ``(inputs, edition) -> outcome`` by the name of the file. Add yours here.
PROCEDURE: Mapping[str, Runner] = {
    **RULES,
    **BOOKKEEPING,
    **SLIPS,
    "classic": classic,
}
PROCEDURE_KEYS = {"id", "inputs", "expected"}
CORRECTION_KEYS = {"id", "grid", "bulletin", "expected"}
_BOOL = "tag:yaml.org,2002:bool"
#: The same, in C where PyYAML was built with it.
_SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Loader(_SafeLoader):  # type: ignore[misc]
    """A YAML loader with only `true` and `false` as truth values: ON is a word."""


Loader.yaml_implicit_resolvers = {
    first: [tag for tag in tags if tag[0] != _BOOL]
    for first, tags in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver(_BOOL, re.compile("true|false"), list("tf"))


class BadCasesError(ValueError):
    """A folder or a file that does not follow FORMAT.md; the message names it."""


@dataclass(frozen=True)
class Case:
    """One case in one edition."""

    id: str
    run: Runner
    inputs: Any
    edition: str
    expected: Mapping[str, Any]


def cases_in(folder: Path) -> list[Case]:
    """Return every case below a folder in the order of the files, or of one file. Raise
    BadCasesError."""
    return [case for path in list_files(folder) for case in _cases_of(path)]


def list_files(folder: Path) -> list[Path]:
    """Return the files of cases below a folder, or the file itself. Raise BadCasesError if none."""
    candidates = [folder] if folder.is_file() else [*folder.rglob("*.yaml"), *folder.rglob("*.yml")]
    paths = sorted(candidates)
    if not paths:
        raise BadCasesError(f"{folder} holds no file of cases (*.yaml)")
    return paths


def _cases_of(path: Path) -> Iterator[Case]:
    entries = _entries(path)
    _check_ids(path, entries)
    if all(entry.keys() >= CORRECTION_KEYS for entry in entries):
        yield from _correction(path)
        return
    run = _procedure(path)
    for entry in entries:
        for edition, expected in _expected(path, entry).items():
            name = f"{path.stem}-{entry['id']}-{edition}"
            yield Case(name, run, entry["inputs"], edition, expected)


def _check_ids(path: Path, entries: list[dict[str, Any]]) -> None:
    ids = set()
    for entry in entries:
        if entry["id"] in ids:
            raise BadCasesError(f"{path}: the id {entry['id']!r} is there twice")
        ids.add(entry["id"])


def _correction(path: Path) -> Iterator[Case]:
    """Read cases with the product's own reader, as ``python -m arbitrage.core``."""
    try:
        cases = load_cases(path)
    except BadCase as error:
        raise BadCasesError(f"{path}: {error.problem} {dict(error.data)}") from error
    for case in cases:
        for edition, expected in case.expected.items():
            name = f"{path.stem}-{case.id}-{edition}"
            yield Case(name, correction, case, edition, select_compared(expected))


def _entries(path: Path) -> list[dict[str, Any]]:
    try:
        entries = yaml.load(path.read_text(encoding="utf-8"), Loader)  # noqa: S506 - a SafeLoader
    except (OSError, ValueError, yaml.YAMLError) as error:
        raise BadCasesError(f"{path} cannot be read: {error}") from error
    if not isinstance(entries, list) or not entries:
        raise BadCasesError(f"{path} is not a list of cases")
    for number, entry in enumerate(entries, start=1):
        if not isinstance(entry, dict) or not isinstance(entry.get("expected"), dict):
            raise BadCasesError(f"{path}: case {number} has no `expected` by edition")
        if not (entry.keys() >= PROCEDURE_KEYS or entry.keys() >= CORRECTION_KEYS):
            raise BadCasesError(f"{path}: case {number} is neither of procedure nor of correction")
    return entries


def _procedure(path: Path) -> Runner:
    if path.stem in PROCEDURE:
        return PROCEDURE[path.stem]
    kinds = ", ".join(sorted(PROCEDURE))
    raise BadCasesError(f"{path}: no such kind of cases; the name of the file is one of {kinds}")


def _expected(path: Path, entry: Mapping[str, Any]) -> dict[str, Any]:
    by_edition = {str(key): value for key, value in entry["expected"].items()}
    if set(by_edition) == {"all"}:
        return dict.fromkeys(EDITIONS, by_edition["all"])
    unknown = sorted(set(by_edition) - set(EDITIONS))
    if unknown:
        raise BadCasesError(f"{path}: {entry['id']} names editions that are unknown: {unknown}")
    return by_edition
