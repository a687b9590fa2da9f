"""The words that fit: frontiers of the automaton, shared by every slot with equal constraints.

The words that fit a slot depend on the rack and on the sequence of its constraints, not on its
place. A frontier holds, for such a sequence, every way to have come that far, and the frontiers
one square further, filled as they are asked for. All of them die with the turn.

A joker is taken only when its letter is not, or no longer, among the tiles, so that each string
of letters is met once and not once per way to spell it with jokers; the other ways are made at the
end, of the words only.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product

from engine.dawg import ALL_LETTERS, BIT, LETTERS, ROOT, Dawg

type Entry = tuple[int, Rack, str]
"""Node of the automaton, what is left of the rack, letters so far (a joker's in lower case)."""

type Variant = tuple[tuple[int, ...], str]
"""Value of each letter, jokers 0; the word, jokers played in lower case."""

_REMEMBERED = 200_000


class _LettersOf(dict[int, str]):
    """Letters of a mask, remembered; emptied when a long-lived process has met too many."""

    def __missing__(self, mask: int) -> str:
        if len(self) > _REMEMBERED:
            self.clear()
        letters = self[mask] = "".join(letter for letter in LETTERS if BIT[letter] & mask)
        return letters


class _PairsOf(dict[int, list[tuple[str, str]]]):
    """The same with each letter's lower case."""

    def __missing__(self, mask: int) -> list[tuple[str, str]]:
        if len(self) > _REMEMBERED:
            self.clear()
        pairs = self[mask] = [(letter, letter.lower()) for letter in _LETTERS_OF[mask]]
        return pairs


_LETTERS_OF = _LettersOf()
_PAIRS_OF = _PairsOf()


class Rack(dict[str, "Rack"]):
    """What is left of a rack; `rack[letter]` is what is left without that tile.

    `mask`: its tiles; `by_joker`: the letters for which only a joker will do.
    """

    __slots__ = ("_known", "_without_joker", "by_joker", "jokers", "mask", "tiles")

    def __init__(
        self, tiles: str, mask: int, jokers: int, known: dict[tuple[str, int], "Rack"]
    ) -> None:
        self.tiles = tiles
        self.mask = mask
        self.jokers = jokers
        self.by_joker = ALL_LETTERS & ~mask if jokers else 0
        self._known = known
        self._without_joker: Rack | None = None

    def __missing__(self, letter: str) -> "Rack":
        tiles = self.tiles.replace(letter, "", 1)
        left = self._known.get((tiles, self.jokers))
        if left is None:
            mask = self.mask if letter in tiles else self.mask & ~BIT[letter]
            left = self._known[tiles, self.jokers] = Rack(tiles, mask, self.jokers, self._known)
        self[letter] = left
        return left

    def without_joker(self) -> "Rack":
        if self._without_joker is None:
            key = self.tiles, self.jokers - 1
            if key not in self._known:
                self._known[key] = Rack(self.tiles, self.mask, self.jokers - 1, self._known)
            self._without_joker = self._known[key]
        return self._without_joker


class Turn:
    """What every frontier of a turn shares. `spend_freely`: also jokers where a tile would do."""

    def __init__(
        self, dawg: Dawg, points: Mapping[str, int], tiles: str, jokers: int, *, spend_freely: bool
    ) -> None:
        self.dawg = dawg
        self.points = points
        self.tiles = tiles
        self.jokers = jokers
        self.spend_freely = spend_freely
        mask = sum(BIT[letter] for letter in set(tiles))
        rack = Rack("".join(sorted(tiles)), mask, jokers, {})
        self.root = Frontier(self, [(ROOT, rack, "")], ())


class Frontier:
    """All ways through one sequence of constraints; `placed`: its squares that take a tile."""

    __slots__ = ("_next", "_variants", "entries", "placed", "turn")

    def __init__(self, turn: Turn, entries: list[Entry], placed: tuple[bool, ...]) -> None:
        self.turn = turn
        self.entries = entries
        self.placed = placed
        self._next: dict[int | str, Frontier] = {}
        self._variants: list[Variant] | None = None

    def step(self, constraint: int | str) -> "Frontier":
        """One square further: a letter that lies there, or the mask of those allowed."""
        following = self._next.get(constraint)
        if following is None:
            if isinstance(constraint, str):
                entries, placed = self._through(constraint), False
            else:
                entries, placed = self._laying(constraint), True
            following = Frontier(self.turn, entries, (*self.placed, placed))
            self._next[constraint] = following
        return following

    def _through(self, letter: str) -> list[Entry]:
        dawg, bit = self.turn.dawg, BIT[letter]
        masks, children = dawg.masks, dawg.children
        return [
            (children[node][letter], left, text + letter)
            for node, left, text in self.entries
            if masks[node] & bit
        ]

    def _laying(self, allowed: int) -> list[Entry]:
        dawg, letters_of, pairs_of = self.turn.dawg, _LETTERS_OF, _PAIRS_OF
        masks, children = dawg.masks, dawg.children
        entries = [
            (onward[letter], left[letter], text + letter)
            for node, left, text in self.entries
            for onward in (children[node],)
            for letter in letters_of[masks[node] & left.mask & allowed]
        ]
        if self.turn.jokers:
            entries += [
                (onward[letter], spent, text + lower)
                for node, left, text in self.entries
                if left.jokers
                for onward in (children[node],)
                for spent in (left.without_joker(),)
                for letter, lower in pairs_of[masks[node] & left.by_joker & allowed]
            ]
        return entries

    @property
    def variants(self) -> list[Variant]:
        """The words that end here, once per way to choose the squares of the jokers."""
        if self._variants is None:
            self._variants = list(self._spell())
        return self._variants

    def _spell(self) -> Iterator[Variant]:
        turn, finals = self.turn, self.turn.dawg.finals
        value, jokers = turn.points.__getitem__, turn.jokers
        for node, left, text in self.entries:
            if not finals[node]:
                continue
            if jokers and self._has_choice(left, text):
                for word in self._respell(text.upper(), left.jokers):
                    yield tuple(map(value, word)), word
            else:
                yield tuple(map(value, text)), text

    def _has_choice(self, left: Rack, text: str) -> bool:
        """Whether jokers may also stand elsewhere in the word."""
        if left.jokers and self.turn.spend_freely:
            return True
        return not set(text).isdisjoint(text.swapcase())

    def _respell(self, text: str, spare: int) -> Iterator[str]:
        """The word once per choice of squares: letters placed more often than there are tiles
        must be jokers; if the turn spends freely, up to `spare` others may."""
        placed = [i for i, new in enumerate(self.placed) if new]
        squares: dict[str, list[int]] = {}
        for i in placed:
            squares.setdefault(text[i], []).append(i)
        tiles = self.turn.tiles
        needs = [
            combinations(where, len(where) - tiles.count(letter))
            for letter, where in squares.items()
            if len(where) > tiles.count(letter)
        ]
        forced = [sum(choice, ()) for choice in product(*needs)]
        chosen: Iterable[Iterable[int]] = forced
        if self.turn.spend_freely and spare:
            more = [extra for n in range(spare + 1) for extra in combinations(placed, n)]
            # Different choices may come to the same squares, unless there was none to make.
            chosen = {frozenset(a + b) for a in forced for b in more} if needs else more
        for jokers in chosen:
            word = list(text)
            for i in jokers:
                word[i] = text[i].lower()
            yield "".join(word)
