"""The golden cases of ``tests/cases/correction``, in the format of its FORMAT.md."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.position import Position
from arbitrage.core.sheet import Sheet
from engine.board import Board

CASES = Path(__file__).parents[2] / "cases" / "correction"


@dataclass(frozen=True)
class GoldenCase:
    """One case; ``expected`` by edition, as in the file."""

    id: str
    position: Position
    bulletin: Bulletin
    words: frozenset[str]
    expected: Mapping[str, Mapping[str, Any]]


@cache
def golden_cases(name: str) -> tuple[GoldenCase, ...]:
    """The cases of one file, by its name without ``.yaml``."""
    text = (CASES / f"{name}.yaml").read_text(encoding="utf-8")
    return tuple(parse_case(entry) for entry in yaml.safe_load(text))


@cache
def all_cases() -> tuple[GoldenCase, ...]:
    """The cases of every file, in the order of the files' names."""
    names = sorted(path.stem for path in CASES.glob("*.yaml"))
    return tuple(case for name in names for case in golden_cases(name))


def golden_case(name: str) -> GoldenCase:
    """The case with this id."""
    return next(case for case in all_cases() if case.id == name)


def parse_case(entry: Mapping[str, Any]) -> GoldenCase:
    """One entry of a file."""
    grid, written = entry["grid"], entry["bulletin"]
    board = Board.empty() if grid == "empty" else Board.from_rows(grid.split())
    words = frozenset(entry["lexicon"].split())
    return GoldenCase(
        id=entry["id"],
        position=Position(board, entry["rack"], entry["turn"], words),
        bulletin=Bulletin(
            Sheet.from_text(written["sheet"], written.get("struck", "")),
            written["reference"],
            written["score"],
            SheetState(written["state"]),
        ),
        words=words,
        expected=entry["expected"],
    )
