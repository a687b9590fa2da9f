"""Which tests meet which lines of the product."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from benchmarks.mutants.sites import Mutant

type Answer = dict[str, Any]


@dataclass
class Coverage:
    """What the tests of one state of the tree do without mutants."""

    #: By test; and file of the product → line → tests.
    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[int, set[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(set))
    )
    failed: set[str] = field(default_factory=set)

    def add(self, answers: Iterable[Answer], shares: dict[str, list[str]]) -> None:
        users: dict[str, list[str]] = defaultdict(list)
        for test, names in shares.items():
            for name in names:
                users[name].append(test)
        for answer in answers:
            self.seconds |= answer["seconds"]
            self.failed |= set(answer["failed"])
            for test, found in answer["lines"].items():
                self._note(found, [test])
            for name, found in answer["shared"].items():
                self._note(found, users[name])

    def _note(self, found: dict[str, list[int]], tests: list[str]) -> None:
        for path, numbers in found.items():
            for number in numbers:
                self.lines[path][number].update(tests)

    def tests(self, mutant: Mutant) -> list[str]:
        """Those that meet the change: of the file named like its module first, then the fastest."""
        here = self.lines.get(mutant.path, {})
        met = set().union(*(here.get(line, ()) for line in mutant.lines)) - self.failed
        stem = PurePath(mutant.path).stem
        return sorted(met, key=lambda test: (not _named(test, stem), self.seconds.get(test, 9e9)))


def _named(test: str, stem: str) -> bool:
    return PurePath(file_of(test)).stem == f"test_{stem}"


def only_files(answer: Answer, files: set[str]) -> Answer:
    """A kept answer without the tests of files that have changed."""
    return answer | {
        "lines": {test: at for test, at in answer["lines"].items() if file_of(test) in files},
        "seconds": {test: s for test, s in answer["seconds"].items() if file_of(test) in files},
        "failed": [test for test in answer["failed"] if file_of(test) in files],
    }


def file_of(test: str) -> str:
    return test.split("::", maxsplit=1)[0]
