"""How names are compared and looked for. Pure."""

from engine.lexicon.word_list import fold

#: How apostrophes and hyphens of every kind are looked for.
_MARKS = str.maketrans(dict.fromkeys("’‘ʼ´`", "'") | dict.fromkeys("-‐‑‒–—", " "))


def folded(text: str) -> str:
    """``text`` as names are looked for and ordered: without case, accents and ligatures, with one
    kind of apostrophe, and single blanks for what else parts words."""
    return " ".join(fold(text).casefold().translate(_MARKS).split())
