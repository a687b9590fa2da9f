"""The readings of the regulation that are cited by number are explained, all of them."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
READINGS = ROOT / "docs" / "lectures.md"
_ROOMS = (
    *("arbitrage", "benchmarks", "cases", "config", "docs"),
    *("engine", "templates", "tests", "tournament"),
)
_SUFFIXES = {".html", ".md", ".py", ".yaml"}
_CODE = re.compile(r"\b[ABC]-\d{2}\b")


def _texts() -> Iterator[str]:
    for room in _ROOMS:
        for path in (ROOT / room).rglob("*"):
            if path.suffix in _SUFFIXES and path != READINGS:
                yield path.read_text(encoding="utf-8")


def test_every_reading_that_is_cited_is_explained_and_no_other() -> None:
    explained = re.findall(
        r"^- \*\*([ABC]-\d{2})\*\* \(", READINGS.read_text(encoding="utf-8"), re.MULTILINE
    )
    cited = {code for text in _texts() for code in _CODE.findall(text)}

    assert cited == set(explained)
    assert len(explained) == len(set(explained))
