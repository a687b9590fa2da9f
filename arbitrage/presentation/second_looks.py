"""French texts about second looks: plans, counts, verdicts, journal."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop as _, ngettext

from arbitrage.core.codes import Sanction
from arbitrage.core.second_looks import LookCriteria
from arbitrage.models import Ruling, SecondLook
from arbitrage.presentation.sentences import format_points, get_sanction_label
from arbitrage.queries.second_looks import LookCounts, get_current_plan
from tournament.models import Tournament


def format_plan(plan: LookCriteria) -> str:
    """Return the criteria in one line."""
    return ", ".join(_list_criteria(plan)) or gettext("aucun bulletin")


def _list_criteria(plan: LookCriteria) -> Iterator[str]:
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


def format_current_plan(tournament: Tournament) -> str:
    return format_plan(get_current_plan(tournament))


def format_count_to_look(count: int) -> str:
    return ngettext("%(n)d à revoir", "%(n)d à revoir", count) % {"n": count}


def format_difference_count(count: int) -> str:
    return ngettext("%(n)d désaccord", "%(n)d désaccords", count) % {"n": count}


def _format_unassignable_count(count: int) -> str:
    return gettext("%(n)d que personne ne peut revoir") % {"n": count}


def format_look_counts(counts: LookCounts) -> str:
    """Return the counts as on every page; empty when nothing is left."""
    parts = [
        format_count_to_look(counts.to_look) if counts.to_look else "",
        format_difference_count(counts.differences) if counts.differences else "",
        _format_unassignable_count(counts.unassignable) if counts.unassignable else "",
    ]
    return ", ".join(filter(None, parts))


def format_verdict(decision: SecondLook | Ruling) -> str:
    """Return points, and the sanction if there is one."""
    points = str(format_points(decision.points))
    if decision.sanction == Sanction.NONE:
        return points
    return f"{points}, {get_sanction_label(decision.sanction)}"


#: Sentences of the journal about a look (``services.second_look_settlement.record_look``).
_JOURNAL_SENTENCES: Mapping[str, str] = {
    "agreed": _("Double arbitrage, table %(table)s : d’accord."),
    "differs": _("Double arbitrage, table %(table)s : un autre verdict."),
    "contested": _("Double arbitrage, table %(table)s : décision contestée."),
    "joined": _("Double arbitrage, table %(table)s : se rallie à la décision."),
    "ruled": _("Double arbitrage, table %(table)s : désaccord réglé par une nouvelle décision."),
    "kept": _("Double arbitrage, table %(table)s : désaccord réglé, la décision reste."),
    "lapsed": _("Double arbitrage, table %(table)s : désaccord sans objet, le bulletin a changé."),
    "reopened": _("Double arbitrage, table %(table)s : désaccord rouvert."),
}


def format_look_event(data: Mapping[str, Any]) -> str:
    return gettext(_JOURNAL_SENTENCES[data["look"]]) % data


def format_plan_event(data: Mapping[str, Any]) -> str:
    criteria = format_plan(LookCriteria.from_dict(data))
    return gettext("Double arbitrage, à partir du prochain coup : %(plan)s.") % {"plan": criteria}
