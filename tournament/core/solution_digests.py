"""What a row of the journal holds of the solutions that came with it (``docs/archive.md``)."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.core.canonical import digest, digest_of_lines

#: What is bound of the solutions of a turn: of the list its checksum.
SOLUTIONS = ("count", "checksum", "proposed", "final", "nothing_playable", "lexicon")


def checksum_of(moves: Sequence[Sequence[Any]]) -> str:
    """Of the complete list of solutions, ``[word, ref, score]`` each, best first."""
    return digest([list(move) for move in moves])


def digest_of_solutions(line: Mapping[str, Any]) -> str:
    """``line`` as the archive has it, or at least ``SOLUTIONS`` of it."""
    return digest_of_lines([{name: line[name] for name in SOLUTIONS}])


def bound_solutions(line: Mapping[str, Any]) -> dict[str, Any]:
    """What the journal says of them."""
    return {"kind": "solutions", "n": 1, "digest": digest_of_solutions(line)}
