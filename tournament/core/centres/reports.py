"""Reports of the centres of a game to the judge who leads it, and decisions about them.

Every report is a row of the journal of the game; the state of a centre follows from its rows.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any


class CentreAct(StrEnum):
    """An act of a centre, or of the judge about it."""

    READY = "ready"
    NOT_READY = "not-ready"
    INCIDENT = "incident"
    #: It asks for a pause.
    PAUSE = "pause"
    #: It no longer asks for one.
    PAUSE_OVER = "pause-over"
    #: The judge goes on without it, until it is ready again.
    WITHOUT = "without"
    #: Bulletins that it kept without network count as in time.
    KEPT = "kept"


#: Acts of the staff of a centre, and those that need a reason.
STAFF_ACTS = frozenset(CentreAct) - {CentreAct.WITHOUT, CentreAct.KEPT}
ACTS_WITH_REASON = frozenset(CentreAct) - {CentreAct.READY, CentreAct.PAUSE_OVER}


@dataclass(frozen=True, slots=True)
class CentreReport:
    """A row of the journal; ``centre``: uid of the centre, ``turn``: key of the turn at hand."""

    centre: str
    act: CentreAct
    turn: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReportedState:
    """``ready_turn``: key of the turn for which it was ready last; ``objection``: why it is not
    ready; ``pause_reason``: why it asks for a pause; empty for no such thing."""

    is_ready: bool = False
    ready_turn: int | None = None
    objection: str = ""
    pause_reason: str = ""
    is_left_out: bool = False
    left_out_reason: str = ""
    incidents: tuple[str, ...] = field(default=())

    @property
    def blocks(self) -> bool:
        """Return True if the next turn waits for it."""
        return bool(self.objection or self.pause_reason) and not self.is_left_out

    def is_ready_for(self, turn: int | None) -> bool:
        """Return True if it said so at this turn; what was said of an earlier one is over."""
        return self.is_ready and self.ready_turn == turn

    def follow(self, report: CentreReport) -> "ReportedState":
        """Return the status after ``report``."""
        changes: dict[str, Any] = {}
        match report.act:
            case CentreAct.READY:
                changes = {
                    **dict.fromkeys(("objection", "pause_reason", "left_out_reason"), ""),
                    "is_ready": True,
                    "ready_turn": report.turn,
                    "is_left_out": False,
                }
            case CentreAct.NOT_READY:
                changes = {"is_ready": False, "objection": report.reason}
            case CentreAct.INCIDENT:
                changes = {"incidents": (*self.incidents, report.reason)}
            case CentreAct.PAUSE | CentreAct.PAUSE_OVER:
                changes = {"pause_reason": report.reason}
            case CentreAct.WITHOUT:
                changes = {"is_left_out": True, "left_out_reason": report.reason}
        return replace(self, **changes)


def follow_reports(reports: Iterable[CentreReport]) -> dict[str, ReportedState]:
    """Return the status by uid of each centre that reported something, after ``reports``."""
    statuses: dict[str, ReportedState] = {}
    for report in reports:
        status = statuses.get(report.centre, ReportedState())
        statuses[report.centre] = status.follow(report)
    return statuses
