"""Data and markup of grids and words, for ``{% load grid %}``."""

from typing import Any

from django.utils.html import escape, format_html, format_html_join, json_script
from django.utils.safestring import SafeString

from engine.board.layout import STANDARD
from engine.board.letters import FRENCH
from engine.board.place import SIZE


def build_grid_data() -> dict[str, Any]:
    """Return premium squares and letter values for ``js/components/grid.js``."""
    return {
        "size": SIZE,
        "centre": list(STANDARD.centre),
        "premiums": [
            [STANDARD.get_premium(row, col) for col in range(SIZE)] for row in range(SIZE)
        ],
        "values": dict(FRENCH.values),
    }


def render_grid_data() -> SafeString:
    """Return the JSON that ``grid.js`` reads."""
    return json_script(build_grid_data(), "grid-data")


def render_word(text: str) -> SafeString:
    """Return a word as HTML; a lower-case letter, played with a joker, gets its own class (2.2)."""
    if text.isupper():  # nearly all words: the page of solutions has thousands
        letters = escape(text)
    else:
        letters = format_html_join("", "{}", ((_render_letter(letter),) for letter in text))
    return format_html('<span class="word" translate="no">{}</span>', letters)


def _render_letter(letter: str) -> SafeString | str:
    if letter.islower():
        return format_html('<span class="joker">{}</span>', letter.upper())
    return letter
