"""A case before the *commission d'arbitrage*: its life, until when it may be brought (6.3), and who
does not sit. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from engine.regulation.edition import Edition


class CaseState(StrEnum):
    OPEN = "open"
    #: The commission changes what was decided.
    ALLOWED = "allowed"
    #: It stands as it was decided.
    DISMISSED = "dismissed"
    #: By whoever brought it.
    WITHDRAWN = "withdrawn"
    #: There is nothing left to decide: another bulletin took the place of the one it was about,
    #: the act was taken back, the turn was cancelled; of the federation: the file was never
    #: completed (6.4.2.c).
    MOOT = "moot"


class CaseCommand(StrEnum):
    ALLOW = "allow"
    DISMISS = "dismiss"
    WITHDRAW = "withdraw"
    LAPSE = "lapse"


CASE_TRANSITIONS: Mapping[tuple[CaseState, CaseCommand], CaseState] = {
    (CaseState.OPEN, CaseCommand.ALLOW): CaseState.ALLOWED,
    (CaseState.OPEN, CaseCommand.DISMISS): CaseState.DISMISSED,
    (CaseState.OPEN, CaseCommand.WITHDRAW): CaseState.WITHDRAWN,
    (CaseState.OPEN, CaseCommand.LAPSE): CaseState.MOOT,
}

#: The commission has spoken.
DECIDED_STATES = frozenset({CaseState.ALLOWED, CaseState.DISMISSED})


class CaseOrigin(StrEnum):
    """Who brought it (6.3)."""

    PLAYER = "player"
    #: The arbiters, of themselves.
    ARBITER = "arbiter"
    #: The text gives it to the commission (2017: 5.3.2; 2014: 5.3).
    RULE = "rule"
    #: What the federation answers to an appeal against the commission (6.4.2); it has no members
    #: here, and is written down when it comes.
    FEDERATION = "federation"


class CaseSubject(StrEnum):
    """What is contested."""

    #: The ruling on the bulletin.
    RULING = "ruling"
    #: A decision about the player beside it: for conduct, or an average.
    ACT = "act"
    #: Another decision on the turn; what the commission answers is a text.
    DECISION = "decision"


@dataclass(frozen=True, slots=True)
class GameTimes:
    """When a game of the competition started and ended; ``void``: it was annulled."""

    started_at: datetime | None
    finished_at: datetime | None
    void: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """Whether players may appeal; ``until`` None: until the next game starts."""

    open: bool
    until: datetime | None


def window(
    game: GameTimes,
    others: Iterable[GameTimes],
    edition: Edition,
    now: datetime,
    decided_at: datetime | None = None,
) -> Window:
    """For what was decided in ``game``, of a competition with the games ``others`` besides (6.3).

    Reading B-30: the next game is whichever starts after this one, when it starts; one that is
    not annulled and has not started is still to come. The last minute counts (B-33). What is
    decided later (``decided_at``) is contested from then on, as if its game had ended there.
    """
    others = list(others)
    if game.started_at is None:
        return Window(open=False, until=None)
    since = max(game.started_at, decided_at or game.started_at)
    if any(_after(other, since) for other in others):
        return Window(open=False, until=None)
    if game.finished_at is None or any(map(_awaited, others)):
        return Window(open=True, until=None)
    ends = [other.finished_at for other in others if other.started_at and other.finished_at]
    last = max(game.finished_at, decided_at or game.finished_at, *ends)
    until = last + timedelta(minutes=edition.appeals.after_last_game_min.value)
    return Window(open=now <= until, until=until)


def widest(windows: Iterable[Window]) -> Window:
    """Of several, the one that is open the longest."""
    return max(windows, key=lambda one: (one.open, one.until is None, one.until))


def _awaited(other: GameTimes) -> bool:
    """Whether it is to be played, or played to its end."""
    return not other.void and (other.started_at is None or other.finished_at is None)


def _after(other: GameTimes, start: datetime) -> bool:
    return other.started_at is not None and other.started_at > start


def completion_due(edition: Edition, asked_at: datetime) -> datetime | None:
    """When a file that lacks something is void, of a further appeal (6.4.2.c); None where the
    edition knows no such appeal."""
    days = edition.appeals.completion_days.value
    return None if days is None else asked_at + timedelta(days=days)


class SittingBar(StrEnum):
    """Why a member of the commission does not sit."""

    #: He ruled on the bulletin.
    RULED = "ruled"
    #: He decided about the player on this turn.
    ACTED = "acted"
    #: He gave it the second look.
    LOOKED = "looked"
    #: He led the turn whose decision is contested.
    LED = "led"
    #: He plays in that entry.
    PLAYS = "plays"


@dataclass(frozen=True, slots=True)
class PartTaken:
    """What accounts have had to do with a case."""

    ruled: frozenset[int] = frozenset()
    acted: frozenset[int] = frozenset()
    looked: frozenset[int] = frozenset()
    led: frozenset[int] = frozenset()
    plays: frozenset[int] = frozenset()

    def bars(self, account: int) -> list[SittingBar]:
        """Why ``account`` does not sit, all of it."""
        return [bar for bar in SittingBar if account in getattr(self, bar)]
