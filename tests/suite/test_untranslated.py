"""Letters, words, places and names are marked as not to be translated by a browser."""

import re
from pathlib import Path

from tests.rows import every_row

TEMPLATES = Path(__file__).parents[2] / "templates"
#: An opening tag, with the template's own tags in it.
TAG = r"<[a-z0-9]+\b(?:[^<>{}]|\{\{.*?\}\}|\{%.*?%\})*"
#: Tags of tiles, words, grids and places, and those that contain the name of a person.
MARKED = (
    re.compile(TAG + r'class="(?:tiles|word|ref|grid-host|squares|squared|keypad)[" ][^>]*>'),
    re.compile(TAG + r">(?=\{\{ (?:[\w.]*\.)?(?:entry|entrant|face|slip\.entry)\.name \}\})"),
)
LANGUAGE = re.compile(r'<html lang="(?:fr|\{% get_current_language)')


def test_letters_words_and_names_are_not_translated() -> None:
    with every_row() as row:
        for path in sorted(TEMPLATES.rglob("*.html")):
            text = path.read_text()
            with row(path.relative_to(TEMPLATES)):
                tags = [tag for pattern in MARKED for tag in pattern.findall(text)]
                unmarked = [tag for tag in tags if not re.match(r"<(?:title|option|label)", tag)]
                assert [tag for tag in unmarked if 'translate="no"' not in tag] == []
                assert len(LANGUAGE.findall(text)) == text.count("<html ")
