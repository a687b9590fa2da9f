"""Forms of centres and of their tables."""

from typing import Any, Self

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from tournament.core.errors import RoomError
from tournament.models import Centre, Tournament
from tournament.presentation.messages import explain
from tournament.queries.local import check_zone, list_time_zones
from tournament.services.people.centres import MAX_NAME, MAX_POSITION
from tournament.views.ticked import TickedField
from tournament.views.versions import CreationForm, EditForm, FieldValue, FieldValues, RowsForm


class CentreFields(forms.Form):
    """The fields that the forms of a new and of an existing centre have in common."""

    name = forms.CharField(
        label=_("Nom"), max_length=MAX_NAME, widget=forms.TextInput({"autocomplete": "off"})
    )
    country = forms.CharField(
        label=_("Pays"),
        max_length=MAX_NAME,
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    time_zone = forms.CharField(
        label=_("Fuseau horaire"),
        max_length=40,
        required=False,
        widget=forms.TextInput({"list": "time-zones", "autocomplete": "off"}),
    )

    def clean_time_zone(self) -> str:
        try:
            return check_zone(str(self.cleaned_data["time_zone"]))
        except RoomError as error:
            raise forms.ValidationError(explain(error)) from None

    def zones(self) -> tuple[str, ...]:
        return list_time_zones()


class NewCentreForm(CentreFields, CreationForm):
    """Create a centre."""


class CentreForm(CentreFields, EditForm):
    """Change a centre."""

    position = forms.IntegerField(label=_("Ordre"), min_value=0, max_value=MAX_POSITION)
    is_lead = forms.BooleanField(label=_("Mène la partie"), required=False)

    @classmethod
    def for_centre(cls, centre: Centre, data: Any = None) -> Self:
        names = ("name", "country", "time_zone", "position", "is_lead")
        initial = {name: getattr(centre, name) for name in names}
        form = cls(data, initial=initial, auto_id=f"centre-{centre.pk}-%s")
        form.subject = f"centre-{centre.pk}"
        return form


class TablesForm(RowsForm):
    """Put the ticked tables in a centre, or in none."""

    tables = TickedField(error_messages={"required": _("Cochez d’abord des tables.")})
    centre = forms.ModelChoiceField(
        label=_("Centre"), queryset=Centre.objects.none(), required=False, empty_label=_("aucun")
    )

    def __init__(self, tournament: Tournament, *args: Any) -> None:
        super().__init__(*args)
        tables = tournament.tables.select_related("centre")
        self._tables = {str(table.pk): table for table in tables}
        field, centre = self.fields["tables"], self.fields["centre"]
        assert isinstance(field, TickedField)
        assert isinstance(centre, forms.ModelChoiceField)
        field.queryset = tournament.tables.all()
        centre.queryset = tournament.centres.all()

    def list_values(self) -> FieldValues:
        return {key: str(table.centre or "") for key, table in self._tables.items()}

    def list_typed(self) -> FieldValues:
        centre = str(self.cleaned_data["centre"] or "")
        return {str(table.pk): centre for table in self.cleaned_data["tables"]}

    def get_label(self, name: str) -> str:
        return gettext("Table %(number)s") % {"number": self._tables[name].number}

    def describe(self, name: str, value: FieldValue) -> str:
        return str(value) or gettext("aucun")
