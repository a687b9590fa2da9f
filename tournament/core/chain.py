"""The journal of a game as a chain: each row holds the one before it, and what people wrote can
still be erased (``docs/archive.md``).

A text of a person goes into no digest itself: its commitment does, which is made with a salt. Who
erases the text throws away the salt and keeps the commitment.
"""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any

from tournament.core.canonical import digest

#: Of this way of making it.
VERSION = 1
#: The field of a journal row that has the name of who acted.
SIGNED = "signed"
#: What people wrote, by member of the archive; of the journal ``signed``, and of its data these.
TEXTS: Mapping[str, tuple[str, ...]] = {
    "journal": (SIGNED, "reason", "detail", "from"),
    "rulings": ("reason", "in_time"),
    "acts": ("reason",),
    "cases": ("grounds", "reason", "order"),
    "statements": ("speaker", "text"),
    "sittings": ("name",),
    "looks": ("motive", "reason"),
    "match_events": (SIGNED, "reason"),
    "match_results": (SIGNED, "reason"),
    "calls": ("said", "otherwise"),
}
#: What stands in place of a text that was erased: where one is asked for, there still is one.
ERASED = "[…]"
#: Digits of a head that are shown; a title and the paper have all of them.
SHORT = 16


def commitment(salt: str, text: str) -> str:
    return sha256(f"{salt}{text}".encode()).hexdigest()


def salted(texts: Mapping[str, Any], new_salt: Callable[[], str]) -> dict[str, str]:
    """A salt for each of ``texts`` that says something."""
    return {name: new_salt() for name, text in texts.items() if text and isinstance(text, str)}


def commitments(
    texts: Mapping[str, Any], salts: Mapping[str, str], erased: Mapping[str, str]
) -> dict[str, str]:
    """What stands in a digest for ``texts``, those ``erased`` among them."""
    kept = {name: commitment(salt, texts.get(name, "")) for name, salt in salts.items()}
    return {**erased, **kept}


def texts_of(signed: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """What people wrote in a row of the journal."""
    found = {name: data[name] for name in TEXTS["journal"] if name in data}
    return found | {SIGNED: signed}


def start(tournament: str, game: str) -> str:
    """What the first row of a game holds on to: the uids of both."""
    return digest({"chain": VERSION, "tournament": tournament, "game": game})


def link(
    before: str,
    *,
    seq: int,
    kind: str,
    turn: int | None,
    at: str,
    data: Mapping[str, Any],
    texts: Mapping[str, str],
) -> str:
    """The chain of a row; ``turn`` is the ordinal, ``texts`` are commitments, of which a salted
    text or one erased is not read in ``data``."""
    told = {name: value for name, value in data.items() if name not in texts}
    row = {"seq": seq, "kind": kind, "turn": turn, "at": at, "data": told, "texts": texts}
    return digest({"prev": before, **row})


def link_of_row(before: str, row: Mapping[str, Any]) -> str:
    """The chain of a row as the archive has it (``docs/archive.md``, ``journal``)."""
    texts = texts_of(row["signed"], row["data"])
    return link(
        before,
        seq=row["seq"],
        kind=row["kind"],
        turn=row["turn"],
        at=row["at"],
        data=row["data"],
        texts=commitments(texts, row["salts"], row["erased"]),
    )


def first_break(before: str, rows: Iterable[Mapping[str, Any]]) -> int | None:
    """The number of the first row of a game that does not hold, or is missing; None: all hold."""
    for expected, row in enumerate(rows, start=1):
        if row["seq"] != expected or link_of_row(before, row) != row["chain"]:
            return expected
        before = row["chain"]
    return None
