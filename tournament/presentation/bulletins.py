"""French words for the numbers of bulletins of a turn and for the media of players."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournament.core.states import PlayMedium
from tournament.queries.results.hand_ins import BulletinCounts

#: Labels of the numbers of ``BulletinCounts``, in the order in which pages show them.
COUNT_LABELS: Mapping[str, Promise] = {
    "expected": gettext_lazy("Attendus"),
    "collected": gettext_lazy("Ramassés"),
    "typed": gettext_lazy("Saisis"),
    "to_type": gettext_lazy("À saisir"),
    "late": gettext_lazy("Hors temps"),
    "missing": gettext_lazy("Manquants"),
    "corrected": gettext_lazy("Corrigés"),
    "to_decide": gettext_lazy("À décider"),
}
#: Numbers that pages show only where they are not zero.
_SHOWN_IF_NONZERO = frozenset({"typed", "to_type", "late", "missing", "to_decide"})
MEDIUM_NAMES: Mapping[PlayMedium, Promise] = {
    PlayMedium.TABLET: gettext_lazy("tablette"),
    PlayMedium.PAPER: gettext_lazy("papier"),
    PlayMedium.ABSENT: gettext_lazy("absent"),
    PlayMedium.WATCHING: gettext_lazy("regarde"),
}


@dataclass(frozen=True, slots=True)
class LabelledCount:
    """A number of bulletins and its label; ``name`` is the field of ``BulletinCounts``."""

    name: str
    label: str
    number: int


def list_counts(counts: BulletinCounts) -> list[LabelledCount]:
    numbers = {field.name: getattr(counts, field.name) for field in fields(counts)}
    return [
        LabelledCount(name, str(label), numbers[name])
        for name, label in COUNT_LABELS.items()
        if numbers[name] or name not in _SHOWN_IF_NONZERO
    ]


def describe_open_work(counts: BulletinCounts, *, corrected: bool) -> str:
    """Return the work that remains on the bulletins of a turn; empty for none."""
    remaining = describe_remaining_work(counts.to_decide, counts.to_type)
    return remaining if remaining or corrected else _("correction en cours")


def describe_remaining_work(to_decide: int, to_type: int) -> str:
    """Return how many bulletins wait for an arbiter and how many for keying; empty for none."""
    parts = []
    if to_decide:
        sentence = ngettext("%(n)d bulletin à décider", "%(n)d bulletins à décider", to_decide)
        parts.append(sentence % {"n": to_decide})
    if to_type:
        sentence = ngettext("%(n)d bulletin à saisir", "%(n)d bulletins à saisir", to_type)
        parts.append(sentence % {"n": to_type})
    return ", ".join(parts)


def get_medium_name(plays_on: str) -> Promise:
    return MEDIUM_NAMES[PlayMedium(plays_on)]
