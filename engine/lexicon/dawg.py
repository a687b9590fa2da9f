"""The word list as a DAWG (minimal acyclic automaton), in one array of numbers."""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat

type NumberTable = "array[int] | memoryview[int]"
"""Built in this process, or mapped from a file."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BIT = {letter: 1 << i for i, letter in enumerate(LETTERS)}
"""Bit of each letter in a mask."""
ALL_LETTERS = (1 << len(LETTERS)) - 1
FINAL = 1 << len(LETTERS)
"""Bit of a node where a word ends."""

WIDTH = 32
"""Numbers per node. A power of two, so that the data of a node lies close together."""
ROOT = 0
BRANCH = {letter: 1 + i for i, letter in enumerate(LETTERS)}
_BRANCH_BITS = WIDTH - 1
"""The bits of node + branch, and of a letter's code, that are the branch."""
_END = 0
"""First entry of a node where a word ends."""
_IS_ZERO = bytes([1]) + bytes(255)


@dataclass(frozen=True, slots=True, eq=False)
class Dawg:
    """`nodes[node]` is the mask of the letters that continue a word, with `FINAL`;
    `nodes[node + 1]` to `nodes[node + 26]` are the nodes after A to Z, 0 for none. A node is a
    multiple of `WIDTH`.
    """

    nodes: NumberTable

    def find_node(self, prefix: str, start: int = ROOT) -> int | None:
        """Return the node after the letters of `prefix`, or None if no word begins so."""
        node = start
        for letter in prefix:
            branch = BRANCH.get(letter)
            node = self.nodes[node + branch] if branch else 0
            if not node:
                return None
        return node

    def has_word(self, word: str, start: int = ROOT) -> bool:
        node = self.find_node(word, start)
        return node is not None and self.nodes[node] & FINAL != 0

    def list_branches(self, node: int) -> list[tuple[str, int]]:
        """Return the letters that continue a word, each with the node after it."""
        children = self.nodes[node + 1 : node + 1 + len(LETTERS)]
        return [(letter, child) for letter, child in zip(LETTERS, children, strict=True) if child]

    def iterate_words(self, node: int = ROOT, prefix: str = "") -> Iterator[str]:
        """Yield every word after `node`, in alphabetical order."""
        if self.nodes[node] & FINAL:
            yield prefix
        for letter, child in self.list_branches(node):
            yield from self.iterate_words(child, prefix + letter)


def build(words: Sequence[str]) -> Dawg:
    """Return the DAWG of `words`, which must be sorted, distinct, not empty, A to Z.

    Equal nodes are merged as soon as they are complete, from the last letter backwards. For each
    node that a word shares with a neighbour in the list, `path` holds the entries known so far:
    `_END`, if a word ends there, then one number per branch, the number of a node plus the branch
    that leads to it. The letters after the last shared node form a suffix chain, which depends on
    these letters alone and is looked up as a whole.
    """
    encoded = "\n".join(words).encode().split(b"\n")
    register = _NodeRegister()
    chains = _SuffixChains(register)
    path: list[list[int]] = [[] for _ in range(max(map(len, encoded)) + 1)]
    depth = 0  # letters shared with the word before
    for word, shared in zip(encoded, _count_shared_letters(encoded), strict=True):
        depth = max(depth, shared)
        path[depth].append(chains[word[depth:]])
        while depth > shared:
            node = register[tuple(path[depth])]
            path[depth] = []
            depth -= 1
            path[depth].append(node + (word[depth] & _BRANCH_BITS))
    return Dawg(_build_array([tuple(path[0]), *register]))


class _NodeRegister(dict[tuple[int, ...], int]):
    """Complete nodes by their entries, numbered in the order in which they are added."""

    def __missing__(self, entries: tuple[int, ...]) -> int:
        node = self[entries] = (len(self) + 1) * WIDTH  # the root is the first
        return node


class _SuffixChains(dict[bytes, int]):
    """By the letters that end a word: the entry from which they alone lead to its end."""

    def __init__(self, register: _NodeRegister) -> None:
        self._register = register
        self[b""] = _END

    def __missing__(self, suffix: bytes) -> int:
        entry = self[suffix] = self._register[(self[suffix[1:]],)] + (suffix[0] & _BRANCH_BITS)
        return entry


def _build_array(all_entries: Sequence[tuple[int, ...]]) -> "array[int]":
    nodes = array("I", bytes(array("I").itemsize * WIDTH * len(all_entries)))
    for node, entries in zip(range(0, len(nodes), WIDTH), all_entries, strict=True):
        mask = 0
        for entry in entries:
            branch = entry & _BRANCH_BITS
            mask |= 1 << branch
            nodes[node + branch] = entry - branch
        # Bit 0 of the mask, from `_END`, says that a word ends here; A is bit 1.
        nodes[node] = mask >> 1 | (mask & 1) * FINAL
    return nodes


def _count_shared_letters(words: Sequence[bytes]) -> bytes:
    """Return, for each word, how many first letters the next one repeats; 0 for the last.

    Computed for all words at once, one byte per word of a very long integer: 1 as long as no
    letter has differed.
    """
    width = max(map(len, words))
    table = b"".join(map(bytes.ljust, words, repeat(width)))
    equal_so_far = int.from_bytes(b"\1" * len(words))
    shared = 0
    for place in range(width):
        column = table[place::width]
        differing = int.from_bytes(column) ^ int.from_bytes(column[1:] + b"\0")
        equal_so_far &= int.from_bytes(differing.to_bytes(len(words)).translate(_IS_ZERO))
        shared += equal_so_far
    return shared.to_bytes(len(words))
