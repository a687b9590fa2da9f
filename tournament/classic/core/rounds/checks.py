"""What is to be said of pairs before they are published: nothing of it forbids them (9.3)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.classic.core.rounds.pairing import Pairing, PairingPlayer


class Doubt(StrEnum):
    #: They have met before.
    REMATCH = "rematch"
    #: He has had a bye, or won without playing.
    SECOND_BYE = "second-bye"
    #: Match points between them; somebody else was nearer.
    GAP = "gap"
    #: He is there and has neither an opponent nor a bye.
    LEFT_OUT = "left-out"
    #: He is in a pair and is not there.
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class Warned:
    """A doubt and whom it is about; ``number``: of meetings, byes or points."""

    doubt: Doubt
    keys: tuple[int, ...]
    number: int = 0


def warnings(pairing: Pairing, present: Sequence[PairingPlayer]) -> list[Warned]:
    """Doubts about a pairing of those who are ``present``, the worst first."""
    return sorted(_warnings(pairing, present), key=lambda one: list(Doubt).index(one.doubt))


def _warnings(pairing: Pairing, present: Sequence[PairingPlayer]) -> Iterator[Warned]:
    of = {one.key: one for one in present}
    groups = Counter(one.points for one in present)
    paired = {key for pair in pairing.pairs for key in pair}
    if pairing.bye is not None:
        paired.add(pairing.bye)
    yield from (Warned(Doubt.AWAY, (key,)) for key in sorted(paired - of.keys()))
    yield from (Warned(Doubt.LEFT_OUT, (key,)) for key in of if key not in paired)
    for a, b in pairing.pairs:
        if a not in of or b not in of:
            continue
        if times := of[a].met.get(b, 0):
            yield Warned(Doubt.REMATCH, (a, b), times)
        low, high = sorted((of[a].points, of[b].points))
        if any(low < points < high for points in groups):
            yield Warned(Doubt.GAP, (a, b), high - low)
    bye = of.get(pairing.bye) if pairing.bye is not None else None
    if bye is not None and bye.unplayed:
        yield Warned(Doubt.SECOND_BYE, (bye.key,), bye.unplayed)
