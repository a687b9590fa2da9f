"""Form fields for the time zone and the paper of pages."""

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from tournament.core.errors import RoomError
from tournament.core.states import PaperSize
from tournament.presentation.messages import explain
from tournament.presentation.tournaments import PAPER_NAMES
from tournament.queries.local import check_zone, list_time_zones


class ZoneAndPaperFields(forms.Form):
    """Both fields may be empty: their help texts name the inherited values (``inherit``)."""

    time_zone = forms.CharField(
        label=gettext_lazy("Fuseau horaire"),
        max_length=40,
        required=False,
        widget=forms.TextInput({"list": "time-zones", "autocomplete": "off"}),
    )
    paper = forms.ChoiceField(label=gettext_lazy("Papier des pages imprimées"), required=False)

    def inherit(self, time_zone: str, paper: PaperSize) -> None:
        """Show the values that apply while the fields are empty."""
        self.fields["time_zone"].help_text = gettext(
            "Vide : %(zone)s. Tapez un nom de ville, puis choisissez dans la liste."
        ) % {"zone": time_zone}
        field = self.fields["paper"]
        assert isinstance(field, forms.ChoiceField)
        inherited = gettext("comme d’habitude : %(paper)s") % {"paper": PAPER_NAMES[paper]}
        field.choices = [
            ("", inherited),
            *((size.value, name) for size, name in PAPER_NAMES.items()),
        ]

    def zones(self) -> tuple[str, ...]:
        return list_time_zones()

    def clean_time_zone(self) -> str:
        typed_zone: Any = self.cleaned_data["time_zone"]
        try:
            return check_zone(typed_zone)
        except RoomError as error:
            raise forms.ValidationError(explain(error)) from None
