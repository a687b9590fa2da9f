"""Scripts and style sheets find what they use: htmx, imported names, custom properties."""

import re
from pathlib import Path

from config.assets.bundler import EXPORT, IMPORT
from tests.rows import every_row

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates"
JS, CSS = ROOT / "static" / "js", ROOT / "static" / "css"
HTMX = '{% include "components/htmx.html" %}'
_SCRIPTS = re.compile(r"{% block scripts %}(.*?){% endblock %}", re.DOTALL)


def test_htmx_comes_before_the_modules_that_ask_it() -> None:
    """News may come between two scripts: a module that htmx follows could not ask for them."""
    base = (TEMPLATES / "base.html").read_text()
    assert base.index("{% block scripts %}") < base.index("{% block frame_script %}")
    sources = {path: path.read_text() for path in TEMPLATES.rglob("*.html")}
    users = {path: source for path, source in sources.items() if HTMX in source}
    with every_row() as each:
        for path, source in users.items():
            with each(path.name):
                (scripts,) = _SCRIPTS.findall(source)
                assert HTMX in scripts
                assert "<script" not in scripts.split(HTMX)[0]


def test_imported_names_are_exported() -> None:
    with every_row() as each:
        for path in sorted(JS.rglob("*.js")):
            for match in IMPORT.finditer(path.read_text()):
                names = re.findall(r"(\w+)(?: as \w+)?\s*(?:,|$)", match["names"] or "")
                with each(f"{path.relative_to(JS)}: {match['path']}"):
                    exported = EXPORT.findall((path.parent / match["path"]).read_text())
                    assert set(names) <= set(exported)


def test_custom_properties_are_defined() -> None:
    sheets = "".join(path.read_text() for path in CSS.rglob("*.css"))
    scripts = "".join(path.read_text() for path in JS.rglob("*.js"))
    defined = set(re.findall(r"(--[\w-]+):", sheets))
    defined |= set(re.findall(r'setProperty\("(--[\w-]+)"', scripts))
    assert set(re.findall(r"var\((--[\w-]+)", sheets)) <= defined
    assert set(re.findall(r'getPropertyValue\("(--[\w-]+)"', scripts)) <= defined
