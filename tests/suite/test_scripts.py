"""Deferred scripts run in the order of the page: what others need comes before them."""

import re
from pathlib import Path

from tests.rows import every_row

TEMPLATES = Path(__file__).parents[2] / "templates"
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
