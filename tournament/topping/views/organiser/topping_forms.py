"""Forms of toppings."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.states import PlayMedium
from tournament.models import Game, Tournament
from tournament.presentation.games import FORMAT_NAMES, get_source_name
from tournament.topping.core.topping_run import RunState, ToppingMode
from tournament.topping.models import Topping
from tournament.topping.presentation.topping import MODE_NAMES
from tournament.topping.services.creation import (
    DEFAULT_PAUSE_S,
    MAX_LIMIT_S,
    MAX_PAUSE_S,
    MAX_PENALTY_S,
    MIN_LIMIT_S,
    ToppingRules,
    list_usable_games,
)
from tournament.views.ticked import TickedField
from tournament.views.versions import CreationForm

_NO_PLAYER_ERRORS = {"required": _("Cochez au moins un joueur.")}


class ToppingTimesForm(forms.Form):
    """Name and times of a topping."""

    title = forms.CharField(
        label=_("Nom"),
        max_length=80,
        required=False,
        help_text=_("Vide : « Topping » et son numéro."),
    )
    limit_s = forms.IntegerField(
        label=_("Temps par coup, en secondes"), min_value=MIN_LIMIT_S, max_value=MAX_LIMIT_S
    )
    penalty_s = forms.IntegerField(
        label=_("Pénalité d’un top non trouvé, en secondes"), min_value=0, max_value=MAX_PENALTY_S
    )
    pause_s = forms.IntegerField(
        label=_("Lecture d’une solution donnée, en secondes"),
        min_value=0,
        max_value=MAX_PAUSE_S,
        initial=DEFAULT_PAUSE_S,
        help_text=_("Le temps de la poser, qui ne compte pas ; puis viennent les lettres du coup."),
    )

    def build_rules(self) -> ToppingRules:
        data = self.cleaned_data
        mode = ToppingMode(data.get("mode", ToppingMode.DEVICES))
        times = {name: data[name] for name in ("limit_s", "penalty_s", "pause_s")}
        return ToppingRules(**times, mode=mode, title=data["title"])


class ToppingForm(ToppingTimesForm, CreationForm):
    """A new topping: its settings, its game and its players."""

    mode = forms.ChoiceField(
        label=_("Comment on joue"),
        choices=list(MODE_NAMES.items()),
        initial=ToppingMode.DEVICES,
        widget=forms.RadioSelect,
    )
    game = forms.ModelChoiceField(
        label=_("Partie"),
        queryset=Game.objects.none(),
        to_field_name="number",
        required=False,
        help_text=_(
            "Une partie pas encore commencée quitte la liste des parties de la salle ; personne "
            "n’en voit les lettres avant la fin du topping."
        ),
    )
    format = forms.ChoiceField(
        label=_("Formule, si le logiciel joue la partie"), choices=list(FORMAT_NAMES.items())
    )
    entries = TickedField(error_messages=_NO_PLAYER_ERRORS)
    drawn = forms.BooleanField(
        label=_("Tirer l’ordre de passage au sort (sinon, par table)"), required=False
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = list_usable_games(tournament)
        game, entries = self.fields["game"], self.fields["entries"]
        assert isinstance(game, forms.ModelChoiceField)
        assert isinstance(entries, TickedField)
        game.queryset = Game.objects.filter(pk__in=[usable_game.pk for usable_game in games])
        game.empty_label = str(_("le logiciel en joue une nouvelle"))
        game.label_from_instance = _get_game_label  # type: ignore[method-assign, assignment]
        remaining = tournament.entries.filter(withdrawn=False).select_related("table")
        entries.queryset = remaining.order_by("table__number")
        expected_keys = remaining.exclude(plays_on=PlayMedium.ABSENT).values_list("pk", flat=True)
        #: Values of the ticked boxes: at first the entries that are not absent.
        self.ticked = set(map(str, self["entries"].value() if self.is_bound else expected_keys))


def _get_game_label(game: Game) -> str:
    return str(_("partie %(number)d, %(source)s")) % {
        "number": game.number,
        "source": get_source_name(game.source),
    }


class PlayersForm(forms.Form):
    """Players to add to a topping."""

    entries = TickedField(error_messages=_NO_PLAYER_ERRORS)

    def __init__(self, topping: Topping, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["entries"]
        assert isinstance(field, TickedField)
        assert topping.tournament is not None
        playing = topping.runs.exclude(state=RunState.ANNULLED).values("entry")
        other_entries = topping.tournament.entries.filter(withdrawn=False).exclude(pk__in=playing)
        other_entries = other_entries.select_related("table")
        field.queryset = other_entries.order_by("table__number")
