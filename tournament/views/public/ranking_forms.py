"""The parameters of a ranking: a GET form, so that its URL can be bookmarked."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.core.ranking.measures import RankBy
from tournament.core.ranking.ranking_input import EntryKind, Trait
from tournament.core.ranking.specification import RankingSpecification, list_modes
from tournament.presentation.ranking import (
    ENTRY_KIND_NAMES,
    MODE_NAMES,
    RANKED_GROUP_NAMES,
    TRAIT_NAMES,
)
from tournament.queries.results.ranking import RankingData

_MAX_CODE_LENGTH = 80


class GameNumbersInput(forms.SelectMultiple):
    """Reads ``?games=1,3``, ``?games=1&games=3`` (checkboxes) and ``?game=2``."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        query = cast(QueryDict, data)
        numbers = [number for text in query.getlist(name) for number in text.split(",")]
        return [number for number in [*numbers, *query.getlist("game")] if number]


def get_single_game_parameter(data: QueryDict) -> str | None:
    """Return the game number of the URL if it has exactly one; it may be invalid."""
    numbers = set(GameNumbersInput().value_from_datadict(data, None, "games"))
    return numbers.pop() if len(numbers) == 1 else None


class RankingQuery(forms.Form):
    """The form, always bound; an absent parameter takes the setting of the tournament.

    Invalid for a game that does not exist or a mode that the edition lacks.
    """

    games = forms.MultipleChoiceField(label=_("Parties"), required=False, widget=GameNumbersInput)
    mode = forms.ChoiceField(label=_("Mode"), required=False)
    by = forms.ChoiceField(label=_("Classer"), required=False)
    kind = forms.ChoiceField(
        label=_("Participations"),
        choices=[("", ENTRY_KIND_NAMES[EntryKind.ALL])]
        + [(kind.value, ENTRY_KIND_NAMES[kind]) for kind in EntryKind if kind is not EntryKind.ALL],
        required=False,
    )
    full = forms.ChoiceField(
        label=_("Qui compte"),
        choices=[("0", _("tous")), ("1", _("seulement qui a joué toutes ces parties"))],
        required=False,
    )

    def __init__(self, ranking_data: RankingData, data: QueryDict) -> None:
        settings = ranking_data.settings
        defaults = {
            "mode": settings.mode.value,
            "full": str(int(settings.complete_only)),
        }
        query = data.copy()
        for name, value in defaults.items():
            if not query.get(name):
                query[name] = value
        super().__init__(query)
        self._ranking_data = ranking_data
        self.traits = [
            trait for trait in Trait if trait in ranking_data.group_names or query.get(trait.value)
        ]
        for trait in self.traits:
            names = ranking_data.group_names.get(trait, {})
            self.fields[trait.value] = _build_group_field(trait, names, query.get(trait.value, ""))
        choices: Mapping[str, list[tuple[str, Any]]] = {
            "games": [(str(game.number), game.number) for game in ranking_data.games],
            "mode": [
                (mode.value, MODE_NAMES[mode])
                for mode in list_modes(ranking_data.tournament.regulation)
            ],
            "by": [
                ("", _("les joueurs")),
                *((trait.value, RANKED_GROUP_NAMES[trait]) for trait in self.traits),
            ],
        }
        for name, field_choices in choices.items():
            cast(forms.ChoiceField, self.fields[name]).choices = field_choices

    def list_choice_fields(self) -> list[forms.BoundField]:
        """Return the fields that offer a choice in this tournament."""
        names = ["mode", "by", *(trait.value for trait in self.traits)]
        if any(entrant.is_pair for entrant in self._ranking_data.ranking_input.entrants):
            names.append("kind")
        if len(self._ranking_data.games) > 1:
            names.append("full")
        return [self[name] for name in names]

    def build_specification(self) -> RankingSpecification:
        """Return the specification of a valid form."""
        data = self.cleaned_data
        positions = [
            position
            for position, game in enumerate(self._ranking_data.games)
            if str(game.number) in data["games"]
        ]
        settings = replace(
            self._ranking_data.settings,
            mode=RankBy(data["mode"]),
            complete_only=data["full"] == "1",
        )
        return RankingSpecification(
            settings=settings,
            games=tuple(positions) or None,
            group_filter={trait: data[trait.value] for trait in self.traits if data[trait.value]},
            entry_kind=EntryKind(data["kind"] or EntryKind.ALL),
            grouped_by=Trait(data["by"]) if data["by"] else None,
        )


def _build_group_field(trait: Trait, names: Mapping[str, str], requested: str) -> forms.Field:
    """Return the field of a group; a group without members can be requested, its ranking is
    empty."""
    choices = [(code, name) for code, name in names.items()]
    if requested and requested not in names:
        choices.append((requested, requested[:_MAX_CODE_LENGTH]))
    return forms.ChoiceField(
        label=str(TRAIT_NAMES[trait]), choices=[("", _("tous")), *choices], required=False
    )
