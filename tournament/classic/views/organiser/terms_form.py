"""The form of the terms of a classic tournament."""

from decimal import Decimal
from typing import Any, Self

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from tournament.classic.core.rounds.terms import (
    LIMITS,
    TIE_BREAKS,
    PairingStyle,
    PairingSystem,
    RoundTerms,
    TieBreak as PointsOfTieBreak,
)
from tournament.classic.core.terms import LIMITS as MATCH_LIMITS, ClockKind, MatchTerms
from tournament.classic.presentation.rounds import (
    CLOCK_NAMES,
    MEASURE_NAMES,
    STYLE_NAMES,
    SYSTEM_NAMES,
    TIE_BREAK_NAMES as TIE_BREAK_WORDS,
)
from tournament.models import Tournament
from tournament.views.versions import EditForm

#: Number of tie-breaks in the form.
TIE_BREAK_FIELDS = 4
_PLAY_MODES = {
    "tablets": _("sur tablettes, chacun la sienne"),
    "recorded": _("avec le vrai jeu, un arbitre note les coups"),
    "paper": _("avec le vrai jeu, on saisit les feuilles de match"),
}
_SECONDS_PER_MINUTE = 60


def _build_number_field(label: Any, name: str, **options: Any) -> forms.IntegerField:
    low, high = {**MATCH_LIMITS, **LIMITS}[name]
    return forms.IntegerField(label=label, min_value=low, max_value=high, **options)


