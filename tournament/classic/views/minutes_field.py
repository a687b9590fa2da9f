"""A form field for a time as on a clock."""

import re

from django import forms
from django.utils.translation import gettext_lazy

from tournament.classic.core.clock_setting import MAX_S

_TIME = re.compile(r"(\d{1,3}):([0-5]\d)", re.ASCII)


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
