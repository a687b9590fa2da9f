"""The explanation of a turn for its player, in parts: codes, data, and text that a person wrote.

``arbitrage.presentation.player_explanations`` formats them in French; the scoreboard stores them.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any, Protocol, assert_never

from arbitrage.core.ruling_codes import ActKind, RulingLike, RulingStatus
from arbitrage.core.scoring import TurnScore

type ExplanationPart = dict[str, Any]
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


class PartKind(StrEnum):
    """Parts that are no acts."""

    #: The software's: ``verdict``, and whether it is ``confirmed``. This and the next may have
    #: ``in_time``: ``reason`` and ``article`` by which a late bulletin counts; and one of
    #: ``DECIDING_BODIES``: the reason of that body's decision.
    VERDICT = "verdict"
    #: An arbiter's: ``points``, ``gross``, ``sanction``, ``motives``, ``article``, ``reason``.
    CHANGE = "change"
    #: ``text``, stored before there were parts, when nothing else explains the line.
    TEXT = "text"


#: The keys under which a part has the reason of the *commission d'arbitrage*, or of the federation.
COMMISSION, FEDERATION = DECIDING_BODIES = ("commission", "federation")
_CHANGED = ("points", "gross", "sanction", "motives", "article", "reason")


def list_parts(
    ruling: RulingLike | None,
    acts: Sequence[ActLike],
    score: TurnScore,
    *,
    deciding_body: str = "",
) -> list[ExplanationPart]:
    """Return the parts: first the reason of the points, then acts about the player's conduct.

    ``deciding_body``: the one of ``DECIDING_BODIES`` that made the ruling, or empty.
    """
    deciding_act = _find_deciding_act(acts, score)
    parts = []
    if deciding_act is not None:
        parts.append(build_act_part(deciding_act, score.points))
    elif ruling is not None:
        parts.append(build_ruling_part(ruling, deciding_body=deciding_body))
    conduct_kinds = {ActKind.WARNING, ActKind.REMOVAL}
    return parts + [build_act_part(act) for act in acts if act.kind in conduct_kinds]


def build_ruling_part(ruling: RulingLike, *, deciding_body: str = "") -> ExplanationPart:
    in_time = {"reason": ruling.in_time, "article": ruling.in_time_article}
    extras: ExplanationPart = {"in_time": in_time} if ruling.in_time else {}
    if deciding_body:
        extras[deciding_body] = ruling.reason
    if ruling.status == RulingStatus.CHANGED:
        fields = {name: getattr(ruling, name) for name in _CHANGED}
        return {"kind": PartKind.CHANGE} | fields | extras
    confirmed = ruling.status == RulingStatus.CONFIRMED
    part = {"kind": PartKind.VERDICT, "verdict": ruling.verdict, "confirmed": confirmed}
    return part | extras


def build_act_part(act: ActLike, points: int = 0) -> ExplanationPart:
    """Return the part of an act; ``points``: those of an average."""
    part = {"kind": act.kind, "article": act.article, "reason": act.reason}
    if act.kind != ActKind.AVERAGE:
        return part
    rule = {name: act.data[name] for name in ("word", "first")} if act.automatic else {}
    return part | {"points": points} | rule


def find_article(ruling: RulingLike | None, acts: Sequence[ActLike], score: TurnScore) -> str:
    """Return the article that the points rest on."""
    deciding_act = _find_deciding_act(acts, score)
    if deciding_act is not None:
        return str(deciding_act.article)
    return str(ruling.article) if ruling is not None else ""


def _find_deciding_act(acts: Iterable[ActLike], score: TurnScore) -> ActLike | None:
    """Return the act that determines the points of the turn, if it is not the ruling."""
    return next((act for act in acts if _is_deciding(act, score)), None)


def _is_deciding(act: ActLike, score: TurnScore) -> bool:
    match ActKind(act.kind):
        case ActKind.ZERO | ActKind.CHEATING:
            return True
        case ActKind.AVERAGE:
            return score.average
        case ActKind.WARNING | ActKind.REMOVAL | ActKind.WITHDRAWAL:
            return False
        case kind:
            assert_never(kind)
