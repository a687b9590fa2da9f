"""The word list as a minimal automaton, in one array of numbers."""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BIT = {letter: 1 << i for i, letter in enumerate(LETTERS)}
"""Bit of each letter in a mask."""
ALL_LETTERS = (1 << len(LETTERS)) - 1
FINAL = 1 << len(LETTERS)
"""Bit of a node where a word ends."""

WIDTH = 32
"""Numbers a node takes, so that what is read of it lies close together."""
ROOT = 0
_BRANCH = {letter: 1 + i for i, letter in enumerate(LETTERS)}


@dataclass(frozen=True, slots=True, eq=False)
class Dawg:
    """`nodes[node]` is the mask of the letters that go on, with `FINAL`; `nodes[node + 1]` to
    `nodes[node + 26]` are the nodes after A to Z, 0 for none. A node is a multiple of `WIDTH`.
    """

    nodes: "array[int]"

    def node(self, prefix: str, start: int = ROOT) -> int | None:
        """Node after the letters of `prefix`, or None if no word begins so."""
        node = start
        for letter in prefix:
            branch = _BRANCH.get(letter)
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
    """The automaton of `words`, which must be sorted, distinct, not empty, A to Z."""
    return _Builder().build(words)


class _Builder:
    """Equal nodes are merged as soon as they are finished, from the last letter backwards."""

    def __init__(self) -> None:
        self.children: list[dict[str, int]] = [{}]
        self.finals = bytearray(1)
        self.known: dict[tuple[object, ...], int] = {}
        self.chains: dict[str, int] = {}

    def build(self, words: Sequence[str]) -> Dawg:
        """`path` holds the unfinished nodes that a word shares with a neighbour in the list.

        What follows the last shared node is the word's own: a chain that depends on its letters
        alone and is looked up whole.
        """
        path: list[dict[str, int]] = [{}]
        ends = [0]
        chains = self.chains
        shared = 0
        for word, shared_next in zip(words, _shared_with_next(words), strict=True):
            depth = max(shared, shared_next)
            for _ in range(shared, depth):
                path.append({})
                ends.append(0)
            if len(word) > depth:
                rest = word[depth + 1 :]
                path[depth][word[depth]] = chains[rest] if rest in chains else self.chain(rest)
            else:
                ends[depth] = 1
            while depth > shared_next:
                node = self.node(path.pop(), ends.pop())
                depth -= 1
                path[depth][word[depth]] = node
            shared = shared_next
        self.children[ROOT] = path[0]
        return Dawg(self.packed())

    def node(self, children: dict[str, int], final: int) -> int:
        key = (final, *children.items())
        node = self.known.get(key)
        if node is None:
            node = self.known[key] = len(self.children) * WIDTH
            self.children.append(children)
            self.finals.append(final)
        return node

    def chain(self, rest: str) -> int:
        """The node from which exactly the letters `rest` lead to the end of a word."""
        node = self.chains.get(rest)
        if node is None:
            node = self.node({rest[0]: self.chain(rest[1:])}, 0) if rest else self.node({}, 1)
            self.chains[rest] = node
        return node

    def packed(self) -> "array[int]":
        nodes = array("I", bytes(array("I").itemsize * WIDTH * len(self.children)))
        for number, (children, final) in enumerate(zip(self.children, self.finals, strict=True)):
            node = number * WIDTH
            mask = FINAL if final else 0
            for letter, child in children.items():
                mask |= BIT[letter]
                nodes[node + _BRANCH[letter]] = child
            nodes[node] = mask
        return nodes


def _shared_with_next(words: Sequence[str]) -> list[int]:
    """For each word, how many first letters the next one repeats; 0 for the last.

    As numbers of fixed width: the highest bit that differs says which letter does.
    """
    width = max(map(len, words))
    numbers = [int.from_bytes(word.encode().ljust(width, b"\0")) for word in words]
    return [(8 * width - (a ^ b).bit_length()) // 8 for a, b in pairwise(numbers)] + [0]
