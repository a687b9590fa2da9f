"""What the forms of an officer share: each gives the commands of the game that it stands for."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from arbitrage.classic.models import MOST_WHY
from arbitrage.classic.presentation.rulings import SANCTIONS
from arbitrage.classic.queries.match_file import MatchFile
from tournament.classic.core.commands import Command
from tournament.classic.core.rulings import MatchSanction
from tournament.classic.core.sides import Side

type Steps = list[tuple[Command, dict[str, Any]]]
NONE = "none"
MOST_POINTS = 2000


def choice(label: Any, **more: Any) -> forms.ChoiceField:
    missing = {
        "required": gettext_lazy("Choisissez."),
        "invalid_choice": gettext_lazy("Choisissez."),
    }
    return forms.ChoiceField(label=label, widget=forms.RadioSelect, error_messages=missing, **more)


def number(label: Any) -> forms.IntegerField:
    """A score, or a total."""
    return forms.IntegerField(
        label=label, min_value=-MOST_POINTS, max_value=MOST_POINTS, required=False
    )


def why(*, required: bool = True) -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Raison, que les joueurs liront"),
        max_length=MOST_WHY,
        required=required,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Donnez la raison.")},
    )


def answer_of(word: str, *, admitted: bool) -> forms.ChoiceField:
    """Whether a word is admitted."""
    field = choice(word, choices=[("yes", _("admis")), ("no", _("non admis"))])
    field.initial = "yes" if admitted else "no"
    return field


class OfficeForm(forms.Form):
    """``by_director``: whether who writes may do what the director alone may."""

    def __init__(self, *args: Any, file: MatchFile, by_director: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.file, self.by_director = file, by_director
        self.prepare()

    def prepare(self) -> None:
        """Fill in choices, in the words of the request."""

    def choose(self, name: str, choices: Sequence[tuple[str, Any]], initial: str = "") -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(choices)
        if initial:
            field.initial = initial

    def choose_side(self, initial: Side | None = None, nobody: str = "") -> None:
        """One of the two players, by name."""
        sides = [(side.value, self.file.names[side]) for side in Side]
        self.choose("side", [*([("", nobody)] if nobody else []), *sides], initial or "")

    def choose_sanction(self, name: str = "sanction", *, none: str = "") -> None:
        known = [
            one for one in MatchSanction if self.by_director or one is not MatchSanction.EXCLUSION
        ]
        given = [(one.value, _(SANCTIONS[one])) for one in known]
        self.choose(name, [*([(NONE, none)] if none else []), *given], NONE if none else "")

    @property
    def steps(self) -> Steps:
        """Only of a form that is valid."""
        raise NotImplementedError

    @property
    def told_why(self) -> str:
        """The reason, as the players read it."""
        return str(self.cleaned_data.get("reason", ""))
