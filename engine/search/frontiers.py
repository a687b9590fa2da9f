"""The words that fit: frontiers of the automaton, shared by every slot with equal constraints.

The words that fit a slot depend on the rack and on the sequence of its constraints, not on its
place. A frontier holds, for such a sequence, every way to have come that far, and the frontiers
one square further, filled as they are asked for. All of them die with the turn.

A joker is taken only when its letter is not, or no longer, among the tiles, so that each string
of letters is met once and not once per way to spell it with jokers; the other ways are made at the
end, of the words only.
"""

from collections import defaultdict

from engine.lexicon.dawg import ALL_LETTERS, BIT, FINAL, LETTERS, ROOT
from engine.search.hand import Hand, mask_of, spent_freely

type Way = tuple[int, Left, str]
"""Node of the automaton, what is left of the rack, letters so far (a joker's in lower case)."""

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


class Left(dict[str, "tuple[Left, str]"]):
    """What is left of a rack; `left[letter]` is what is left after that letter, and the letter
    as it was laid: in lower case by a joker.

    `mask`: the letters that it can lay; `choice`: a joker that was spent might have stood for
    another of the letters laid.
    """

    __slots__ = ("_hand", "_known", "choice", "jokers", "mask", "tiles")

    def __init__(
        self, tiles: str, jokers: int, *, choice: bool, hand: Hand, known: dict[object, "Left"]
    ) -> None:
        self.tiles = tiles
        self.jokers = jokers
        self.choice = choice
        self.mask = ALL_LETTERS if jokers else mask_of(tiles)
        self._hand = hand
        self._known = known

    def __missing__(self, letter: str) -> "tuple[Left, str]":
        if letter in self.tiles:
            laid, jokers, choice = letter, self.jokers, self.choice
        else:
            laid, jokers = letter.lower(), self.jokers - 1
            choice = self.choice or letter in self._hand.held
        tiles = self.tiles.replace(letter, "", 1)
        key = tiles, jokers, choice
        left = self._known.get(key)
        if left is None:
            left = Left(tiles, jokers, choice=choice, hand=self._hand, known=self._known)
            self._known[key] = left
        self[letter] = left, laid
        return self[letter]


class Frontier:
    """All ways through one sequence of constraints; `placed`: its squares that take a tile."""

    __slots__ = ("_ending", "_hand", "_next", "entries", "placed", "squares")

    def __init__(self, hand: Hand, entries: list[Way], squares: int, placed: list[int]) -> None:
        self.entries = entries
        self.squares = squares
        self.placed = placed
        self._hand = hand
        self._next: dict[int | str, Frontier] = {}
        self._ending: tuple[list[str], list[bytes]] | None = None

    @classmethod
    def root(cls, hand: Hand) -> "Frontier":
        tiles = "".join(sorted(hand.tiles))
        left = Left(tiles, hand.jokers, choice=False, hand=hand, known={})
        return cls(hand, [(ROOT, left, "")], 0, [])

    def step(self, constraint: int | str) -> "Frontier":
        """One square further: a letter that lies there, or the mask of those allowed."""
        following = self._next.get(constraint)
        if following is None:
            if isinstance(constraint, str):
                entries, placed = self._through(constraint), self.placed
            else:
                entries, placed = self._laying(constraint), [*self.placed, self.squares]
            following = Frontier(self._hand, entries, self.squares + 1, placed)
            self._next[constraint] = following
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
            (nodes[node + branch], onward, text + laid)
            for node, left, text in self.entries
            for branch, letter in pairs[nodes[node] & left.mask & allowed]
            for onward, laid in (left[letter],)
        ]

    def ending(self) -> tuple[list[str], list[bytes]]:
        """The words that end here, once per way to choose the squares of the jokers, which are in
        lower case; of each, the values of its letters, jokers 0."""
        if self._ending is None:
            words, size = self._words(), self.squares
            values = "".join(words).encode().translate(self._hand.values)
            self._ending = words, [values[i : i + size] for i in range(0, len(values), size)]
        return self._ending

    def _words(self) -> list[str]:
        nodes = self._hand.lexicon.dawg.nodes
        ending = [(left, text) for node, left, text in self.entries if nodes[node] & FINAL]
        if not self._hand.jokers:
            return [text for _, text in ending]
        by_jokers: defaultdict[int, list[str]] = defaultdict(list)
        for left, text in ending:
            if left.choice:
                spelled = self._hand.spellings(text.upper(), self.placed, freely=False)
                by_jokers[left.jokers] += spelled
            else:
                by_jokers[left.jokers].append(text)
        words: list[str] = []
        for jokers, texts in by_jokers.items():
            words += spent_freely(texts, self.placed, jokers)
        return words
