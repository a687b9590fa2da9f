"""The base of the forms of officers: each form returns the commands of the game that it stands
for."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from arbitrage.classic.models import MAX_REASON_LENGTH
from arbitrage.classic.presentation.journal import list_lines
from arbitrage.classic.presentation.rulings import SANCTIONS
from arbitrage.classic.queries.game_for_officer import GameForOfficer
from tournament.classic.core.commands import Command
from tournament.classic.core.rulings import MatchSanction
from tournament.classic.core.sides import Side
from tournament.views.versions import FieldValue, FieldValues, RowsForm

type Steps = list[tuple[Command, dict[str, Any]]]
NONE = "none"
#: Name of the version's only value, and its value for the decision that is sent.
DECISION, NEXT = "decision", "next"
MAX_POINTS = 2000


def build_radio_field(label: Any, **options: Any) -> forms.ChoiceField:
    messages = {
        "required": gettext_lazy("Choisissez."),
        "invalid_choice": gettext_lazy("Choisissez."),
    }
    return forms.ChoiceField(
        label=label, widget=forms.RadioSelect, error_messages=messages, **options
    )


def build_score_field(label: Any) -> forms.IntegerField:
    """Return a field for a score or a total."""
    return forms.IntegerField(
        label=label, min_value=-MAX_POINTS, max_value=MAX_POINTS, required=False
    )


def build_reason_field(*, required: bool = True) -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Raison, que les joueurs liront"),
        max_length=MAX_REASON_LENGTH,
        required=required,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Donnez la raison.")},
    )


def build_answer_field(word: str, *, admitted: bool) -> forms.ChoiceField:
    """Return a field for the answer whether a word is admitted."""
    field = build_radio_field(word, choices=[("yes", _("admis")), ("no", _("non admis"))])
    field.initial = "yes" if admitted else "no"
    return field


class OfficeForm(RowsForm):
    """A form of an officer; ``is_director``: True if the user has the powers of the director.

    The version is the last decision in the game, so that an officer decides only after having seen
    the decisions of others.
    """

    def __init__(
        self, *args: Any, officer_game: GameForOfficer, is_director: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.officer_game, self.is_director = officer_game, is_director
        self.prepare()

    def prepare(self) -> None:
        """Fill in choices; called for each request, so that they are translated."""

    def set_choices(self, name: str, choices: Sequence[tuple[str, Any]], initial: str = "") -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(choices)
        if initial:
            field.initial = initial

    def set_side_choices(self, initial: Side | None = None, nobody: str = "") -> None:
        """Offer the two players by name."""
        sides = [(side.value, self.officer_game.names[side]) for side in Side]
        self.set_choices("side", [*([("", nobody)] if nobody else []), *sides], initial or "")

    def set_sanction_choices(self, name: str = "sanction", *, none: str = "") -> None:
        sanctions = [
            sanction
            for sanction in MatchSanction
            if self.is_director or sanction is not MatchSanction.EXCLUSION
        ]
        choices = [(sanction.value, _(SANCTIONS[sanction])) for sanction in sanctions]
        self.set_choices(name, [*([(NONE, none)] if none else []), *choices], NONE if none else "")

    def list_values(self) -> FieldValues:
        decisions = [line for line in list_lines(self.officer_game) if line.is_decision]
        return {DECISION: str(decisions[-1].seq) if decisions else ""}

    def list_typed(self) -> FieldValues:
        return {DECISION: NEXT}

    def get_label(self, name: str) -> str:
        return _("Dernière décision")

    def describe(self, name: str, value: FieldValue) -> str:
        if value == NEXT:
            return _("la décision ci-dessous")
        lines = (line for line in list_lines(self.officer_game) if str(line.seq) == value)
        return ", ".join(f"{line.sentence} ({line.actor})" for line in lines)

    @property
    def steps(self) -> Steps:
        """Return the commands; only for a valid form."""
        raise NotImplementedError

    @property
    def shown_reason(self) -> str:
        """Return the reason that the players read."""
        return str(self.cleaned_data.get("reason", ""))
