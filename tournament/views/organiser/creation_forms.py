"""Forms that create a tournament: a new one, or a copy of another."""

from typing import Any, Self

from django import forms
from django.contrib.auth.models import User
from django.db.models import Count, QuerySet
from django.utils.translation import gettext, gettext_lazy as _

from tournament.core.states import Discipline
from tournament.models import Organisation, Tournament
from tournament.presentation.tournaments import DISCIPLINE_NAMES
from tournament.queries import lexica
from tournament.queries.access import list_managed_organisations
from tournament.services.accounts.organisations import MAX_NAME
from tournament.services.game_list import MAX_NEW_GAMES
from tournament.services.tournament_copies import CopyPart
from tournament.views.organiser.forms import DateInput, TournamentForm
from tournament.views.versions import CreationForm


def focus_first(form: forms.Form) -> None:
    """Put the cursor in the first field that is wrong, else the first to fill."""
    fields = [field for field in form if not field.is_hidden]
    wrong = [field for field in fields if field.errors]
    empty = [field for field in fields if not field.value()]
    (wrong or empty or fields)[0].field.widget.attrs["autofocus"] = True


def _has_colleagues(organisations: QuerySet[Organisation]) -> bool:
    """Return True if somebody else is in one of ``organisations``."""
    # ``organisations`` is joined to one person's memberships: count those of all
    same_organisations = Organisation.objects.filter(pk__in=organisations.values("pk"))
    counted = same_organisations.annotate(members_count=Count("memberships"))
    return counted.filter(members_count__gt=1).exists()


class NewTournamentForm(TournamentForm, CreationForm):
    """The form of a new tournament.

    Its organisation is a choice for the manager of several, a new one for someone who manages none.
    """

    organisation = forms.ModelChoiceField(
        label=_("Organisation"), queryset=Organisation.objects.none(), empty_label=None
    )
    club = forms.CharField(
        label=_("Votre club"),
        max_length=MAX_NAME,
        required=False,
        help_text=_("Vous en serez le gérant. Vide : il porte le nom de votre compte."),
    )
    discipline = forms.ChoiceField(
        label=_("On y joue"),
        choices=[(discipline.value, DISCIPLINE_NAMES[discipline]) for discipline in Discipline],
        initial=Discipline.DUPLICATE,
        required=False,
        help_text=_(
            "Au classique, la formule (rondes, temps, points) se choisit ensuite, sous « Formule »."
        ),
    )
    games = forms.IntegerField(
        label=_("Combien de parties ?"),
        min_value=0,
        max_value=MAX_NEW_GAMES,
        initial=1,
        required=False,
        help_text=_(
            "Prêtes à commencer : formule normale, 3 minutes, tirées par le logiciel. Chacune se "
            "change ensuite ; 0 : vous les créerez vous-même. En duplicate seulement."
        ),
    )
    published = forms.BooleanField(
        label=_("Visible du public"),
        required=False,
        initial=True,
        help_text=_(
            "Sinon le tournoi est un brouillon, que l’équipe seule voit. Cela se change quand on "
            "veut, sous « Réglages », « Publication »."
        ),
    )
    all_roles = forms.BooleanField(
        label=_("Je tiens tous les rôles"),
        required=False,
        help_text=_(
            "Vous organisez, menez la partie et corrigez, sur le même poste. Cela se change quand "
            "on veut, sous « Rôles »."
        ),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        organisations = list_managed_organisations(user)
        super().__init__(
            [organisation.pk for organisation in organisations] or [None], *args, **kwargs
        )
        field = self.fields["organisation"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset, field.initial = organisations, organisations.first()
        if len(organisations):
            del self.fields["club"]
        if len(organisations) < 2:
            del self.fields["organisation"]
        self.fields["all_roles"].initial = not _has_colleagues(organisations)
        focus_first(self)

    def get_service_arguments(self) -> dict[str, Any]:
        data = dict(self.cleaned_data)
        return data | {"to_run_alone": data.pop("all_roles")}

    def clean_discipline(self) -> Discipline:
        return Discipline(self.cleaned_data["discipline"] or Discipline.DUPLICATE)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        organisation, lexicon = data.get("organisation"), data.get("lexicon")
        if organisation and lexicon and lexicon not in lexica.list_names(organisation.pk):
            sentence = gettext("« %(home)s » n’a pas ce lexique : choisissez-en un autre.")
            self.add_error("lexicon", sentence % {"home": organisation})
        return data


class CopyTournamentForm(CreationForm):
    """A new tournament with the settings of another."""

    name = forms.CharField(label=_("Nom"), max_length=120)
    starts_on = forms.DateField(label=_("Date"), widget=DateInput())
    ends_on = forms.DateField(
        label=_("Dernier jour"),
        widget=DateInput(),
        required=False,
        help_text=_("S’il dure plusieurs jours."),
    )
    games = forms.BooleanField(
        label=_("Avec ses parties"),
        required=False,
        help_text=_(
            "Formule, temps, tirage et heure prévue de chacune, prêtes à commencer ; d’autres "
            "lettres."
        ),
    )
    players = forms.BooleanField(
        label=_("Avec ses joueurs"),
        required=False,
        help_text=_("Aux mêmes tables, avec leur équipe ; sans ceux qui sont retirés."),
    )
    staff = forms.BooleanField(
        label=_("Avec les rôles de l’équipe"),
        required=False,
        help_text=_("Les comptes ouverts gardent leur mot de passe."),
    )
    published = forms.BooleanField(label=_("Visible du public"), required=False)

    @classmethod
    def for_tournament(cls, tournament: Tournament, today: Any, data: Any = None) -> Self:
        initial = {"name": tournament.name, "starts_on": today, "games": True, "staff": True}
        form = cls(data, initial=initial | {"published": True})
        focus_first(form)
        return form

    def get_service_arguments(self) -> dict[str, Any]:
        """Return the arguments of the service."""
        data = dict(self.cleaned_data)
        return data | {"parts": [part for part in CopyPart if data.pop(part)]}
