"""Forms of players, tables and staff: they read and check, the services write."""

from typing import Any, Self

from django import forms
from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext_lazy as _

from tournament.core.roster import MAX_BYTES
from tournament.core.states import Role
from tournament.models import Entry, Tournament
from tournament.services.registration import MAX_TABLE
from tournament.words.roles import ROLE_NAMES

PLAYER_FIELDS = ("last_name", "first_name", "licence", "club")


class EntryForm(forms.Form):
    last_name = forms.CharField(label=_("Nom"), max_length=80)
    first_name = forms.CharField(label=_("Prénom"), max_length=80, required=False)
    licence = forms.CharField(label=_("Licence"), max_length=30, required=False)
    club = forms.CharField(label=_("Club"), max_length=80, required=False)
    table_number = forms.IntegerField(
        label=_("Table"),
        min_value=1,
        max_value=MAX_TABLE,
        required=False,
        help_text=_("Vide : la première table libre."),
    )
    partner_last_name = forms.CharField(label=_("Nom"), max_length=80, required=False)
    partner_first_name = forms.CharField(label=_("Prénom"), max_length=80, required=False)
    partner_licence = forms.CharField(label=_("Licence"), max_length=30, required=False)
    partner_club = forms.CharField(label=_("Club"), max_length=80, required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        others = ("partner_first_name", "partner_licence", "partner_club")
        if any(data.get(name) for name in others) and not data.get("partner_last_name"):
            self.add_error("partner_last_name", _("Indiquez le nom du partenaire."))
        return data

    @classmethod
    def of(cls, entry: Entry, data: Any = None) -> Self:
        """The form that corrects an entry; its table stays."""
        initial: dict[str, Any] = {}
        for prefix, player in zip(("", "partner_"), entry.players.all(), strict=False):
            for name in PLAYER_FIELDS:
                initial[prefix + name] = getattr(player, name)
        form = cls(data, initial=initial)
        del form.fields["table_number"]
        return form

    def people(self) -> list[dict[str, str]]:
        """One dict per player: last_name, first_name, licence, club."""
        data = self.cleaned_data
        found = [{name: data[name] for name in PLAYER_FIELDS}]
        if data["partner_last_name"]:
            found.append({name: data[f"partner_{name}"] for name in PLAYER_FIELDS})
        return found


class ImportForm(forms.Form):
    file = forms.FileField(
        label=_("Fichier CSV"),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,text/csv"}),
        help_text=_(
            "Première ligne : nom, prénom, licence, club, table (seul le nom est obligatoire). "
            "Séparateur : virgule, point-virgule ou tabulation. Une ligne par joueur, 5000 lignes "
            "au plus : les paires s’inscrivent à la main."
        ),
    )

    def clean_file(self) -> bytes:
        upload = self.cleaned_data["file"]
        if upload.size > MAX_BYTES:
            raise forms.ValidationError(_("Ce fichier dépasse 2 Mo : partagez-le en plusieurs."))
        data: bytes = upload.read()
        return data


class RangeForm(forms.Form):
    """Assign an arbiter, or nobody, to a range of tables."""

    first = forms.IntegerField(label=_("De la table"), min_value=1, max_value=MAX_TABLE)
    last = forms.IntegerField(label=_("à la table"), min_value=1, max_value=MAX_TABLE)
    arbiter = forms.ModelChoiceField(
        label=_("Arbitre"),
        queryset=User.objects.none(),
        required=False,
        empty_label=_("personne"),
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        arbiters = User.objects.filter(
            roles__tournament=tournament, roles__role__in=[Role.ARBITER, Role.DOUBLE_ARBITER]
        )
        field = self.fields["arbiter"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = arbiters.distinct().order_by("username")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        first, last = data.get("first"), data.get("last")
        if first and last and last < first:
            self.add_error("last", _("La dernière table vient avant la première."))
        return data


class StaffForm(forms.Form):
    username = forms.CharField(
        label=_("Nom du compte"),
        max_length=150,
        validators=[UnicodeUsernameValidator()],
        help_text=_(
            "Sans espace, par exemple jean.dupont. Un compte qui existe déjà reçoit le rôle ; "
            "sinon il est créé."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    role = forms.ChoiceField(
        label=_("Rôle"), choices=[(role.value, name) for role, name in ROLE_NAMES.items()]
    )
