"""Round robin by Berger tables (FIDE handbook C.05, annex 1); colours have no place here."""

from collections.abc import Sequence

from tournament.classic.core.rounds.pairing import Pairing


def rounds_needed(entries: int) -> int:
    """Rounds until everybody has met everybody once."""
    return entries - 1 + entries % 2 if entries > 1 else 0


def berger(order: Sequence[int], number: int) -> Pairing:
    """Round ``number``, from 1 on, of those in ``order``; who would meet the place left empty by
    an odd number has a bye. After the last round the table begins again."""
    places: list[int | None] = list(order)
    if len(places) % 2:
        places.append(None)
    size = len(places)
    if size < 2:
        return Pairing((), order[0] if order else None)
    fixed, turning = places[-1], places[:-1]
    #: Each round moves everybody but the last by half the table.
    start = (number - 1) % (size - 1) * (size // 2) % (size - 1)
    ring = turning[start:] + turning[:start]
    met = [(ring[0], fixed), *((ring[step], ring[-step]) for step in range(1, size // 2))]
    bye = next((a if b is None else b for a, b in met if a is None or b is None), None)
    pairs = tuple((a, b) for a, b in met if a is not None and b is not None)
    return Pairing(pairs, bye)
