"""What a row of the journal holds of the rulings, acts, papers, looks and cases that came with it;
for solutions see ``tournament.core.solution_digests``.

Lines are those of the archive, or have at least the fields that are bound.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

from tournament.core.canonical import digest, digest_of_lines
from tournament.core.chain import TEXTS, commitments


class BoundKind(StrEnum):
    RULINGS = "rulings"
    ACTS = "acts"
    PAPERS = "papers"
    LOOKS = "looks"
    CASES = "cases"
    SOLUTIONS = "solutions"


#: What the data of a row of the journal calls what it holds, and what it holds besides of the acts
#: that follow from the rule alone.
BOUND, BY_RULE = "bound", "by_rule"
#: What is bound of a line as it is.
FIELDS: Mapping[BoundKind, tuple[str, ...]] = {
    BoundKind.RULINGS: (
        *("entry", "version", "status", "origin", "rev", "key", "received", "points", "gross"),
        *("sanction", "motives", "article", "in_time_article", "came_since"),
    ),
    BoundKind.ACTS: ("uid", "entry", "kind", "data", "takes_back", "article", "automatic"),
    BoundKind.PAPERS: (
        *("entry", "version", "rows", "struck", "reference", "score", "state", "contests"),
    ),
    #: As it is by then: the last row about a look or a case counts.
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
    """In any order. Equal bulletins have one verdict, which is read once."""
    ordered = sorted(lines, key=lambda line: (line["entry"], line["version"]))
    verdicts: dict[int, str] = {}
    reduced = []
    for line in ordered:
        verdict = line["verdict"]
        if id(verdict) not in verdicts:
            verdicts[id(verdict)] = digest(verdict)
        bound = _with_texts(BoundKind.RULINGS, line)
        reduced.append(bound | {"verdict": verdicts[id(verdict)]})
    return digest_of_lines(reduced)


def digest_of_acts(lines: Iterable[Mapping[str, Any]]) -> str:
    return digest_of_lines(_with_texts(BoundKind.ACTS, line) for line in lines)


def digest_of_look(line: Mapping[str, Any]) -> str:
    return digest_of_lines([_with_texts(BoundKind.LOOKS, line)])


def digest_of_papers(lines: Iterable[Mapping[str, Any]]) -> str:
    """In the order in which the journal names them."""
    return digest_of_lines(_reduced(BoundKind.PAPERS, line) for line in lines)


def digest_of_case(
    case: Mapping[str, Any],
    statements: Iterable[Mapping[str, Any]],
    sittings: Iterable[Mapping[str, Any]],
) -> str:
    """Of a case with what was said in it and who sat, each in the order written."""
    said = ({"at": one["at"], "texts": _texts("statements", one)} for one in statements)
    sat = ({"texts": _texts("sittings", one)} for one in sittings)
    return digest_of_lines([_with_texts(BoundKind.CASES, case), *said, *sat])


def digest_of_received(written: Mapping[str, Any], *, paper: bool) -> str:
    """Of what was handed in, to the character: a line of ``bulletins`` or ``late``, or on
    ``paper`` of ``papers``."""
    fields = ("rows", "struck", "reference", "score", "state" if paper else "at")
    return digest({name: written[name] for name in fields})


def _reduced(kind: BoundKind, line: Mapping[str, Any]) -> dict[str, Any]:
    return {name: line[name] for name in FIELDS[kind]}


def _with_texts(kind: BoundKind, line: Mapping[str, Any]) -> dict[str, Any]:
    return _reduced(kind, line) | {"texts": _texts(kind, line)}


def _texts(member: str, line: Mapping[str, Any]) -> dict[str, str]:
    texts = {name: line[name] for name in TEXTS[member]}
    return commitments(texts, line["salts"], line["erased"])
