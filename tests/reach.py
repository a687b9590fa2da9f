"""What the product calls: definitions reached from its screens, commands, tasks and sockets.

Read from the source, without running it. Functions, classes and names assigned at the top of a
module are its definitions; a class that is reached is reached whole.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

HERE = Path(__file__).parents[1]
_ROOMS = ("config", "arbitrage", "tournament", "engine")
#: Modules that are run or registered from outside: all that they define is reached.
_ENTRANCES = re.compile(
    r"""config\..*
    | (tournament|arbitrage)(\.(classic|topping|archive))?
      \.(urls(\..*)?|public_urls|tasks|apps|templatetags\..+|management\.commands\..+)
    | tournament\.live\.routing
    | engine\.cli\..+
    | (engine|arbitrage\.core)\.__main__ | arbitrage\.verify""",
    re.VERBOSE,
)
_DOTTED = re.compile(r"(config|arbitrage|tournament|engine)(\.\w+)+")


@dataclass
class _Module:
    """``imported``: what a name stands for; ``definitions``: the nodes that give a name;
    ``registered``: the functions that were handed to a name by decorators (``@api.get``)."""

    imported: dict[str, str] = field(default_factory=dict)
    definitions: dict[str, list[ast.AST]] = field(default_factory=dict)
    registered: dict[str, list[str]] = field(default_factory=dict)
    rest: list[ast.AST] = field(default_factory=list)
    is_settings: bool = False

    def names_others_as_text(self, text: ast.Constant) -> bool:
        return self.is_settings and _DOTTED.fullmatch(str(text.value)) is not None


def _named(node: ast.stmt) -> Iterator[str]:
    """The names that a statement defines."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield node.name
        case ast.Assign(targets=targets):
            for target in targets:
                yield from (one.id for one in ast.walk(target) if isinstance(one, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.TypeAlias(name=ast.Name(id=name)):
            yield name


def _takers(node: ast.stmt) -> Iterator[str]:
    """The names whose methods decorate a function, which they may call from then on."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        for decorator in node.decorator_list:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            if isinstance(called, ast.Attribute) and (chain := _chain(called)):
                yield chain[0]


def _imports(node: ast.Import | ast.ImportFrom, package: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Import):
        for one in node.names:
            yield one.asname or one.name.partition(".")[0], one.name
        return
    above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
    source = ".".join([*above, *([node.module] if node.module else [])])
    for one in node.names:
        yield one.asname or one.name, f"{source}.{one.name}"


def _read(path: Path) -> tuple[str, _Module]:
    parts = path.relative_to(HERE).with_suffix("").parts
    is_package = parts[-1] == "__init__"
    name = ".".join(parts[:-1] if is_package else parts)
    package = name if is_package else name.rpartition(".")[0]
    tree, module = (
        ast.parse(path.read_text(encoding="utf-8")),
        _Module(is_settings=name == "config.settings"),
    )
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            module.imported.update(_imports(node, package))
    for statement in tree.body:
        names = list(_named(statement))
        for one in names:
            module.definitions.setdefault(one, []).append(statement)
            for taker in _takers(statement):
                module.registered.setdefault(taker, []).append(one)
        if not names and not isinstance(statement, ast.Import | ast.ImportFrom):
            module.rest.append(statement)
    return name, module


@cache
def _modules() -> dict[str, _Module]:
    files = (path for room in _ROOMS for path in (HERE / room).rglob("*.py"))
    return dict(_read(path) for path in files if "migrations" not in path.parts)


def _chain(node: ast.Attribute) -> list[str]:
    """["a", "b", "c"] for a.b.c, nothing for what does not begin with a name."""
    names, inner = [node.attr], node.value
    while isinstance(inner, ast.Attribute):
        names.append(inner.attr)
        inner = inner.value
    return [inner.id, *reversed(names)] if isinstance(inner, ast.Name) else []


def _mentioned(module: _Module, node: ast.AST) -> Iterator[str]:
    """Dotted names that the code mentions; among the settings, in strings too."""
    for one in ast.walk(node):
        if isinstance(one, ast.Name):
            yield module.imported.get(one.id, f".{one.id}")
        elif isinstance(one, ast.Attribute) and (chain := _chain(one)):
            start = module.imported.get(chain[0])
            if start:
                yield from (".".join([start, *chain[1:end]]) for end in range(2, len(chain) + 1))
        elif isinstance(one, ast.Constant) and module.names_others_as_text(one):
            yield str(one.value)


def _resolve(name: str) -> tuple[str, str] | None:
    """Module and definition; passed on where a package imports it from another module."""
    module, _, attribute = name.rpartition(".")
    found = _modules().get(module)
    if found is None:
        return None
    if attribute in found.definitions:
        return module, attribute
    further = found.imported.get(attribute)
    return _resolve(further) if further and further != name else None


class _Walk:
    """What is reached so far, and the code still to be read."""

    def __init__(self) -> None:
        self.done: set[str] = set()
        self.waiting: list[tuple[str, ast.AST]] = []

    def enter(self, module: str) -> None:
        if module not in self.done:
            self.done.add(module)
            self.waiting.extend((module, node) for node in _modules()[module].rest)

    def reach(self, module: str, name: str) -> None:
        self.enter(module)
        if f"{module}.{name}" not in self.done:
            self.done.add(f"{module}.{name}")
            found = _modules()[module]
            self.waiting.extend((module, node) for node in found.definitions[name])
            for taken in found.registered.get(name, ()):
                self.reach(module, taken)

    def follow(self) -> None:
        while self.waiting:
            module, node = self.waiting.pop()
            for mentioned in _mentioned(_modules()[module], node):
                whole = f"{module}{mentioned}" if mentioned.startswith(".") else mentioned
                if target := _resolve(whole):
                    self.reach(*target)


@cache
def reached() -> frozenset[str]:
    """Dotted names of all definitions that the product reaches, and of their modules."""
    walk = _Walk()
    for module, found in _modules().items():
        if _ENTRANCES.fullmatch(module):
            walk.enter(module)
            for name in found.definitions:
                walk.reach(module, name)
    walk.follow()
    return frozenset(walk.done)


@cache
def defined() -> frozenset[str]:
    """Dotted names of all definitions."""
    return frozenset(
        f"{module}.{name}" for module, found in _modules().items() for name in found.definitions
    )


def unreached() -> tuple[str, ...]:
    """Functions and classes that nothing in the product reaches."""
    return tuple(
        sorted(
            f"{module}.{name}"
            for module, found in _modules().items()
            for name, nodes in found.definitions.items()
            if f"{module}.{name}" not in reached()
            and isinstance(nodes[0], ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        )
    )
