"""Forms of the seating: plan, tables typed by hand, exchange."""

import re
import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.people.roster import MAX_TABLE
from tournament.core.people.seating import SeatingKind, SeatingRequest, SeparationRule
from tournament.presentation.seating import APART, PLANS
from tournament.views.staff import parse_number

STEPS = {1: _("aucune"), 2: _("une table sur deux"), 3: _("deux tables sur trois")}
#: A table number or a range of them.
_RANGE = re.compile(r"(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?")


class PlanForm(forms.Form):
    """The parameters of a plan; without a seed a random one is chosen and put into the URL."""

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
            match = _RANGE.fullmatch(part)
            first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
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
    """Two tables whose players change places."""

    one = forms.IntegerField(label=_("Table"), min_value=1, max_value=MAX_TABLE)
    other = forms.IntegerField(label=_("et table"), min_value=1, max_value=MAX_TABLE)


class SeatsForm(forms.Form):
    """Table numbers of one page of entries, by entry id.

    Hidden fields hold the numbers that the page showed, to detect changes by others.
    """

    def __init__(self, entries: dict[int, int], data: Any = None) -> None:
        super().__init__(data)
        for pk, number in entries.items():
            self.fields[f"seat-{pk}"] = forms.IntegerField(
                min_value=1, max_value=MAX_TABLE, initial=number, show_hidden_initial=True
            )

    @property
    def seats(self) -> dict[int, int]:
        """Return the numbers that were changed on the page."""
        typed = {
            int(name.removeprefix("seat-")): number for name, number in self.cleaned_data.items()
        }
        return {pk: number for pk, number in typed.items() if self._shown_numbers.get(pk) != number}

    @property
    def before(self) -> dict[int, int]:
        """Return the shown numbers of the entries that change."""
        changed = self.seats
        return {pk: number for pk, number in self._shown_numbers.items() if pk in changed}

    @property
    def _shown_numbers(self) -> dict[int, int]:
        texts = {name: self.data.get(self.add_initial_prefix(name), "") for name in self.fields}
        numbers = {name: parse_number(str(text)) for name, text in texts.items()}
        return {
            int(name.removeprefix("seat-")): number for name, number in numbers.items() if number
        }
