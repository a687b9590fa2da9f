"""What a challenge does (5.3)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChallengeResult:
    """`kept`: the play stays; `wrongly`: how many words were challenged that are admitted."""

    play_stays: bool
    wrong_challenges: int


def are_all_formed(challenged: Sequence[str], formed: Sequence[str]) -> bool:
    """Whether the words of a slip have all just been played (5.1, 5.2)."""
    return bool(challenged) and not Counter(challenged) - Counter(formed)


def judge_challenge(challenged: Sequence[str], admitted: Mapping[str, bool]) -> ChallengeResult:
    """Of a challenge, by the arbiter's answer for each word (5.3)."""
    answers = [admitted[word] for word in challenged]
    return ChallengeResult(play_stays=all(answers), wrong_challenges=sum(answers))
