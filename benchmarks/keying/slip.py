"""A slip: the keys that a hand presses for it; what has to be on the server then."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Slip:
    keys: list[str]
    word: str
    score: str
