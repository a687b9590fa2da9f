"""Upper bounds of the score of each slot, for a search that takes the best slots first.

The fixed letters of a slot, its number of tiles and its premium squares are known before any word
is looked up, so a bound costs no search.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import accumulate

from engine.search.lines import TILE, Line
from engine.search.rack import Rack
from engine.search.slots import FACTORS, LineSlots, find_slots


def iterate_slots_by_bound(lines: list[Line], rack: Rack) -> Iterator[tuple[int, int, int, int]]:
    """Yield every slot with an upper bound of its score, highest bound first: bound, index of the
    line in `lines`, first square, and the square after the last.

    bound = (fixed + crossed + T[tiles] + T[3L] + T[2L + 3L]) * W + maximum of the cross words
    + bonus

    T[k]: values of the k best tiles, for the squares without cross-check; a square that triples
    its letter is in all three sums. `fixed`: the tiles on the grid. `crossed`: for each square with
    a cross-check, the best tile that passes it. W: the product of the word factors.

    No shorter slot with the same start has a higher bound, so only the longest is queued; the next
    shorter one takes its place when it is yielded.
    """
    bonuses = list(accumulate(rack.bonuses, max))
    queues: defaultdict[int, list[tuple[_SlotBound, bytes, int, int, int, int]]] = defaultdict(list)
    for number, line in enumerate(lines):
        slots = find_slots(line, rack)
        slot_bound = _build_slot_bound(line, slots, rack, bonuses)
        kinds = slots.kinds
        for start, covered_square, stop in slots.spans:
            queues[slot_bound(start, stop)].append(
                (slot_bound, kinds, number, start, covered_square, stop)
            )
    for bound in range(max(queues, default=0), -1, -1):
        for slot_bound, kinds, number, start, covered_square, stop in queues.get(bound, ()):
            yield bound, number, start, stop
            shorter = stop - 1
            while kinds[shorter] == TILE:
                shorter -= 1
            if shorter > covered_square:
                entry = slot_bound, kinds, number, start, covered_square, shorter
                queues[slot_bound(start, shorter)].append(entry)


type _SlotBound = Callable[[int, int], int]
"""Takes the first square of a slot and the one after its last, returns the bound."""


def _build_slot_bound(line: Line, slots: LineSlots, rack: Rack, bonuses: list[int]) -> _SlotBound:
    """Return the function that bounds the slots of a line. `bonuses`: the greatest bonus for up to
    that many tiles."""
    _, _, counts = slots
    _, _, text, _, cross_checks, _, letter_factors, word_factors = line
    best_sums, best_values, rack_mask = rack.best_sums, rack.best_values, rack.mask
    # Low 16 bits: the value of a tile on the grid, or the maximum of a square with a cross-check.
    # High bits: the maximum of the word across.
    maxima = list(text.encode().translate(rack.values))
    for square, mask, tiles_value in cross_checks:
        maximum = best_values[mask & rack_mask] * letter_factors[square]
        maxima[square] = maximum + ((tiles_value + maximum) * word_factors[square] << 16)
    sums = list(accumulate(maxima, initial=0))

    def bound_slot(start: int, stop: int) -> int:
        count = counts[stop] - counts[start]
        total = sums[stop] - sums[start]
        tile_values = (
            best_sums[count >> 4 & 15] + best_sums[count >> 8 & 15] + best_sums[count >> 12 & 15]
        )
        return (
            (tile_values + (total & 0xFFFF)) * FACTORS[count >> 16]
            + (total >> 16)
            + bonuses[count & 15]
        )

    return bound_slot
