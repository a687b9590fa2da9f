"""Second looks in French: what is looked at twice, how many are left, what was said."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop as _, ngettext

from arbitrage.core.codes import Sanction
from arbitrage.core.second_looks import Twice
from arbitrage.models import Ruling, SecondLook
from arbitrage.presentation.sentences import points_label, sanction_label
from arbitrage.queries.second_looks import LookCounts, plan_now
from tournament.models import Tournament


def plan_words(plan: Twice) -> str:
    """What is looked at twice, in one line."""
    return ", ".join(_parts(plan)) or gettext("aucun bulletin")


def _parts(plan: Twice) -> Iterator[str]:
    if plan.everything:
        yield gettext("tous les bulletins")
        return
    if plan.sanctioned:
        yield gettext("zéros et pénalités")
    if plan.tops:
        yield gettext("tops")
    if plan.every == 1:
        yield gettext("chaque bulletin")
    elif plan.every:
        yield gettext("un bulletin sur %(n)d") % {"n": plan.every}
    if plan.first:
        sentence = ngettext("le premier du classement", "les %(n)d premiers", plan.first)
        yield sentence % {"n": plan.first}


def plan_of_tournament(tournament: Tournament) -> str:
    return plan_words(plan_now(tournament))


def left_words(count: int) -> str:
    return ngettext("%(n)d à revoir", "%(n)d à revoir", count) % {"n": count}


def difference_words(count: int) -> str:
    return ngettext("%(n)d désaccord", "%(n)d désaccords", count) % {"n": count}


def _nobodys_words(count: int) -> str:
    return gettext("%(n)d que personne ne peut revoir") % {"n": count}


def look_words(counts: LookCounts) -> str:
    """The same on every page; empty when nothing is left."""
    said = [
        left_words(counts.to_look) if counts.to_look else "",
        difference_words(counts.differences) if counts.differences else "",
        _nobodys_words(counts.nobodys) if counts.nobodys else "",
    ]
    return ", ".join(filter(None, said))


def verdict_words(said: SecondLook | Ruling) -> str:
    """Points, and the sanction if there is one."""
    points = str(points_label(said.points))
    if said.sanction == Sanction.NONE:
        return points
    return f"{points}, {sanction_label(said.sanction)}"


#: What the journal says of a look (``services.second_look_settlement.tell_look``).
_TOLD: Mapping[str, str] = {
    "agreed": _("Double arbitrage, table %(table)s : d’accord."),
    "differs": _("Double arbitrage, table %(table)s : un autre verdict."),
    "contested": _("Double arbitrage, table %(table)s : décision contestée."),
    "joined": _("Double arbitrage, table %(table)s : se rallie à la décision."),
    "ruled": _("Double arbitrage, table %(table)s : désaccord réglé par une nouvelle décision."),
    "kept": _("Double arbitrage, table %(table)s : désaccord réglé, la décision reste."),
    "lapsed": _("Double arbitrage, table %(table)s : désaccord sans objet, le bulletin a changé."),
    "reopened": _("Double arbitrage, table %(table)s : désaccord rouvert."),
}


def look_told(data: Mapping[str, Any]) -> str:
    return gettext(_TOLD[data["look"]]) % data


def plan_told(data: Mapping[str, Any]) -> str:
    said = plan_words(Twice.from_dict(data))
    return gettext("Double arbitrage, à partir du prochain coup : %(plan)s.") % {"plan": said}