class TermsForm(EditForm):
    """The terms of matches and rounds, stored as JSON (``Tournament.classic``)."""

    system = forms.ChoiceField(
        label=_("Formule"), choices=[(s.value, SYSTEM_NAMES[s]) for s in PairingSystem]
    )
    rounds = _build_number_field(
        _("Nombre de rondes"),
        "rounds",
        required=False,
        help_text=_("Toutes rondes : vide, autant qu’il en faut pour que chacun voie les autres."),
    )
    style = forms.ChoiceField(
        label=_("À égalité de points se rencontrent"),
        choices=[(s.value, STYLE_NAMES[s]) for s in PairingStyle],
    )
    first = forms.ChoiceField(
        label=_("À la première ronde"),
        choices=[(s.value, STYLE_NAMES[s]) for s in PairingStyle],
        help_text=_("Personne n’y a de points : l’ordre est celui d’un tirage au sort."),
    )
    play = forms.ChoiceField(label=_("On joue"), choices=list(_PLAY_MODES.items()))
    games_to_win = forms.TypedChoiceField(
        label=_("Un match, c’est"),
        coerce=int,
        choices=[(1, _("une partie")), (2, _("deux manches gagnantes (3.2)"))],
        help_text=_("Peut changer d’une ronde à l’autre, tant que la ronde n’a pas commencé."),
    )
    clock = forms.ChoiceField(
        label=_("Chronométrage"), choices=[(c.value, CLOCK_NAMES[c]) for c in ClockKind]
    )
    minutes = forms.DecimalField(
        label=_("Temps, en minutes"),
        min_value=Decimal("0.1"),
        max_value=240,
        decimal_places=2,
        error_messages=dict.fromkeys(
            ("min_value", "max_value"), _("Donnez de 0,1 à 240 minutes : 6 secondes à 4 heures.")
        ),
        help_text=_("De chacun pour la partie, de chaque coup, ou des deux ensemble."),
    )
    warn_s = forms.IntegerField(
        label=_("Signal avant la fin, en secondes"), min_value=0, max_value=3600
    )
    face_down_s = forms.IntegerField(
        label=_("Lettres piochées cachées au moins, en secondes"),
        min_value=0,
        max_value=60,
        help_text=_("Sur tablettes : le temps laissé à l’adversaire pour contester (5.2)."),
    )
    wrong_challenge = _build_number_field(_("Par mot contesté à tort (5.3)"), "wrong_challenge")
    too_many_letters = _build_number_field(
        _("Lettres tirées en trop, et vues (10.1.2)"), "too_many_letters"
    )
    lost_points = _build_number_field(
        _("Perte de points, dans l’échelle des sanctions (9.2)"),
        "lost_points",
        help_text=_("Ces trois nombres valent pour les matchs à venir (9.3)."),
    )
    points_won = _build_number_field(_("Match gagné"), "points_won")
    points_equal = _build_number_field(_("Match nul"), "points_equal")
    points_lost = _build_number_field(_("Match perdu"), "points_lost")
    points_bye = _build_number_field(_("Exempt"), "points_bye")
    points_forfeit = _build_number_field(_("Gagné par forfait"), "points_forfeit")
    points_absent = _build_number_field(_("Absent d’une ronde"), "points_absent")
    tie_break = forms.ChoiceField(
        label=_("Points de départage (Pdep) d’un match"),
        choices=[(t.value, TIE_BREAK_WORDS[t]) for t in PointsOfTieBreak],
    )
    tie_break_most = _build_number_field(
        _("Un écart compte pour au plus"), "tie_break_most", required=False
    )
    tie_break_unplayed = _build_number_field(
        _("Pdep d’un exempt ou d’un gagnant par forfait"), "tie_break_unplayed"
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        empty = ("", gettext("rien"))
        choices = [empty, *((measure.value, MEASURE_NAMES[measure][0]) for measure in TIE_BREAKS)]
        for step in range(TIE_BREAK_FIELDS):
            label = gettext("Départage %(number)d") % {"number": step + 1}
            self.fields[f"ladder_{step}"] = forms.ChoiceField(
                label=label, choices=choices, required=False
            )

    @classmethod
    def for_tournament(cls, tournament: Tournament, data: Any = None) -> Self:
        terms_data = tournament.classic
        rounds, terms = RoundTerms.from_json(terms_data), MatchTerms.from_json(terms_data)
        points = rounds.points
        play = "recorded" if terms.real_tiles else "tablets"
        initial = {
            **{name: terms_data.get(name) for name in LIMITS},
            **terms.to_json(),
            "play": "paper" if terms_data.get("on_paper") else play,
            "minutes": f"{terms.time_s / _SECONDS_PER_MINUTE:g}",
            "system": rounds.system,
            "rounds": rounds.rounds,
            "style": rounds.style,
            "first": rounds.first_round_style,
            "points_bye": points.bye,
            "points_forfeit": points.forfeit,
            "points_absent": points.absent,
            "tie_break": points.tie_break,
            "tie_break_unplayed": points.tie_break_unplayed,
            **{
                f"ladder_{step}": measure
                for step, measure in enumerate(rounds.tie_breaks[:TIE_BREAK_FIELDS])
            },
        }
        return cls(data, initial=initial)

    def build_changes(self) -> dict[str, Any]:
        """Return the terms as they are stored."""
        data = dict(self.cleaned_data)
        ladder = [data.pop(f"ladder_{step}") for step in range(TIE_BREAK_FIELDS)]
        play = data.pop("play")
        data["time_s"] = round(data.pop("minutes") * _SECONDS_PER_MINUTE)
        return {
            **data,
            "real_tiles": play == "recorded",
            "on_paper": play == "paper",
            "ladder": [measure for measure in ladder if measure],
        }

    def _select_fields(self, *names: str) -> list[forms.BoundField]:
        return [self[name] for name in names]

    @property
    def round_fields(self) -> list[forms.BoundField]:
        return self._select_fields("system", "rounds", "style", "first")

    @property
    def match_fields(self) -> list[forms.BoundField]:
        return self._select_fields(
            "play", "games_to_win", "clock", "minutes", "warn_s", "face_down_s"
        )

    @property
    def penalty_fields(self) -> list[forms.BoundField]:
        return self._select_fields("wrong_challenge", "too_many_letters", "lost_points")

    @property
    def point_fields(self) -> list[forms.BoundField]:
        return self._select_fields(
            "points_won",
            "points_equal",
            "points_lost",
            "points_bye",
            "points_forfeit",
            "points_absent",
        )

    @property
    def tie_break_fields(self) -> list[forms.BoundField]:
        ladder = [f"ladder_{step}" for step in range(TIE_BREAK_FIELDS)]
        return self._select_fields("tie_break", "tie_break_most", "tie_break_unplayed", *ladder)
