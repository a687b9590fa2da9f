"""Forms of a classic tournament: its terms, a match sheet, two places to exchange."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Self

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from tournament.classic.core.endings import Winner
from tournament.classic.core.match import most_games
from tournament.classic.core.rounds.sheets import MOST, GameScores
from tournament.classic.core.rounds.states import ResultKind
from tournament.classic.core.rounds.terms import (
    LIMITS,
    TIE_BREAKS,
    RoundTerms,
    Style,
    System,
    TieBreak as PointsOfTieBreak,
)
from tournament.classic.core.terms import LIMITS as MATCH_LIMITS, ClockKind, MatchTerms
from tournament.classic.models import Match
from tournament.classic.presentation.rounds import (
    CLOCKS,
    MEASURES,
    RESULT_KINDS,
    STYLES,
    SYSTEMS,
    TIE_BREAKS as TIE_BREAK_WORDS,
)
from tournament.classic.queries.rounds import games_played, standing_result
from tournament.models import Entry, Tournament

#: Places of the ladder that the form offers.
STEPS = 4
_PLAY = {
    "tablets": _("sur tablettes, chacun la sienne"),
    "recorded": _("avec le vrai jeu, un arbitre note les coups"),
    "paper": _("avec le vrai jeu, on saisit les feuilles de match"),
}
_MINUTE = 60


def _number(label: Any, name: str, **more: Any) -> forms.IntegerField:
    low, high = {**MATCH_LIMITS, **LIMITS}[name]
    return forms.IntegerField(label=label, min_value=low, max_value=high, **more)


class TermsForm(forms.Form):
    """The terms of matches and rounds; what is kept is JSON (``Tournament.classic``)."""

    system = forms.ChoiceField(label=_("Formule"), choices=[(s.value, SYSTEMS[s]) for s in System])
    rounds = _number(
        _("Nombre de rondes"),
        "rounds",
        required=False,
        help_text=_("Toutes rondes : vide, autant qu’il en faut pour que chacun voie les autres."),
    )
    style = forms.ChoiceField(
        label=_("À égalité de points se rencontrent"), choices=[(s.value, STYLES[s]) for s in Style]
    )
    first = forms.ChoiceField(
        label=_("À la première ronde"),
        choices=[(s.value, STYLES[s]) for s in Style],
        help_text=_("Personne n’y a de points : l’ordre est celui d’un tirage au sort."),
    )
    play = forms.ChoiceField(label=_("On joue"), choices=list(_PLAY.items()))
    games_to_win = forms.TypedChoiceField(
        label=_("Un match, c’est"),
        coerce=int,
        choices=[(1, _("une partie")), (2, _("deux manches gagnantes (3.2)"))],
    )
    clock = forms.ChoiceField(
        label=_("Chronométrage"), choices=[(c.value, CLOCKS[c]) for c in ClockKind]
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
    wrong_challenge = _number(_("Par mot contesté à tort (5.3)"), "wrong_challenge")
    too_many_letters = _number(_("Lettres tirées en trop, et vues (10.1.2)"), "too_many_letters")
    lost_points = _number(
        _("Perte de points, dans l’échelle des sanctions (9.2)"),
        "lost_points",
        help_text=_("Ces trois nombres valent pour les matchs à venir (9.3)."),
    )
    points_won = _number(_("Match gagné"), "points_won")
    points_equal = _number(_("Match nul"), "points_equal")
    points_lost = _number(_("Match perdu"), "points_lost")
    points_bye = _number(_("Exempt"), "points_bye")
    points_forfeit = _number(_("Gagné par forfait"), "points_forfeit")
    points_absent = _number(_("Absent d’une ronde"), "points_absent")
    tie_break = forms.ChoiceField(
        label=_("Points de départage (Pdep) d’un match"),
        choices=[(t.value, TIE_BREAK_WORDS[t]) for t in PointsOfTieBreak],
    )
    tie_break_most = _number(_("Un écart compte pour au plus"), "tie_break_most", required=False)
    tie_break_unplayed = _number(
        _("Pdep d’un exempt ou d’un gagnant par forfait"), "tie_break_unplayed"
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        nothing = ("", gettext("rien"))
        choices = [nothing, *((one.value, MEASURES[one][0]) for one in TIE_BREAKS)]
        for step in range(STEPS):
            label = gettext("Départage %(number)d") % {"number": step + 1}
            self.fields[f"ladder_{step}"] = forms.ChoiceField(
                label=label, choices=choices, required=False
            )

    @classmethod
    def of(cls, tournament: Tournament, data: Any = None) -> Self:
        kept = tournament.classic
        rounds, terms = RoundTerms.read(kept), MatchTerms.read(kept)
        points = rounds.points
        play = "recorded" if terms.real_tiles else "tablets"
        initial = {
            **{name: kept.get(name) for name in LIMITS},
            **terms.as_json(),
            "play": "paper" if kept.get("on_paper") else play,
            "minutes": f"{terms.time_s / _MINUTE:g}",
            "system": rounds.system,
            "rounds": rounds.rounds,
            "style": rounds.style,
            "first": rounds.first,
            "points_bye": points.bye,
            "points_forfeit": points.forfeit,
            "points_absent": points.absent,
            "tie_break": points.tie_break,
            "tie_break_unplayed": points.unplayed,
            **{f"ladder_{step}": measure for step, measure in enumerate(rounds.ladder[:STEPS])},
        }
        return cls(data, initial=initial)

    def changes(self) -> dict[str, Any]:
        """As they are kept."""
        data = dict(self.cleaned_data)
        ladder = [data.pop(f"ladder_{step}") for step in range(STEPS)]
        play = data.pop("play")
        data["time_s"] = round(data.pop("minutes") * _MINUTE)
        return {
            **data,
            "real_tiles": play == "recorded",
            "on_paper": play == "paper",
            "ladder": [one for one in ladder if one],
        }

    def part(self, *names: str) -> list[forms.BoundField]:
        return [self[name] for name in names]

    @property
    def of_rounds(self) -> list[forms.BoundField]:
        return self.part("system", "rounds", "style", "first")

    @property
    def of_matches(self) -> list[forms.BoundField]:
        return self.part("play", "games_to_win", "clock", "minutes", "warn_s", "face_down_s")

    @property
    def of_penalties(self) -> list[forms.BoundField]:
        return self.part("wrong_challenge", "too_many_letters", "lost_points")

    @property
    def of_points(self) -> list[forms.BoundField]:
        return self.part(
            "points_won",
            "points_equal",
            "points_lost",
            "points_bye",
            "points_forfeit",
            "points_absent",
        )

    @property
    def of_ties(self) -> list[forms.BoundField]:
        ladder = [f"ladder_{step}" for step in range(STEPS)]
        return self.part("tie_break", "tie_break_most", "tie_break_unplayed", *ladder)


class ResultForm(forms.Form):
    """A match sheet: the scores of its games, and who has won where they do not say it."""

    kind = forms.ChoiceField(
        label=_("Ce match"), choices=[(k.value, RESULT_KINDS[k]) for k in ResultKind]
    )
    winner = forms.ChoiceField(label=_("Gagnant"), required=False)
    reason = forms.CharField(
        label=_("Motif"),
        required=False,
        max_length=500,
        help_text=_("D’une correction ou d’une décision ; l’équipe seule le lit."),
    )

    def __init__(self, match: Match, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        assert match.y is not None, "a bye has no sheet"
        names = {"x": match.x.name, "y": match.y.name}
        winner = self.fields["winner"]
        assert isinstance(winner, forms.ChoiceField)
        winner.choices = [
            ("", gettext("d’après les scores")),
            (Winner.X.value, match.x.name),
            (Winner.Y.value, match.y.name),
            (Winner.EQUAL.value, gettext("ex æquo")),
        ]
        self.games = range(1, most_games(match.agreed) + 1)
        for number in self.games:
            for side, name in names.items():
                self.fields[f"{side}{number}"] = forms.IntegerField(
                    label=gettext("Partie %(number)d, %(name)s") % {"number": number, "name": name},
                    required=False,
                    min_value=-MOST,
                    max_value=MOST,
                )

    @classmethod
    def of(cls, match: Match, data: Any = None) -> Self:
        """With what counts now."""
        written = standing_result(match)
        initial: dict[str, Any] = {"kind": written.kind if written else ResultKind.SHEET}
        if written and written.kind != ResultKind.SHEET:
            initial["winner"] = written.winner
        for number, one in enumerate(games_played(match), start=1):
            initial |= {f"x{number}": one.scores[0], f"y{number}": one.scores[1]}
        return cls(match, data, initial=initial)

    def rows(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        return [(number, self[f"x{number}"], self[f"y{number}"]) for number in self.games]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        pairs = [(data.get(f"x{number}"), data.get(f"y{number}")) for number in self.games]
        if any((x is None) != (y is None) for x, y in pairs):
            self.add_error(None, gettext("Saisissez les scores des deux joueurs de chaque partie."))
        return data

    @property
    def scores(self) -> list[GameScores]:
        found = [
            (self.cleaned_data.get(f"x{number}"), self.cleaned_data.get(f"y{number}"))
            for number in self.games
        ]
        return [(x, y) for x, y in found if x is not None and y is not None]

    @property
    def won_by(self) -> Winner | None:
        chosen = self.cleaned_data["winner"]
        return Winner(chosen) if chosen else None


class RoundSwapForm(forms.Form):
    """Two places of a prepared round; the empty one is that opposite who has the bye."""

    one = forms.ChoiceField(label=_("Joueur"))
    other = forms.ChoiceField(label=_("prend la place de"), required=False)

    def __init__(self, entries: Sequence[Entry], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = {str(entry.pk): entry for entry in entries}
        choices = [(key, entry.name) for key, entry in self.entries.items()]
        one, other = self.fields["one"], self.fields["other"]
        assert isinstance(one, forms.ChoiceField)
        assert isinstance(other, forms.ChoiceField)
        one.choices = choices
        other.choices = [("", gettext("personne : la place en face de l’exempt")), *choices]

    def chosen(self) -> tuple[Entry, Entry | None]:
        return self.entries[self.cleaned_data["one"]], self.entries.get(self.cleaned_data["other"])
