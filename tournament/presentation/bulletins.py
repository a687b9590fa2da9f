"""How many bulletins are where, in the words that everybody reads."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from django.utils.functional import Promise
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournament.core.states import PlaysOn
from tournament.queries.results.hand_ins import BulletinCounts

#: What each number of ``BulletinCounts`` counts, in the order in which they are told.
COUNTED: Mapping[str, Promise] = {
    "expected": gettext_lazy("Attendus"),
    "collected": gettext_lazy("Ramassés"),
    "typed": gettext_lazy("Saisis"),
    "to_type": gettext_lazy("À saisir"),
    "late": gettext_lazy("Hors temps"),
    "missing": gettext_lazy("Manquants"),
    "corrected": gettext_lazy("Corrigés"),
    "to_decide": gettext_lazy("À décider"),
}
#: Numbers that say that something is still to be done, or went wrong: left out where there is none.
_RARE = frozenset({"typed", "to_type", "late", "missing", "to_decide"})
PLAYS_ON: Mapping[PlaysOn, Promise] = {
    PlaysOn.TABLET: gettext_lazy("tablette"),
    PlaysOn.PAPER: gettext_lazy("papier"),
    PlaysOn.NOTHING: gettext_lazy("absent"),
    PlaysOn.WATCHES: gettext_lazy("regarde"),
}


@dataclass(frozen=True, slots=True)
class NumberOf:
    """A number and what it counts."""

    name: str
    label: str
    number: int


def bulletin_counts(counts: BulletinCounts) -> list[NumberOf]:
    numbers = {field.name: getattr(counts, field.name) for field in fields(counts)}
    return [
        NumberOf(name, str(label), numbers[name])
        for name, label in COUNTED.items()
        if numbers[name] or name not in _RARE
    ]


def open_work(counts: BulletinCounts, *, corrected: bool) -> str:
    """What is left to do with the bulletins of a turn; empty when nothing is."""
    left = work_left(counts.to_decide, counts.to_type)
    return left if left or corrected else _("correction en cours")


def work_left(to_decide: int, to_type: int) -> str:
    """How many bulletins wait for an arbiter, and for whoever types them in; empty for none."""
    parts = []
    if to_decide:
        sentence = ngettext("%(n)d bulletin à décider", "%(n)d bulletins à décider", to_decide)
        parts.append(sentence % {"n": to_decide})
    if to_type:
        sentence = ngettext("%(n)d bulletin à saisir", "%(n)d bulletins à saisir", to_type)
        parts.append(sentence % {"n": to_type})
    return ", ".join(parts)


def bulletin_words() -> SafeString:
    """The JSON that ``js/live/bulletins.js`` reads, once per page that follows the room."""
    return json_script({name: str(label) for name, label in COUNTED.items()}, "bulletin-words")


def plays_on_word(plays_on: str) -> Promise:
    return PLAYS_ON[PlaysOn(plays_on)]
