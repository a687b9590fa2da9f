"""The digests of rulings, acts, papers, looks and cases in a row of the journal.

For solutions see ``tournament.core.solution_digests``. Lines are those of the archive, or have at
least the fields that are bound.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

from tournament.core.canonical import compute_digest, compute_digest_of_lines
from tournament.core.chain import TEXTS, compute_commitments


class BoundKind(StrEnum):
    RULINGS = "rulings"
    ACTS = "acts"
    PAPERS = "papers"
    LOOKS = "looks"
    CASES = "cases"
    SOLUTIONS = "solutions"


#: Keys in the data of a journal row: the digests of what came with it, and those of the acts that
#: follow from the rules alone.
BOUND, BY_RULE = "bound", "by_rule"
#: The fields of a line that are bound unchanged.
FIELDS: Mapping[BoundKind, tuple[str, ...]] = {
    BoundKind.RULINGS: (
        *("entry", "version", "status", "origin", "rev", "key", "received", "points", "gross"),
        *("sanction", "motives", "article", "in_time_article", "came_since"),
    ),
    BoundKind.ACTS: ("uid", "entry", "kind", "data", "takes_back", "article", "automatic"),
    BoundKind.PAPERS: (
        *("entry", "version", "rows", "struck", "reference", "score", "state", "contests"),
    ),
    #: Their state at that time: the last row about a look or a case counts.
    BoundKind.LOOKS: (
        *("uid", "entry", "version", "settled_version", "points", "sanction", "state", "at"),
        "settled_at",
    ),
    BoundKind.CASES: (
        *("uid", "number", "entry", "subject", "act", "origin", "version", "article", "filed_at"),
        *("state", "closed_at", "decision_version", "order_done_at", "informed_at"),
    ),
}


def digest_of_rulings(lines: Iterable[Mapping[str, Any]]) -> str:
    """Return the digest of rulings in any order. Equal bulletins share one verdict, read once."""
    ordered = sorted(lines, key=lambda line: (line["entry"], line["version"]))
    verdicts: dict[int, str] = {}
    reduced = []
    for line in ordered:
        verdict = line["verdict"]
        if id(verdict) not in verdicts:
            verdicts[id(verdict)] = compute_digest(verdict)
        bound = _with_texts(BoundKind.RULINGS, line)
        reduced.append(bound | {"verdict": verdicts[id(verdict)]})
    return compute_digest_of_lines(reduced)


def digest_of_acts(lines: Iterable[Mapping[str, Any]]) -> str:
    return compute_digest_of_lines(_with_texts(BoundKind.ACTS, line) for line in lines)


def digest_of_look(line: Mapping[str, Any]) -> str:
    return compute_digest_of_lines([_with_texts(BoundKind.LOOKS, line)])


def digest_of_papers(lines: Iterable[Mapping[str, Any]]) -> str:
    """Return the digest of typed bulletins, in the order in which the journal names them."""
    return compute_digest_of_lines(_reduced(BoundKind.PAPERS, line) for line in lines)


def digest_of_case(
    case: Mapping[str, Any],
    statements: Iterable[Mapping[str, Any]],
    sittings: Iterable[Mapping[str, Any]],
) -> str:
    """Return the digest of a case with its statements and sittings, each in the order written."""
    statement_digests = (
        {"at": statement["at"], "texts": _texts("statements", statement)}
        for statement in statements
    )
    sitting_digests = ({"texts": _texts("sittings", sitting)} for sitting in sittings)
    return compute_digest_of_lines(
        [_with_texts(BoundKind.CASES, case), *statement_digests, *sitting_digests]
    )


def digest_of_received(written: Mapping[str, Any], *, paper: bool) -> str:
    """Return the digest of what was handed in, to the character.

    ``written`` is a line of ``bulletins`` or ``late``, or on ``paper`` of ``papers``.
    """
    fields = ("rows", "struck", "reference", "score", "state" if paper else "at")
    return compute_digest({name: written[name] for name in fields})


def _reduced(kind: BoundKind, line: Mapping[str, Any]) -> dict[str, Any]:
    return {name: line[name] for name in FIELDS[kind]}


def _with_texts(kind: BoundKind, line: Mapping[str, Any]) -> dict[str, Any]:
    return _reduced(kind, line) | {"texts": _texts(kind, line)}


def _texts(member: str, line: Mapping[str, Any]) -> dict[str, str]:
    texts = {name: line[name] for name in TEXTS[member]}
    return compute_commitments(texts, line["salts"], line["erased"])
