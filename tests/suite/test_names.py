"""One word per idea: a public class or type alias has its name for itself."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("engine", "tournament", "arbitrage", "config")

#: Names that several modules define, each with the reason why that is one idea.
SHARED = {
    "Bulletin": "what a player wrote: as a value that is judged, and as the row that keeps it",
    "Centre": "a place that plays the same game as others, in one tournament or in an event",
    "Event": "what happens at one moment to a match, and in many centres at once",
    "Command": "Django looks for a class of this name in every module of a command",
}


def _sources() -> Iterator[Path]:
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            if "migrations" not in path.parts:
                yield path


def _public_types(path: Path) -> Iterator[str]:
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        match node:
            case ast.ClassDef(name=name) | ast.TypeAlias(name=ast.Name(id=name)):
                if not name.startswith("_"):
                    yield name


def test_no_two_public_types_share_a_name_without_a_reason() -> None:
    places = defaultdict(list)
    for path in _sources():
        for name in _public_types(path):
            places[name].append(str(path.relative_to(ROOT)))
    shared = {name: files for name, files in places.items() if len(files) > 1}
    assert shared.keys() == SHARED.keys(), {
        name: shared.get(name, "defined once") for name in shared.keys() ^ SHARED.keys()
    }
