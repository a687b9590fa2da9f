"""A bulletin on paper as an arbiter types it in."""

from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext_lazy as _

from arbitrage.core.bulletin import ILLEGIBLE, Bulletin, SheetState
from arbitrage.core.errors import SheetTooLarge, UnreadableSheet
from arbitrage.core.sheet import Sheet
from arbitrage.words.sentences import SHEET_STATES, sheet_state_label
from tournament.core.handin import MAX_TEXT

#: Characters of a sheet as JSON, where a full one has some six hundred.
MAX_SHEET = 4000


class TableForm(forms.Form):
    """Whose bulletin is typed in next."""

    table = forms.IntegerField(
        label=_("Table"),
        min_value=1,
        max_value=2**31 - 1,
        error_messages={"required": _("Quelle table ?")},
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


class SheetField(forms.CharField):
    """The squared part as JSON, {"rows": [...], "struck": [...]}; cleaned, a ``Sheet``."""

    widget = forms.HiddenInput

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) else msgspec.json.encode(value or {}).decode()

    def clean(self, value: Any) -> Sheet:
        text = super().clean(value)
        try:
            if len(text) > MAX_SHEET:
                raise UnreadableSheet("longer than any drawing", length=len(text))
            # Only what a sheet is made of is read, so that nothing can be nested in it.
            return Sheet.from_dict(msgspec.json.decode(text or "{}", type=dict[str, list[str]]))
        except (msgspec.DecodeError, UnreadableSheet, SheetTooLarge) as error:
            raise forms.ValidationError(
                _("La feuille n’a pas pu être lue. Rechargez la page.")
            ) from error


class PaperForm(forms.Form):
    """``bulletin()`` is what was typed, once the form is valid."""

    table = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**31 - 1)
    #: Version of the bulletin that was on the page, 0 for none.
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    sheet = SheetField(required=False)
    reference = forms.CharField(max_length=MAX_TEXT, required=False)
    score = forms.CharField(max_length=MAX_TEXT, required=False)
    reference_illegible = forms.BooleanField(label=_("place illisible"), required=False)
    score_illegible = forms.BooleanField(label=_("score illisible"), required=False)
    state = forms.ChoiceField(
        label=_("État du bulletin"), choices=[(state.value, state) for state in SheetState]
    )
    over_tablet = forms.BooleanField(
        label=_("Compter ce bulletin à la place de celui de la tablette"), required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        state = self.fields["state"]
        assert isinstance(state, forms.ChoiceField)
        state.choices = [(code.value, sheet_state_label(code)) for code in SHEET_STATES]

    def bulletin(self) -> Bulletin:
        data = self.cleaned_data
        return Bulletin(
            data["sheet"],
            ILLEGIBLE if data["reference_illegible"] else data["reference"],
            ILLEGIBLE if data["score_illegible"] else data["score"],
            SheetState(data["state"]),
        )
