"""The words that fit a slot, for a rack without joker: walks through the DAWG, shared by all slots
with equal constraints.

The words that fit a slot depend on the rack and on the sequence of its constraints, not on its
place. For each such sequence a node of a tree holds every partial word that meets it; the tree is
extended when a longer sequence is requested, and released at the end of the turn.
"""

from collections.abc import Iterator, Sequence

from engine.board.board import EMPTY
from engine.lexicon.dawg import BIT, FINAL, LETTERS, ROOT
from engine.search.letter_values import LetterValues, find_letter_values
from engine.search.lines import Line
from engine.search.rack import Rack, RackAnagrams, to_mask

type PartialWord = tuple[int, Leave, str]
"""Node of the DAWG, tiles that remain on the rack, letters so far."""

_MAX_CACHED_MASKS = 100_000


class _MaskBranches(dict[int, list[tuple[int, str]]]):
    """By mask, its letters, each with the offset of its branch in a DAWG node; cleared when it
    exceeds `_MAX_CACHED_MASKS`."""

    def __missing__(self, mask: int) -> list[tuple[int, str]]:
        if len(self) > _MAX_CACHED_MASKS:
            self.clear()
        branches = [(1 + i, letter) for i, letter in enumerate(LETTERS) if BIT[letter] & mask]
        self[mask] = branches
        return branches


_MASK_BRANCHES = _MaskBranches()


class Leave(dict[str, "Leave"]):
    """The tiles that remain on the rack; `leave[letter]` is the leave once that letter is laid.
    `mask`: the letters that it can lay. `leaves`: all leaves of the rack, by tiles."""

    __slots__ = ("_leaves", "mask", "tiles")

    def __init__(self, tiles: str, leaves: dict[str, "Leave"]) -> None:
        self.tiles = tiles
        self.mask = to_mask(tiles)
        self._leaves = leaves

    def __missing__(self, letter: str) -> "Leave":
        tiles = self.tiles.replace(letter, "", 1)
        leave = self._leaves.get(tiles)
        if leave is None:
            leave = self._leaves[tiles] = Leave(tiles, self._leaves)
        self[letter] = leave
        return leave


class DawgWalker:
    """Finds the words of slots for one rack without joker."""

    def __init__(self, rack: Rack) -> None:
        self._rack = rack
        self._anagrams = RackAnagrams(rack)
        leave = Leave("".join(sorted(rack.tiles)), {})
        self._root = PartialWords(rack, [(ROOT, leave, "")])

    def find_words(
        self, line: Line, start: int, stops: Sequence[int]
    ) -> Iterator[tuple[int, list[str], LetterValues]]:
        """Yield stop, words in alphabetical order and their letter values, for the slots from
        `start` to before each of `stops`. Slots without words may be left out."""
        rack, letters, rack_mask = self._rack, line.letters, self._rack.mask
        masks = {square: mask & rack_mask for square, mask, _ in line.cross_checks}
        constraints = [
            masks.get(square, rack_mask) if letter == EMPTY else letter
            for square, letter in enumerate(letters[: stops[-1]])
        ]
        partial_words, walk_end = self._root, start
        for stop in stops:
            # Slots with a bonus need the longest walks by far, most of them without result: look
            # the anagrams up first. For fewer tiles, the lookup costs more than it saves.
            pattern = letters[start:stop]
            if rack.bonuses[pattern.count(EMPTY)] and not self._anagrams.match(pattern):
                continue
            for constraint in constraints[walk_end:stop]:
                partial_words = partial_words.extend(constraint)
            if not partial_words.entries:
                break
            walk_end = stop
            yield stop, *partial_words.complete()


class PartialWords:
    """The partial words that meet one sequence of constraints."""

    __slots__ = ("_complete_words", "_extensions", "_rack", "entries")

    def __init__(self, rack: Rack, entries: list[PartialWord]) -> None:
        self.entries = entries
        self._rack = rack
        self._extensions: dict[int | str, PartialWords] = {}
        self._complete_words: tuple[list[str], LetterValues] | None = None

    def extend(self, constraint: int | str) -> "PartialWords":
        """Return the partial words one letter longer. `constraint`: the letter on the square, or
        the mask of the letters that may be laid there."""
        extended = self._extensions.get(constraint)
        if extended is None:
            if isinstance(constraint, str):
                entries = self._follow_letter(constraint)
            else:
                entries = self._lay_tile(constraint)
            extended = self._extensions[constraint] = PartialWords(self._rack, entries)
        return extended

    def _follow_letter(self, letter: str) -> list[PartialWord]:
        nodes, branch = self._rack.lexicon.dawg.nodes, 1 + LETTERS.index(letter)
        return [
            (child, leave, text + letter)
            for node, leave, text in self.entries
            for child in (nodes[node + branch],)
            if child
        ]

    def _lay_tile(self, allowed_mask: int) -> list[PartialWord]:
        nodes, mask_branches = self._rack.lexicon.dawg.nodes, _MASK_BRANCHES
        return [
            (nodes[node + branch], leave[letter], text + letter)
            for node, leave, text in self.entries
            for branch, letter in mask_branches[nodes[node] & leave.mask & allowed_mask]
        ]

    def complete(self) -> tuple[list[str], LetterValues]:
        """Return the partial words that are words, and their letter values."""
        if self._complete_words is None:
            nodes = self._rack.lexicon.dawg.nodes
            words = [text for node, _, text in self.entries if nodes[node] & FINAL]
            self._complete_words = words, find_letter_values(words, self._rack.values)
        return self._complete_words
