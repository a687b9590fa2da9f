"""Forms for the clock (1.7, 4.1.6, 10.2): stop it, restart it, set it."""

from django import forms
from django.utils.translation import gettext as _

from arbitrage.classic.views.office_form import OfficeForm, Steps, build_reason_field
from tournament.classic.core.clock import TimeControl
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Side
from tournament.classic.presentation.match.match_words import format_minutes
from tournament.classic.views.minutes_field import MinutesField
from tournament.views.versions import FieldValues


class ClockForm(OfficeForm):
    """An officer stops the clock, or restarts it: a button, possible whatever others decided."""

    def list_values(self) -> FieldValues:
        return {}

    def list_typed(self) -> FieldValues:
        return {}

    @property
    def steps(self) -> Steps:
        return [(Command.RESUME if self.officer_game.state.is_held else Command.HOLD, {})]


class SetClocksForm(OfficeForm):
    """The remaining time of each player, or of both if they share it; a game that ended by time
    goes on."""

    reason = build_reason_field()

    def prepare(self) -> None:
        clock, fields = self.officer_game.state.clock, {}
        for side in Side:
            player_clock = clock.get_player_clock(side)
            if player_clock.control is not TimeControl.NONE:
                label = _("Temps de %(name)s (minutes:secondes)") % {
                    "name": self.officer_game.names[side]
                }
                fields[side.value] = label, player_clock.remaining_ms
        if clock.common_ms is not None:
            fields["common"] = _("Temps des deux (minutes:secondes)"), clock.common_ms
        for name, (label, remaining) in fields.items():
            widget = forms.TextInput(attrs={"autocomplete": "off", "class": "short num"})
            initial = format_minutes(remaining // 1000)
            self.fields[name] = MinutesField(label=label, initial=initial, widget=widget)
        self.clock_names = list(fields)
        self.order_fields([*self.clock_names, "reason"])

    @property
    def steps(self) -> Steps:
        return [(Command.SET_CLOCKS, {name: self.cleaned_data[name] for name in self.clock_names})]
