"""Articles that the product cites, in its docstrings, comments and texts."""

import re
import tokenize
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path

from tests.reach import ROOT

#: Sources of the classic game, whose regulation has numbers of its own.
_CLASSIC = ("tournament/classic", "arbitrage/classic", "engine/rules/classic")
_PRODUCT = ("engine", "tournament", "arbitrage")
#: What says which articles there are, and which are applied.
_LISTS = re.compile(r"migrations/|core/coverage(\.py$|/)|regulation/(articles|edition|values)")
_NUMBER = re.compile(r"(?<![\d.,:])\d+(?:\.\d+)+(?:\.[a-z]\b)?(?![.,]?\d)")
_READ = {tokenize.STRING, tokenize.COMMENT, tokenize.FSTRING_MIDDLE}


def _list_sources(*, classic: bool) -> Iterator[Path]:
    for folder in _PRODUCT:
        for path in (ROOT / folder).rglob("*.py"):
            name = path.relative_to(ROOT).as_posix()
            if name.startswith(_CLASSIC) is classic and not _LISTS.search(name):
                yield path


@cache
def list_cited(*, classic: bool) -> frozenset[str]:
    """Return the numbers of articles in the sources of the duplicate, or of the classic game."""
    numbers: set[str] = set()
    for path in _list_sources(classic=classic):
        if not _NUMBER.search(path.read_text(encoding="utf-8")):
            continue
        with tokenize.open(path) as source:
            for token in tokenize.generate_tokens(source.readline):
                if token.type in _READ:
                    numbers.update(_NUMBER.findall(token.string))
    return frozenset(numbers)


def find_contradicted(
    left_out: Iterable[str], applied: Collection[str], *, classic: bool
) -> set[str]:
    """Return those of ``left_out`` that the product cites, and so has a part in.

    A section that is cited stands for its articles, unless one of them is ``applied``.
    """
    cited = list_cited(classic=classic)

    def is_contradicted(number: str) -> bool:
        section = number.rpartition(".")[0]
        if number in cited:
            return True
        is_section_applied = any(other.startswith(f"{section}.") for other in applied)
        return "." in section and section in cited and not is_section_applied

    return set(filter(is_contradicted, left_out))
