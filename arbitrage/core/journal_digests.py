"""The digests of rulings, acts, papers, looks and cases in a row of the journal.

For solutions see ``tournament.core.solution_digests``. Lines are those of the archive, or have at
least the fields that are bound.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

from tournament.core.canonical import compute_digest, compute_digest_of_lines
from tournament.core.chain import TEXT_FIELDS, compute_commitments


class DigestKind(StrEnum):
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
DIGEST_FIELDS: Mapping[DigestKind, tuple[str, ...]] = {
    DigestKind.RULINGS: (
        *("entry", "version", "status", "origin", "rev", "key", "received", "points", "gross"),
        *("sanction", "motives", "article", "in_time_article", "came_since"),
    ),
    DigestKind.ACTS: ("uid", "entry", "kind", "data", "takes_back", "article", "automatic"),
    DigestKind.PAPERS: (
        *("entry", "version", "rows", "struck", "reference", "score", "state", "contests"),
    ),
    #: Their state at that time: the last row about a look or a case counts.
    DigestKind.LOOKS: (
        *("uid", "entry", "version", "settled_version", "points", "sanction", "state", "at"),
        "settled_at",
    ),
    DigestKind.CASES: (
        *("uid", "number", "entry", "subject", "act", "origin", "version", "article", "filed_at"),
        *("state", "closed_at", "decision_version", "order_done_at", "informed_at"),
    ),
}


def compute_rulings_digest(lines: Iterable[Mapping[str, Any]]) -> str:
    """Return the digest of rulings in any order. Equal bulletins share one verdict, read once."""
    ordered = sorted(lines, key=lambda line: (line["entry"], line["version"]))
    verdicts: dict[int, str] = {}
    bound_lines = []
    for line in ordered:
        verdict = line["verdict"]
        if id(verdict) not in verdicts:
            verdicts[id(verdict)] = compute_digest(verdict)
        fields = _select_fields_and_texts(DigestKind.RULINGS, line)
        bound_lines.append(fields | {"verdict": verdicts[id(verdict)]})
    return compute_digest_of_lines(bound_lines)


def compute_acts_digest(lines: Iterable[Mapping[str, Any]]) -> str:
    return compute_digest_of_lines(
        _select_fields_and_texts(DigestKind.ACTS, line) for line in lines
    )


def compute_look_digest(line: Mapping[str, Any]) -> str:
    return compute_digest_of_lines([_select_fields_and_texts(DigestKind.LOOKS, line)])


def compute_papers_digest(lines: Iterable[Mapping[str, Any]]) -> str:
    """Return the digest of typed bulletins, in the order in which the journal names them."""
    return compute_digest_of_lines(_select_fields(DigestKind.PAPERS, line) for line in lines)


def compute_case_digest(
    case: Mapping[str, Any],
    statements: Iterable[Mapping[str, Any]],
    sittings: Iterable[Mapping[str, Any]],
) -> str:
    """Return the digest of a case with its statements and sittings, each in the order written."""
    statement_digests = (
        {"at": statement["at"], "texts": _commit_texts("statements", statement)}
        for statement in statements
    )
    sitting_digests = ({"texts": _commit_texts("sittings", sitting)} for sitting in sittings)
    return compute_digest_of_lines(
        [_select_fields_and_texts(DigestKind.CASES, case), *statement_digests, *sitting_digests]
    )


def compute_bulletin_digest(line: Mapping[str, Any], *, is_paper: bool) -> str:
    """Return the digest of what was handed in, to the character.

    ``line`` is a line of ``bulletins`` or ``late``, or of ``papers`` if ``is_paper``.
    """
    fields = ("rows", "struck", "reference", "score", "state" if is_paper else "at")
    return compute_digest({name: line[name] for name in fields})


def _select_fields(kind: DigestKind, line: Mapping[str, Any]) -> dict[str, Any]:
    return {name: line[name] for name in DIGEST_FIELDS[kind]}


def _select_fields_and_texts(kind: DigestKind, line: Mapping[str, Any]) -> dict[str, Any]:
    return _select_fields(kind, line) | {"texts": _commit_texts(kind, line)}


def _commit_texts(member: str, line: Mapping[str, Any]) -> dict[str, str]:
    texts = {name: line[name] for name in TEXT_FIELDS[member]}
    return compute_commitments(texts, line["salts"], line["erased"])
