"""Forms of the seating: a plan that is asked for, tables typed by hand, two that are exchanged."""

import re
import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.people.roster import MAX_TABLE
from tournament.core.people.seating import SeatingKind, SeatingRequest, SeparationRule
from tournament.presentation.seating import APART, PLANS
from tournament.views.staff import whole_number

STEPS = {1: _("aucune"), 2: _("une table sur deux"), 3: _("deux tables sur trois")}
#: Tables out of use: numbers, and ranges of them.
_RANGE = re.compile(r"(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?")


class PlanForm(forms.Form):
    """Which plan; the seed is chosen when none is given, and stays in the address."""

    kind = forms.ChoiceField(
        label=_("Placer"), choices=[(kind.value, name) for kind, name in PLANS.items()]
    )
    apart = forms.MultipleChoiceField(
        label=_("Séparer, aux tables voisines"),
        choices=[(apart.value, name) for apart, name in APART.items()],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_("Au hasard et par série seulement ; ailleurs, les voisins sont comptés."),
    )
    first = forms.IntegerField(
        label=_("Première table"), min_value=1, max_value=MAX_TABLE, initial=1
    )
    step = forms.TypedChoiceField(
        label=_("Tables laissées libres"), choices=list(STEPS.items()), coerce=int, initial=1
    )
    out = forms.CharField(
        label=_("Tables hors d’usage"),
        max_length=200,
        required=False,
        help_text=_("Des numéros, par exemple : 13, 20-24."),
    )
    seed = forms.CharField(
        label=_("Graine du hasard"),
        max_length=64,
        required=False,
        help_text=_("Vide : le logiciel en choisit une. La même graine refait le même plan."),
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_out(self) -> frozenset[int]:
        out: set[int] = set()
        for part in filter(None, map(str.strip, self.cleaned_data["out"].split(","))):
            found = _RANGE.fullmatch(part)
            first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
            if not 1 <= first <= last <= MAX_TABLE:
                raise forms.ValidationError(
                    _("« %(part)s » n’est pas un numéro de table."), params={"part": part}
                )
            out.update(range(first, last + 1))
        return frozenset(out)

    def clean_seed(self) -> str:
        return str(self.cleaned_data["seed"]).strip() or secrets.token_hex(4)

    @property
    def wish(self) -> SeatingRequest:
        data = self.cleaned_data
        return SeatingRequest(
            SeatingKind(data["kind"]),
            seed=data["seed"],
            apart=frozenset(map(SeparationRule, data["apart"])),
            first=data["first"],
            step=data["step"],
            out=data["out"],
        )


class SwapForm(forms.Form):
    """Two tables whose players exchange their places."""

    one = forms.IntegerField(label=_("Table"), min_value=1, max_value=MAX_TABLE)
    other = forms.IntegerField(label=_("et table"), min_value=1, max_value=MAX_TABLE)


class SeatsForm(forms.Form):
    """Numbers typed beside names: those of one page of entries, by their id.

    The page sends back what it showed as well: somebody may have moved others since.
    """

    def __init__(self, entries: dict[int, int], data: Any = None) -> None:
        super().__init__(data)
        for pk, number in entries.items():
            self.fields[f"seat-{pk}"] = forms.IntegerField(
                min_value=1, max_value=MAX_TABLE, initial=number, show_hidden_initial=True
            )

    @property
    def seats(self) -> dict[int, int]:
        """Those that were changed on the page."""
        typed = {int(name.removeprefix("seat-")): to for name, to in self.cleaned_data.items()}
        return {pk: to for pk, to in typed.items() if self._shown.get(pk) != to}

    @property
    def before(self) -> dict[int, int]:
        """Where the page showed who changes."""
        changed = self.seats
        return {pk: number for pk, number in self._shown.items() if pk in changed}

    @property
    def _shown(self) -> dict[int, int]:
        texts = {name: self.data.get(self.add_initial_prefix(name), "") for name in self.fields}
        found = {name: whole_number(str(text)) for name, text in texts.items()}
        return {int(name.removeprefix("seat-")): one for name, one in found.items() if one}
