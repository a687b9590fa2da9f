"""What is asked of a ranking, from the address of its page; it is a form, and a bookmark."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.core.ranking.field import Kind, Trait
from tournament.core.ranking.measures import RankBy
from tournament.core.ranking.specification import Wanted, modes_of
from tournament.presentation.ranking import GROUP_NAMES, KIND_NAMES, MODE_NAMES, TRAIT_NAMES
from tournament.queries.results.ranking import RankingField

_LONGEST = 80


class Numbers(forms.SelectMultiple):
    """``?games=1,3``, ``?games=1&games=3`` as boxes send them, and ``?game=2``."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        asked = cast(QueryDict, data)
        listed = [number for text in asked.getlist(name) for number in text.split(",")]
        return [number for number in [*listed, *asked.getlist("game")] if number]


def one_game_asked(data: QueryDict) -> str | None:
    """What the address names where it names one game, there or not, a number or not."""
    asked = set(Numbers().value_from_datadict(data, None, "games"))
    return asked.pop() if len(asked) == 1 else None


class RankingQuery(forms.Form):
    """Always bound; what is not asked is as the tournament ranks. Not valid for what is not there:
    a game, or a mode that the edition does not know."""

    games = forms.MultipleChoiceField(label=_("Parties"), required=False, widget=Numbers)
    mode = forms.ChoiceField(label=_("Mode"), required=False)
    by = forms.ChoiceField(label=_("Classer"), required=False)
    kind = forms.ChoiceField(
        label=_("Participations"),
        choices=[("", KIND_NAMES[Kind.ALL])]
        + [(kind.value, KIND_NAMES[kind]) for kind in Kind if kind is not Kind.ALL],
        required=False,
    )
    full = forms.ChoiceField(
        label=_("Qui compte"),
        choices=[("0", _("tous")), ("1", _("seulement qui a joué toutes ces parties"))],
        required=False,
    )

    def __init__(self, field: RankingField, data: QueryDict) -> None:
        settings = field.settings
        usual = {
            "mode": settings.mode.value,
            "full": str(int(settings.full_only)),
        }
        asked = data.copy()
        for name, value in usual.items():
            if not asked.get(name):
                asked[name] = value
        super().__init__(asked)
        self._field = field
        self.traits = [trait for trait in Trait if trait in field.names or asked.get(trait.value)]
        for trait in self.traits:
            names = field.names.get(trait, {})
            self.fields[trait.value] = _group_field(trait, names, asked.get(trait.value, ""))
        choices: Mapping[str, list[tuple[str, Any]]] = {
            "games": [(str(game.number), game.number) for game in field.games],
            "mode": [(m.value, MODE_NAMES[m]) for m in modes_of(field.tournament.regulation)],
            "by": [("", _("les joueurs")), *((t.value, GROUP_NAMES[t]) for t in self.traits)],
        }
        for name, found in choices.items():
            cast(forms.ChoiceField, self.fields[name]).choices = found

    def selects(self) -> list[forms.BoundField]:
        """The fields that offer a choice in this tournament."""
        names = ["mode", "by", *(trait.value for trait in self.traits)]
        if any(entrant.pair for entrant in self._field.field.entrants):
            names.append("kind")
        if len(self._field.games) > 1:
            names.append("full")
        return [self[name] for name in names]

    def wanted(self) -> Wanted:
        """Of a valid form."""
        said = self.cleaned_data
        positions = [
            position
            for position, game in enumerate(self._field.games)
            if str(game.number) in said["games"]
        ]
        settings = replace(
            self._field.settings, mode=RankBy(said["mode"]), full_only=said["full"] == "1"
        )
        return Wanted(
            settings=settings,
            games=tuple(positions) or None,
            only={trait: said[trait.value] for trait in self.traits if said[trait.value]},
            kind=Kind(said["kind"] or Kind.ALL),
            by=Trait(said["by"]) if said["by"] else None,
        )


def _group_field(trait: Trait, names: Mapping[str, str], asked: str) -> forms.Field:
    """A group that nobody is of any more can still be asked for: its ranking is empty."""
    choices = [(code, name) for code, name in names.items()]
    if asked and asked not in names:
        choices.append((asked, asked[:_LONGEST]))
    return forms.ChoiceField(
        label=str(TRAIT_NAMES[trait]), choices=[("", _("tous")), *choices], required=False
    )
