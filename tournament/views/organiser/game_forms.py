"""Forms of games; services write their data."""

from typing import Any, Self, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.people.entry_lines import MAX_TABLE
from tournament.core.states import GameKind, Source
from tournament.models import Game, GamePreparation, Tournament
from tournament.presentation.games import FORMAT_NAMES, GAME_KIND_NAMES, SOURCE_NAMES
from tournament.queries.people.seating import get_table_number
from tournament.services.game_list import MAX_NEW_GAMES
from tournament.views.ticked import TickedField
from tournament.views.versions import CreationForm, EditForm, FieldValue

#: Times of 1.3 in seconds, with their names in the regulation.
TIME_NAMES = {
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


class TimesForm(forms.Form):
    """The two times of a game."""

    time = forms.ChoiceField(
        label=_("Temps de jeu par coup (1.3)"),
        choices=[
            *((str(seconds), name) for seconds, name in TIME_NAMES.items()),
            (CUSTOM_TIME, _("autre durée")),
        ],
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

    def get_service_arguments(self) -> dict[str, Any]:
        """Return the arguments for the service: both times in seconds."""
        data = self.cleaned_data
        return {"time_s": self._time_s(data), "warn_s": data["warn_s"]}

    @classmethod
    def for_game(cls, game: Game | GamePreparation, data: Any = None) -> Self:
        is_named = game.time_s in TIME_NAMES
        initial = {
            "time": str(game.time_s) if is_named else CUSTOM_TIME,
            "custom_s": None if is_named else game.time_s,
            "warn_s": game.warn_s,
        }
        return cls(data, initial=initial)


class GameTimesForm(TimesForm, EditForm):
    """The only settings that can change after the creation of a game."""

    @classmethod
    def for_game(cls, game: Game | GamePreparation, data: Any = None) -> Self:
        form = super().for_game(game, data)
        form.subject = str(game.pk)
        return form


class PlayingJudgeForm(EditForm):
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


class StartInput(forms.DateTimeInput):
    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


class PlannedStartForm(EditForm):
    starts_at = forms.DateTimeField(
        label=_("Heure prévue"),
        widget=StartInput,
        required=False,
        help_text=_(
            "Le programme public l’annonce. Vide : aucune. La partie commence quand le "
            "juge-arbitre la commence."
        ),
    )

    @classmethod
    def for_game(cls, game: Game, data: Any = None) -> Self:
        form = cls(data, initial={"starts_at": game.starts_at})
        form.subject = str(game.pk)
        return form


class DraftForm(GameTimesForm, PlayingJudgeForm):
    """The settings of a game in draft: its times, and the table of a judge who plays it."""

    @classmethod
    def for_draft(cls, game: Game, data: Any = None) -> Self:
        form = cls.for_game(game, data)
        judge = game.judge_plays
        form.initial["table"] = get_table_number(game.pk, judge) if judge else None
        return form

    def get_service_arguments(self) -> dict[str, Any]:
        is_table_sent = "table" in self.data
        table = self.cleaned_data["table"] if is_table_sent else self.initial["table"]
        return super().get_service_arguments() | {"table": table}


class FormatForm(TimesForm, CreationForm):
    """The settings of every new game."""

    format = forms.ChoiceField(
        label=_("Formule (3.8)"), choices=list(FORMAT_NAMES.items()), initial="normal"
    )

    def get_service_arguments(self) -> dict[str, Any]:
        return super().get_service_arguments() | {"fmt": self.cleaned_data["format"]}


class CountForm(CreationForm):
    """The number of games to create, and whether they are ready at once."""

    count = forms.IntegerField(
        label=_("Combien de parties ?"),
        min_value=1,
        max_value=MAX_NEW_GAMES,
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


class ContendersForm(EditForm):
    """The players of a *mort subite*."""

    entries = TickedField(
        label=_("Joueurs"),
        required=False,
        help_text=_("Personne de coché : tous ceux qui sont là quand elle commence."),
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["entries"]
        assert isinstance(field, TickedField)
        entries = tournament.entries.filter(withdrawn=False).select_related("table")
        field.queryset = entries.order_by("table__number")
        self.ticked = set(map(str, self["entries"].value() or ()))

    def describe(self, name: str, value: FieldValue) -> str:
        queryset = cast(TickedField, self.fields["entries"]).queryset
        names = {str(entry.pk): f"{entry.table.number} – {entry.name}" for entry in queryset}
        return ", ".join(names.get(key, key) for key in value)

    def chosen_entries(self) -> list[int]:
        return [entry.pk for entry in self.cleaned_data["entries"]]


class GameForm(CountForm, FormatForm):
    """Games whose letters are drawn while they are played."""

    kind = forms.ChoiceField(
        label=_("Comment on gagne"),
        choices=list(GAME_KIND_NAMES.items()),
        widget=forms.RadioSelect,
        initial=GameKind.DUPLICATE.value,
        required=False,
    )

    source = forms.ChoiceField(
        label=_("Tirage des lettres"),
        choices=[(source.value, SOURCE_NAMES[source]) for source in SOURCE_HELP],
        widget=forms.RadioSelect,
        initial=Source.SOFTWARE.value,
    )

    def get_service_arguments(self) -> dict[str, Any]:
        data = self.cleaned_data
        kind = {"kind": data["kind"] or GameKind.DUPLICATE}
        return (
            kind
            | super().get_service_arguments()
            | {name: data[name] for name in ("source", "count", "ready")}
        )
