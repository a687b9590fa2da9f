"""The draw: its validity (3.2), and the seeded draw, which anybody can verify afterwards.

Seeded draw, version 1. `seed` is a secret of at least 16 bytes. Its hash (`compute_commitment`) is
published before the game, the seed itself after it. For the draw number `index` (0 for the first of
the game, one more for each draw, rejected ones too):

1. Write down the letters of the bag in alphabetical order, jokers last.
2. For c = 0, 1, 2... the number x_c is the first 8 bytes, most significant first, of
   HMAC-SHA256(key = seed, message = "duplicata-draw-1" + index on 8 bytes + c on 8 bytes).
3. For each letter to draw, n letters being left on the list: take the next x_c that is lower than
   the greatest multiple of n up to 2^64 (others are skipped, so that every letter has exactly the
   same chance); the letter drawn is the one at rank x_c mod n, counted from 0. Cross it out.

In a joker game (3.8.1) the jokers are not in the bag: the one that accompanies the rack, when it
is not on it already, is written before the letters drawn and takes no number.
"""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from engine.board.board import Board
from engine.board.formats import Format
from engine.board.letters import LetterSet
from engine.errors import BadSeed, LettersNotInBag
from engine.regulation.edition import Edition
from engine.regulation.topics import Topic
from engine.rules.bag import Bag
from engine.rules.ending import check_end_after_placement
from engine.rules.remainder import Remainder, build_full_remainder

MIN_SEED_BYTES = 16
_LABEL = b"duplicata-draw-1"
_RANGE = 1 << 64


class DrawVerdict(StrEnum):
    VALID = "valid"
    REJECTED = "rejected"
    GAME_OVER = "game_over"


@dataclass(frozen=True, slots=True)
class DrawCheck:
    """The validity of a draw. `minimum`: vowels, and consonants, that it must have; None if the
    game is over.

    `judge_may_reject`: valid only because a joker or a Y counts as the missing kind, which the
    judge may refuse. `reason`: "vowels" or "consonants", the kind that is missing when rejected, or
    the reason of the end of the game (`engine.rules.ending.EndReason`).
    """

    verdict: DrawVerdict
    minimum: int | None
    article: str
    judge_may_reject: bool = False
    reason: str | None = None


def check_draw(
    *, fmt: Format, turn: int, kept: str, drawn: str, unseen: str, edition: Edition
) -> DrawCheck:
    """Return the validity of a draw (3.2). `turn` from 1, cancelled turns not counted (A-68);
    `unseen`: the bag after the draw. Raises `BadLetters`.

    Two of each kind are required while the letters still to play have them, jokers and Y counted as
    the missing kind: the regulation does not say what happens when only they make two.
    """
    rack, remaining = kept + drawn, kept + drawn + unseen
    letters, play_values, article = fmt.letters, edition.play, edition.format_articles(Topic.DRAW)
    letters.check(remaining)
    ending = check_end_after_placement(fmt, remaining, edition=edition)
    if ending.is_over:
        return DrawCheck(DrawVerdict.GAME_OVER, None, article, reason=ending.reason)
    minimum = play_values.strict_minimum.value
    if (
        turn > play_values.strict_turns.value
        or _find_missing_kind(letters, remaining, minimum) is not None
    ):
        minimum = play_values.minimum.value
    missing_kind = _find_missing_kind(letters, rack, minimum)
    if missing_kind is not None:
        return DrawCheck(DrawVerdict.REJECTED, minimum, article, reason=missing_kind)
    # The judge may no longer reject when, jokers and Y apart, only one kind remains to play.
    plain_letters = [letter for letter in remaining if letter not in letters.wild]
    has_one_kind = letters.vowels.issuperset(plain_letters) or letters.consonants.issuperset(
        plain_letters
    )
    is_wild_needed = min(_count_vowels(letters, rack), _count_consonants(letters, rack)) < minimum
    can_reject = is_wild_needed and not has_one_kind and bool(unseen)
    return DrawCheck(DrawVerdict.VALID, minimum, article, judge_may_reject=can_reject)


def _count_vowels(letters: LetterSet, text: str) -> int:
    return sum(letter in letters.vowels for letter in text)


def _count_consonants(letters: LetterSet, text: str) -> int:
    return sum(letter in letters.consonants for letter in text)


def _find_missing_kind(letters: LetterSet, text: str, minimum: int) -> str | None:
    """Return the kind below the minimum, wild letters counted as the missing kind, or None."""
    missing_vowels = max(0, minimum - _count_vowels(letters, text))
    missing_consonants = max(0, minimum - _count_consonants(letters, text))
    wild = sum(letter in letters.wild for letter in text)
    if missing_vowels + missing_consonants <= wild:
        return None
    return "vowels" if missing_vowels >= missing_consonants else "consonants"


@dataclass(frozen=True, slots=True)
class DrawnRack:
    """A rack drawn from the bag by software; `index` numbers the draws of a game."""

    kept: str
    drawn: str
    unseen: Bag
    index: int
    check: DrawCheck


def draw_racks(
    *,
    fmt: Format,
    turn: int,
    board: Board,
    remainder: Remainder,
    seed: bytes,
    index: int,
    edition: Edition,
) -> Iterator[DrawnRack]:
    """Yield the rack of a turn, then those drawn after all letters went back into the bag.

    Endless: the caller stops at a valid draw or at the end of the game. Raises `BadSeed`.
    """
    while True:
        letters = draw_letters(seed, index, remainder.bag, remainder.count_to_draw(fmt))
        drawn, unseen = remainder.joker + letters, remainder.bag.subtract(letters)
        check = check_draw(
            fmt=fmt,
            turn=turn,
            kept=remainder.kept,
            drawn=drawn,
            unseen=unseen.letters,
            edition=edition,
        )
        yield DrawnRack(remainder.kept, drawn, unseen, index, check)
        remainder, index = build_full_remainder(fmt, board), index + 1


def compute_commitment(seed: bytes) -> str:
    """Return the SHA-256 of the seed in hexadecimal, to be published before the first draw."""
    _check_seed(seed)
    return hashlib.sha256(seed).hexdigest()


def draw_letters(seed: bytes, index: int, bag: Bag, count: int) -> str:
    """Return `count` letters in the order drawn, derived as the docstring of this module says.

    Raises `BadSeed`, and `LettersNotInBag` (`not_enough_letters`).
    """
    _check_seed(seed)
    if not 0 <= count <= len(bag):
        raise LettersNotInBag("not_enough_letters", requested=count, available=len(bag))
    remaining, numbers = list(bag.letters), _generate_numbers(seed, index)
    drawn = []
    for _ in range(count):
        limit = _RANGE - _RANGE % len(remaining)
        number = next(x for x in numbers if x < limit)
        drawn.append(remaining.pop(number % len(remaining)))
    return "".join(drawn)


def _check_seed(seed: bytes) -> None:
    if len(seed) < MIN_SEED_BYTES:
        raise BadSeed("seed_too_short", length=len(seed), minimum=MIN_SEED_BYTES)


def _generate_numbers(seed: bytes, index: int) -> Iterator[int]:
    counter = 0
    while True:
        message = _LABEL + index.to_bytes(8) + counter.to_bytes(8)
        yield int.from_bytes(hmac.digest(seed, message, "sha256")[:8])
        counter += 1
