"""Challenges of words and their results (5.3)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChallengeResult:
    """`play_stays`: all words are admitted. `wrong_challenges`: number of admitted words
    challenged."""

    play_stays: bool
    wrong_challenges: int


def has_formed_all(challenged: Sequence[str], formed: Sequence[str]) -> bool:
    """Return True if the last play formed all the words of a challenge slip (5.1, 5.2)."""
    return bool(challenged) and not Counter(challenged) - Counter(formed)


def judge_challenge(challenged: Sequence[str], admitted: Mapping[str, bool]) -> ChallengeResult:
    """Return the result of a challenge from the arbiter's answer for each word (5.3)."""
    answers = [admitted[word] for word in challenged]
    return ChallengeResult(play_stays=all(answers), wrong_challenges=sum(answers))
