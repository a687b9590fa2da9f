"""Which mutants are tried: drawn by a seed, as many from every area."""

import hashlib
import math
from pathlib import Path

from benchmarks.mutants.areas import AREAS, ROOT, modules
from benchmarks.mutants.sites import Mutant, mutants

#: How often a mutant is drawn, one of another operator being drawn once.
WEIGHTS = {"string": 0.25, "SQL": 2.0, "keyword dropped": 2.0, "constant": 0.7}


def orders(seed: int, root: Path = ROOT) -> dict[str, list[Mutant]]:
    """The mutants of each area in the order in which they are drawn.

    The place of one depends on the seed, its function and its change alone: product code that
    changes elsewhere, and the tests, leave it where it is.
    """
    found: dict[str, list[Mutant]] = {area: [] for area in AREAS}
    for path, area in modules(root).items():
        found[area] += mutants(area, path, (root / path).read_text())
    return {area: sorted(all_, key=lambda one: _place(seed, one)) for area, all_ in found.items()}


def _place(seed: int, mutant: Mutant) -> float:
    """Efraimidis and Spirakis: the smallest of these is a weighted draw."""
    digest = hashlib.sha256(f"{seed}|{mutant.key}".encode()).digest()
    chance = (int.from_bytes(digest[:8]) + 1) / (2**64 + 1)
    return -math.log(chance) / WEIGHTS.get(mutant.operator, 1.0)
