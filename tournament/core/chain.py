"""The journal of a game as a chain of digests: each row contains the digest of the one before,
and texts of people can still be erased (``docs/archive.md``).

A text does not enter a digest itself: its commitment does, which is computed with a salt. Erasing
a text deletes the text and its salt and keeps the commitment.
"""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any

from tournament.core.canonical import digest

#: Version of this construction.
VERSION = 1
#: The field of a journal row with the name of the account that acted.
SIGNED = "signed"
#: Fields that people write, by member of the archive; in the journal ``signed`` and fields of data.
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
#: Replaces an erased text, so that a required text is never empty.
ERASED = "[…]"
#: Number of digits of a head that are displayed; titles and printed pages show all.
SHORT = 16


def commitment(salt: str, text: str) -> str:
    return sha256(f"{salt}{text}".encode()).hexdigest()


def salted(texts: Mapping[str, Any], new_salt: Callable[[], str]) -> dict[str, str]:
    """Make a salt for each of ``texts`` that is not empty."""
    return {name: new_salt() for name, text in texts.items() if text and isinstance(text, str)}


def commitments(
    texts: Mapping[str, Any], salts: Mapping[str, str], erased: Mapping[str, str]
) -> dict[str, str]:
    """Return what a digest contains for ``texts``: commitments, including those ``erased``."""
    current = {name: commitment(salt, texts.get(name, "")) for name, salt in salts.items()}
    return {**erased, **current}


def texts_of(signed: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """Select the texts that people wrote in a row of the journal."""
    texts = {name: data[name] for name in TEXTS["journal"] if name in data}
    return texts | {SIGNED: signed}


def start(tournament: str, game: str) -> str:
    """Return the digest that the first row of a game follows, made of the uids of both."""
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
    """Return the digest of a row; ``turn`` is the ordinal, ``texts`` are commitments. Fields of
    ``data`` with a commitment enter as the commitment only."""
    plain_data = {name: value for name, value in data.items() if name not in texts}
    row = {"seq": seq, "kind": kind, "turn": turn, "at": at, "data": plain_data, "texts": texts}
    return digest({"prev": before, **row})


def link_of_row(before: str, row: Mapping[str, Any]) -> str:
    """Return the digest of a row as the archive stores it (``docs/archive.md``, ``journal``)."""
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
    """Return the number of the first row that is altered or missing; None: the chain is intact."""
    for expected, row in enumerate(rows, start=1):
        if row["seq"] != expected or link_of_row(before, row) != row["chain"]:
            return expected
        before = row["chain"]
    return None
