"""What a file of Python or a template names: modules, texts, fixtures, settings."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

#: Stands in a text for what an f-string puts in.
FILLED = "0"
_LOADED = re.compile(r"{% *load ([^%]+?)(?: from (\w+))? *%}")
_INCLUDED = re.compile(r"""["']([\w/.-]+\.(?:html|txt|svg|css))["']""")


@dataclass
class Source:
    """``imports``: (module, name or None); ``texts``: its strings, ``FILLED`` for variable parts;
    ``arguments``: the fixtures that its functions ask for; ``settings``: names after a dot;
    ``fixtures``: each fixture that it defines, with what its body names; ``tests``: what each of
    its test functions asks for."""

    imports: set[tuple[str, str | None]] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    arguments: set[str] = field(default_factory=set)
    settings: set[str] = field(default_factory=set)
    fixtures: dict[str, "Source"] = field(default_factory=dict)
    autouse: set[str] = field(default_factory=set)
    tests: list[frozenset[str]] = field(default_factory=list)


def read_python(path: Path, package: str, *, splits_fixtures: bool = False) -> Source:
    """``package``: the dotted name of its folder; raises SyntaxError."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    source = Source()
    rest: list[ast.AST] = []
    for statement in tree.body:
        decorator = _find_fixture(statement)
        if isinstance(statement, ast.FunctionDef) and decorator and splits_fixtures:
            own = source.fixtures[statement.name] = Source()
            _collect([statement], package, own)
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
                parts = [one.value if isinstance(one, ast.Constant) else FILLED for one in values]
                into.texts.add("".join(map(str, parts)))
            case ast.Attribute(attr=name) if name.isupper():
                into.settings.add(name)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                asked = {one.arg for one in (*node.args.args, *node.args.kwonlyargs)}
                into.arguments |= asked
                if node.name.startswith("test_"):
                    into.tests.append(frozenset(asked))
            case ast.Call(func=ast.Attribute(attr="usefixtures" | "getfixturevalue"), args=args):
                into.arguments |= {str(one.value) for one in args if isinstance(one, ast.Constant)}


def _walk(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Every node but what only a type checker imports; ast.walk takes twice as long."""
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            waiting += node.orelse
            continue
        yield node
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                waiting += [one for one in value if isinstance(one, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                waiting.append(value)


def _read_import(
    node: ast.Import | ast.ImportFrom, package: str
) -> Iterator[tuple[str, str | None]]:
    if isinstance(node, ast.Import):
        for one in node.names:
            yield one.name, None
        return
    parts = package.split(".")
    above = parts[: len(parts) - node.level + 1] if node.level else []
    module = ".".join([*above, *([node.module] if node.module else [])])
    for one in node.names:
        yield module, one.name


def read_template(path: Path) -> tuple[set[str], set[str]]:
    """The templates that it includes or extends, and the libraries of tags that it loads."""
    text = path.read_text(encoding="utf-8")
    libraries: set[str] = set()
    for names, library in _LOADED.findall(text):
        libraries.update([library] if library else names.split())
    return set(_INCLUDED.findall(text)), libraries


@dataclass(frozen=True)
class Address:
    """A line of a file of addresses: the views' ``module``, ``name``, and what paths fit."""

    module: str
    name: str | None
    fitting: re.Pattern[str]


def read_addresses(path: Path, package: str) -> list[Address]:
    """What ``path(…)`` names in it; a view's module may be a package that gives it on."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    constants: dict[str, str] = {}
    imported: dict[str, str] = {}
    found: list[Address] = []
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                module = f"{_name_module(node, package)}.{alias.name}".lstrip(".")
                imported[alias.asname or alias.name] = module
        elif isinstance(node, ast.Assign) and isinstance(target := node.targets[0], ast.Name):
            constants[target.id] = _add_up(node.value, constants) or ""
        for call in ast.walk(node):
            match call:
                case ast.Call(func=ast.Name(id="path"), args=[route, view, *_], keywords=named):
                    text, seen = _add_up(route, constants), ast.unparse(view).split(".")
                    if text is None or seen[0] not in imported:
                        continue
                    names = [ast.literal_eval(one.value) for one in named if one.arg == "name"]
                    module = ".".join([imported[seen[0]], *seen[1:]])
                    fitting = _make_pattern(text, prefix=seen[-1] == "urls")
                    found.append(Address(module, names[0] if names else None, fitting))
    return found


def _name_module(node: ast.Import | ast.ImportFrom, package: str) -> str:
    return next(_read_import(node, package))[0] if isinstance(node, ast.ImportFrom) else ""


def _add_up(node: ast.expr, constants: dict[str, str]) -> str | None:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.Name(id=name):
            return constants.get(name)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            first, second = _add_up(left, constants), _add_up(right, constants)
            return None if first is None or second is None else first + second
    return None


def _make_pattern(route: str, *, prefix: bool) -> re.Pattern[str]:
    parts = re.split(r"<[^>]*>", route)
    return re.compile("/" + "[^/]+".join(map(re.escape, parts)) + (".*" if prefix else "$"))
