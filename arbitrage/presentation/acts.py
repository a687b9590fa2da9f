"""French sentences about acts on a player, apart from the rulings on their bulletins."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop as _

from arbitrage.core.explanation_parts import ExplanationPart
from arbitrage.models import Act, ActKind
from arbitrage.presentation.citations import cite_in_parentheses
from arbitrage.presentation.sentences import format_points

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
    ActKind.AVERAGE: _("Moyenne, %(points)s : %(reason)s%(cited)s."),
}

#: The sentence for an average that follows from the rule alone.
BY_RULE = _("Moyenne, %(points)s : %(why)s%(cited)s.")


def get_act_label(kind: str) -> str:
    return gettext(LABELS[ActKind(kind)])


def explain_act(part: ExplanationPart) -> str:
    data = {"reason": part["reason"], "cited": cite_in_parentheses(part["article"])}
    if "points" in part:
        data["points"] = format_points(part["points"])
    if "word" in part:
        return gettext(BY_RULE) % (part | data | {"why": explain_average(part)})
    return gettext(SENTENCES[ActKind(part["kind"])]) % (part | data)


def explain_average(data: Mapping[str, Any]) -> str:
    """Return the reason of an average by rule: ``word`` was refused on turn ``first``."""
    return (
        gettext("%(word)s, refusé au coup %(first)s, est rejoué avant que le motif soit parvenu")
        % data
    )


def get_reason(act: Act) -> str:
    """Return the reason that was written, or the rule that an automatic act follows from."""
    if not act.automatic:
        return act.reason
    if act.kind == ActKind.AVERAGE:
        return explain_average(act.data)
    return gettext("elle n’est plus due")


def get_author(act: Act) -> str:
    """Return who decided: the full name of an account, or the rule itself."""
    if act.automatic:
        return gettext("d’après le règlement")
    return (act.by.get_full_name() or act.by.get_username()) if act.by else "–"
