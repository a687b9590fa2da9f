"""What to ask of a slot, by the letters that lie in it ("..R.E")."""

from collections.abc import Callable

from engine.board.board import EMPTY

type _Question = list[str] | tuple[int, str]
"""The words that have the letters of a pattern where it has them, if they are few whatever the
rack; else the number of tiles to lay and the letters in place, sorted."""

_MANY = 3
"""Letters in place: with fewer, too many words have them."""
_REMEMBERED = 20_000


class Questions(dict[str, _Question]):
    """Remembered from one turn to the next; emptied when a process has met too many."""

    def __init__(self, fitting: Callable[[str], list[str] | None]) -> None:
        self._fitting = fitting

    def __missing__(self, pattern: str) -> _Question:
        if len(self) > _REMEMBERED:
            self.clear()
        fixed = pattern.replace(EMPTY, "")
        words = self._fitting(pattern) if len(fixed) >= _MANY else None
        question = (len(pattern) - len(fixed), "".join(sorted(fixed))) if words is None else words
        self[pattern] = question
        return question
