"""Forms of a round: match sheet, exchange of two places."""

from collections.abc import Sequence
from typing import Any, Self

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from tournament.classic.core.endings import Winner
from tournament.classic.core.match import compute_max_games
from tournament.classic.core.rounds.sheets import MAX_SCORE, GameScores
from tournament.classic.core.rounds.states import ResultKind
from tournament.classic.models import Match
from tournament.classic.presentation.rounds import RESULT_KIND_NAMES
from tournament.classic.queries.rounds import get_latest_result, list_game_results
from tournament.models import Entry
from tournament.views.versions import EditForm, FieldValue, FieldValues, RowsForm

_SCORE_ERROR = _("Écrivez un seul score, en chiffres : 345, ou −19 s’il est négatif.")
#: Value of an entry without an opponent.
BYE = "bye"


class _ScoreField(forms.IntegerField):
    """A score, whose minus sign may be the typographic one, as pages show it."""

    def to_python(self, value: Any) -> int | None:
        return super().to_python(value.replace("−", "-") if isinstance(value, str) else value)


class ResultForm(EditForm):
    """A match sheet: game scores, and the winner if the scores do not decide."""

    kind = forms.ChoiceField(
        label=_("Ce match"), choices=[(k.value, RESULT_KIND_NAMES[k]) for k in ResultKind]
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
        self.games = range(1, compute_max_games(match.parsed_terms) + 1)
        for number in self.games:
            for side, name in names.items():
                self.fields[f"{side}{number}"] = _ScoreField(
                    label=gettext("Partie %(number)d, %(name)s") % {"number": number, "name": name},
                    required=False,
                    min_value=-MAX_SCORE,
                    max_value=MAX_SCORE,
                    error_messages={"invalid": _SCORE_ERROR},
                )

    @classmethod
    def for_match(cls, match: Match, data: Any = None) -> Self:
        """Return the form with the result that counts now."""
        latest = get_latest_result(match)
        initial: dict[str, Any] = {"kind": latest.kind if latest else ResultKind.SHEET}
        if latest and latest.kind != ResultKind.SHEET:
            initial["winner"] = latest.winner
        for number, game_result in enumerate(list_game_results(match), start=1):
            initial |= {f"x{number}": game_result.scores[0], f"y{number}": game_result.scores[1]}
        return cls(match, data, initial=initial)

    def list_rows(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        return [(number, self[f"x{number}"], self[f"y{number}"]) for number in self.games]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        pairs = [(data.get(f"x{number}"), data.get(f"y{number}")) for number in self.games]
        if any((x is None) != (y is None) for x, y in pairs):
            self.add_error(None, gettext("Saisissez les scores des deux joueurs de chaque partie."))
        return data

    @property
    def scores(self) -> list[GameScores]:
        pairs = [
            (self.cleaned_data.get(f"x{number}"), self.cleaned_data.get(f"y{number}"))
            for number in self.games
        ]
        return [(x, y) for x, y in pairs if x is not None and y is not None]

    @property
    def chosen_winner(self) -> Winner | None:
        winner = self.cleaned_data["winner"]
        return Winner(winner) if winner else None


class RoundSwapForm(RowsForm):
    """Two places of a prepared round to exchange; the empty one is opposite the bye."""

    first = forms.ChoiceField(label=_("Joueur"))
    second = forms.ChoiceField(label=_("prend la place de"), required=False)

    def __init__(self, entries: Sequence[Entry], matches: Sequence[Match], *args: Any) -> None:
        super().__init__(*args)
        self._matches = matches
        self.entries = {str(entry.pk): entry for entry in entries}
        choices = [(key, entry.name) for key, entry in self.entries.items()]
        first, second = self.fields["first"], self.fields["second"]
        assert isinstance(first, forms.ChoiceField)
        assert isinstance(second, forms.ChoiceField)
        first.choices = choices
        second.choices = [("", gettext("personne : la place en face de l’exempt")), *choices]

    def get_chosen_entries(self) -> tuple[Entry, Entry | None]:
        return self.entries[self.cleaned_data["first"]], self.entries.get(
            self.cleaned_data["second"]
        )

    def list_values(self) -> FieldValues:
        """Return the id of the opponent of each entry of the round, or BYE."""
        opponents = {}
        for match in self._matches:
            opponents[str(match.x_id)] = str(match.y_id or BYE)
            if match.y_id:
                opponents[str(match.y_id)] = str(match.x_id)
        return opponents

    def list_typed(self) -> FieldValues:
        first, second = self.cleaned_data["first"], self.cleaned_data["second"]
        opponents_after = {first: self.current.get(second, BYE)}
        return opponents_after | ({second: self.current.get(first, "")} if second else {})

    def get_label(self, name: str) -> str:
        return self.entries[name].name

    def describe(self, name: str, value: FieldValue) -> str:
        if value == BYE:
            return gettext("exempt")
        entry = self.entries.get(str(value))
        return gettext("contre %(name)s") % {"name": entry.name} if entry else ""
