"""Forms of a tournament and its games: they read and check, the services write."""

from collections.abc import Iterable
from datetime import date, datetime, time
from typing import Any, Self
from zoneinfo import ZoneInfo

from django import forms
from django.contrib.auth.models import User
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.regulation.editions import CURRENT, EDITIONS
from tournament.core.roster import MAX_TABLE
from tournament.core.states import PLAYING, Source
from tournament.models import Game, GamePreparation, Organisation, Tournament
from tournament.queries import lexica
from tournament.queries.access import managed
from tournament.queries.local import organisation_paper, organisation_zone
from tournament.services.game_list import MOST_AT_ONCE
from tournament.services.organisations import MAX_NAME
from tournament.views.local_form import LocalFields
from tournament.words.games import FORMAT_NAMES, SOURCE_NAMES
from tournament.words.lexica import lexicon_label
from tournament.words.slips import PLAYS_ON

#: Times of 1.3, in seconds, and how the regulation calls them.
TIMES = {
    180: _("3 minutes"),
    150: _("2 minutes 30"),
    120: _("2 minutes (semi-rapide)"),
    60: _("1 minute (blitz)"),
}
CUSTOM_TIME = "custom"
MIN_TIME_S, MAX_TIME_S = 5, 3600
MAX_FILE_BYTES = 1024 * 1024
#: By any clock these are moments that the database can give back.
_FIRST_DAY, _LAST_DAY = date(2000, 1, 1), date(2999, 12, 31)
SOURCE_HELP = {
    Source.SOFTWARE: _(
        "Le logiciel tire les lettres. L’empreinte de la graine est publiée avant la partie : "
        "chacun peut vérifier ensuite que rien n’a été arrangé."
    ),
    Source.HAND: _("Le juge-arbitre tape les lettres qu’il tire ; le logiciel vérifie le sac."),
}


class DateInput(forms.DateInput):
    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


def edition_choices() -> list[tuple[str, str]]:
    newest_first = sorted(EDITIONS, reverse=True)
    return [
        (key, gettext("%(year)s (en vigueur)") % {"year": key} if key == CURRENT else key)
        for key in newest_first
    ]


class TournamentForm(forms.Form):
    name = forms.CharField(label=_("Nom"), max_length=120)
    venue = forms.CharField(label=_("Lieu"), max_length=120, required=False)
    starts_on = forms.DateField(label=_("Date"), widget=DateInput, initial=timezone.localdate)
    lexicon = forms.ChoiceField(
        label=_("Lexique"),
        initial=lexica.BUILT_IN,
        help_text=_("Une partie garde jusqu’au bout le lexique avec lequel elle a commencé."),
    )
    edition = forms.ChoiceField(
        label=_("Édition du règlement"),
        choices=edition_choices,
        initial=CURRENT,
        help_text=_("Elle ne change plus une fois la première partie commencée."),
    )

    def __init__(self, organisations: Iterable[int | None], *args: Any, **kwargs: Any) -> None:
        """The lexica to choose from are those of ``organisations``, by number."""
        super().__init__(*args, **kwargs)
        found = dict.fromkeys(name for one in organisations for name in lexica.names(one))
        field = self.fields["lexicon"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(name, lexicon_label(name)) for name in found]


