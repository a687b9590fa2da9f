"""What can be played: racks, slots, moves in order of their score, examination of a word."""
