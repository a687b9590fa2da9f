"""Warnings about pairs before they are published; none of them forbids a pairing (9.3)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.classic.core.rounds.pairing import Pairing, PairingPlayer


class PairingIssue(StrEnum):
    """A possible mistake in a pairing."""

    #: The two have met before.
    REMATCH = "rematch"
    #: The entry already had a bye, or won without playing.
    SECOND_BYE = "second-bye"
    #: The two differ in match points, although another opponent was closer.
    GAP = "gap"
    #: The entry is present and has neither an opponent nor a bye.
    LEFT_OUT = "left-out"
    #: The entry is paired and absent.
    AWAY = "away"


#: Issues that may arise after the publication.
PRESENCE_ISSUES = frozenset({PairingIssue.LEFT_OUT, PairingIssue.AWAY})


@dataclass(frozen=True, slots=True)
class PairingWarning:
    """An issue and its entries; ``number``: of meetings, byes or points."""

    issue: PairingIssue
    keys: tuple[int, ...]
    number: int = 0


def check_pairing(pairing: Pairing, present: Sequence[PairingPlayer]) -> list[PairingWarning]:
    """Return the issues of a pairing of the ``present`` entries, the worst first."""
    return sorted(
        _find_warnings(pairing, present),
        key=lambda warning: list(PairingIssue).index(warning.issue),
    )


def _find_warnings(pairing: Pairing, present: Sequence[PairingPlayer]) -> Iterator[PairingWarning]:
    players_by_key = {player.key: player for player in present}
    scores = Counter(player.points for player in present)
    paired = {key for pair in pairing.pairs for key in pair}
    if pairing.bye is not None:
        paired.add(pairing.bye)
    yield from (
        PairingWarning(PairingIssue.AWAY, (key,)) for key in sorted(paired - players_by_key.keys())
    )
    yield from (
        PairingWarning(PairingIssue.LEFT_OUT, (key,)) for key in players_by_key if key not in paired
    )
    for a, b in pairing.pairs:
        if a not in players_by_key or b not in players_by_key:
            continue
        if meetings := players_by_key[a].met.get(b, 0):
            yield PairingWarning(PairingIssue.REMATCH, (a, b), meetings)
        low, high = sorted((players_by_key[a].points, players_by_key[b].points))
        if any(low < points < high for points in scores):
            yield PairingWarning(PairingIssue.GAP, (a, b), high - low)
    bye = players_by_key.get(pairing.bye) if pairing.bye is not None else None
    if bye is not None and bye.unplayed_rounds:
        yield PairingWarning(PairingIssue.SECOND_BYE, (bye.key,), bye.unplayed_rounds)
