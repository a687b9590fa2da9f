"""Forms for decisions about the clock of a table, and for the common time of a round."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from tournament.classic.core.clock import TimeControl
from tournament.classic.core.clock_setting import MAX_S
from tournament.classic.core.commands import Command
from tournament.classic.core.rounds.countdown import CountdownCommand
from tournament.classic.core.rulings import MatchSanction
from tournament.classic.core.sides import Side
from tournament.classic.core.table_clock import TIME_ARTICLES, TableClockState
from tournament.classic.core.terms import ClockKind
from tournament.classic.presentation.match.match_words import SANCTION_NAMES, format_minutes
from tournament.classic.views.minutes_field import MinutesField

MAX_REASON = 300
_SECONDS_PER_MINUTE = 60
_CHOICE_ERRORS = {
    "required": gettext_lazy("Choisissez."),
    "invalid_choice": gettext_lazy("Choisissez."),
}


def _build_radio_field(label: Any, **options: Any) -> forms.ChoiceField:
    widget = forms.RadioSelect
    return forms.ChoiceField(label=label, widget=widget, error_messages=_CHOICE_ERRORS, **options)


class ClockDecisionForm(forms.Form):
    """The base of the forms: the clock, the names of X and Y, and a reason for the players."""

    command: ClassVar[Command]
    title: ClassVar[Promise]
    button: ClassVar[Promise]
    reason = forms.CharField(
        label=gettext_lazy("Raison, que les joueurs liront"),
        max_length=MAX_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Donnez la raison.")},
    )

    def __init__(
        self, state: TableClockState, names: Sequence[str], data: Any = None, **kwargs: Any
    ) -> None:
        super().__init__(data, auto_id=f"{self.command}-%s", **kwargs)
        self.state, self.players = state, list(zip(Side, names, strict=True))
        self.prepare()
        self.order_fields([*(name for name in self.fields if name != "reason"), "reason"])

    def prepare(self) -> None:
        """Fill in choices and fields."""

    def set_choices(self, name: str, choices: Sequence[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(choices)

    def build_data(self) -> dict[str, Any]:
        """Return the data of the command; only for a valid form."""
        return {
            name: value for name, value in self.cleaned_data.items() if value and name != "reason"
        }


class TableClockForm(ClockDecisionForm):
    """The remaining time of each player (1.7, 9.3)."""

    command = Command.SET_CLOCKS
    title, button = gettext_lazy("Régler la pendule (1.7)"), gettext_lazy("Régler")

    def prepare(self) -> None:
        for side, name in self.players:
            player_clock = self.state.clock.get_player_clock(side)
            if player_clock.control is not TimeControl.NONE:
                self.fields[side.value] = MinutesField(
                    label=_("Temps de %(name)s (minutes:secondes)") % {"name": name},
                    initial=format_minutes(-(-player_clock.remaining_ms // 1000)),
                    widget=forms.TextInput(attrs={"autocomplete": "off", "class": "short num"}),
                )

    def build_data(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if name != "reason"}


class TableTimingForm(ClockDecisionForm):
    """A clock for a slow player (6.4.2), or for both until the end (6.4.3)."""

    command = Command.TIME_PLAYER
    title, button = gettext_lazy("Imposer un chronométrage (6.4.2, 6.4.3)"), gettext_lazy("Imposer")
    side = _build_radio_field(gettext_lazy("Qui est chronométré"), required=False)
    clock = _build_radio_field(gettext_lazy("Comment"))
    seconds = forms.IntegerField(label=gettext_lazy("Secondes"), min_value=5, max_value=MAX_S)

    def prepare(self) -> None:
        self.set_choices("side", [*self.players, ("", _("les deux"))])
        kinds = [
            (ClockKind.MOVE, _("tant de secondes par coup")),
            (ClockKind.CHESS, _("un crédit pour la partie")),
        ]
        self.set_choices("clock", kinds)
        self.fields["clock"].initial = ClockKind.MOVE


class TableSanctionForm(ClockDecisionForm):
    """A sanction about time (6.4.2, 9.2)."""

    command = Command.SANCTION
    title, button = gettext_lazy("Sanction (9.2)"), gettext_lazy("Prononcer")
    side = _build_radio_field(gettext_lazy("Joueur"))
    sanction = _build_radio_field(gettext_lazy("Sanction"))
    article = forms.ChoiceField(label=gettext_lazy("Article"))

    def prepare(self) -> None:
        self.set_choices("side", self.players)
        sanctions = [s for s in MatchSanction if s is not MatchSanction.EXCLUSION]
        self.set_choices("sanction", [(s.value, SANCTION_NAMES[s]) for s in sanctions])
        articles = [(cited, _("art. %(article)s") % {"article": cited}) for cited in TIME_ARTICLES]
        self.set_choices("article", articles)


#: The forms by the name of their command.
CLOCK_FORMS: dict[str, type[ClockDecisionForm]] = {
    str(form.command): form for form in (TableClockForm, TableTimingForm, TableSanctionForm)
}


class CountdownForm(forms.Form):
    """A command of the common time; ``minutes`` are those of START and SET."""

    command = forms.ChoiceField(choices=[(c.value, c.value) for c in CountdownCommand])
    minutes = forms.DecimalField(
        label=gettext_lazy("Temps commun, en minutes"),
        min_value=Decimal("0.1"),
        max_value=MAX_S // _SECONDS_PER_MINUTE,
        decimal_places=2,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"),
            gettext_lazy("Donnez de 0,1 à 240 minutes."),
        ),
    )

    @property
    def seconds(self) -> int:
        return int(self.cleaned_data["minutes"] * _SECONDS_PER_MINUTE)
