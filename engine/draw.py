"""Drawing letters: which draws are valid (3.2), and draws that anybody can check afterwards.

A software draw derives from a secret seed of 32 bytes whose SHA-256 (`commitment`) is published
before the first turn and which is itself published after the last. Draw number `index` takes
`count` letters from the sorted letters of the bag, jokers last:

1. A stream of 64-bit big-endian numbers: the HMAC-SHA256, under the seed, of the ASCII text
   ``duplicata draw 1/INDEX/BLOCK`` for BLOCK = 0, 1, 2, ..., each giving four numbers.
2. For each letter, with n letters left: the next number x below the largest multiple of n that
   is at most 2**64 (others are skipped, so that all places are equally likely) takes the letter
   at place x mod n out of the list.
"""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from engine.bag import Bag
from engine.errors import BadSeed, LettersNotInBag
from engine.formats import Format
from engine.letters import LetterSet

SEED_BYTES = 32
FIRST_TURNS = 15
"""Turns for which two vowels and two consonants are wanted (3.2)."""
_WORD = 8


class DrawVerdict(StrEnum):
    VALID = "valid"
    REJECTED = "rejected"
    GAME_OVER = "game_over"


@dataclass(frozen=True, slots=True)
class DrawCheck:
    """`minimum` vowels and as many consonants are wanted, None once the game is over.

    `judge_may_reject`: valid only if a joker or Y is counted favourably, which is the judge's
    free choice.
    """

    verdict: DrawVerdict
    minimum: int | None
    judge_may_reject: bool


def check_draw(*, fmt: Format, turn: int, kept: str, drawn: str, unseen: str) -> DrawCheck:
    """Judge a rack by 3.2. `turn` skips cancelled turns; `unseen` is the bag after this draw."""
    rack, remaining = kept + drawn, kept + drawn + unseen
    if cannot_go_on(remaining, fmt.letters):
        return DrawCheck(DrawVerdict.GAME_OVER, None, judge_may_reject=False)
    minimum = 2 if turn <= FIRST_TURNS and _reaches(remaining, 2, fmt.letters) else 1
    if not _reaches(rack, minimum, fmt.letters):
        # With everything on the rack no other draw exists.
        verdict = DrawVerdict.REJECTED if unseen else DrawVerdict.GAME_OVER
        return DrawCheck(verdict, minimum if unseen else None, judge_may_reject=False)
    vowels, consonants, _ = _kinds(rack, fmt.letters)
    strictly = min(vowels, consonants) >= minimum
    free = unseen != "" and not _one_kind(remaining, fmt.letters)
    return DrawCheck(DrawVerdict.VALID, minimum, judge_may_reject=free and not strictly)


def cannot_go_on(remaining: str, letters: LetterSet) -> bool:
    """3.7: one letter is left, or all are vowels or all consonants without joker or Y."""
    wild = any(letter in letters.wild for letter in remaining)
    return len(remaining) <= 1 or (_one_kind(remaining, letters) and not wild)


def _kinds(rack: str, letters: LetterSet) -> tuple[int, int, int]:
    """How many vowels, consonants, and letters that may be counted as either."""
    vowels = sum(letter in letters.vowels for letter in rack)
    consonants = sum(letter in letters.consonants for letter in rack)
    return vowels, consonants, len(rack) - vowels - consonants


def _one_kind(rack: str, letters: LetterSet) -> bool:
    vowels, consonants, _ = _kinds(rack, letters)
    return not vowels or not consonants


def _reaches(rack: str, minimum: int, letters: LetterSet) -> bool:
    """Whether joker and Y, each counted once, can make up for what is missing."""
    vowels, consonants, wild = _kinds(rack, letters)
    return max(0, minimum - vowels) + max(0, minimum - consonants) <= wild


def commitment(seed: bytes) -> str:
    """What is published before the first turn: the SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(_checked(seed)).hexdigest()


def seeded_draw(seed: bytes, index: int, bag: Bag, count: int) -> str:
    """`count` letters in the order drawn. Raises `BadSeed`, `LettersNotInBag`."""
    left = list(bag.letters)
    if not 0 <= count <= len(left):
        raise LettersNotInBag("too_many_letters", count=count, bag=bag.letters)
    numbers = _numbers(_checked(seed), index)
    return "".join(left.pop(_below(len(left), numbers)) for _ in range(count))


def _checked(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise BadSeed("bad_seed", length=len(seed), wanted=SEED_BYTES)
    return seed


def _numbers(seed: bytes, index: int) -> Iterator[int]:
    block = 0
    while True:
        text = f"duplicata draw 1/{index}/{block}".encode()
        digest = hmac.digest(seed, text, "sha256")
        for start in range(0, len(digest), _WORD):
            yield int.from_bytes(digest[start : start + _WORD])
        block += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    """The next number that favours no remainder, modulo `bound`."""
    limit = (1 << 64) // bound * bound
    return next(number for number in numbers if number < limit) % bound