class NewTournamentForm(TournamentForm):
    """With the organisation of who manages several, or the new one of who manages none."""

    organisation = forms.ModelChoiceField(
        label=_("Organisation"), queryset=Organisation.objects.none(), empty_label=None
    )
    club = forms.CharField(
        label=_("Votre club"),
        max_length=MAX_NAME,
        required=False,
        help_text=_("Vous en serez le gérant. Vide : il porte le nom de votre compte."),
    )
    games = forms.IntegerField(
        label=_("Combien de parties ?"),
        min_value=0,
        max_value=MOST_AT_ONCE,
        initial=1,
        required=False,
        help_text=_(
            "Prêtes à commencer : formule normale, 3 minutes, tirées par le logiciel. Chacune se "
            "change ensuite ; 0 : vous les créerez vous-même."
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
            "on veut, sous « Équipe »."
        ),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        own = managed(user)
        super().__init__([one.pk for one in own] or [None], *args, **kwargs)
        field = self.fields["organisation"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset, field.initial = own, own.first()
        if len(own):
            del self.fields["club"]
        if len(own) < 2:
            del self.fields["organisation"]
        self.fields["name"].widget.attrs["autofocus"] = True

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        home, lexicon = data.get("organisation"), data.get("lexicon")
        if home and lexicon and lexicon not in lexica.names(home.pk):
            sentence = gettext("« %(home)s » n’a pas ce lexique : choisissez-en un autre.")
            self.add_error("lexicon", sentence % {"home": home})
        return data


class SettingsForm(TournamentForm, LocalFields):
    links_valid_until = forms.DateField(
        label=_("Liens des tables valables jusqu’au"),
        widget=DateInput,
        validators=[MinValueValidator(_FIRST_DAY), MaxValueValidator(_LAST_DAY)],
        help_text=_("Après cette date, ni les liens ni les codes n’ouvrent plus de table."),
    )
    confirm_clean = forms.BooleanField(
        label=_("Faire confirmer aussi les bulletins sans faute"),
        required=False,
        help_text=_("Sinon, un bulletin sans faute ne demande aucun geste à l’arbitre."),
    )
    confirm_refused = forms.BooleanField(
        label=_("Faire confirmer les zéros pour un mot non admis"),
        required=False,
        help_text=_("Chacun revient alors à l’arbitre, comme ce que le logiciel ne tranche pas."),
    )
    plays_on = forms.ChoiceField(
        label=_("Ceux qui s’inscrivent jouent sur"),
        choices=[(one.value, PLAYS_ON[one]) for one in PLAYING],
        help_text=_("Pour chaque joueur, cela se change à tout moment, même en cours de partie."),
    )

    inherited_zone: str

    def checks(self) -> list[forms.BoundField]:
        """Boxes to tick."""
        return [self["confirm_clean"], self["confirm_refused"]]

    @classmethod
    def of(cls, tournament: Tournament, data: Any = None) -> Self:
        initial = {
            "name": tournament.name,
            "venue": tournament.venue,
            "starts_on": tournament.starts_on,
            "lexicon": tournament.lexicon,
            "edition": tournament.edition,
            "links_valid_until": timezone.localdate(tournament.links_valid_until),
            "confirm_clean": tournament.confirm_clean,
            "confirm_refused": tournament.confirm_refused,
            "plays_on": tournament.plays_on,
            "time_zone": tournament.time_zone,
            "paper": tournament.paper,
        }
        form = cls([tournament.organisation_id], data, initial=initial)
        organisation = tournament.organisation
        form.inherit(organisation_zone(organisation), organisation_paper(organisation))
        form.inherited_zone = organisation_zone(organisation)
        return form

    def changes(self) -> dict[str, Any]:
        """What differs from the tournament, in the model's types."""
        found = {name: self.cleaned_data[name] for name in self.changed_data}
        if found.keys() & {"links_valid_until", "time_zone"}:
            # To the end of that day by the clock of the tournament, as it will be.
            zone = ZoneInfo(self.cleaned_data["time_zone"] or self.inherited_zone)
            until = datetime.combine(self.cleaned_data["links_valid_until"], time(23, 59, 59))
            found["links_valid_until"] = until.replace(tzinfo=zone)
        return found


class TimesForm(forms.Form):
    """The two times of a game, all that may still change once it exists."""

    time = forms.ChoiceField(
        label=_("Temps de jeu par coup (1.3)"),
        choices=[*((str(s), name) for s, name in TIMES.items()), (CUSTOM_TIME, _("autre durée"))],
        widget=forms.RadioSelect,
        initial="180",
    )
    custom_s = forms.IntegerField(
        label=_("Autre durée, en secondes"),
        min_value=MIN_TIME_S,
        max_value=MAX_TIME_S,
        required=False,
        help_text=_("Pour une démonstration ; seulement avec « autre durée »."),
    )
    warn_s = forms.TypedChoiceField(
        label=_("Signal avant la fin (3.3)"),
        choices=[(30, _("30 secondes")), (20, _("20 secondes")), (10, _("10 secondes"))],
        coerce=int,
        initial=30,
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        custom = data.get("time") == CUSTOM_TIME
        if custom and not data.get("custom_s") and "custom_s" not in self.errors:
            self.add_error("custom_s", _("Indiquez la durée en secondes."))
        time_s = self._time_s(data)
        if time_s and data.get("warn_s") and data["warn_s"] >= time_s:
            self.add_error("warn_s", _("Le signal doit venir avant la fin du temps de jeu."))
        return data

    @staticmethod
    def _time_s(data: dict[str, Any]) -> int | None:
        chosen = data.get("time")
        if chosen == CUSTOM_TIME:
            return data.get("custom_s")
        return int(chosen) if chosen else None

    def settings(self) -> dict[str, Any]:
        """Arguments for the service: both times in seconds."""
        data = self.cleaned_data
        return {"time_s": self._time_s(data), "warn_s": data["warn_s"]}

    @classmethod
    def of(cls, game: Game | GamePreparation, data: Any = None) -> Self:
        usual = game.time_s in TIMES
        initial = {
            "time": str(game.time_s) if usual else CUSTOM_TIME,
            "custom_s": None if usual else game.time_s,
            "warn_s": game.warn_s,
        }
        return cls(data, initial=initial)


class PlayingJudgeForm(forms.Form):
    table = forms.IntegerField(
        label=_("Table du juge-arbitre"),
        min_value=1,
        max_value=MAX_TABLE,
        required=False,
        help_text=_(
            "Vide : il ne joue pas. S’il joue, aucune page de l’équipe ne montre les solutions "
            "d’un coup avant que son propre bulletin soit remis ; le journal le dit."
        ),
    )


class FormatForm(TimesForm):
    """What every new game has."""

    format = forms.ChoiceField(
        label=_("Formule (3.8)"), choices=list(FORMAT_NAMES.items()), initial="normal"
    )

    def settings(self) -> dict[str, Any]:
        return super().settings() | {"fmt": self.cleaned_data["format"]}


class CountForm(forms.Form):
    """How many games at once, and whether the judge may start them as they are."""

    count = forms.IntegerField(
        label=_("Combien de parties ?"),
        min_value=1,
        max_value=MOST_AT_ONCE,
        initial=1,
        required=False,
    )
    ready = forms.BooleanField(
        label=_("Les déclarer prêtes aussitôt"),
        required=False,
        help_text=_("Sinon leurs temps se changent encore ; le juge-arbitre peut le faire aussi."),
    )

    def clean_count(self) -> int:
        return self.cleaned_data["count"] or 1


class GameForm(CountForm, FormatForm):
    """Games whose letters are drawn as they are played."""

    source = forms.ChoiceField(
        label=_("Tirage des lettres"),
        choices=[(source.value, SOURCE_NAMES[source]) for source in SOURCE_HELP],
        widget=forms.RadioSelect,
        initial=Source.SOFTWARE.value,
    )

    def settings(self) -> dict[str, Any]:
        data = self.cleaned_data
        return super().settings() | {name: data[name] for name in ("source", "count", "ready")}
