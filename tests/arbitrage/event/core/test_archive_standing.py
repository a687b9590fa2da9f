"""The archive that counts among those of a centre."""

import random
from itertools import permutations
from typing import Any

import msgspec

from arbitrage.event.core.archive_standing import ArchiveStanding, classify_archives
from arbitrage.event.core.contribution import Contribution
from tests.arbitrage.event.core.contributions import make_contribution
from tests.rows import every_row

_EMPTY = make_contribution([[1]])


def _make(content: str, head: int, *, tournament: str = "t", made_at: str = "1") -> Contribution:
    changes: dict[str, Any] = {"heads": [str(head)], "links": list(map(str, range(head + 1)))}
    changes |= {"content": content, "tournament": tournament, "made_at": made_at}
    entries = [msgspec.structs.replace(_EMPTY.entries[0], uid=f"{tournament}/0")]
    return msgspec.structs.replace(_EMPTY, **changes, entries=entries)


_FORK = msgspec.structs.replace(_make("fork", 2), heads=["x"], links=["0", "x"])
_ROWS: list[tuple[str, dict[str, tuple[str, Contribution]], list[ArchiveStanding]]] = [
    ("one", {"a": ("A", _make("1", 1))}, [ArchiveStanding.CURRENT]),
    (
        "later decision",
        {"a": ("A", _make("1", 1)), "b": ("A", _make("2", 5))},
        [ArchiveStanding.SUPERSEDED, ArchiveStanding.CURRENT],
    ),
    (
        "anonymised: same journals",
        {"a": ("A", _make("1", 1)), "b": ("A", _make("2", 1, made_at="2"))},
        [ArchiveStanding.SUPERSEDED, ArchiveStanding.CURRENT],
    ),
    (
        "the same again",
        {"a": ("A", _make("1", 1)), "b": ("A", _make("1", 1))},
        [ArchiveStanding.CURRENT, ArchiveStanding.SUPERSEDED],
    ),
    (
        "two histories",
        {"a": ("A", _make("1", 1)), "b": ("A", _FORK)},
        [ArchiveStanding.FORKED, ArchiveStanding.FORKED],
    ),
    (
        "two tournaments",
        {"a": ("A", _make("1", 1)), "b": ("A", _make("2", 1, tournament="u"))},
        [ArchiveStanding.FORKED, ArchiveStanding.FORKED],
    ),
    (
        "one tournament in two centres",
        {"a": ("A", _make("1", 1)), "b": ("B", _make("2", 3))},
        [ArchiveStanding.DOUBLED, ArchiveStanding.DOUBLED],
    ),
    (
        "one entry in two tournaments of two centres",
        {
            "a": ("A", _make("1", 1)),
            "b": ("B", msgspec.structs.replace(_make("2", 3), tournament="u")),
            "c": ("C", _make("3", 3, tournament="v")),
        },
        [ArchiveStanding.DOUBLED, ArchiveStanding.DOUBLED, ArchiveStanding.CURRENT],
    ),
    (
        "two centres",
        {"a": ("A", _make("1", 1)), "b": ("B", _make("2", 3, tournament="u"))},
        [ArchiveStanding.CURRENT, ArchiveStanding.CURRENT],
    ),
]


def test_the_order_of_arrival_does_not_matter() -> None:
    with every_row() as each:
        for name, archives, expected in _ROWS:
            with each(name):
                for order in permutations(archives.items()):
                    standings = classify_archives(dict(order))
                    assert [standings[key] for key in archives] == expected


def test_many_versions_leave_the_last() -> None:
    archives = {str(n): ("A", _make(str(n), n)) for n in range(30)}
    keys = list(archives)
    random.Random(3).shuffle(keys)
    standings = classify_archives({key: archives[key] for key in keys})
    current = [key for key, standing in standings.items() if standing is ArchiveStanding.CURRENT]
    assert current == ["29"]
