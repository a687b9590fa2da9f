"""What a player reads of a turn, said from its parts (``arbitrage.core.saying``)."""

from collections.abc import Iterable
from dataclasses import replace

from arbitrage.core.saying import Saying, SayingKind
from arbitrage.core.verdict import Verdict
from arbitrage.words.acts import explain_act
from arbitrage.words.sentences import (
    by_commission,
    explain_change,
    explain_late,
    explain_verdict,
)


def sentence(parts: Iterable[Saying]) -> str:
    """Hook of ``settings.DUPLICATA_EXPLAIN``."""
    return " ".join(map(_said, parts))


def _said(part: Saying) -> str:
    match part["kind"]:
        case SayingKind.VERDICT:
            verdict = Verdict.from_dict(part["verdict"])
            if (reason := part.get("commission")) is not None:
                verdict = replace(verdict, commission=False)
            said = explain_verdict(verdict, confirmed=part["confirmed"], to_arbiter=False)
            said = said if reason is None else by_commission(said, reason)
            return explain_late(said, part.get("in_time"))
        case SayingKind.CHANGE:
            return explain_late(explain_change(part), part.get("in_time"))
        case SayingKind.TEXT:
            return str(part["text"])
        case _:
            return explain_act(part)
