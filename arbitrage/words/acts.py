"""French sentences about the acts on a player beside the rulings on his bulletins."""

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from arbitrage.models import ActKind
from arbitrage.queries.telling import Saying
from arbitrage.words.citations import cited

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


def act_label(kind: str) -> str:
    return gettext(LABELS[ActKind(kind)])


def explain_act(part: Saying) -> str:
    said = {"reason": part["reason"], "cited": cited(part["article"])}
    return gettext(SENTENCES[ActKind(part["kind"])]) % (part | said)
