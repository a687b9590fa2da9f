"""What was asked of the club and what it answered, each with its moments, on one clock.

A line of the file is one operation on one object: ``register`` names its model (``models.py``),
``key`` the object. Any JSON may be given and answered; lists become tuples, which can be compared.
"""

import json
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.chaos.linear import Operation


class Thing(NamedTuple):
    """One object that operations are about."""

    register: str
    key: tuple[int, ...]


class History:
    """Noted from any thread; seconds count from its making."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._names = count()
        self._noted: dict[int, tuple[Thing, Operation]] = {}

    def now(self) -> float:
        return time.monotonic() - self._start

    def call(self, thing: Thing, who: str, action: str, given: Any = None) -> int:
        """Something is asked now; returns the name by which its answer is noted."""
        return self.note(thing, Operation(who, action, given, self.now()))

    def answer(self, name: int, outcome: Any) -> None:
        thing, asked = self._noted[name]
        self._noted[name] = thing, replace(asked, outcome=outcome, back=self.now())

    def read(self, thing: Thing, who: str, action: str, outcome: Any, *, since: float) -> None:
        """What was shown just now of what was asked ``since``."""
        self.note(thing, Operation(who, action, None, since, outcome, self.now()))

    def note(self, thing: Thing, operation: Operation) -> int:
        name = next(self._names)
        self._noted[name] = thing, operation
        return name

    def __iter__(self) -> Iterator[tuple[Thing, Operation]]:
        return iter(list(self._noted.values()))

    def write(self, path: Path) -> None:
        with path.open("w", encoding="utf-8") as file:
            for thing, operation in self:
                fields = thing._asdict() | asdict(operation)
                if not operation.answered:
                    del fields["outcome"], fields["back"]
                file.write(json.dumps(fields, ensure_ascii=False) + "\n")


def read_history(path: Path) -> list[tuple[Thing, Operation]]:
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = {name: as_value(value) for name, value in json.loads(line).items()}
        thing = Thing(fields.pop("register"), fields.pop("key"))
        found.append((thing, Operation(**fields)))
    return found


def as_value(content: Any) -> Any:
    """JSON that can be compared and be part of a state."""
    return tuple(map(as_value, content)) if isinstance(content, list | tuple) else content


def by_thing(history: Iterable[tuple[Thing, Operation]]) -> dict[Thing, list[Operation]]:
    found: dict[Thing, list[Operation]] = defaultdict(list)
    for thing, operation in history:
        found[thing].append(operation)
    return found
