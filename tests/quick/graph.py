"""Which file uses which: by imports, and by the names that Django follows at run time.

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
    """``uses``: the nodes that a node names; ``sources``: what each file of Python names."""

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
        """Links from each test file to the nearest changed file; without those that reach none.

        A file that mirrors the place of a changed one (tests/a/b/test_c.py, a/b/c.py) is at 0.
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
            if (there := distances.get(f"{test}::pages")) is not None:
                distances[test] = min(there, distances.get(test, there))
        return {test: distances[test] for test in self.test_files if test in distances}

    def _walk_back(self, changed: set[str]) -> dict[str, int]:
        """Links to the nearest changed file from every node that reaches one."""
        used_by: dict[str, set[str]] = defaultdict(set)
        for node, used in self.uses.items():
            for one in used:
                used_by[one].add(node)
        distances = dict.fromkeys(changed, 0)
        for path in changed & self.sources.keys():
            distances |= {f"{path}::{name}": 0 for name in self.sources[path].fixtures}
        waiting = deque(distances)
        while waiting:
            node = waiting.popleft()
            for user in used_by[node] - distances.keys():
                distances[user] = distances[node] + 1
                waiting.append(user)
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
                    self.sources[name] = Source()  # ruff has said so
        for folder in ("cases", "docs", "deploy", "tests", "engine", "."):
            found = (self.root / folder).iterdir() if folder == "." else None
            for path in found or (self.root / folder).rglob("*"):
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
        """The modules that a setting names, by the name of the setting."""
        settings = self.root / "config" / "settings.py"
        if not settings.exists():
            return {}
        found: dict[str, set[str]] = {}
        parts = re.split(r"^([A-Z][A-Z0-9_]+) = ", settings.read_text(), flags=re.MULTILINE)
        for name, value in zip(parts[1::2], parts[2::2], strict=True):
            modules = {self._find_module(dotted) for dotted in _DOTTED.findall(value)}
            found[name] = {path for path in modules if path}
        return found

    def _find_module(self, dotted: str) -> str | None:
        """The file of the longest start of ``dotted`` that is a module."""
        parts = dotted.split(".")
        for length in range(len(parts), 0, -1):
            path = "/".join(parts[:length])
            for name in (f"{path}.py", f"{path}/__init__.py"):
                if name in self.sources:
                    return name
        return None

    def _find_imported(self, module: str, name: str | None, depth: int = 5) -> set[str]:
        """The files behind an import; a name that a package hands on is followed to its module."""
        found = self._find_module(f"{module}.{name}" if name else module)
        if not found or not found.endswith("/__init__.py") or not name or not depth:
            return {found} if found else set()
        package = found.removesuffix("/__init__.py").replace("/", ".")
        if package == f"{module}.{name}":
            return {found}
        given = {
            path
            for origin, one in self.sources[found].imports
            if one == name and origin.startswith(package)
            for path in self._find_imported(origin, one, depth - 1)
        }
        return given or {found}

    def _link(self, path: str, source: Source) -> None:
        uses = self.uses[path]
        uses.update(self._find_uses(path, source))
        for name, fixture in source.fixtures.items():
            own = self.uses[f"{path}::{name}"]
            own.update(self._find_uses(path, fixture), self._find_fixtures(path, fixture, {name}))
        if path.startswith("tests/") and not path.endswith("conftest.py"):
            uses.update(self._find_fixtures(path, source, set()))
        if is_test_file(path):
            # apart: whoever borrows from this file does not go to its pages
            self.uses[f"{path}::pages"].update(self._find_pages(source.texts))
        uses.discard(path)

    def _find_uses(self, path: str, source: Source) -> set[str]:
        found: set[str] = set()
        for module, name in source.imports:
            if path.endswith("__init__.py") and name and module.startswith(_name(path)):
                continue  # handed on: whoever asks for it is linked to its module
            found |= self._find_imported(module, name)
        for setting in source.settings & self._hooks.keys():
            found |= self._hooks[setting]
        for text in source.texts:
            if text.endswith(".html"):
                found.add(f"templates/{text}")
            elif _DOTTED.fullmatch(text) and (module_path := self._find_module(text)):
                found.add(module_path)
            elif _HOOK.fullmatch(text):
                found |= self._hooks.get(text, set())
            found.update(self._texts.get(text.rpartition("/")[2], ()))
        return found - {path}

    def _find_fixtures(self, path: str, source: Source, without: set[str]) -> set[str]:
        """The fixtures that ``source`` asks for, each from the nearest conftest.py above."""
        found: set[str] = set()
        missing = source.arguments - without
        for folder in Path(path).parents:
            conftest = (folder / "conftest.py").as_posix()
            if conftest not in self.sources:
                continue
            held = self.sources[conftest]
            asked = (missing & held.fixtures.keys()) | (held.autouse - without)
            found |= {f"{conftest}::{name}" for name in asked}
            missing -= asked
            if not fits(conftest, UNTRACEABLE):
                found.add(conftest)
        return found

    def _find_pages(self, texts: set[str]) -> set[str]:
        """The views and commands that a test asks for by address or by name."""
        found = {self._commands[text] for text in texts & self._commands.keys()}
        names = {address.name: address.module for address in self._addresses if address.name}
        modules = {names[text] for text in texts & names.keys()}
        for text in texts:
            if text.startswith("/"):
                asked = text.partition("?")[0]
                modules |= {one.module for one in self._addresses if one.fitting.match(asked)}
        for module in modules:
            before, _, name = module.rpartition(".")
            found |= self._find_imported(before, name)
        return found

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
    """The test file of a module: tests/a/b/test_c.py of a/b/c.py."""
    place = Path(path)
    return ("tests" / place.parent / f"test_{place.name}").as_posix()


def _name(path: str) -> str:
    return ".".join(Path(path).parent.parts)
