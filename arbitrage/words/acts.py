"""French sentences about what a turn brought a player: the ruling, and the acts beside it."""

from collections.abc import Iterable, Mapping
from typing import assert_never

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from arbitrage.core.account import Settled
from arbitrage.models import Act, ActKind, Ruling
from arbitrage.words.citations import cited
from arbitrage.words.sentences import explain_ruling

LABELS: Mapping[ActKind, str] = {
    ActKind.WARNING: _("avertissement disciplinaire"),
    ActKind.ZERO: _("zéro disciplinaire"),
    ActKind.REMOVAL: _("avertissement enlevé"),
    ActKind.AVERAGE: _("moyenne"),
    ActKind.WITHDRAWAL: _("décision reprise"),
}
SENTENCES: Mapping[ActKind, str] = {
    ActKind.WARNING: _("Avertissement disciplinaire : %(reason)s%(cited)s."),
    ActKind.ZERO: _("Zéro pour motif disciplinaire : %(reason)s%(cited)s."),
    ActKind.REMOVAL: _("Avertissement enlevé : %(reason)s%(cited)s."),
    ActKind.AVERAGE: _("Moyenne, %(points)s points : %(reason)s%(cited)s."),
}


def act_label(kind: str) -> str:
    return gettext(LABELS[ActKind(kind)])


def explain_act(act: Act, points: int = 0) -> str:
    """``points``: what an average comes to."""
    return gettext(SENTENCES[ActKind(act.kind)]) % {
        "reason": act.reason,
        "cited": cited(act.article),
        "points": points,
    }


def explain(ruling: Ruling | None, acts: Iterable[Act], settled: Settled) -> str:
    """What the player reads: first what the points are for, then what concerns his conduct."""
    acts = list(acts)
    decisive = next((act for act in acts if _decides(act, settled)), None)
    sentences = []
    if decisive is not None:
        sentences.append(explain_act(decisive, settled.points))
    elif ruling is not None:
        sentences.append(explain_ruling(ruling))
    beside = {ActKind.WARNING, ActKind.REMOVAL}
    sentences += [explain_act(act) for act in acts if act.kind in beside]
    return " ".join(sentences)


def _decides(act: Act, settled: Settled) -> bool:
    """Whether the points of the turn are those of this act, not those of the ruling."""
    match ActKind(act.kind):
        case ActKind.ZERO:
            return True
        case ActKind.AVERAGE:
            return settled.average
        case ActKind.WARNING | ActKind.REMOVAL | ActKind.WITHDRAWAL:
            return False
        case kind:
            assert_never(kind)


def article_of(ruling: Ruling | None, acts: Iterable[Act], settled: Settled) -> str:
    """The article that the points rest on."""
    decisive = next((act for act in acts if _decides(act, settled)), None)
    if decisive is not None:
        return decisive.article
    return ruling.article if ruling is not None else ""
