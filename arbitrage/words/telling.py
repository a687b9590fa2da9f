"""What a player reads of a turn, said from its parts (``arbitrage.queries.telling``)."""

from collections.abc import Iterable

from arbitrage.core.verdict import Verdict
from arbitrage.queries.telling import Saying, SayingKind
from arbitrage.words.acts import explain_act
from arbitrage.words.sentences import explain_change, explain_late, explain_verdict


def sentence(parts: Iterable[Saying]) -> str:
    """Hook of ``settings.DUPLICATA_EXPLAIN``."""
    return " ".join(map(_said, parts))


def _said(part: Saying) -> str:
    match part["kind"]:
        case SayingKind.VERDICT:
            verdict = Verdict.from_dict(part["verdict"])
            said = explain_verdict(verdict, confirmed=part["confirmed"], to_arbiter=False)
            return explain_late(said, part.get("in_time"))
        case SayingKind.CHANGE:
            return explain_late(explain_change(part), part.get("in_time"))
        case SayingKind.TEXT:
            return str(part["text"])
        case _:
            return explain_act(part)
