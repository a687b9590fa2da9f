"""The form of how a tournament ranks."""

from typing import Any, Self

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext, gettext_lazy as _

from engine.regulation.edition import Edition
from tournament.core.ranking.measures import TIE_BREAKS, Measure, RankBy
from tournament.core.ranking.wanted import (
    COLUMNS,
    MOST_BEST,
    MOST_TIE_BREAKS,
    Settings,
    modes_of,
)
from tournament.presentation.ranking import MODE_NAMES, TIE_BREAK_NAMES, column_name

_MODE_HELP = {
    RankBy.POINTS: _("La somme des totaux ; une partie non jouée est nulle (6.2)."),
    RankBy.PERCENT: _(
        "Le total, en centièmes des tops des parties jouées : qui n’en a joué qu’une partie y est "
        "classé d’après celles-là."
    ),
    RankBy.NEGATIVE: _("Ce qui manque au total des tops : le même ordre que les points."),
    RankBy.PLACES: _("La plus petite somme des places de chaque partie (éditions 2011 à 2019)."),
}


class RankingForm(forms.Form):
    mode = forms.ChoiceField(label=_("Mode du classement"), widget=forms.RadioSelect)
    full_only = forms.BooleanField(
        label=_("Ne classer que ceux qui ont joué toutes les parties"), required=False
    )
    best = forms.IntegerField(
        label=_("Joueurs qui comptent pour un club ou une équipe"),
        min_value=1,
        max_value=MOST_BEST,
        help_text=_(
            "Les meilleurs de chacun. Un club ou une équipe qui en a moins vient après ceux qui "
            "sont au complet."
        ),
    )
    columns = forms.MultipleChoiceField(
        label=_("Colonnes montrées"),
        choices=[(column.value, column_name(column)) for column in COLUMNS],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_(
            "Rang, joueur, table et total le sont toujours. Solos, avertissements et retraits ne "
            "paraissent qu’à la fin d’une partie."
        ),
    )

    def __init__(self, edition: Edition, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        mode = self.fields["mode"]
        assert isinstance(mode, forms.ChoiceField)
        mode.choices = [(one.value, MODE_NAMES[one]) for one in modes_of(edition)]
        for place in range(1, MOST_TIE_BREAKS + 1):
            self.fields[f"tie_break_{place}"] = forms.ChoiceField(
                label=gettext("Départage %(place)d") % {"place": place},
                choices=[("", _("aucun")), *((m.value, TIE_BREAK_NAMES[m]) for m in TIE_BREAKS)],
                required=False,
            )

    @classmethod
    def of(cls, settings: Settings, edition: Edition, data: Any = None) -> Self:
        ordered = {
            f"tie_break_{place}": measure.value
            for place, measure in enumerate(settings.tie_breaks, start=1)
        }
        return cls(edition, data, initial=settings.as_json() | ordered)

    def modes(self) -> list[tuple[BoundWidget, Any]]:
        """Each choice with what it means."""
        return [(one, _MODE_HELP[RankBy(one.data["value"])]) for one in self["mode"]]

    def tie_breaks(self) -> list[forms.BoundField]:
        return [self[f"tie_break_{place}"] for place in range(1, MOST_TIE_BREAKS + 1)]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        chosen = set[str]()
        for field in self.tie_breaks():
            value = data.get(field.name, "")
            if value and value in chosen:
                self.add_error(field.name, _("Ce départage est déjà choisi plus haut."))
            chosen.add(value)
        return data

    def settings(self) -> Settings:
        """Of a valid form; places left empty between two tie-breaks do not matter."""
        data = self.cleaned_data
        tie_breaks = (data[field.name] for field in self.tie_breaks())
        columns = {str(column): column for column in COLUMNS}
        return Settings(
            mode=RankBy(data["mode"]),
            tie_breaks=tuple(Measure(name) for name in tie_breaks if name),
            best=data["best"],
            full_only=data["full_only"],
            columns=tuple(columns[name] for name in columns if name in data["columns"]),
        )
