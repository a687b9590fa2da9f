"""The forms of arbiters' decisions."""

from collections.abc import Iterable
from string import ascii_uppercase
from typing import Any, Self

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext_lazy as _

from arbitrage.core.codes import Motive, Sanction
from arbitrage.core.slip import get_lightest_sanction
from arbitrage.models import Ruling
from arbitrage.presentation.sentences import get_motive_label, get_sanction_label
from arbitrage.services.decision_checks import MAX_POINTS
from arbitrage.views.player_record import PossibleAct
from tournament.core.errors import RoomError
from tournament.presentation.messages import explain
from tournament.views.versions import CreationForm

#: The letter that ticks a motive in the dialog: always the same one, wherever the motive stands.
MOTIVE_KEYS = dict(zip(Motive, ascii_uppercase, strict=False))
#: Longer than any id.
MAX_DIGITS = 19


class ChoicesForm(forms.Form):
    """A form whose choices are set when it is built, in the request's language."""

    def set_choices(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


class VersionForm(forms.Form):
    """The version of the ruling that the arbiter saw."""

    version = forms.IntegerField(widget=forms.HiddenInput)


class UndoForm(forms.Form):
    """The row of the journal of the decision that the arbiter undoes."""

    journal_row = forms.IntegerField()


class EntryIdsField(forms.CharField):
    """Ids of the entries on the arbiter's screen, separated by dots."""

    def __init__(self) -> None:
        super().__init__(required=False, widget=forms.HiddenInput)

    def clean(self, value: Any) -> list[int]:
        parts = [part for part in str(value or "").split(".") if part]
        if not all(
            part.isascii() and part.isdecimal() and len(part) < MAX_DIGITS for part in parts
        ):
            raise forms.ValidationError(_("Rechargez la page : ce choix ne se lit pas."))
        return [int(part) for part in parts]


class EqualForm(VersionForm):
    """The equal bulletins that get the decision too, as they were listed."""

    among = EntryIdsField()


class InTimeForm(VersionForm):
    reason = forms.CharField(
        label=_("Pourquoi ce bulletin compte"),
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Par exemple un réseau coupé à la fin du coup. Le joueur lira cette phrase."),
        error_messages={"required": _("Donnez la raison.")},
    )


class PointsForm(forms.Form):
    """A decision on points, which asks before they exceed the top of the turn."""

    above_top = forms.BooleanField(label=_("Donner plus que le top du coup"), required=False)

    @property
    def asks_above_top(self) -> bool:
        """True if the box is shown: the points exceed the top, or did."""
        return bool(self["above_top"].errors or self["above_top"].value())

    def add_refusal(self, error: RoomError) -> None:
        """Add an error of the service, beside the box that resolves it."""
        self.add_error("above_top" if error.reason == "above-top" else None, explain(error))


class ChangeForm(PointsForm, VersionForm, ChoicesForm):
    points = forms.IntegerField(
        label=_("Points"),
        min_value=0,
        max_value=MAX_POINTS,
        help_text=_("Ceux que le joueur reçoit, la pénalité de 5 points déjà retirée."),
    )
    sanction = forms.ChoiceField(
        label=_("Sanction"),
        choices=[(sanction.value, sanction) for sanction in Sanction],
        widget=forms.RadioSelect,
        error_messages={"required": _("Choisissez la sanction.")},
    )
    motives = forms.MultipleChoiceField(
        label=_("Motifs du billet"),
        choices=[(motive.value, motive) for motive in Motive],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    article = forms.CharField(
        label=_("Article"), max_length=20, required=False, help_text=_("Par exemple 5.5 ou 5.7.")
    )
    free = forms.BooleanField(
        label=_("Décision libre : des points qu’aucune lecture ne donne"), required=False
    )
    reason = forms.CharField(
        label=_("Pourquoi vous changez la décision"),
        max_length=300,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Le joueur lira cette phrase. Il la faut pour une décision libre."),
    )
    #: ``equal``: the bulletins of ``mine`` get the same decision; ``room``: those of ``others``.
    equal = forms.BooleanField(required=False)
    room = forms.BooleanField(required=False)
    mine = EntryIdsField()
    others = EntryIdsField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.set_choices(
            "sanction", [(sanction.value, get_sanction_label(sanction)) for sanction in Sanction]
        )
        self.set_choices("motives", [(motive.value, get_motive_label(motive)) for motive in Motive])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("sanction") == Sanction.ZERO and data.get("points"):
            self.add_error("points", _("Un zéro rapporte 0 point."))
        is_sanctioned = data.get("sanction") not in {None, Sanction.NONE.value}
        if is_sanctioned and not data.get("motives"):
            self.add_error("motives", _("Cochez au moins un motif du billet (5.9)."))
        if data.get("free") and not data.get("reason", "").strip():
            self.add_error("reason", _("Donnez la raison de ce changement."))
        return data

    def set_likely_motives(self, motives: Iterable[str]) -> None:
        """Offer ``motives`` first, in their order."""
        likely = list(dict.fromkeys(motives))
        ordered = [*likely, *(motive.value for motive in Motive if motive.value not in likely)]
        self.set_choices("motives", [(motive, get_motive_label(motive)) for motive in ordered])

    @property
    def motive_boxes(self) -> list[tuple[str, Sanction, BoundWidget]]:
        """The boxes of the motives, each with the letter that ticks it and its usual sanction."""
        return [
            (MOTIVE_KEYS[motive], get_lightest_sanction(motive), box)
            for box in self["motives"]
            for motive in [Motive(box.data["value"])]
        ]

    @property
    def decision(self) -> dict[str, Any]:
        """The arguments of ``change_ruling``; the form must be valid."""
        data = dict(self.cleaned_data)
        mine, others = data.pop("mine"), data.pop("others")
        entries = (mine if data.pop("equal") else []) + (others if data.pop("room") else [])
        return data | {"is_free_ruling": data.pop("free"), "entries": entries}

    @classmethod
    def from_ruling(cls, ruling: Ruling, *, for_equal_bulletins: bool = False) -> Self:
        """Build the form; ``for_equal_bulletins``: the decision is for all of them by default."""
        return cls(
            initial={
                "equal": for_equal_bulletins,
                "version": ruling.version,
                "points": ruling.points,
                "sanction": ruling.sanction,
                "motives": ruling.motives,
                "article": ruling.article,
            }
        )


class AccountForm(CreationForm, ChoicesForm):
    """A decision about a player's account, and its reason."""

    decision = forms.ChoiceField(
        label=_("Décision"),
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Choisissez ce que vous décidez."),
            "invalid_choice": _("Ce choix n’est plus possible : voici le compte du joueur."),
        },
    )
    reason = forms.CharField(
        label=_("Motif"),
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Le joueur lira cette phrase."),
        error_messages={"required": _("Donnez le motif.")},
    )

    def __init__(self, *args: Any, choices: list[PossibleAct], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.set_choices("decision", [(choice.value, choice.label) for choice in choices])
        self._choices = {choice.value: choice for choice in choices}

    @property
    def chosen_act(self) -> PossibleAct:
        return self._choices[self.cleaned_data["decision"]]
