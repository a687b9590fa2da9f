"""What an officer does with the clock (1.7, 4.1.6, 10.2): stop it, let it run on, set it."""

import re

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from arbitrage.classic.presentation.match_file import minutes
from arbitrage.classic.views.office_form import OfficeForm, Steps, why
from tournament.classic.core.clock import Regime
from tournament.classic.core.clock_setting import MOST_S
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Side

_TIME = re.compile(r"(\d{1,3}):([0-5]\d)", re.ASCII)


class ClockForm(OfficeForm):
    """The clock is stopped, or runs on."""

    @property
    def steps(self) -> Steps:
        return [(Command.RESUME if self.file.state.held else Command.HOLD, {})]


class MinutesField(forms.CharField):
    """Minutes and seconds, as on a clock; in seconds."""

    default_error_messages = {
        "invalid": gettext_lazy("Écrivez les minutes et les secondes, par exemple 12:30."),
        "too_long": gettext_lazy("Une pendule ne se règle pas sur plus de 240 minutes."),
        "required": gettext_lazy("Donnez ce temps, par exemple 12:30."),
    }

    def clean(self, value: str) -> int:
        found = _TIME.fullmatch(super().clean(value).strip())
        if found is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        seconds = int(found[1]) * 60 + int(found[2])
        if seconds > MOST_S:
            raise forms.ValidationError(self.error_messages["too_long"], code="too_long")
        return seconds


class SetClocksForm(OfficeForm):
    """What is left to each, or to both of a common time; after an end by time the game goes on."""

    reason = why()

    def prepare(self) -> None:
        clock, asked = self.file.state.clock, {}
        for side in Side:
            hand = clock.hand(side)
            if hand.regime is not Regime.NONE:
                label = _("Temps de %(name)s (minutes:secondes)") % {"name": self.file.names[side]}
                asked[side.value] = label, hand.left
        if clock.common is not None:
            asked["common"] = _("Temps des deux (minutes:secondes)"), clock.common
        for name, (label, left) in asked.items():
            widget = forms.TextInput(attrs={"autocomplete": "off", "class": "short num"})
            initial = minutes(left // 1000)
            self.fields[name] = MinutesField(label=label, initial=initial, widget=widget)
        self.asked = list(asked)
        self.order_fields([*self.asked, "reason"])

    @property
    def steps(self) -> Steps:
        return [(Command.SET_CLOCKS, {name: self.cleaned_data[name] for name in self.asked})]
