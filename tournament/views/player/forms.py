"""The form with which players enter their table."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.states import TournamentState
from tournament.models import Tournament


def list_open_tournaments() -> list[Tournament]:
    """List the tournaments whose tables can be entered by code.

    A draft can be entered by links only: listing it would make it public.
    """
    tournaments = Tournament.objects.filter(
        state=TournamentState.PUBLISHED,
        links_valid_until__gte=timezone.now(),
        entries__withdrawn=False,
    )
    return list(tournaments.distinct().order_by("-starts_on", "name"))


class TableCodeForm(forms.Form):
    """Table number and code; the tournament is a choice only if there are several."""

    tournament = forms.ModelChoiceField(
        label=_("Tournoi"), queryset=Tournament.objects.none(), to_field_name="slug"
    )
    number = forms.IntegerField(
        label=_("Numéro de table, ou de tablette"),
        min_value=1,
        max_value=99_999,
        widget=forms.TextInput({"inputmode": "numeric", "class": "num", "autocomplete": "off"}),
    )
    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        help_text=_("Les six lettres et chiffres du carton."),
        widget=forms.TextInput(
            {"autocapitalize": "characters", "autocomplete": "off", "spellcheck": "false"}
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tournaments = list_open_tournaments()
        field = self.fields["tournament"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = Tournament.objects.filter(
            pk__in=[tournament.pk for tournament in tournaments]
        )
        if len(tournaments) == 1:
            field.initial = tournaments[0].slug
            field.widget = forms.HiddenInput()
