"""French sentences about the acts on a player beside the rulings on his bulletins."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop as _

from arbitrage.core.explanation_parts import Saying
from arbitrage.models import Act, ActKind
from arbitrage.presentation.citations import cited

LABELS: Mapping[ActKind, str] = {
    ActKind.WARNING: _("avertissement disciplinaire"),
    ActKind.ZERO: _("zéro disciplinaire"),
    ActKind.CHEATING: _("score annulé pour tricherie"),
    ActKind.REMOVAL: _("avertissement enlevé"),
    ActKind.AVERAGE: _("moyenne"),
    ActKind.WITHDRAWAL: _("décision reprise"),
}
SENTENCES: Mapping[ActKind, str] = {
    ActKind.WARNING: _("Avertissement disciplinaire : %(reason)s%(cited)s."),
    ActKind.ZERO: _("Zéro pour motif disciplinaire : %(reason)s%(cited)s."),
    ActKind.CHEATING: _("Score annulé pour tricherie : %(reason)s%(cited)s."),
    ActKind.REMOVAL: _("Avertissement enlevé : %(reason)s%(cited)s."),
    ActKind.AVERAGE: _("Moyenne, %(points)s points : %(reason)s%(cited)s."),
}

#: Of an average that follows from the rule alone.
BY_RULE = _("Moyenne, %(points)s points : %(why)s%(cited)s.")


def act_label(kind: str) -> str:
    return gettext(LABELS[ActKind(kind)])


def explain_act(part: Saying) -> str:
    said = {"reason": part["reason"], "cited": cited(part["article"])}
    if "word" in part:
        return gettext(BY_RULE) % (part | said | {"why": why_average(part)})
    return gettext(SENTENCES[ActKind(part["kind"])]) % (part | said)


def why_average(data: Mapping[str, Any]) -> str:
    """Why the rule awards one: ``word``, refused on turn ``first``."""
    return (
        gettext("%(word)s, refusé au coup %(first)s, est rejoué avant que le motif soit parvenu")
        % data
    )


def reason_of(act: Act) -> str:
    """What was written, or the rule that an act followed from by itself."""
    if not act.automatic:
        return act.reason
    if act.kind == ActKind.AVERAGE:
        return why_average(act.data)
    return gettext("elle n’est plus due")


def author_of(act: Act) -> str:
    """Who decided, as people know him: an account, or the rule itself."""
    if act.automatic:
        return gettext("d’après le règlement")
    return (act.by.get_full_name() or act.by.get_username()) if act.by else "–"
