"""Bundling of a page's script or style sheet with its imports, for ``collectstatic``.

Browsers can load the sources too: ES modules and style sheets with ``@import``. One file spares the
first visit over a slow network some fifty requests. Pure functions: names and texts in, text out.
"""

import posixpath
import re
from collections.abc import Callable, Iterator

type ReadSource = Callable[[str], str]

IMPORT = re.compile(
    r"^(?:import|export)\s+(?:\{(?P<names>[^}]*)\}\s+from\s+)?\"(?P<path>\.[^\"]+)\";\n",
    re.MULTILINE,
)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
#: Statements that mean something else inside a function.
UNSUPPORTED = re.compile(r"^(?:import|export)\b.*|\bimport(?:\(|\.meta).*|^await\b.*", re.MULTILINE)
AT_IMPORT = re.compile(r"^@import \"(?P<path>[^\"]+)\"(?: (?P<media>[^;]+))?;\n", re.MULTILINE)
#: Comments on lines of their own: left out, every phone would load them.
COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*.*?\*/[ \t]*)\n", re.MULTILINE | re.DOTALL)


class BundleError(Exception):
    """A file that cannot be bundled; the message has its name and the statement."""


def list_modules(name: str, read_source: ReadSource) -> list[str]:
    """Return the modules that ``name`` imports in execution order, ``name`` last.

    Raise BundleError for an import cycle.
    """
    modules: list[str] = []

    def visit(module: str, importers: tuple[str, ...]) -> None:
        if module in importers:
            raise BundleError(f"{module}: imports itself, by {' '.join(importers)}")
        if module not in modules:
            for match in IMPORT.finditer(read_source(module)):
                visit(_resolve(module, match["path"]), (*importers, module))
            modules.append(module)

    visit(name, ())
    return modules


def bundle_script(name: str, read_source: ReadSource) -> str:
    """Return the text of one module without imports: ``name`` with all that it imports.

    Each imported module becomes a function that is called once and returns the exports, so that two
    modules may use the same names. Raise BundleError.
    """
    modules = list_modules(name, read_source)
    variables = {module: f"linked${index}" for index, module in enumerate(modules)}
    parts = []
    for module in modules[:-1]:
        body, exported_names = _convert_module(module, read_source(module), variables)
        return_statement = f"return {{ {', '.join(exported_names)} }};\n"
        parts.append(
            f"const {variables[module]} = (() => {{ // {module}\n{body}{return_statement}}})();\n"
        )
    entry_text, _ = _convert_module(name, read_source(name), variables, is_entry=True)
    return COMMENT.sub("", "".join([*parts, entry_text]))


def _convert_module(
    module: str, text: str, variables: dict[str, str], *, is_entry: bool = False
) -> tuple[str, list[str]]:
    """Return the text without imports and exports, and the exported names."""
    exported_names: list[str] = EXPORT.findall(text)

    def bind_imports(match: re.Match[str]) -> str:
        names = " ".join((match["names"] or "").split()).rstrip(",").replace(" as ", ": ")
        if match[0].startswith("export"):
            raise BundleError(f"{module}: {match[0].strip()}")
        return (
            f"const {{ {names} }} = {variables[_resolve(module, match['path'])]};\n"
            if names
            else ""
        )

    body = EXPORT.sub("", IMPORT.sub(bind_imports, text))
    unsupported = UNSUPPORTED.search(body)
    if unsupported and not (is_entry and unsupported[0].startswith("await")):
        raise BundleError(f"{module}: {unsupported[0]}")
    return body, exported_names


def bundle_styles(name: str, read_source: ReadSource) -> str:
    """Return the style sheet ``name`` with the imported sheets in place of the imports.

    Only sheets of its own folder: relative addresses stay valid. Raise BundleError.
    """
    return COMMENT.sub("", "".join(_join_styles(name, read_source, ())))


def _join_styles(name: str, read_source: ReadSource, importers: tuple[str, ...]) -> Iterator[str]:
    if name in importers:
        raise BundleError(f"{name}: imports itself, by {' '.join(importers)}")
    text = read_source(name)
    for match in AT_IMPORT.finditer(text):
        path = _resolve(name, match["path"])
        if posixpath.dirname(path) != posixpath.dirname(name):
            raise BundleError(f"{name}: {match[0].strip()}")
        part = "".join(_join_styles(path, read_source, (*importers, name)))
        yield f"@media {match['media']} {{\n{part}}}\n" if match["media"] else part
    remaining_text = AT_IMPORT.sub("", text)
    if "@import" in remaining_text:
        raise BundleError(f"{name}: an @import that is not a line of its own, in double quotes")
    yield remaining_text


def _resolve(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
