"""Digests of solutions, which rows of the journal contain (``docs/archive.md``)."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.core.canonical import compute_digest, compute_digest_of_lines

#: Fields of the solutions of a turn that enter the digest; the list itself enters as its checksum.
SOLUTION_FIELDS = ("count", "checksum", "proposed", "final", "nothing_playable", "lexicon")


def compute_checksum(moves: Sequence[Sequence[Any]]) -> str:
    """Return the checksum of a list of solutions, ``[word, ref, score]`` each, best first."""
    return compute_digest([list(move) for move in moves])


def build_position_key(board: Sequence[str], rack: str, rules: Sequence[str]) -> str:
    """Return a key that is equal for equal grids, racks in any order, and ``rules``: format,
    checksum of the lexicon, edition."""
    return compute_digest([list(board), "".join(sorted(rack)), list(rules)])


def compute_solutions_digest(line: Mapping[str, Any]) -> str:
    """Return the digest of ``line`` as the archive has it, or at least ``SOLUTION_FIELDS`` of
    it."""
    return compute_digest_of_lines([{name: line[name] for name in SOLUTION_FIELDS}])


def build_solutions_record(line: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a row of the journal stores about the solutions."""
    return {"kind": "solutions", "n": 1, "digest": compute_solutions_digest(line)}
