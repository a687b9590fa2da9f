"""The security page answers every requirement once, and what it names is there."""

import re
from pathlib import Path
from typing import NamedTuple

from tests.rows import every_row

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "securite.md").read_text(encoding="utf-8")
#: Number and level of each requirement of ASVS 5.0.0 of the levels 1 and 2.
WANTED = (ROOT / "tests" / "samples" / "asvs-5.0.0.txt").read_text(encoding="utf-8")
_SUFFIXES = (".lock", ".md", ".py", ".toml", ".yml")
_NUMBER = r"\d+\.\d+\.\d+"
#: Numbers, and ranges of them: « 6.8.1 à 6.8.4 ».
_NUMBERS = rf"{_NUMBER}(?:(?:, | à ){_NUMBER})*"
EXPECTED = [line.split()[0] for line in WANTED.splitlines()]


class Requirement(NamedTuple):
    """A line of a list: one requirement, or those that are answered alike."""

    numbers: list[str]
    answer: str


def expand_ranges(numbers: str) -> list[str]:
    expanded = []
    for part in numbers.split(", "):
        first, _, last = part.partition(" à ")
        expanded += EXPECTED[EXPECTED.index(first) : EXPECTED.index(last or first) + 1]
    return expanded


def list_requirements(title: str) -> list[Requirement]:
    """Return the list under a heading of the second level."""
    section = PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    lines = re.findall(rf"^- \*\*({_NUMBERS})\*\* (.+)$", section, re.MULTILINE)
    return [Requirement(expand_ranges(numbers), answer) for numbers, answer in lines]


MET = list_requirements("Exigences tenues")
NOTHING_THERE = list_requirements("Exigences sans objet")
OPEN = list_requirements("Exigences ouvertes")


def list_numbers(requirements: list[Requirement]) -> list[str]:
    return [number for requirement in requirements for number in requirement.numbers]


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


def test_every_requirement_of_levels_1_and_2_is_answered_once() -> None:
    assert sorted(list_numbers([*OPEN, *MET, *NOTHING_THERE])) == sorted(EXPECTED)
    assert len(set(EXPECTED)) == len(EXPECTED) == 253


def test_met_requirements_have_proof_and_open_ones_a_reason() -> None:
    with every_row() as row:
        for requirement in [*MET, *OPEN, *NOTHING_THERE]:
            with row(", ".join(requirement.numbers)):
                sections = re.findall(r"« ([^»]+) »", requirement.answer)
                assert all(f"\n### {title}\n" in PAGE for title in sections)
                assert requirement not in MET or places(requirement.answer) or sections
                assert requirement not in OPEN or "il faudrait" in requirement.answer


def test_every_file_test_and_name_that_the_page_names_exists() -> None:
    named = places(PAGE)
    assert len(named) > 200
    with every_row() as row:
        for place in named:
            with row(place):
                assert is_there(place)
    assert not is_there("tests/documents/test_security_page.py::test_nothing")
    assert not is_there("nulle/part.py")


def test_the_page_counts_its_answers() -> None:
    met, not_there, open_ = (len(list_numbers(rows)) for rows in (MET, NOTHING_THERE, OPEN))
    summary = (
        f"{met + not_there + open_} exigences ; {met} tenues, {not_there} sans objet,"
        f" {open_} ouvertes"
    )
    assert summary in PAGE
