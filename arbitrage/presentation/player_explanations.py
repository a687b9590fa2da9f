"""The explanation of a turn for a player, from its parts (``core.explanation_parts``)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.utils.translation import gettext, gettext_noop as _

from arbitrage.core.explanation_parts import (
    COMMISSION,
    DECIDING_BODIES,
    FEDERATION,
    ExplanationPart,
    PartKind,
)
from arbitrage.core.verdict import Verdict
from arbitrage.presentation.acts import explain_act
from arbitrage.presentation.sentences import explain_decision, explain_late, explain_verdict

#: Sentences with the deciding body and the reason.
DECIDED_BY: Mapping[str, str] = {
    "": _("%(sentence)s Décision de l’arbitre : %(reason)s"),
    COMMISSION: _("%(sentence)s Décision de la commission d’arbitrage : %(reason)s"),
    FEDERATION: _("%(sentence)s Décision de la fédération : %(reason)s"),
}


def explain_parts(parts: Iterable[ExplanationPart]) -> str:
    """Return the text of the parts; answers ``ports.explain``."""
    return " ".join(map(_explain_part, parts))


def _explain_part(part: ExplanationPart) -> str:
    match part["kind"]:
        case PartKind.VERDICT:
            return explain_late(_explain_verdict(part), part.get("in_time"))
        case PartKind.CHANGE:
            return explain_late(_explain_change(part), part.get("in_time"))
        case PartKind.TEXT:
            return str(part["text"])
        case _:
            return explain_act(part)


def _explain_verdict(part: ExplanationPart) -> str:
    verdict, body = Verdict.from_dict(part["verdict"]), _find_deciding_body(part)
    if body:
        verdict = replace(verdict, commission=False)
    text = explain_verdict(verdict, confirmed=part["confirmed"], to_arbiter=False)
    return _add_reason(body, text, part[body]) if body else text


def _explain_change(change: ExplanationPart) -> str:
    """Return the decision of an arbiter or a commission, and its reason."""
    text, body = explain_decision(change), _find_deciding_body(change)
    reason = change[body] if body else change["reason"]
    if not reason:
        return gettext("%(sentence)s Décision de l’arbitre.") % {"sentence": text}
    return _add_reason(body, text, reason)


def _find_deciding_body(part: ExplanationPart) -> str:
    """Return the body that decided, one of ``DECIDING_BODIES``, or empty."""
    return next((name for name in DECIDING_BODIES if name in part), "")


def _add_reason(body: str, text: str, reason: str) -> str:
    return gettext(DECIDED_BY[body]) % {"sentence": text, "reason": reason}
