"""Golden cases of the correction in YAML: a bulletin, a position, and what editions must decide.

The format is described in ``cases/correction/FORMAT.md``. Every value is read as text: a score, a
turn or the word NO never becomes another type.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from engine.board.board import Board
from engine.board.formats import FORMATS
from engine.board.letters import WILD, fold, remove_accents
from engine.errors import EngineError
from engine.regulation.editions import get_edition

from .bulletin import Bulletin, SheetState
from .errors import BadCase, CorrectionError
from .sheets.position import JudgedPosition
from .sheets.sheet import Sheet
from .verdict import Verdict

SUFFIXES = frozenset({".yaml", ".yml", ".json"})
#: Required keys of a case, besides those of its bulletin.
_KEYS = ("id", "turn", "grid", "rack", "lexicon", "bulletin")
_EMPTY_GRID = "empty"
_MAX_BYTES = 20_000_000

type Expected = Mapping[str, Any]


@dataclass(frozen=True)
class CorrectionCase:
    """One golden case. ``expected`` is keyed by edition, and empty if the case expects nothing.

    ``situation`` describes the case in a sentence.
    """

    id: str
    position: JudgedPosition
    bulletin: Bulletin
    words: frozenset[str]
    expected: Mapping[str, Expected]
    situation: str = ""


def list_case_files(path: Path) -> tuple[Path, ...]:
    """Return the file itself, or every file of cases under a directory, by name. Raise BadCase."""
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if file.suffix.lower() in SUFFIXES)
        return tuple(file for file in files if file.is_file())
    if not path.exists():
        raise BadCase("not-found", path=str(path))
    return (path,)


def load_cases(path: Path) -> tuple[CorrectionCase, ...]:
    """Return the cases of correction in a file, without cases of procedure. Raise BadCase."""
    data = _read(path)
    entries = data if isinstance(data, list) else [data] if data else []
    return tuple(_parse_cases(path, entries))


def compare_verdict(verdict: Verdict, expected: Expected) -> dict[str, tuple[Any, Any]]:
    """Return the fields that differ from what a case expects, as (actual, expected).

    Fields that are not expected are not compared, except ``commission``, which is false unless
    expected.
    """
    actual, required = to_case_fields(verdict), {"commission": False, **expected}
    return {
        key: (value, required[key])
        for key, value in actual.items()
        if key in required and _to_comparable(key, value) != _to_comparable(key, required[key])
    }


def to_case_fields(verdict: Verdict) -> dict[str, Any]:
    """Return the fields that a case may expect, of the decision or else of the proposal."""
    decision = verdict.decision
    return {
        "points": decision.points,
        "sanction": decision.sanction.value,
        "motives": [motive.value for motive in decision.motives],
        "placement": decision.placement,
        "article": decision.article,
        "commission": verdict.commission,
    }


def _to_comparable(key: str, value: Any) -> Any:
    return frozenset(value) if key == "motives" else value


def _read(path: Path) -> Any:
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise BadCase("too-big", path=str(path))
        text = path.read_text(encoding="utf-8")
        # The base loader only creates texts, lists and mappings.
        return yaml.load(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))  # noqa: S506
    except OSError as error:
        raise BadCase("unreadable", path=str(path)) from error
    except UnicodeDecodeError as error:
        raise BadCase("not-text", path=str(path)) from error
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 0
        raise BadCase("not-yaml", path=str(path), line=line) from error


def _parse_cases(path: Path, entries: list[Any]) -> Iterator[CorrectionCase]:
    for number, entry in enumerate(entries, start=1):
        if not isinstance(entry, Mapping):
            raise BadCase("no-case", path=str(path), number=number)
        if "inputs" in entry and "bulletin" not in entry:
            continue  # a case of procedure
        error_context = {"path": str(path), "case": str(entry.get("id", number))}
        try:
            yield _parse_case(entry)
        except BadCase as error:
            raise BadCase(error.problem, **error_context, **error.data) from error
        except (CorrectionError, EngineError) as error:
            raise BadCase("bad-value", **error_context, reason=error.code) from error


def _parse_case(entry: Mapping[str, Any]) -> CorrectionCase:
    for key in _KEYS:
        if key not in entry:
            raise BadCase("missing", field=key)
    words = frozenset(fold(_get_text(entry, "lexicon")).split())
    expected = entry.get("expected") or {}
    if not isinstance(expected, Mapping):
        raise BadCase("bad-field", field="expected")
    return CorrectionCase(
        id=_get_text(entry, "id"),
        position=_parse_position(entry, words),
        bulletin=_parse_bulletin(entry["bulletin"]),
        words=words,
        expected={
            get_edition(key).key: _parse_expected(fields) for key, fields in expected.items()
        },
        situation=_get_text(entry, "situation"),
    )


def _parse_position(entry: Mapping[str, Any], words: frozenset[str]) -> JudgedPosition:
    grid = remove_accents(_get_text(entry, "grid"))
    board = Board.empty() if grid == _EMPTY_GRID else Board.from_rows(grid.split())
    rack, turn = fold(_get_text(entry, "rack")), _get_number(entry, "turn")
    if not all(char == WILD or (char.isascii() and char.isalpha()) for char in rack):
        raise BadCase("bad-field", field="rack")
    if turn < 1:
        raise BadCase("bad-field", field="turn")
    key = str(entry.get("format", "normal"))
    if key not in FORMATS:
        raise BadCase("bad-field", field="format")
    return JudgedPosition(board, rack, turn, words, FORMATS[key])


def _parse_bulletin(fields: Any) -> Bulletin:
    if not isinstance(fields, Mapping):
        raise BadCase("bad-field", field="bulletin")
    if "sheet" not in fields:
        raise BadCase("missing", field="bulletin.sheet")
    state = _get_text(fields, "state", SheetState.OK)
    if state not in set(SheetState):
        raise BadCase("bad-field", field="bulletin.state")
    return Bulletin(
        Sheet.from_text(_get_text(fields, "sheet"), _get_text(fields, "struck")),
        _get_text(fields, "reference"),
        _get_text(fields, "score"),
        SheetState(state),
    )


def _parse_expected(fields: Any) -> Expected:
    if not isinstance(fields, Mapping) or not isinstance(fields.get("motives", []), list):
        raise BadCase("bad-field", field="expected")
    parsed: dict[str, Any] = dict(fields)
    if "points" in parsed:
        parsed["points"] = _get_number(parsed, "points")
    if "commission" in parsed:
        parsed["commission"] = str(parsed["commission"]).lower() in {"true", "yes", "on"}
    if "placement" in parsed:
        parsed["placement"] = "".join(str(parsed["placement"]).split()).upper()
    return parsed


def _get_text(entry: Mapping[str, Any], key: str, default: str = "") -> str:
    """Return a text; a list of lines is joined to one. Raise BadCase."""
    value = entry.get(key, default)
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        return "\n".join(value)
    if not isinstance(value, str):
        raise BadCase("bad-field", field=key)
    return value


def _get_number(entry: Mapping[str, Any], key: str) -> int:
    try:
        return int(_get_text(entry, key))
    except ValueError as error:
        raise BadCase("bad-field", field=key) from error
