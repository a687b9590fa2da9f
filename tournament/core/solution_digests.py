"""Digests of solutions, which rows of the journal contain (``docs/archive.md``)."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.core.canonical import digest, digest_of_lines

#: Fields of the solutions of a turn that enter the digest; the list itself enters as its checksum.
SOLUTIONS = ("count", "checksum", "proposed", "final", "nothing_playable", "lexicon")


def checksum_of(moves: Sequence[Sequence[Any]]) -> str:
    """Return the checksum of a list of solutions, ``[word, ref, score]`` each, best first."""
    return digest([list(move) for move in moves])


def digest_of_solutions(line: Mapping[str, Any]) -> str:
    """Return the digest of ``line`` as the archive has it, or at least ``SOLUTIONS`` of it."""
    return digest_of_lines([{name: line[name] for name in SOLUTIONS}])


def bound_solutions(line: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a row of the journal stores about the solutions."""
    return {"kind": "solutions", "n": 1, "digest": digest_of_solutions(line)}
