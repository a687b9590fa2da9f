"""What the bench and an engine say to each other, line by line: docs/moteur-rivaux.md."""

import re
from dataclasses import dataclass
from typing import Self

from engine.board.place import Place
from engine.search.moves import Move

LEXICON, READY, PASS = "lexique", "moteur", "passe"
_ANSWER = re.compile(r"([0-9]{1,5}) ([1-9][0-9]{0,14})((?: [A-Za-z]{2,15}@[A-Z0-9]{2,3})*)")


@dataclass(frozen=True, slots=True)
class Answer:
    """`score` of the top, 0 if nothing can be played; `spent` in nanoseconds of processor time;
    `tops` is empty when they are not told."""

    score: int
    spent: int
    tops: tuple[Move, ...]

    def __str__(self) -> str:
        return " ".join([f"{self.score} {self.spent}", *(f"{m.word}@{m.ref}" for m in self.tops)])

    @classmethod
    def parse(cls, line: str) -> Self:
        """Read what `str` writes. Raises ValueError."""
        match = _ANSWER.fullmatch(line)
        if match is None:
            raise ValueError(line)
        score = int(match[1])
        plays = (play.split("@") for play in match[3].split())
        tops = tuple(Move(word, Place.parse(ref), score) for word, ref in plays)
        return cls(score, int(match[2]), tops)
