"""What a blow is."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.chaos.struck import StruckClub

if TYPE_CHECKING:
    from benchmarks.chaos.tablets import Tablet  # its imports need Django

type IsWell = Callable[[], bool]


class NotThereError(Exception):
    """The victim is away just now: no blow was dealt."""


class BrokenError(Exception):
    """A blow has shown at once that a promise is not kept; the message says which."""


@dataclass(frozen=True)
class Target:
    """All that can be struck."""

    club: StruckClub
    tablets: "list[Tablet]"


#: Strikes on entry, heals on exit, and says whether all is well again after that.
#: Raises NotThereError on entry, BrokenError anywhere.
type Deal = Callable[[Target, tuple[str, ...]], AbstractContextManager[IsWell]]


@dataclass(frozen=True)
class Kind:
    """``lasts_s``: least and most; ``lacks`` says what is missing here to deal it, or nothing."""

    said: str
    deal: Deal
    lasts_s: tuple[float, float] = (0.0, 0.0)
    lacks: Callable[[StruckClub], str] = lambda _club: ""
