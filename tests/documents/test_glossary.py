"""The glossary has each name once, and every name in it is one of the code."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

from tests.documents.test_named_things import FOLDERS, ROOT

GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")


def list_names() -> list[str]:
    """Return the quoted names before the French words and the explanation, in their order."""
    entries = re.findall(r"^- (.*?)(?: \(\*|: )", GLOSSARY, re.MULTILINE)
    return [name for entry in entries for name in re.findall(r"`([^`]+)`", entry)]


@cache
def read_identifiers() -> frozenset[str]:
    """Every word of the product's sources: names, members, values of codes, names of addresses."""
    words: set[str] = set()
    for folder in FOLDERS:
        for path in Path(ROOT / folder).rglob("*.py"):
            words |= set(re.findall(r"[\w-]+|[?·]", path.read_text(encoding="utf-8")))
    return frozenset(words)


def test_a_name_stands_in_the_glossary_once() -> None:
    twice = [name for name, count in Counter(list_names()).items() if count > 1]
    assert list_names()
    assert not twice


def test_names_of_the_glossary_are_in_the_code() -> None:
    names = {name: re.split(r"[.,\s(]+", name.strip("()"))[-1] for name in list_names()}
    assert names
    missing = [name for name, last in names.items() if last not in read_identifiers()]
    assert not missing
