"""What a player is told of a turn, in parts: codes, data, and what somebody wrote.

``arbitrage.presentation.player_explanations`` puts them in French; the scoreboard keeps them.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any, Protocol, assert_never

from arbitrage.core.decided import ActKind, RulingLike, Status
from arbitrage.core.scoring import Settled

type Saying = dict[str, Any]
"""``kind`` and what it needs; the other kinds are those of ``ActKind``."""


class ActLike(Protocol):
    """An act as the database or an archive has it."""

    @property
    def kind(self) -> Any: ...
    @property
    def data(self) -> Any: ...
    @property
    def article(self) -> Any: ...
    @property
    def reason(self) -> Any: ...
    @property
    def automatic(self) -> Any: ...


class SayingKind(StrEnum):
    """Parts that are no acts."""

    #: The software's: ``verdict``, and whether it is ``confirmed``. This and the next may have
    #: ``in_time``: ``reason`` and ``article`` by which a late bulletin counts; and one of
    #: ``SPOKEN``: why that commission decided so.
    VERDICT = "verdict"
    #: An arbiter's: ``points``, ``gross``, ``sanction``, ``motives``, ``article``, ``reason``.
    CHANGE = "change"
    #: ``text``, of before there were parts, where nothing else tells of the line.
    TEXT = "text"


#: Under what name a part has the reason of the *commission d'arbitrage*, or of the federation's.
COMMISSION, FEDERATION = SPOKEN = ("commission", "federation")
_CHANGED = ("points", "gross", "sanction", "motives", "article", "reason")


def parts_of(
    ruling: RulingLike | None,
    acts: Sequence[ActLike],
    settled: Settled,
    *,
    spoken: str = "",
) -> list[Saying]:
    """First what the points are for, then what concerns the player's conduct. ``spoken``: one of
    ``SPOKEN``, whose decision the ruling is."""
    decisive = _decisive(acts, settled)
    parts = []
    if decisive is not None:
        parts.append(part_of_act(decisive, settled.points))
    elif ruling is not None:
        parts.append(part_of_ruling(ruling, spoken=spoken))
    beside = {ActKind.WARNING, ActKind.REMOVAL}
    return parts + [part_of_act(act) for act in acts if act.kind in beside]


def part_of_ruling(ruling: RulingLike, *, spoken: str = "") -> Saying:
    counted = {"reason": ruling.in_time, "article": ruling.in_time_article}
    beside: Saying = {"in_time": counted} if ruling.in_time else {}
    if spoken:
        beside[spoken] = ruling.reason
    if ruling.status == Status.CHANGED:
        changed = {name: getattr(ruling, name) for name in _CHANGED}
        return {"kind": SayingKind.CHANGE} | changed | beside
    confirmed = ruling.status == Status.CONFIRMED
    told = {"kind": SayingKind.VERDICT, "verdict": ruling.verdict, "confirmed": confirmed}
    return told | beside


def part_of_act(act: ActLike, points: int = 0) -> Saying:
    """``points``: what an average comes to."""
    part = {"kind": act.kind, "article": act.article, "reason": act.reason}
    if act.kind != ActKind.AVERAGE:
        return part
    rule = {name: act.data[name] for name in ("word", "first")} if act.automatic else {}
    return part | {"points": points} | rule


def article_of(ruling: RulingLike | None, acts: Sequence[ActLike], settled: Settled) -> str:
    """The article that the points rest on."""
    decisive = _decisive(acts, settled)
    if decisive is not None:
        return str(decisive.article)
    return str(ruling.article) if ruling is not None else ""


def _decisive(acts: Iterable[ActLike], settled: Settled) -> ActLike | None:
    """The act that gives the points of the turn, if it is not the ruling."""
    return next((act for act in acts if _decides(act, settled)), None)


def _decides(act: ActLike, settled: Settled) -> bool:
    match ActKind(act.kind):
        case ActKind.ZERO | ActKind.CHEATING:
            return True
        case ActKind.AVERAGE:
            return settled.average
        case ActKind.WARNING | ActKind.REMOVAL | ActKind.WITHDRAWAL:
            return False
        case kind:
            assert_never(kind)
