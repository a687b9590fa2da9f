"""Cases before the *commission d'arbitrage*: states, time limits (6.3), and who does not sit.

Pure functions.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from engine.regulation.edition import Edition


class CaseState(StrEnum):
    OPEN = "open"
    #: The commission changes the decision.
    ALLOWED = "allowed"
    #: The decision stands.
    DISMISSED = "dismissed"
    #: Withdrawn by whoever brought it.
    WITHDRAWN = "withdrawn"
    #: Nothing is left to decide: another bulletin took the place of the one it was about, the act
    #: was taken back, the turn was cancelled; before the federation: the file was never completed
    #: (6.4.2.c).
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

#: The commission has decided.
DECIDED_STATES = frozenset({CaseState.ALLOWED, CaseState.DISMISSED})


class CaseOrigin(StrEnum):
    """The origin of a case (6.3)."""

    PLAYER = "player"
    #: The arbiters, of their own accord.
    ARBITER = "arbiter"
    #: A rule refers it to the commission (2017: 5.3.2; 2014: 5.3).
    RULE = "rule"
    #: The answer of the federation to an appeal against the commission (6.4.2). The federation has
    #: no members here; its answer is recorded when it comes.
    FEDERATION = "federation"


class CaseSubject(StrEnum):
    """The subject that is contested."""

    #: The ruling on the bulletin.
    RULING = "ruling"
    #: A decision about the player apart from the bulletin: for conduct, or an average.
    ACT = "act"
    #: Another decision on the turn; the commission answers with a text.
    DECISION = "decision"


@dataclass(frozen=True, slots=True)
class GameTimes:
    """The times when a game of the competition started and ended.

    ``void``: it was annulled. ``is_own``: False for a *mort subite* in which the player is not: it
    is not their next game (B-30).
    """

    started_at: datetime | None
    finished_at: datetime | None
    void: bool = False
    is_own: bool = True


@dataclass(frozen=True, slots=True)
class AppealWindow:
    """The period in which players may appeal; ``closes_at`` None: until the next game starts."""

    is_open: bool
    closes_at: datetime | None


def compute_window(
    game: GameTimes,
    others: Iterable[GameTimes],
    edition: Edition,
    now: datetime,
    decided_at: datetime | None = None,
) -> AppealWindow:
    """Return the window for decisions in ``game`` (6.3).

    ``others`` are the other games of the competition.

    Reading B-30: the next game is the first one of the player that starts after this one; a game
    that is not annulled and has not started is still to come. The last minute counts (B-33). Later
    decisions (``decided_at``) are contested from then on, as if the game had ended there.
    """
    others = list(others)
    if game.started_at is None:
        return AppealWindow(is_open=False, closes_at=None)
    since = max(game.started_at, decided_at or game.started_at)
    if any(_is_started_after(other, since) for other in others):
        return AppealWindow(is_open=False, closes_at=None)
    if game.finished_at is None or any(map(_is_to_be_played, others)):
        return AppealWindow(is_open=True, closes_at=None)
    ends = [other.finished_at for other in others if other.started_at and other.finished_at]
    last = max(game.finished_at, decided_at or game.finished_at, *ends)
    until = last + timedelta(minutes=edition.appeals.after_last_game_min.value)
    return AppealWindow(is_open=now <= until, closes_at=until)


def find_widest(windows: Iterable[AppealWindow]) -> AppealWindow:
    """Return the window that is open the longest."""
    return max(
        windows,
        key=lambda window: (
            window.is_open,
            window.closes_at is None,
            window.closes_at,
        ),
    )


def _is_to_be_played(other: GameTimes) -> bool:
    """Return True if the game is still to be played or finished."""
    return not other.void and (other.started_at is None or other.finished_at is None)


def _is_started_after(other: GameTimes, start: datetime) -> bool:
    return other.is_own and other.started_at is not None and other.started_at > start


def compute_completion_due(edition: Edition, requested_at: datetime) -> datetime | None:
    """Return when an incomplete file of a further appeal becomes void (6.4.2.c).

    None where the edition has no such appeal.
    """
    days = edition.appeals.completion_days.value
    return None if days is None else requested_at + timedelta(days=days)


class RecusalReason(StrEnum):
    """The reasons why a member of the commission does not sit."""

    #: They ruled on the bulletin.
    RULED = "ruled"
    #: They decided about the player on this turn.
    ACTED = "acted"
    #: They gave the bulletin the second look.
    LOOKED = "looked"
    #: They led the turn whose decision is contested.
    LED = "led"
    #: They play in that entry.
    PLAYS = "plays"


@dataclass(frozen=True, slots=True)
class CaseInvolvement:
    """The accounts that were involved in a case, by what they did."""

    ruling_accounts: frozenset[int] = frozenset()
    acting_accounts: frozenset[int] = frozenset()
    second_look_accounts: frozenset[int] = frozenset()
    leading_accounts: frozenset[int] = frozenset()
    playing_accounts: frozenset[int] = frozenset()

    def list_recusal_reasons(self, account: int) -> list[RecusalReason]:
        """Return every reason why ``account`` does not sit."""
        accounts_by_reason = {
            RecusalReason.RULED: self.ruling_accounts,
            RecusalReason.ACTED: self.acting_accounts,
            RecusalReason.LOOKED: self.second_look_accounts,
            RecusalReason.LED: self.leading_accounts,
            RecusalReason.PLAYS: self.playing_accounts,
        }
        return [reason for reason, accounts in accounts_by_reason.items() if account in accounts]
