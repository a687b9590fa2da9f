"""Documents and docstrings name only files, classes, commands, addresses, settings that exist."""

import ast
import builtins
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from pprint import pformat

from django.core.management import get_commands
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RegexPattern

from tournament.live.routing import websocket_urlpatterns

ROOT = Path(__file__).parents[2]
FOLDERS = ("engine", "tournament", "arbitrage", "config", "benchmarks", "tests")
#: The past, as it was called then.
HISTORY = {"CHANGELOG.md"}
SUFFIXES = (".py", ".js", ".css", ".html", ".md", ".typ", ".toml", ".yml", ".yaml", ".tsv", ".ini")
#: Names that are written as ours and are others'.
FOREIGN_CLASSES = {"PgBouncer", "WebSocket", "LibreOffice", "OpenType", "RegExp", "ModelForm"}
FOREIGN_SETTINGS = {"PYTHON_CPU_COUNT"}
_IGNORED = {".git", ".venv", ".local", "node_modules", "__pycache__", "test-results"}


@cache
def list_files() -> frozenset[str]:
    """Every file and folder of the repository, relative to its root."""
    names = set()
    folders = [ROOT]
    while folders:
        for path in folders.pop().iterdir():
            if path.name not in _IGNORED:
                names.add(path.relative_to(ROOT).as_posix())
                if path.is_dir():
                    folders.append(path)
    return frozenset(names)


@cache
def list_endings() -> dict[str, list[str]]:
    """The files and folders that each path, or end of a path, names."""
    endings: dict[str, list[str]] = {}
    for file in list_files():
        parts = file.split("/")
        for start in range(len(parts)):
            endings.setdefault("/".join(parts[start:]), []).append(file)
    return endings


@cache
def list_modules() -> dict[str, str]:
    """The sources of Python by dotted name of the module."""
    modules = {}
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            modules[".".join(parts).removesuffix(".__init__")] = path.read_text(encoding="utf-8")
    return modules


@cache
def list_names(module: str) -> frozenset[str]:
    """The names at the top of a module, ``Class.attribute`` among them."""
    return frozenset(_top_names(ast.parse(list_modules()[module]).body))


def _top_names(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        match node:
            case ast.ClassDef(name=name, body=inner):
                yield name
                yield from (f"{name}.{attribute}" for attribute in _top_names(inner))
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.TypeAlias(name=ast.Name(id=name)) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Assign(targets=targets):
                for target in targets:
                    yield from (n.id for n in ast.walk(target) if isinstance(n, ast.Name))
            case ast.ImportFrom(names=names) | ast.Import(names=names):
                yield from (alias.asname or alias.name for alias in names)


@cache
def read_scripts() -> str:
    paths = (ROOT / "static" / "js").rglob("*.js")
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


@cache
def is_class(name: str) -> bool:
    """``name``: a class, type alias or constant of Python, or an exported class of scripts.

    Only modules in which the word stands are parsed.
    """
    if name in FOREIGN_CLASSES or hasattr(builtins, name):
        return True
    if any(name in text and name in list_names(module) for module, text in list_modules().items()):
        return True
    return re.search(rf"\bclass {name}\b", read_scripts()) is not None


def is_file(name: str) -> bool:
    """``name``: a path, or the end of one; what follows a colon is in it."""
    path, _, inside = name.partition(":")
    path = path.rstrip("/")
    matches = list_endings().get(path, [])
    if not inside or not path.endswith(".py"):
        return bool(matches)
    return any(inside in (ROOT / match).read_text(encoding="utf-8") for match in matches)


def is_module(name: str) -> bool:
    """``name``: a dotted name of a module or of what it defines; its first parts may be missing."""
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        module, inside = ".".join(parts[:cut]), ".".join(parts[cut:])
        for path in list_modules():
            ends = path == module or path.endswith(f".{module}")
            if ends and (
                not inside or not {inside, inside.split(".")[0]}.isdisjoint(list_names(path))
            ):
                return True
    return is_file("/".join(parts))


@cache
def list_addresses() -> tuple[re.Pattern[str], ...]:
    sockets = URLResolver(RegexPattern(""), websocket_urlpatterns)
    patterns = [*_patterns(get_resolver(), "/"), *_patterns(sockets, "/")]
    return tuple(re.compile(pattern) for pattern in patterns)


def _patterns(resolver: URLResolver, prefix: str) -> Iterator[str]:
    for entry in resolver.url_patterns:
        route = re.sub(r"<[^>]+>", "<x>", prefix + str(entry.pattern).lstrip("^").rstrip("$"))
        if isinstance(entry, URLPattern):
            yield re.escape(route).replace("<x>", "[^/]+") + "$"
        else:
            yield from _patterns(entry, route)


def is_address(name: str) -> bool:
    """``name``: an address of the site; what is in angle brackets, or an ellipsis, is any value."""
    path = re.sub(r"<[^>]+>|…|\.\.\.", "x", re.split(r"[?#]", name)[0])
    return any(pattern.match(path) or pattern.match(f"{path}/") for pattern in list_addresses())


@cache
def list_targets() -> frozenset[str]:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    return frozenset(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))


