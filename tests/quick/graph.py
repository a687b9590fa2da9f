"""The graph of the files that use each other: by imports, and by names that Django resolves.

A node is the path of a file below the root, ``conftest.py::fixture`` or ``test_x.py::pages``.
"""

import re
from collections import defaultdict, deque
from collections.abc import Iterable
from pathlib import Path

from tests.quick.rules import UNTRACEABLE, find_readers, fits
from tests.quick.sources import Address, Source, read_addresses, read_python, read_template

ROOMS = ("config", "arbitrage", "tournament", "engine", "benchmarks", "tests")
_DOTTED = re.compile(r"(?:config|arbitrage|tournament|engine|benchmarks|tests)(?:\.\w+)+")
_HOOK = re.compile(r"[A-Z][A-Z0-9_]+")


class Graph:
    """``uses``: the nodes that a node names; ``sources``: the names in each Python file."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.uses: dict[str, set[str]] = defaultdict(set)
        self.sources: dict[str, Source] = {}
        self._texts: dict[str, list[str]] = defaultdict(list)
        self._read_files()
        self._addresses = self._read_addresses()
        self._commands = {
            Path(path).stem: path for path in self.sources if "/management/commands/" in path
        }
        self._hooks = self._read_hooks()
        for path, source in self.sources.items():
            self._link(path, source)
        self._link_templates()

    @property
    def test_files(self) -> list[str]:
        return [path for path in self.sources if is_test_file(path)]

    def find_distances(self, changed: Iterable[str]) -> dict[str, int]:
        """Return the links from each test file to the nearest changed file, if there is any.

        A file that mirrors a changed one (tests/a/b/test_c.py, a/b/c.py) is at 0.
        """
        changed = set(changed)
        distances = self._walk_back(changed)
        for path in changed:
            for reader in find_readers(path):
                distances[reader] = min(1, distances.get(reader, 1))
        mirrors = {name_mirror(path) for path in changed if path.endswith(".py")}
        starts = tuple(f"{mirror.removesuffix('.py')}_" for mirror in mirrors)
        distances |= dict.fromkeys(mirrors, 0)
        distances |= {test: 0 for test in self.test_files if test.startswith(starts)}
        for test in self.test_files:
            if (distance := distances.get(f"{test}::pages")) is not None:
                distances[test] = min(distance, distances.get(test, distance))
        return {test: distances[test] for test in self.test_files if test in distances}

    def _walk_back(self, changed: set[str]) -> dict[str, int]:
        """Return the links from every node to the nearest changed file, if there is any."""
        used_by: dict[str, set[str]] = defaultdict(set)
        for node, used in self.uses.items():
            for used_node in used:
                used_by[used_node].add(node)
        distances = dict.fromkeys(changed, 0)
        for path in changed & self.sources.keys():
            distances |= {f"{path}::{name}": 0 for name in self.sources[path].fixtures}
        pending = deque(distances)
        while pending:
            node = pending.popleft()
            for user in used_by[node] - distances.keys():
                distances[user] = distances[node] + 1
                pending.append(user)
        return distances

    def _read_files(self) -> None:
        for room in ROOMS:
            for path in sorted((self.root / room).rglob("*.py")):
                name = path.relative_to(self.root).as_posix()
                package = ".".join(Path(name).parent.parts)
                splits = path.name == "conftest.py"
                try:
                    self.sources[name] = read_python(path, package, splits_fixtures=splits)
                except SyntaxError:
                    self.sources[name] = Source()  # ruff reports it
        for folder in ("cases", "docs", "deploy", "tests", "engine", "."):
            paths = (self.root / folder).iterdir() if folder == "." else None
            for path in paths or (self.root / folder).rglob("*"):
                if path.is_file() and path.suffix not in {".py", ".pyc"}:
                    self._texts[path.name].append(path.relative_to(self.root).as_posix())

    def _read_addresses(self) -> list[Address]:
        return [
            address
            for path in self.sources
            if "urls" in Path(path).stem or "/urls/" in path
            for address in read_addresses(self.root / path, ".".join(Path(path).parent.parts))
        ]

    def _read_hooks(self) -> dict[str, set[str]]:
        """Return the modules that each setting names."""
        settings = self.root / "config" / "settings.py"
        if not settings.exists():
            return {}
        hooks: dict[str, set[str]] = {}
        parts = re.split(r"^([A-Z][A-Z0-9_]+) = ", settings.read_text(), flags=re.MULTILINE)
        for name, value in zip(parts[1::2], parts[2::2], strict=True):
            modules = {self._find_module(dotted) for dotted in _DOTTED.findall(value)}
            hooks[name] = {path for path in modules if path}
        return hooks

    def _find_module(self, dotted: str) -> str | None:
        """Return the file of the longest prefix of ``dotted`` that is a module."""
        parts = dotted.split(".")
        for length in range(len(parts), 0, -1):
            path = "/".join(parts[:length])
            for name in (f"{path}.py", f"{path}/__init__.py"):
                if name in self.sources:
                    return name
        return None

    def _find_imported(self, module: str, name: str | None, depth: int = 5) -> set[str]:
        """Return the files of an import, also of a name that a package re-exports."""
        file = self._find_module(f"{module}.{name}" if name else module)
        if not file or not file.endswith("/__init__.py") or not name or not depth:
            return {file} if file else set()
        package = file.removesuffix("/__init__.py").replace("/", ".")
        if package == f"{module}.{name}":
            return {file}
        origins = {
            path
            for origin, imported in self.sources[file].imports
            if imported == name and origin.startswith(package)
            for path in self._find_imported(origin, imported, depth - 1)
        }
        return origins or {file}

    def _link(self, path: str, source: Source) -> None:
        uses = self.uses[path]
        uses.update(self._find_uses(path, source))
        for name, fixture in source.fixtures.items():
            fixture_uses = self.uses[f"{path}::{name}"]
            fixture_uses.update(
                self._find_uses(path, fixture), self._find_fixtures(path, fixture, {name})
            )
        if path.startswith("tests/") and not path.endswith("conftest.py"):
            uses.update(self._find_fixtures(path, source, set()))
        if is_test_file(path):
            # a node apart: files that import this one do not use its pages
            self.uses[f"{path}::pages"].update(self._find_pages(source.texts))
        uses.discard(path)

    def _find_uses(self, path: str, source: Source) -> set[str]:
        found_uses: set[str] = set()
        for module, name in source.imports:
            if path.endswith("__init__.py") and name and module.startswith(_name(path)):
                continue  # re-exported: its users are linked to its module
            found_uses |= self._find_imported(module, name)
        for setting in source.settings & self._hooks.keys():
            found_uses |= self._hooks[setting]
        for text in source.texts:
            if text.endswith(".html"):
                found_uses.add(f"templates/{text}")
            elif _DOTTED.fullmatch(text) and (module_path := self._find_module(text)):
                found_uses.add(module_path)
            elif _HOOK.fullmatch(text):
                found_uses |= self._hooks.get(text, set())
            found_uses.update(self._texts.get(text.rpartition("/")[2], ()))
        return found_uses - {path}

    def _find_fixtures(self, path: str, source: Source, without: set[str]) -> set[str]:
        """Return the fixtures that ``source`` uses, each from the nearest conftest.py."""
        fixtures: set[str] = set()
        missing = source.arguments - without
        for folder in Path(path).parents:
            conftest = (folder / "conftest.py").as_posix()
            if conftest not in self.sources:
                continue
            conftest_source = self.sources[conftest]
            provided = (missing & conftest_source.fixtures.keys()) | (
                conftest_source.autouse - without
            )
            fixtures |= {f"{conftest}::{name}" for name in provided}
            missing -= provided
            if not fits(conftest, UNTRACEABLE):
                fixtures.add(conftest)
        return fixtures

    def _find_pages(self, texts: set[str]) -> set[str]:
        """Return the views and commands that a test uses by address or by name."""
        found_pages = {self._commands[text] for text in texts & self._commands.keys()}
        names = {address.name: address.module for address in self._addresses if address.name}
        modules = {names[text] for text in texts & names.keys()}
        for text in texts:
            if text.startswith("/"):
                requested = text.partition("?")[0]
                modules |= {
                    address.module
                    for address in self._addresses
                    if address.pattern.match(requested)
                }
        for module in modules:
            before, _, name = module.rpartition(".")
            found_pages |= self._find_imported(before, name)
        return found_pages

    def _link_templates(self) -> None:
        libraries = {Path(path).stem: path for path in self.sources if "/templatetags/" in path}
        for path in (self.root / "templates").rglob("*.html"):
            node = path.relative_to(self.root).as_posix()
            included, loaded = read_template(path)
            self.uses[node].update(f"templates/{name}" for name in included)
            self.uses[node].update(libraries[name] for name in loaded & libraries.keys())


def is_test_file(path: str) -> bool:
    return path.startswith("tests/") and Path(path).name.startswith("test_")


def name_mirror(path: str) -> str:
    """Return the test file of a module: tests/a/b/test_c.py for a/b/c.py."""
    place = Path(path)
    return ("tests" / place.parent / f"test_{place.name}").as_posix()


def _name(path: str) -> str:
    return ".".join(Path(path).parent.parts)
