"""Bundling of a page's script or style sheet with its imports, for ``collectstatic``.

Browsers can load the sources too: ES modules and style sheets with ``@import``. One file spares the
first visit over a slow network some fifty requests. Pure functions: names and texts in, text out.
"""

import posixpath
import re
from collections.abc import Callable, Iterator

type Read = Callable[[str], str]

IMPORT = re.compile(
    r"^(?:import|export)\s+(?:\{(?P<names>[^}]*)\}\s+from\s+)?\"(?P<path>\.[^\"]+)\";\n",
    re.MULTILINE,
)
EXPORTED = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
#: Statements that mean something else inside a function.
UNSUPPORTED = re.compile(r"^(?:import|export)\b.*|\bimport(?:\(|\.meta).*|^await\b.*", re.MULTILINE)
AT_IMPORT = re.compile(r"^@import \"(?P<path>[^\"]+)\"(?: (?P<media>[^;]+))?;\n", re.MULTILINE)
#: Comments on lines of their own: left out, every phone would load them.
COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*.*?\*/[ \t]*)\n", re.MULTILINE | re.DOTALL)


class LinkError(Exception):
    """A file that cannot be bundled; the message has its name and the statement."""


def list_modules(name: str, read: Read) -> list[str]:
    """Return the modules that ``name`` imports in execution order, ``name`` last.

    Raise LinkError for an import cycle.
    """
    done: list[str] = []

    def visit(module: str, importers: tuple[str, ...]) -> None:
        if module in importers:
            raise LinkError(f"{module}: imports itself, by {' '.join(importers)}")
        if module not in done:
            for match in IMPORT.finditer(read(module)):
                visit(_resolve(module, match["path"]), (*importers, module))
            done.append(module)

    visit(name, ())
    return done


def link_script(name: str, read: Read) -> str:
    """Return the text of one module without imports: ``name`` with all that it imports.

    Each imported module becomes a function that is called once and returns the exports, so that two
    modules may use the same names. Raise LinkError.
    """
    modules = list_modules(name, read)
    number = {module: f"linked${at}" for at, module in enumerate(modules)}
    parts = []
    for module in modules[:-1]:
        body, exported = _unwrap(module, read(module), number)
        returned = f"return {{ {', '.join(exported)} }};\n"
        parts.append(f"const {number[module]} = (() => {{ // {module}\n{body}{returned}}})();\n")
    entry, _ = _unwrap(name, read(name), number, top=True)
    return COMMENT.sub("", "".join([*parts, entry]))


def _unwrap(
    module: str, text: str, number: dict[str, str], *, top: bool = False
) -> tuple[str, list[str]]:
    """Return the text without imports and exports, and the exported names."""
    exported: list[str] = EXPORTED.findall(text)

    def bind_imports(match: re.Match[str]) -> str:
        names = " ".join((match["names"] or "").split()).rstrip(",").replace(" as ", ": ")
        if match[0].startswith("export"):
            raise LinkError(f"{module}: {match[0].strip()}")
        return (
            f"const {{ {names} }} = {number[_resolve(module, match['path'])]};\n" if names else ""
        )

    body = EXPORTED.sub("", IMPORT.sub(bind_imports, text))
    unknown = UNSUPPORTED.search(body)
    if unknown and not (top and unknown[0].startswith("await")):
        raise LinkError(f"{module}: {unknown[0]}")
    return body, exported


def link_styles(name: str, read: Read) -> str:
    """Return the style sheet ``name`` with the imported sheets in place of the imports.

    Only sheets of its own folder: relative addresses stay valid. Raise LinkError.
    """
    return COMMENT.sub("", "".join(_join_styles(name, read, ())))


def _join_styles(name: str, read: Read, importers: tuple[str, ...]) -> Iterator[str]:
    if name in importers:
        raise LinkError(f"{name}: imports itself, by {' '.join(importers)}")
    text = read(name)
    for match in AT_IMPORT.finditer(text):
        path = _resolve(name, match["path"])
        if posixpath.dirname(path) != posixpath.dirname(name):
            raise LinkError(f"{name}: {match[0].strip()}")
        part = "".join(_join_styles(path, read, (*importers, name)))
        yield f"@media {match['media']} {{\n{part}}}\n" if match["media"] else part
    rest = AT_IMPORT.sub("", text)
    if "@import" in rest:
        raise LinkError(f"{name}: an @import that is not a line of its own, in double quotes")
    yield rest


def _resolve(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