def is_command(text: str) -> bool:
    """``text``: a call of make, manage.py or a module of Python, with its variables before it."""
    program, *rest = re.sub(r"^(\S+=\S+ )+", "", text).split()
    if program == "make":
        targets = [word for word in rest if re.fullmatch(r"[a-z][a-z-]*", word)]
        return all(target in list_targets() for target in targets[:1])
    if program.endswith("manage.py"):
        return not rest or rest[0] in get_commands()
    module = rest[1] if rest[:1] == ["-m"] and len(rest) > 1 else ""
    foreign = module.split(".")[0] not in FOLDERS
    return foreign or module in list_modules() or f"{module}.__main__" in list_modules()


@cache
def read_configuration() -> str:
    """The text in which settings and variables of the environment are read."""
    files = [*(ROOT / "config").rglob("*.py"), *ROOT.glob("*.yml"), ROOT / "Makefile"]
    files += [*(ROOT / "tests").glob("*.py"), *(ROOT / "benchmarks").rglob("*.py")]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def is_setting(name: str) -> bool:
    name = name.partition("=")[0].removesuffix("_FILE")
    return name in read_configuration() or is_class(name) or name in FOREIGN_SETTINGS


#: How a thing that is named is told from others, and looked up.
KINDS: tuple[tuple[str, re.Pattern[str], Callable[[str], bool]], ...] = (
    (
        "command",
        re.compile(r"(?:\S+=\S+ )*(?:make|\S*manage\.py|\S*python) [\w-].*"),
        is_command,
    ),
    (
        "file",
        re.compile(rf"[\w.-][\w./-]*({'|'.join(map(re.escape, SUFFIXES))})(:[\w.]+)?"),
        is_file,
    ),
    ("folder", re.compile(rf"(?:{'|'.join(FOLDERS)}|templates|static|docs|cases)/[\w/]*"), is_file),
    ("address", re.compile(r"/(?:[\w.<>…-]+/)+(?:\?.*)?"), is_address),
    (
        "module",
        re.compile(
            r"(?:engine|tournament|arbitrage|config|core|models|queries|protocol|services|presentation"
            r"|views|live|ports)(?:\.[a-z_]\w*)+(?:\.\w+)*"
        ),
        is_module,
    ),
    ("class", re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+"), is_class),
    ("setting", re.compile(r"[A-Z]{2,}(?:_[A-Z]+)+(?:=\S+)?"), is_setting),
)


def find_missing(text: str, quotes: str) -> Iterator[str]:
    for match in re.finditer(rf"(?<!`){quotes}([^`\n]+){quotes}(?!`)", text):
        name = match[1].strip()
        for kind, pattern, exists in KINDS:
            if pattern.fullmatch(name):
                if not exists(name):
                    line = text.count("\n", 0, match.start()) + 1
                    yield f"line {line}: {kind} {name}"
                break


def list_documents() -> Iterator[tuple[str, list[str]]]:
    for path in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]):
        if path.name not in HISTORY:
            text = path.read_text(encoding="utf-8")
            yield path.relative_to(ROOT).as_posix(), list(find_missing(text, "`"))


def list_sources() -> Iterator[tuple[str, list[str]]]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            yield path.relative_to(ROOT).as_posix(), list(find_missing(text, "``"))


def test_documents_name_what_exists() -> None:
    missing = {name: names for name, names in list_documents() if names}
    assert not missing, pformat(missing)


def test_docstrings_and_comments_name_what_exists() -> None:
    missing = {name: names for name, names in list_sources() if names}
    assert not missing, pformat(missing)


def test_a_missing_thing_of_every_kind_is_found() -> None:
    text = (
        "`make nothing` `docs/none.md` `tournament/nowhere/` `/no/such/page/`"
        " `services.nothing.here` `NoSuchClass` `NO_SUCH_SETTING`"
    )
    assert len(list(find_missing(text, "`"))) == len(KINDS)
