"""The journal of a game as a chain of digests: each row contains the digest of the one before,
and texts of people can still be erased (``docs/archive.md``).

A text does not enter a digest itself: its commitment does, which is computed with a salt. Erasing
a text deletes the text and its salt and keeps the commitment.
"""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any

from tournament.core.canonical import compute_digest

#: Version of this construction.
CHAIN_VERSION = 1
#: The field of a journal row with the name of the account that acted.
SIGNATURE_FIELD = "signed"
#: Fields that people write, by member of the archive; in the journal ``signed`` and fields of data.
TEXT_FIELDS: Mapping[str, tuple[str, ...]] = {
    "journal": (SIGNATURE_FIELD, "reason", "detail", "from"),
    "rulings": ("reason", "in_time"),
    "acts": ("reason",),
    "cases": ("grounds", "reason", "order"),
    "statements": ("speaker", "text"),
    "sittings": ("name",),
    "looks": ("motive", "reason"),
    "match_events": (SIGNATURE_FIELD, "reason"),
    "match_results": (SIGNATURE_FIELD, "reason"),
    "clock_events": (SIGNATURE_FIELD, "reason"),
    "calls": ("said", "otherwise"),
    "tournament_journal": (SIGNATURE_FIELD,),
}
#: Replaces an erased text, so that a required text is never empty.
ERASED_TEXT = "[…]"
#: Number of digits of a head that are displayed; titles and printed pages show all.
DISPLAYED_DIGITS = 16


def compute_commitment(salt: str, text: str) -> str:
    return sha256(f"{salt}{text}".encode()).hexdigest()


def make_salts(texts: Mapping[str, Any], new_salt: Callable[[], str]) -> dict[str, str]:
    """Make a salt for each of ``texts`` that is not empty."""
    return {name: new_salt() for name, text in texts.items() if text and isinstance(text, str)}


def compute_commitments(
    texts: Mapping[str, Any], salts: Mapping[str, str], erased: Mapping[str, str]
) -> dict[str, str]:
    """Return the commitments that a digest contains for ``texts``, including those ``erased``."""
    current = {name: compute_commitment(salt, texts.get(name, "")) for name, salt in salts.items()}
    return {**erased, **current}


def select_texts(signed: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """Select the texts that people wrote in a row of the journal."""
    texts = {name: data[name] for name in TEXT_FIELDS["journal"] if name in data}
    return texts | {SIGNATURE_FIELD: signed}


def start_chain(tournament: str, game: str) -> str:
    """Return the digest that the first row of a game follows, made of the uids of both."""
    return compute_digest({"chain": CHAIN_VERSION, "tournament": tournament, "game": game})


def compute_link(
    previous: str,
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
    return compute_digest({"prev": previous, **row})


def compute_row_link(previous: str, row: Mapping[str, Any]) -> str:
    """Return the digest of a row as the archive stores it (``docs/archive.md``, ``journal``)."""
    texts = select_texts(row["signed"], row["data"])
    return compute_link(
        previous,
        seq=row["seq"],
        kind=row["kind"],
        turn=row["turn"],
        at=row["at"],
        data=row["data"],
        texts=compute_commitments(texts, row["salts"], row["erased"]),
    )


def find_first_break(previous: str, rows: Iterable[Mapping[str, Any]]) -> int | None:
    """Return the number of the first row that is altered or missing; None: the chain is intact."""
    for expected, row in enumerate(rows, start=1):
        if row["seq"] != expected or compute_row_link(previous, row) != row["chain"]:
            return expected
        previous = row["chain"]
    return None
