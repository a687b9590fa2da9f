"""Forms of the seating: plan, tables typed by hand, exchange."""

import re
import secrets
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from tournament.core.people.entry_lines import MAX_TABLE
from tournament.core.people.seating import SeatingKind, SeatingRequest, SeparationRule
from tournament.models import Centre, Entry, Tournament
from tournament.presentation.seating import PLAN_NAMES, SEPARATION_NAMES
from tournament.views.centre_choice import CentreChoiceField, offer_centres
from tournament.views.versions import EditForm, FieldValue, FieldValues, RowsForm

STEP_NAMES = {1: _("aucune"), 2: _("une table sur deux"), 3: _("deux tables sur trois")}
#: A table number or a range of them.
_RANGE = re.compile(r"(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?")


class PlanForm(forms.Form):
    """The parameters of a plan; without a seed a random one is chosen and put into the URL."""

    centre = CentreChoiceField(empty_label=_("choisir"))
    kind = forms.ChoiceField(
        label=_("Placer"), choices=[(kind.value, name) for kind, name in PLAN_NAMES.items()]
    )
    apart = forms.MultipleChoiceField(
        label=_("Séparer, aux tables voisines"),
        choices=[(rule.value, name) for rule, name in SEPARATION_NAMES.items()],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_("Au hasard et par série seulement ; ailleurs, les voisins sont comptés."),
    )
    first = forms.IntegerField(
        label=_("Première table"), min_value=1, max_value=MAX_TABLE, initial=1
    )
    step = forms.TypedChoiceField(
        label=_("Tables laissées libres"), choices=list(STEP_NAMES.items()), coerce=int, initial=1
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
        excluded_numbers: set[int] = set()
        for part in filter(None, map(str.strip, self.cleaned_data["out"].split(","))):
            match = _RANGE.fullmatch(part)
            first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
            if not 1 <= first <= last <= MAX_TABLE:
                raise forms.ValidationError(
                    _("« %(part)s » n’est pas un numéro de table."), params={"part": part}
                )
            excluded_numbers.update(range(first, last + 1))
        return frozenset(excluded_numbers)

    def clean_seed(self) -> str:
        return str(self.cleaned_data["seed"]).strip() or secrets.token_hex(4)

    def __init__(self, tournament: Tournament, data: Any = None) -> None:
        super().__init__(data)
        self._tables = tournament.tables.order_by("number")
        offer_centres(self, tournament, is_required=True)

    @property
    def chosen_centre(self) -> Centre | None:
        """Return the centre whose players are seated, at its own tables; None in a single room."""
        centre: Centre | None = self.cleaned_data.get("centre")
        return centre

    @property
    def seating_request(self) -> SeatingRequest:
        data = self.cleaned_data
        centre = self.chosen_centre
        own = self._tables.filter(centre=centre) if centre else self._tables.none()
        last = self._tables.last()
        return SeatingRequest(
            SeatingKind(data["kind"]),
            seed=data["seed"],
            rules=frozenset(map(SeparationRule, data["apart"])),
            first_number=data["first"],
            step=data["step"],
            excluded_numbers=data["out"],
            centre_numbers=tuple(own.values_list("number", flat=True)),
            last_number=last.number if last else 0,
        )


class SwapForm(RowsForm):
    """Two tables whose players change places."""

    one = forms.IntegerField(label=_("Table"), min_value=1, max_value=MAX_TABLE)
    other = forms.IntegerField(label=_("et table"), min_value=1, max_value=MAX_TABLE)

    def __init__(self, tournament: Tournament, data: Any = None) -> None:
        super().__init__(data)
        self._entries = tournament.entries.order_by("table__number")

    def list_values(self) -> FieldValues:
        """Return the id of the entry at each table."""
        rows = self._entries.values_list("pk", "table__number")
        return {str(number): str(pk) for pk, number in rows}

    def list_typed(self) -> FieldValues:
        first, second = str(self.cleaned_data["one"]), str(self.cleaned_data["other"])
        return {first: self.current.get(second, ""), second: self.current.get(first, "")}

    def get_label(self, name: str) -> str:
        return gettext("Table %(number)s") % {"number": name}

    def describe(self, name: str, value: FieldValue) -> str:
        entry = self._entries.filter(pk=str(value)).first() if value else None
        return entry.name if entry else gettext("libre")


class SeatsForm(EditForm):
    """Table numbers of one page of entries."""

    def __init__(self, entries: Iterable[Entry], data: Any = None) -> None:
        super().__init__(data)
        for entry in entries:
            self.fields[f"seat-{entry.pk}"] = forms.IntegerField(
                label=entry.name, min_value=1, max_value=MAX_TABLE, initial=entry.table.number
            )

    @property
    def seats(self) -> dict[int, int]:
        """Return the new numbers by entry id."""
        return {
            int(name.removeprefix("seat-")): self.cleaned_data[name] for name in self.changed_data
        }
