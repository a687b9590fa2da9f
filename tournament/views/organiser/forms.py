"""Forms of a tournament and its games: they read and check, the services write."""

from datetime import datetime, time
from typing import Any, Self

from django import forms
from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.regulation.editions import CURRENT, EDITIONS
from tournament.core.states import PLAYING, Source
from tournament.models import Game, GamePreparation, Tournament
from tournament.queries import lexica
from tournament.queries.access import usable_lexica
from tournament.services.registration import MAX_TABLE
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


def lexicon_choices(user: User) -> list[tuple[str, str]]:
    return [(name, lexicon_label(name)) for name in usable_lexica(user)]


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

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        """``user`` chooses among the lexica that are for him."""
        super().__init__(*args, **kwargs)
        field = self.fields["lexicon"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = lexicon_choices(user)


class NewTournamentForm(TournamentForm):
    all_roles = forms.BooleanField(
        label=_("Je tiens tous les rôles"),
        required=False,
        help_text=_(
            "Vous organisez, menez la partie et corrigez, sur le même poste. Cela se change quand "
            "on veut, sous « Équipe »."
        ),
    )


class SettingsForm(TournamentForm):
    links_valid_until = forms.DateField(
        label=_("Liens des tables valables jusqu’au"),
        widget=DateInput,
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

    def checks(self) -> list[forms.BoundField]:
        """Boxes to tick."""
        return [self["confirm_clean"], self["confirm_refused"]]

    @classmethod
    def of(cls, tournament: Tournament, user: User, data: Any = None) -> Self:
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
        }
        return cls(user, data, initial=initial)

    def changes(self) -> dict[str, Any]:
        """What differs from the tournament, in the model's types."""
        found = {name: self.cleaned_data[name] for name in self.changed_data}
        if until := found.get("links_valid_until"):
            last_second = datetime.combine(until, time(23, 59, 59))
            found["links_valid_until"] = timezone.make_aware(last_second)
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


class GameForm(FormatForm):
    """A game whose letters are drawn as it is played."""

    source = forms.ChoiceField(
        label=_("Tirage des lettres"),
        choices=[(source.value, SOURCE_NAMES[source]) for source in SOURCE_HELP],
        widget=forms.RadioSelect,
        initial=Source.SOFTWARE.value,
    )

    def settings(self) -> dict[str, Any]:
        return super().settings() | {"source": self.cleaned_data["source"]}
