"""Challenges of words and their results (5.3)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChallengeResult:
    """`is_play_valid`: all words are admitted. `wrong_challenges`: number of admitted words
    challenged."""

    is_play_valid: bool
    wrong_challenges: int


def has_formed_all(challenged_words: Sequence[str], formed_words: Sequence[str]) -> bool:
    """Return True if the last play formed all the words of a challenge slip (5.1, 5.2)."""
    return bool(challenged_words) and not Counter(challenged_words) - Counter(formed_words)


def judge_challenge(
    challenged_words: Sequence[str], admitted: Mapping[str, bool]
) -> ChallengeResult:
    """Return the result of a challenge from the arbiter's answer for each word (5.3)."""
    answers = [admitted[word] for word in challenged_words]
    return ChallengeResult(is_play_valid=all(answers), wrong_challenges=sum(answers))
