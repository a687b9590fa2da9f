"""Forms for the clock (1.7, 4.1.6, 10.2): stop it, restart it, set it."""

import re

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from arbitrage.classic.presentation.match_file import format_minutes
from arbitrage.classic.views.office_form import OfficeForm, Steps, reason_field
from tournament.classic.core.clock import TimeControl
from tournament.classic.core.clock_setting import MAX_S
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Side
from tournament.views.versions import FieldValues

_TIME = re.compile(r"(\d{1,3}):([0-5]\d)", re.ASCII)


class ClockForm(OfficeForm):
    """An officer stops the clock, or restarts it: a button, which waits for no version."""

    def list_values(self) -> FieldValues:
        return {}

    def list_typed(self) -> FieldValues:
        return {}

    @property
    def steps(self) -> Steps:
        return [(Command.RESUME if self.file.state.held else Command.HOLD, {})]


class MinutesField(forms.CharField):
    """Minutes and seconds as on a clock; the value is in seconds."""

    default_error_messages = {
        "invalid": gettext_lazy("Écrivez les minutes et les secondes, par exemple 12:30."),
        "too_long": gettext_lazy("Une pendule ne se règle pas sur plus de 240 minutes."),
        "required": gettext_lazy("Donnez ce temps, par exemple 12:30."),
    }

    def clean(self, value: str) -> int:
        match = _TIME.fullmatch(super().clean(value).strip())
        if match is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        seconds = int(match[1]) * 60 + int(match[2])
        if seconds > MAX_S:
            raise forms.ValidationError(self.error_messages["too_long"], code="too_long")
        return seconds


class SetClocksForm(OfficeForm):
    """The remaining time of each player, or of both if they share it; a game that ended by time
    goes on."""

    reason = reason_field()

    def prepare(self) -> None:
        clock, fields = self.file.state.clock, {}
        for side in Side:
            player_clock = clock.hand(side)
            if player_clock.control is not TimeControl.NONE:
                label = _("Temps de %(name)s (minutes:secondes)") % {"name": self.file.names[side]}
                fields[side.value] = label, player_clock.left
        if clock.common is not None:
            fields["common"] = _("Temps des deux (minutes:secondes)"), clock.common
        for name, (label, remaining) in fields.items():
            widget = forms.TextInput(attrs={"autocomplete": "off", "class": "short num"})
            initial = format_minutes(remaining // 1000)
            self.fields[name] = MinutesField(label=label, initial=initial, widget=widget)
        self.clock_names = list(fields)
        self.order_fields([*self.clock_names, "reason"])

    @property
    def steps(self) -> Steps:
        return [(Command.SET_CLOCKS, {name: self.cleaned_data[name] for name in self.clock_names})]
