"""All words that fit a slot, for a rack without joker: frontiers of the automaton, shared by every
slot with equal constraints.

The words that fit a slot depend on the rack and on the sequence of its constraints, not on its
place. A frontier holds, for such a sequence, every way to have come that far, and the frontiers
one square further, filled as they are asked for. All of them die with the turn.
"""

from collections.abc import Iterator, Sequence

from engine.board.board import EMPTY
from engine.lexicon.dawg import BIT, FINAL, LETTERS, ROOT
from engine.search.hand import Hand, Made, mask_of
from engine.search.lines import Line
from engine.search.worths import Worths, worths_of

type Way = tuple[int, Left, str]
"""Node of the automaton, what is left of the rack, letters so far."""

_REMEMBERED = 100_000


class _Pairs(dict[int, list[tuple[int, str]]]):
    """Letters of a mask, each with its place in a node; emptied when a process has met too many."""

    def __missing__(self, mask: int) -> list[tuple[int, str]]:
        if len(self) > _REMEMBERED:
            self.clear()
        pairs = [(1 + i, letter) for i, letter in enumerate(LETTERS) if BIT[letter] & mask]
        self[mask] = pairs
        return pairs


_PAIRS = _Pairs()


class Left(dict[str, "Left"]):
    """What is left of a rack; `left[letter]` is what is left after that letter. `mask`: the letters
    that it can lay."""

    __slots__ = ("_known", "mask", "tiles")

    def __init__(self, tiles: str, known: dict[str, "Left"]) -> None:
        self.tiles = tiles
        self.mask = mask_of(tiles)
        self._known = known

    def __missing__(self, letter: str) -> "Left":
        tiles = self.tiles.replace(letter, "", 1)
        left = self._known.get(tiles)
        if left is None:
            left = self._known[tiles] = Left(tiles, self._known)
        self[letter] = left
        return left


class Frontiers:
    """Those of one rack."""

    def __init__(self, hand: Hand) -> None:
        self._hand = hand
        self._made = Made(hand)
        left = Left("".join(sorted(hand.tiles)), {})
        self._root = Frontier(hand, [(ROOT, left, "")])

    def endings(
        self, line: Line, first: int, stops: Sequence[int]
    ) -> Iterator[tuple[int, list[str], Worths]]:
        """For slots from `first` to before each of `stops`, the words, in order. No slot is left
        out that has any."""
        hand, capitals, held = self._hand, line.capitals, self._hand.mask
        masks = {square: mask & held for square, mask, _ in line.hooks}
        constraints = [
            masks.get(square, held) if letter == EMPTY else letter
            for square, letter in enumerate(capitals[: stops[-1]])
        ]
        frontier, walked = self._root, first
        for stop in stops:
            # The plays with a bonus are the longest walks by far, and mostly in vain: it is asked
            # first if there is a word. For fewer tiles, asking costs more than it saves.
            pattern = capitals[first:stop]
            if hand.bonus[pattern.count(EMPTY)] and not self._made.through(pattern):
                continue
            for constraint in constraints[walked:stop]:
                frontier = frontier.step(constraint)
            if not frontier.entries:
                break
            walked = stop
            yield stop, *frontier.ending()


class Frontier:
    """All ways through one sequence of constraints."""

    __slots__ = ("_ending", "_hand", "_next", "entries")

    def __init__(self, hand: Hand, entries: list[Way]) -> None:
        self.entries = entries
        self._hand = hand
        self._next: dict[int | str, Frontier] = {}
        self._ending: tuple[list[str], Worths] | None = None

    def step(self, constraint: int | str) -> "Frontier":
        """One square further: a letter that lies there, or the mask of those allowed."""
        following = self._next.get(constraint)
        if following is None:
            if isinstance(constraint, str):
                entries = self._through(constraint)
            else:
                entries = self._laying(constraint)
            following = self._next[constraint] = Frontier(self._hand, entries)
        return following

    def _through(self, letter: str) -> list[Way]:
        nodes, branch = self._hand.lexicon.dawg.nodes, 1 + LETTERS.index(letter)
        return [
            (child, left, text + letter)
            for node, left, text in self.entries
            for child in (nodes[node + branch],)
            if child
        ]

    def _laying(self, allowed: int) -> list[Way]:
        nodes, pairs = self._hand.lexicon.dawg.nodes, _PAIRS
        return [
            (nodes[node + branch], left[letter], text + letter)
            for node, left, text in self.entries
            for branch, letter in pairs[nodes[node] & left.mask & allowed]
        ]

    def ending(self) -> tuple[list[str], Worths]:
        """The words that end here."""
        if self._ending is None:
            nodes = self._hand.lexicon.dawg.nodes
            words = [text for node, _, text in self.entries if nodes[node] & FINAL]
            self._ending = words, worths_of(words, self._hand.values)
        return self._ending
