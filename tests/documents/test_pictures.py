"""The program of the manual's pictures finds what it looks for on the pages."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("templates", "static/js", "tournament", "arbitrage")
FINDERS = {"get_by_label", "get_by_role", "get_by_text"}


def list_texts_looked_for() -> set[str]:
    """Return the texts by which elements are found; those with a number are built by the page."""
    texts = set()
    for path in (ROOT / "scripts" / "pictures").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in FINDERS
            ):
                values = [word.value for word in node.keywords if word.arg == "name"]
                if node.func.attr != "get_by_role":  # its first argument is the role
                    values += node.args
                texts |= {
                    value.value
                    for value in values
                    if isinstance(value, ast.Constant) and isinstance(value.value, str)
                }
    return {text for text in texts if not any(map(str.isdigit, text))}


def test_texts_that_pictures_look_for_are_on_pages() -> None:
    files = [file for folder in PAGES for file in (ROOT / folder).rglob("*") if file.is_file()]
    sources = "\n".join(
        file.read_text() for file in files if file.suffix in {".html", ".js", ".py"}
    )
    assert not {text for text in list_texts_looked_for() if text not in sources}
