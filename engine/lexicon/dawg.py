"""The word list as a minimal automaton, in one array of numbers."""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat

type NumberTable = "array[int] | memoryview[int]"
"""Made in this process, or mapped from a file."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BIT = {letter: 1 << i for i, letter in enumerate(LETTERS)}
"""Bit of each letter in a mask."""
ALL_LETTERS = (1 << len(LETTERS)) - 1
FINAL = 1 << len(LETTERS)
"""Bit of a node where a word ends."""

WIDTH = 32
"""Numbers a node takes, so that what is read of it lies close together."""
ROOT = 0
BRANCH = {letter: 1 + i for i, letter in enumerate(LETTERS)}
_BRANCH_BITS = WIDTH - 1
"""What of a node plus branch, and of a letter's code, is the branch."""
_END = 0
"""Stands first among the entries of a node where a word ends."""
_IS_ZERO = bytes([1]) + bytes(255)


@dataclass(frozen=True, slots=True, eq=False)
class Dawg:
    """`nodes[node]` is the mask of the letters that go on, with `FINAL`; `nodes[node + 1]` to
    `nodes[node + 26]` are the nodes after A to Z, 0 for none. A node is a multiple of `WIDTH`.
    """

    nodes: NumberTable

    def node(self, prefix: str, start: int = ROOT) -> int | None:
        """Node after the letters of `prefix`, or None if no word begins so."""
        node = start
        for letter in prefix:
            branch = BRANCH.get(letter)
            node = self.nodes[node + branch] if branch else 0
            if not node:
                return None
        return node

    def accepts(self, word: str, start: int = ROOT) -> bool:
        node = self.node(word, start)
        return node is not None and self.nodes[node] & FINAL != 0

    def branches(self, node: int) -> list[tuple[str, int]]:
        """The letters that go on, each with the node after it."""
        following = self.nodes[node + 1 : node + 1 + len(LETTERS)]
        return [(letter, child) for letter, child in zip(LETTERS, following, strict=True) if child]

    def words(self, node: int = ROOT, prefix: str = "") -> Iterator[str]:
        """Every word, in alphabetical order."""
        if self.nodes[node] & FINAL:
            yield prefix
        for letter, child in self.branches(node):
            yield from self.words(child, prefix + letter)


def build(words: Sequence[str]) -> Dawg:
    """The automaton of `words`, which must be sorted, distinct, not empty, A to Z.

    Equal nodes are merged as soon as they are finished, from the last letter backwards. Of each
    node that a word shares with a neighbour in the list, `path` holds what is known so far:
    `_END`, if a word ends there, then its entries, each the number of a node plus the branch that
    leads to it. What follows the last shared node is the word's own: a chain that depends on its
    letters alone and is looked up whole.
    """
    encoded = "\n".join(words).encode().split(b"\n")
    known = _Known()
    chains = _Chains(known)
    path: list[list[int]] = [[] for _ in range(max(map(len, encoded)) + 1)]
    depth = 0  # letters shared with the word before
    for word, shared in zip(encoded, _shared_with_next(encoded), strict=True):
        depth = max(depth, shared)
        path[depth].append(chains[word[depth:]])
        while depth > shared:
            node = known[tuple(path[depth])]
            path[depth] = []
            depth -= 1
            path[depth].append(node + (word[depth] & _BRANCH_BITS))
    return Dawg(_packed([tuple(path[0]), *known]))


class _Known(dict[tuple[int, ...], int]):
    """Finished nodes by their entries, numbered in the order in which they are met."""

    def __missing__(self, entries: tuple[int, ...]) -> int:
        node = self[entries] = (len(self) + 1) * WIDTH  # the root is the first
        return node


class _Chains(dict[bytes, int]):
    """By the letters that end a word: the entry from which exactly they lead to its end."""

    def __init__(self, known: _Known) -> None:
        self._known = known
        self[b""] = _END

    def __missing__(self, rest: bytes) -> int:
        entry = self[rest] = self._known[(self[rest[1:]],)] + (rest[0] & _BRANCH_BITS)
        return entry


def _packed(all_entries: Sequence[tuple[int, ...]]) -> "array[int]":
    nodes = array("I", bytes(array("I").itemsize * WIDTH * len(all_entries)))
    for node, entries in zip(range(0, len(nodes), WIDTH), all_entries, strict=True):
        mask = 0
        for entry in entries:
            branch = entry & _BRANCH_BITS
            mask |= 1 << branch
            nodes[node + branch] = entry - branch
        # The bit of the branch 0 says that a word ends here, and A is the branch 1.
        nodes[node] = mask >> 1 | (mask & 1) * FINAL
    return nodes


def _shared_with_next(words: Sequence[bytes]) -> bytes:
    """For each word, how many first letters the next one repeats; 0 for the last.

    All words at once, a byte of a very long number for each: 1 as long as no letter has differed.
    """
    width = max(map(len, words))
    table = b"".join(map(bytes.ljust, words, repeat(width)))
    alike = int.from_bytes(b"\1" * len(words))
    shared = 0
    for place in range(width):
        column = table[place::width]
        differing = int.from_bytes(column) ^ int.from_bytes(column[1:] + b"\0")
        alike &= int.from_bytes(differing.to_bytes(len(words)).translate(_IS_ZERO))
        shared += alike
    return shared.to_bytes(len(words))
