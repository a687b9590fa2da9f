"""Functions and folders of the product are small (``CONTRIBUTING.md``, rule 10)."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("engine", "tournament", "arbitrage", "config", "benchmarks", "scripts")
MAX_FUNCTION_LINES = 40
MAX_MODULES = 25


def list_sources() -> Iterator[Path]:
    for room in ROOMS:
        paths = (ROOT / room).rglob("*.py")
        yield from (path for path in paths if "migrations" not in path.parts)


def list_long_functions(source: str) -> list[str]:
    return [
        node.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= MAX_FUNCTION_LINES
    ]


def test_no_function_is_longer_than_forty_lines() -> None:
    functions = {path: list_long_functions(path.read_text("utf-8")) for path in list_sources()}
    assert not {str(path.relative_to(ROOT)): names for path, names in functions.items() if names}


def test_no_folder_has_more_than_25_modules() -> None:
    modules = Counter(path.parent for path in list_sources() if path.name != "__init__.py")
    assert not {
        str(folder.relative_to(ROOT)): count
        for folder, count in modules.items()
        if count > MAX_MODULES
    }


def test_only_the_forty_first_line_is_too_many() -> None:
    lines = "\n    pass" * (MAX_FUNCTION_LINES - 1)
    source = f"def whole():{lines}\ndef long():{lines}\n    pass\n"
    assert list_long_functions(source) == ["long"]
