"""The names in a Python file or a template: modules, texts, fixtures, settings."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

#: Replaces the variable parts of an f-string.
PLACEHOLDER = "0"
_LOADED = re.compile(r"{% *load ([^%]+?)(?: from (\w+))? *%}")
_INCLUDED = re.compile(r"""["']([\w/.-]+\.(?:html|txt|svg|css))["']""")


@dataclass
class Source:
    """``imports``: (module, name or None); ``texts``: strings, ``PLACEHOLDER`` for variable parts;
    ``arguments``: fixtures used by its functions; ``settings``: upper-case attributes;
    ``fixtures``: names in each fixture that it defines; ``tests``: fixtures of each test."""

    imports: set[tuple[str, str | None]] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    arguments: set[str] = field(default_factory=set)
    settings: set[str] = field(default_factory=set)
    fixtures: dict[str, "Source"] = field(default_factory=dict)
    autouse: set[str] = field(default_factory=set)
    tests: list[frozenset[str]] = field(default_factory=list)


def read_python(path: Path, package: str, *, splits_fixtures: bool = False) -> Source:
    """Read a file; ``package``: dotted name of its folder. Raise SyntaxError."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    source = Source()
    rest: list[ast.AST] = []
    for statement in tree.body:
        decorator = _find_fixture(statement)
        if isinstance(statement, ast.FunctionDef) and decorator and splits_fixtures:
            fixture = source.fixtures[statement.name] = Source()
            _collect([statement], package, fixture)
            if "autouse=True" in ast.unparse(decorator):
                source.autouse.add(statement.name)
        else:
            rest.append(statement)
    _collect(rest, package, source)
    return source


def _find_fixture(statement: ast.stmt) -> ast.expr | None:
    if not isinstance(statement, ast.FunctionDef):
        return None
    for decorator in statement.decorator_list:
        if "fixture" in ast.unparse(decorator).partition("(")[0]:
            return decorator
    return None


def _collect(nodes: Iterable[ast.AST], package: str, into: Source) -> None:
    for node in _walk(nodes):
        match node:
            case ast.Import() | ast.ImportFrom():
                into.imports.update(_read_import(node, package))
            case ast.Constant(value=str(text)):
                into.texts.add(text)
            case ast.JoinedStr(values=values):
                parts = [
                    value.value if isinstance(value, ast.Constant) else PLACEHOLDER
                    for value in values
                ]
                into.texts.add("".join(map(str, parts)))
            case ast.Attribute(attr=name) if name.isupper():
                into.settings.add(name)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                parameters = {argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)}
                into.arguments |= parameters
                if node.name.startswith("test_"):
                    into.tests.append(frozenset(parameters))
            case ast.Call(func=ast.Attribute(attr="usefixtures" | "getfixturevalue"), args=args):
                into.arguments |= {
                    str(argument.value) for argument in args if isinstance(argument, ast.Constant)
                }


def _walk(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield every node, without imports for type checkers; ast.walk takes twice as long."""
    pending = list(nodes)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            pending += node.orelse
            continue
        yield node
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                pending += [item for item in value if isinstance(item, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                pending.append(value)


def _read_import(
    node: ast.Import | ast.ImportFrom, package: str
) -> Iterator[tuple[str, str | None]]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.name, None
        return
    parts = package.split(".")
    parents = parts[: len(parts) - node.level + 1] if node.level else []
    module = ".".join([*parents, *([node.module] if node.module else [])])
    for alias in node.names:
        yield module, alias.name


def read_template(path: Path) -> tuple[set[str], set[str]]:
    """Return the templates that it includes or extends, and the tag libraries that it loads."""
    text = path.read_text(encoding="utf-8")
    libraries: set[str] = set()
    for names, library in _LOADED.findall(text):
        libraries.update([library] if library else names.split())
    return set(_INCLUDED.findall(text)), libraries


@dataclass(frozen=True)
class Address:
    """A URL pattern: the view's ``module``, ``name``, and a regular expression of its paths."""

    module: str
    name: str | None
    pattern: re.Pattern[str]


def read_addresses(path: Path, package: str) -> list[Address]:
    """Return the URL patterns of a file; a view's module may be a package that re-exports it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    constants: dict[str, str] = {}
    imported: dict[str, str] = {}
    addresses: list[Address] = []
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                module = f"{_name_module(node, package)}.{alias.name}".lstrip(".")
                imported[alias.asname or alias.name] = module
        elif isinstance(node, ast.Assign) and isinstance(target := node.targets[0], ast.Name):
            constants[target.id] = _concatenate(node.value, constants) or ""
        for call in ast.walk(node):
            match call:
                case ast.Call(func=ast.Name(id="path"), args=[route, view, *_], keywords=named):
                    text, view_parts = _concatenate(route, constants), ast.unparse(view).split(".")
                    if text is None or view_parts[0] not in imported:
                        continue
                    names = [
                        ast.literal_eval(keyword.value)
                        for keyword in named
                        if keyword.arg == "name"
                    ]
                    module = ".".join([imported[view_parts[0]], *view_parts[1:]])
                    pattern = _make_pattern(text, prefix=view_parts[-1] == "urls")
                    addresses.append(Address(module, names[0] if names else None, pattern))
    return addresses


def _name_module(node: ast.Import | ast.ImportFrom, package: str) -> str:
    return next(_read_import(node, package))[0] if isinstance(node, ast.ImportFrom) else ""


def _concatenate(node: ast.expr, constants: dict[str, str]) -> str | None:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.Name(id=name):
            return constants.get(name)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            first, second = _concatenate(left, constants), _concatenate(right, constants)
            return None if first is None or second is None else first + second
    return None


def _make_pattern(route: str, *, prefix: bool) -> re.Pattern[str]:
    parts = re.split(r"<[^>]*>", route)
    return re.compile("/" + "[^/]+".join(map(re.escape, parts)) + (".*" if prefix else "$"))
