"""Definitions of the product that its screens, commands, tasks and sockets use.

Read from the source, without running it. Functions, classes and names assigned at the top of a
module are its definitions; a class counts as a whole.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tests.syntax import list_nodes

ROOT = Path(__file__).parents[1]
_ROOMS = ("config", "arbitrage", "tournament", "engine")
#: Modules that are run or registered from outside: all their definitions are reached.
_ENTRANCES = re.compile(
    r"""config\..*
    | (tournament|arbitrage)(\.(classic|topping|practice|archive|event))?
      \.(urls(\..*)?|public_urls|tasks|apps|templatetags\..+|management\.commands\..+)
    | tournament\.live\.routing
    | engine\.cli\..+
    | (engine|arbitrage\.core)\.__main__ | arbitrage\.(event\.)?verify""",
    re.VERBOSE,
)
_DOTTED = re.compile(r"(config|arbitrage|tournament|engine)(\.\w+)+")


@dataclass
class _Module:
    """``imported``: full name of each imported name; ``definitions``: nodes by defined name;
    ``registered``: functions registered by decorators of a name (``@api.get``)."""

    imported: dict[str, str] = field(default_factory=dict)
    definitions: dict[str, list[ast.AST]] = field(default_factory=dict)
    registered: dict[str, list[str]] = field(default_factory=dict)
    rest: list[ast.AST] = field(default_factory=list)
    is_settings: bool = False

    def names_others_as_text(self, text: ast.Constant) -> bool:
        return self.is_settings and _DOTTED.fullmatch(str(text.value)) is not None


def _list_names(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement defines."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield node.name
        case ast.Assign(targets=targets):
            for target in targets:
                yield from (name.id for name in list_nodes(target) if isinstance(name, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.TypeAlias(name=ast.Name(id=name)):
            yield name


def _list_decorator_owners(node: ast.stmt) -> Iterator[str]:
    """Yield the names whose methods decorate a function, and may call it."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        for decorator in node.decorator_list:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            if isinstance(called, ast.Attribute) and (chain := _chain(called)):
                yield chain[0]


def _imports(node: ast.Import | ast.ImportFrom, package: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.asname or alias.name.partition(".")[0], alias.name
        return
    parents = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
    source = ".".join([*parents, *([node.module] if node.module else [])])
    for alias in node.names:
        yield alias.asname or alias.name, f"{source}.{alias.name}"


def _read(path: Path) -> tuple[str, _Module]:
    parts = path.relative_to(ROOT).with_suffix("").parts
    is_package = parts[-1] == "__init__"
    name = ".".join(parts[:-1] if is_package else parts)
    package = name if is_package else name.rpartition(".")[0]
    tree, module = (
        ast.parse(path.read_text(encoding="utf-8")),
        _Module(is_settings=name == "config.settings"),
    )
    for node in list_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            module.imported.update(_imports(node, package))
    for statement in tree.body:
        names = list(_list_names(statement))
        for definition in names:
            module.definitions.setdefault(definition, []).append(statement)
            for owner in _list_decorator_owners(statement):
                module.registered.setdefault(owner, []).append(definition)
        if not names and not isinstance(statement, ast.Import | ast.ImportFrom):
            module.rest.append(statement)
    return name, module


@cache
def _modules() -> dict[str, _Module]:
    files = (path for room in _ROOMS for path in (ROOT / room).rglob("*.py"))
    return dict(_read(path) for path in files if "migrations" not in path.parts)


def _chain(node: ast.Attribute) -> list[str]:
    """Return ["a", "b", "c"] for a.b.c, [] if it does not begin with a name."""
    names, inner = [node.attr], node.value
    while isinstance(inner, ast.Attribute):
        names.append(inner.attr)
        inner = inner.value
    return [inner.id, *reversed(names)] if isinstance(inner, ast.Name) else []


def _list_mentions(module: _Module, node: ast.AST) -> Iterator[str]:
    """Yield the dotted names in the code; in the settings, also those in strings."""
    for child in list_nodes(node):
        if isinstance(child, ast.Name):
            yield module.imported.get(child.id, f".{child.id}")
        elif isinstance(child, ast.Attribute) and (chain := _chain(child)):
            start = module.imported.get(chain[0])
            if start:
                yield from (".".join([start, *chain[1:end]]) for end in range(2, len(chain) + 1))
        elif isinstance(child, ast.Constant) and module.names_others_as_text(child):
            yield str(child.value)


def _resolve(name: str) -> tuple[str, str] | None:
    """Return module and definition, also of a name imported from another module."""
    module, _, attribute = name.rpartition(".")
    source_module = _modules().get(module)
    if source_module is None:
        return None
    if attribute in source_module.definitions:
        return module, attribute
    further = source_module.imported.get(attribute)
    return _resolve(further) if further and further != name else None


class _Traversal:
    """The names reached so far, and the code still to read."""

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
            source_module = _modules()[module]
            self.waiting.extend((module, node) for node in source_module.definitions[name])
            for function in source_module.registered.get(name, ()):
                self.reach(module, function)

    def follow(self) -> None:
        while self.waiting:
            module, node = self.waiting.pop()
            for mentioned in _list_mentions(_modules()[module], node):
                whole = f"{module}{mentioned}" if mentioned.startswith(".") else mentioned
                if target := _resolve(whole):
                    self.reach(*target)


@cache
def list_reached() -> frozenset[str]:
    """Return the dotted names of all reached definitions, and of their modules."""
    walk = _Traversal()
    for module, source_module in _modules().items():
        if _ENTRANCES.fullmatch(module):
            walk.enter(module)
            for name in source_module.definitions:
                walk.reach(module, name)
    walk.follow()
    return frozenset(walk.done)


@cache
def list_defined() -> frozenset[str]:
    """Return the dotted names of all definitions."""
    return frozenset(
        f"{module}.{name}"
        for module, source_module in _modules().items()
        for name in source_module.definitions
    )


def list_unreached() -> tuple[str, ...]:
    """Return the functions and classes that nothing in the product reaches."""
    return tuple(
        sorted(
            f"{module}.{name}"
            for module, source_module in _modules().items()
            for name, nodes in source_module.definitions.items()
            if f"{module}.{name}" not in list_reached()
            and isinstance(nodes[0], ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        )
    )
