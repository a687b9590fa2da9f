"""Joins the files that a page's script or style sheet imports into one, for ``collectstatic``.

The sources stay ES modules and style sheets with ``@import``, which browsers read as they lie; only
a first visit over a slow network is spared the fifty questions. Pure: names and texts in, text out.
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
#: What would mean something else once it stands inside a function.
UNKNOWN = re.compile(r"^(?:import|export)\b.*|\bimport(?:\(|\.meta).*|^await\b.*", re.MULTILINE)
AT_IMPORT = re.compile(r"^@import \"(?P<path>[^\"]+)\"(?: (?P<media>[^;]+))?;\n", re.MULTILINE)
#: Comments that stand on lines of their own: nobody reads them there, and every phone loads them.
REMARK = re.compile(r"^[ \t]*(?://[^\n]*|/\*.*?\*/[ \t]*)\n", re.MULTILINE | re.DOTALL)


class LinkError(Exception):
    """A file that cannot be joined to others; the message names it and what stands there."""


def modules_of(name: str, read: Read) -> list[str]:
    """Names of the modules of ``name``'s graph as a browser runs them: imported before importing.

    Raises LinkError for a circle.
    """
    done: list[str] = []

    def visit(one: str, above: tuple[str, ...]) -> None:
        if one in above:
            raise LinkError(f"{one}: imports itself, by {' '.join(above)}")
        if one not in done:
            for found in IMPORT.finditer(read(one)):
                visit(_beside(one, found["path"]), (*above, one))
            done.append(one)

    visit(name, ())
    return done


def link_script(name: str, read: Read) -> str:
    """The module ``name`` and all that it imports in one module without imports.

    Each other module becomes a function that is called once and gives what the module exports, so
    that two may use the same names inside. Raises LinkError.
    """
    modules = modules_of(name, read)
    number = {module: f"linked${at}" for at, module in enumerate(modules)}
    parts = []
    for module in modules[:-1]:
        body, exported = _unwrapped(module, read(module), number)
        returned = f"return {{ {', '.join(exported)} }};\n"
        parts.append(f"const {number[module]} = (() => {{ // {module}\n{body}{returned}}})();\n")
    own, _ = _unwrapped(name, read(name), number, top=True)
    return REMARK.sub("", "".join([*parts, own]))


def _unwrapped(
    module: str, text: str, number: dict[str, str], *, top: bool = False
) -> tuple[str, list[str]]:
    """The text without imports and exports, and the names that it exports."""
    exported: list[str] = EXPORTED.findall(text)

    def bound(found: re.Match[str]) -> str:
        names = " ".join((found["names"] or "").split()).rstrip(",").replace(" as ", ": ")
        if found[0].startswith("export"):
            raise LinkError(f"{module}: {found[0].strip()}")
        return f"const {{ {names} }} = {number[_beside(module, found['path'])]};\n" if names else ""

    body = EXPORTED.sub("", IMPORT.sub(bound, text))
    unknown = UNKNOWN.search(body)
    if unknown and not (top and unknown[0].startswith("await")):
        raise LinkError(f"{module}: {unknown[0]}")
    return body, exported


def link_styles(name: str, read: Read) -> str:
    """The style sheet ``name`` with what it imports in place of the imports.

    Only from its own folder: relative addresses inside mean the same then. Raises LinkError.
    """
    return REMARK.sub("", "".join(_joined(name, read, ())))


def _joined(name: str, read: Read, above: tuple[str, ...]) -> Iterator[str]:
    if name in above:
        raise LinkError(f"{name}: imports itself, by {' '.join(above)}")
    text = read(name)
    for found in AT_IMPORT.finditer(text):
        path = _beside(name, found["path"])
        if posixpath.dirname(path) != posixpath.dirname(name):
            raise LinkError(f"{name}: {found[0].strip()}")
        part = "".join(_joined(path, read, (*above, name)))
        yield f"@media {found['media']} {{\n{part}}}\n" if found["media"] else part
    rest = AT_IMPORT.sub("", text)
    if "@import" in rest:
        raise LinkError(f"{name}: an @import that is not a line of its own, in double quotes")
    yield rest


def _beside(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
