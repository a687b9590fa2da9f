"""Forms of the host's pages."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from arbitrage.event.core.decisions import EventDecisionKind
from arbitrage.event.core.definition import EventTerms
from arbitrage.event.models import Centre, Event
from arbitrage.event.services.arrivals import MAX_ARCHIVE
from arbitrage.event.services.events import NewCentre
from tournament.core.errors import BadSetting
from tournament.core.states import CountedOver
from tournament.models import Game, Organisation, Tournament
from tournament.presentation.messages import explain
from tournament.views.versions import CreationForm

#: Maximum number of characters of the list of centres.
MAX_LIST = 200_000


class HourInput(forms.DateTimeInput):
    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


class EventForm(CreationForm):
    name = forms.CharField(label=_("Nom de l’épreuve"), max_length=120)
    source = forms.ModelChoiceField(
        queryset=Tournament.objects.none(),
        label=_("Tournoi de ses parties préparées"),
        help_text=_("Son édition du règlement et son lexique sont ceux de l’épreuve."),
    )
    opens_at = forms.DateTimeField(label=_("Début"), widget=HourInput)
    ends_at = forms.DateTimeField(
        label=_("Fin partout"),
        widget=HourInput,
        help_text=_("Aucun centre ne montre de résultat de personne avant cette heure."),
    )
    counted_over = forms.ChoiceField(
        label=_("Les seize joueurs du solo (3.5) se comptent"),
        choices=[
            (CountedOver.WHOLE.value, _("sur tous les centres ensemble")),
            (CountedOver.CENTRE.value, _("dans chaque centre")),
        ],
    )

    def set_choices(self, tournaments: Any) -> None:
        field = self.fields["source"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = tournaments

    def build_terms(self) -> EventTerms:
        source: Tournament = self.cleaned_data["source"]
        return EventTerms(
            counted_over=CountedOver(self.cleaned_data["counted_over"]),
            solo_points=source.solo_points,
            solo_players=source.solo_players,
            ranking=source.ranking,
        )


class SealForm(CreationForm):
    game = forms.ModelChoiceField(
        queryset=Game.objects.none(), label=_("Partie préparée"), empty_label=None
    )
    opens_at = forms.DateTimeField(label=_("Heure de la partie"), widget=HourInput)

    def set_choices(self, games: list[Game]) -> None:
        field = self.fields["game"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = Game.objects.filter(pk__in=[game.pk for game in games]).select_related(
            "tournament"
        )


class CentresForm(CreationForm):
    centres = forms.CharField(
        label=_("Centres, un par ligne : nom ; pays ; fuseau horaire"),
        max_length=MAX_LIST,
        widget=forms.Textarea({"rows": 4, "spellcheck": "false"}),
        help_text=_("Par exemple : Lomé ; Togo ; Africa/Lome"),
    )

    def clean_centres(self) -> list[NewCentre]:
        lines = self.cleaned_data["centres"].splitlines()
        centres = []
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            cells = [cell.strip() for cell in line.replace("\t", ";").split(";")]
            if len(cells) != 3 or not cells[0]:
                raise forms.ValidationError(explain(BadSetting("centre-line", line=number)))
            centres.append(NewCentre(*cells))
        return centres


class ReceiveForm(forms.Form):
    file = forms.FileField(
        label=_("Archive ou envoi d’un centre"),
        widget=forms.ClearableFileInput({"accept": ".zip,application/zip"}),
    )
    centre = forms.ModelChoiceField(
        queryset=Centre.objects.none(),
        label=_("Centre"),
        required=False,
        empty_label=_("celui que nomme l’envoi"),
    )

    def set_choices(self, event: Event) -> None:
        field = self.fields["centre"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = event.centres.all()

    def clean_file(self) -> bytes:
        upload = self.cleaned_data["file"]
        if upload.size > MAX_ARCHIVE:
            error = BadSetting("archive-too-big", megabytes=MAX_ARCHIVE >> 20)
            raise forms.ValidationError(explain(error))
        self.file_name = upload.name or ""
        content: bytes = upload.read()
        return content

    file_name = ""


class EventDecisionForm(forms.Form):
    kind = forms.ChoiceField(choices=[(kind.value, kind.value) for kind in EventDecisionKind])
    subject = forms.CharField(max_length=64, required=False)
    name = forms.CharField(max_length=180, required=False)
    reason = forms.CharField(max_length=500, required=False)


def list_source_tournaments(organisation: Organisation, user: Any) -> Any:
    """Return the tournaments whose prepared games the account may seal."""
    organised = organisation.tournaments.filter(staff__user=user, staff__role="organiser")
    return organised.exclude(state="archived").order_by("-starts_on", "name").distinct()
