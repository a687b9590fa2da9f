"""What a player reads of a turn, said from its parts (``arbitrage.core.explanation_parts``)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.utils.translation import gettext, gettext_noop as _

from arbitrage.core.explanation_parts import COMMISSION, FEDERATION, SPOKEN, Saying, SayingKind
from arbitrage.core.verdict import Verdict
from arbitrage.presentation.acts import explain_act
from arbitrage.presentation.sentences import explain_decision, explain_late, explain_verdict

#: Whose decision it is, with the reason.
DECIDED_BY: Mapping[str, str] = {
    "": _("%(sentence)s Décision de l’arbitre : %(reason)s"),
    COMMISSION: _("%(sentence)s Décision de la commission d’arbitrage : %(reason)s"),
    FEDERATION: _("%(sentence)s Décision de la fédération : %(reason)s"),
}


def sentence(parts: Iterable[Saying]) -> str:
    """Answers ``ports.explain``."""
    return " ".join(map(_said, parts))


def _said(part: Saying) -> str:
    match part["kind"]:
        case SayingKind.VERDICT:
            return explain_late(_explain_verdict(part), part.get("in_time"))
        case SayingKind.CHANGE:
            return explain_late(_explain_change(part), part.get("in_time"))
        case SayingKind.TEXT:
            return str(part["text"])
        case _:
            return explain_act(part)


def _explain_verdict(part: Saying) -> str:
    verdict, who = Verdict.from_dict(part["verdict"]), _spoken(part)
    if who:
        verdict = replace(verdict, commission=False)
    said = explain_verdict(verdict, confirmed=part["confirmed"], to_arbiter=False)
    return _decided_by(who, said, part[who]) if who else said


def _explain_change(change: Saying) -> str:
    """An arbiter's decision, or that of a commission: what it is, and its reason."""
    said, who = explain_decision(change), _spoken(change)
    reason = change[who] if who else change["reason"]
    if not reason:
        return gettext("%(sentence)s Décision de l’arbitre.") % {"sentence": said}
    return _decided_by(who, said, reason)


def _spoken(part: Saying) -> str:
    """Which commission decided so; empty for none."""
    return next((name for name in SPOKEN if name in part), "")


def _decided_by(who: str, said: str, reason: str) -> str:
    return gettext(DECIDED_BY[who]) % {"sentence": said, "reason": reason}
