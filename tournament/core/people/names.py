"""How names are read from a list, compared and looked for. Pure."""

import re
from collections.abc import Iterable

from engine.lexicon.word_list import fold

#: How apostrophes and hyphens of every kind are looked for.
_MARKS = str.maketrans(dict.fromkeys("’‘ʼ´`", "'") | dict.fromkeys("-‐‑‒–—", " "))
#: Letters whose stroke is no accent that could be taken off: « Łukasz » stands among the L.
_STROKES = str.maketrans("đðħıłøŧ", "ddhilot")


def folded(text: str) -> str:
    """``text`` as names are looked for and ordered: without case, accents, strokes and ligatures,
    with one kind of apostrophe, and single blanks for what else parts words."""
    return " ".join(fold(text).casefold().translate(_STROKES).translate(_MARKS).split())


def has_words(name: str, asked: str) -> bool:
    """Whether ``name``, folded, has every word of ``asked``."""
    return all(word in name for word in folded(asked).split())


#: « 12. », « 12) » and dashes before a name: how lists are numbered.
_NUMBERING = re.compile(r"^\s*(?:\d+\s*[.)°]\s*|[-–•*]\s+)")


def read_names(text: str) -> list[tuple[int, list[tuple[str, str]]]]:
    """The number of each line that is not blank, and the last and first name of each of its
    players; those of a pair are parted by « / »."""
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        people = [split_name(part) for part in _NUMBERING.sub("", line).split("/")]
        if any(last for last, _ in people):
            found.append((number, people))
    return found


#: Words that begin a last name of several: « Le Goff », « de la Tour », « Van den Berg ».
_PARTICLES = frozenset(
    ["de", "du", "des", "la", "le", "les", "van", "von", "der", "den", "del", "el", "ben"]
)


def split_name(written: str) -> tuple[str, str]:
    """Last name and first name: what stands before a comma, else what is in capitals, else the
    first word, with what it only begins, is the last name. What is told of the player keeps all of
    it anyway."""
    last, comma, first = (" ".join(part.split()) for part in written.partition(","))
    if comma:
        return last, first
    words = last.split()
    capitals = [len(word) > 1 and word.isupper() for word in words]
    if any(capitals) and not all(capitals):
        return (
            " ".join(word for word, loud in zip(words, capitals, strict=True) if loud),
            " ".join(word for word, loud in zip(words, capitals, strict=True) if not loud),
        )
    end = 1
    while end < len(words) - 1 and words[end - 1].casefold() in _PARTICLES:
        end += 1
    return " ".join(words[:end]), " ".join(words[end:])


def joined(names: Iterable[str]) -> str:
    """The name of an entry from those of its players."""
    return " / ".join(names)


def initial(last_name: str) -> str:
    """« D. »; empty for an empty name."""
    return f"{last_name[0].upper()}." if last_name else ""


def shortened(last_name: str, first_name: str) -> str:
    """First name and initial: « Lucas D. »."""
    return f"{first_name} {initial(last_name)}".strip()
