"""Round robin by Berger tables (FIDE handbook C.05, annex 1), without colours."""

from collections.abc import Sequence

from tournament.classic.core.rounds.pairing import Pairing


def count_rounds_needed(entries: int) -> int:
    """Return how many rounds it takes for all to meet each other once."""
    return entries - 1 + entries % 2 if entries > 1 else 0


def build_berger_pairing(order: Sequence[int], number: int) -> Pairing:
    """Return the pairing of round ``number`` (from 1); with an odd number one entry has a bye.

    After the last round the table starts again.
    """
    keys: list[int | None] = list(order)
    if len(keys) % 2:
        keys.append(None)
    size = len(keys)
    if size < 2:
        return Pairing((), order[0] if order else None)
    fixed, rotating = keys[-1], keys[:-1]
    # each round rotates all but the last by half the table
    start = (number - 1) % (size - 1) * (size // 2) % (size - 1)
    ring = rotating[start:] + rotating[:start]
    pairs_with_bye = [
        (ring[0], fixed),
        *((ring[step], ring[-step]) for step in range(1, size // 2)),
    ]
    bye = next((a if b is None else b for a, b in pairs_with_bye if a is None or b is None), None)
    pairs = tuple((a, b) for a, b in pairs_with_bye if a is not None and b is not None)
    return Pairing(pairs, bye)
