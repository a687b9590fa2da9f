"""Move search: racks, lines, slots, moves in order of their score, examination of a play."""
