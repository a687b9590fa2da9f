"""Reading, comparing and searching names. Pure."""

import re
from collections.abc import Iterable
from functools import lru_cache
from unicodedata import normalize

from engine.board.letters import remove_accents

#: Letters of names that are neither accented nor a ligature: « Łukasz » is sorted among the L.
#: Some apostrophes are letters in Unicode.
_LETTERS = str.maketrans(
    dict(zip("đðħıłŋøŧ", "ddhilnot", strict=True)) | {"þ": "th"} | dict.fromkeys("ʹʻʼˈ", " ")
)
_WORDS = re.compile(r"[^\W_]+")


@lru_cache(maxsize=2**15)  # a name of a list is compared with many
def fold_name(text: str) -> str:
    """Return ``text`` in the form in which names, headings and codes are compared, searched and
    ordered: words of small letters and digits, without accents, strokes and ligatures."""
    if not text.isascii():
        text = remove_accents(normalize("NFKC", text)).casefold().translate(_LETTERS)
    return " ".join(_WORDS.findall(text.lower()))


def fold_licence(licence: str) -> str:
    """Return a licence as it is compared: "1234" for "00 12-34"; empty for "0" and "-", which
    people write where there is none."""
    return fold_name(licence).replace(" ", "").lstrip("0")


def split_query(query: str) -> list[str]:
    """Return the words that are searched in folded names; signs alone are in none of them."""
    return fold_name(query).split() or query.split()


def has_words(name: str, query: str) -> bool:
    """Return True if ``name``, folded, contains every word of ``query``."""
    return all(word in name for word in split_query(query))


#: « 12. », « 12) » and dashes before a name, in numbered lists.
_NUMBERING = re.compile(r"^\s*(?:\d+\s*[.)°]\s*|[-–•*]\s+)")


def read_names(text: str) -> list[tuple[int, list[tuple[str, str]]]]:
    """Return the number of each line that is not blank, with the last and first names of its
    players; a pair is separated by « / »."""
    lines = []
    for number, line in enumerate(text.splitlines(), start=1):
        people = [split_name(part) for part in _NUMBERING.sub("", line).split("/")]
        if any(last for last, _ in people):
            lines.append((number, people))
    return lines


#: Words that begin a last name of several words: « Le Goff », « de la Tour », « Van den Berg ».
_PARTICLES = frozenset(
    ["de", "du", "des", "la", "le", "les", "van", "von", "der", "den", "del", "el", "ben"]
)


def split_name(text: str) -> tuple[str, str]:
    """Return last name and first name. The last name is what stands before a comma or, pasted from
    a spreadsheet, before a tab, else the words in capitals, else the first word with the particles
    before it."""
    text = text.strip()
    separator = "\t" if "\t" in text else ","
    last, first = (" ".join(part.split()) for part in text.partition(separator)[::2])
    if separator in text:
        return last, first
    words = last.split()
    capitals = [len(word) > 1 and word.isupper() for word in words]
    if any(capitals) and not all(capitals):
        return (
            " ".join(word for word, capital in zip(words, capitals, strict=True) if capital),
            " ".join(word for word, capital in zip(words, capitals, strict=True) if not capital),
        )
    end = 1
    while end < len(words) - 1 and words[end - 1].casefold() in _PARTICLES:
        end += 1
    return " ".join(words[:end]), " ".join(words[end:])


def join_names(names: Iterable[str]) -> str:
    """Join the names of the players of an entry."""
    return " / ".join(names)


def make_initial(last_name: str) -> str:
    """Return « D. »; empty for an empty name."""
    return f"{last_name[0].upper()}." if last_name else ""


def shorten_name(last_name: str, first_name: str) -> str:
    """Return first name and initial: « Lucas D. »."""
    return f"{first_name} {make_initial(last_name)}".strip()
