"""The security page answers every requirement once, and what it names is there."""

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from tests.rows import every_row

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "securite.md").read_text(encoding="utf-8")
#: Number and level of each requirement of ASVS 5.0.0 of the levels 1 and 2, in its order.
WANTED = (ROOT / "tests" / "samples" / "asvs-5.0.0.txt").read_text(encoding="utf-8")
MET, NOTHING_THERE, OPEN = "tenu", "sans objet", "**ouvert**"
_SUFFIXES = (".lock", ".md", ".py", ".toml", ".yml")


class Requirement(NamedTuple):
    """A row of a chapter's table."""

    number: str
    level: str
    said: str
    verdict: str
    where: str


def requirements() -> list[Requirement]:
    lines = re.findall(r"^\| (\d+\.\d+\.\d+) \|(.*)\|$", PAGE, re.MULTILINE)
    return [Requirement(number, *map(str.strip, rest.split("|"))) for number, rest in lines]


def places(text: str) -> list[str]:
    """Files, and what is said to be in them; addresses of the site begin with a stroke."""
    quoted = re.findall(r"`((?!\w+://)[^`\n]+)`", text)
    return [
        word for word in quoted if (word[0].isalnum() and "/" in word) or word.endswith(_SUFFIXES)
    ]


def is_there(place: str) -> bool:
    name, _, inside = place.partition(":")
    path, inside = ROOT / name, inside.removeprefix(":")
    if not inside:
        return path.exists()
    defined = rf"^\s*(?:async )?(?:def|class) {inside}\b|^{inside}\b.*="
    return path.is_file() and bool(re.search(defined, path.read_text(), re.MULTILINE))


def test_requirements_of_levels_1_and_2_are_answered_in_order() -> None:
    expected = [line.split() for line in WANTED.splitlines()]
    assert [[requirement.number, requirement.level] for requirement in requirements()] == expected
    assert len({number for number, _ in expected}) == len(expected) == 253


def test_verdicts_are_one_of_three_and_met_ones_have_proof() -> None:
    with every_row() as row:
        for requirement in requirements():
            with row(requirement.number):
                assert requirement.said
                assert requirement.where
                assert requirement.verdict in {MET, NOTHING_THERE, OPEN}
                sections = re.findall(r"« ([^»]+) »(?=[^«]*plus haut)", requirement.where)
                assert all(f"\n### {title}\n" in PAGE for title in sections)
                assert requirement.verdict != MET or places(requirement.where) or sections
                assert requirement.verdict != OPEN or "il faudrait" in requirement.where.lower()


def test_every_file_test_and_name_that_the_page_names_exists() -> None:
    named = places(PAGE)
    assert len(named) > 200
    with every_row() as row:
        for place in named:
            with row(place):
                assert is_there(place)
    assert not is_there("tests/documents/test_security_page.py::test_nothing")
    assert not is_there("nulle/part.py")


def test_the_page_counts_its_verdicts() -> None:
    verdicts = Counter(requirement.verdict for requirement in requirements())
    met, not_there, open_ = verdicts[MET], verdicts[NOTHING_THERE], verdicts[OPEN]
    summary = (
        f"{verdicts.total()} exigences ; {met} tenues, {not_there} sans objet, {open_} ouvertes"
    )
    assert summary in PAGE
