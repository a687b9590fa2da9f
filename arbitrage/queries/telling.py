"""What a player is told of a turn, in parts: codes, data, and what somebody wrote.

``arbitrage.words.telling`` says them, and the scoreboard keeps them as explanations.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any, assert_never

from arbitrage.core.account import Settled
from arbitrage.models import Act, ActKind, Ruling, Status

type Saying = dict[str, Any]
"""``kind`` and what it needs; the other kinds are those of ``ActKind``."""


class SayingKind(StrEnum):
    """Parts that are no acts."""

    #: The software's: ``verdict``, and whether it is ``confirmed``. This and the next may have
    #: ``in_time``: ``reason`` and ``article`` by which a late bulletin counts.
    VERDICT = "verdict"
    #: An arbiter's: ``points``, ``gross``, ``sanction``, ``motives``, ``article``, ``reason``.
    CHANGE = "change"
    #: ``text``, of before there were parts, where nothing else tells of the line.
    TEXT = "text"


_CHANGED = ("points", "gross", "sanction", "motives", "article", "reason")


def parts_of(ruling: Ruling | None, acts: Sequence[Act], settled: Settled) -> list[Saying]:
    """First what the points are for, then what concerns the player's conduct."""
    decisive = _decisive(acts, settled)
    parts = []
    if decisive is not None:
        parts.append(part_of_act(decisive, settled.points))
    elif ruling is not None:
        parts.append(part_of_ruling(ruling))
    beside = {ActKind.WARNING, ActKind.REMOVAL}
    return parts + [part_of_act(act) for act in acts if act.kind in beside]


def part_of_ruling(ruling: Ruling) -> Saying:
    counted = {"reason": ruling.in_time, "article": ruling.in_time_article}
    in_time = {"in_time": counted} if ruling.in_time else {}
    if ruling.status == Status.CHANGED:
        changed = {name: getattr(ruling, name) for name in _CHANGED}
        return {"kind": SayingKind.CHANGE} | changed | in_time
    confirmed = ruling.status == Status.CONFIRMED
    told = {"kind": SayingKind.VERDICT, "verdict": ruling.verdict, "confirmed": confirmed}
    return told | in_time


def part_of_act(act: Act, points: int = 0) -> Saying:
    """``points``: what an average comes to."""
    part = {"kind": act.kind, "article": act.article, "reason": act.reason}
    return part | {"points": points} if act.kind == ActKind.AVERAGE else part


def article_of(ruling: Ruling | None, acts: Sequence[Act], settled: Settled) -> str:
    """The article that the points rest on."""
    decisive = _decisive(acts, settled)
    if decisive is not None:
        return decisive.article
    return ruling.article if ruling is not None else ""


def _decisive(acts: Iterable[Act], settled: Settled) -> Act | None:
    """The act that gives the points of the turn, if it is not the ruling."""
    return next((act for act in acts if _decides(act, settled)), None)


def _decides(act: Act, settled: Settled) -> bool:
    match ActKind(act.kind):
        case ActKind.ZERO | ActKind.CHEATING:
            return True
        case ActKind.AVERAGE:
            return settled.average
        case ActKind.WARNING | ActKind.REMOVAL | ActKind.WITHDRAWAL:
            return False
        case kind:
            assert_never(kind)
