"""The forms of second looks: the plan, the verdict, and the settlement of a difference."""

from typing import Any, Self

from django import forms
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from arbitrage.core.codes import Sanction
from arbitrage.core.second_looks import MAX_EVERY, MAX_FIRST, LookCriteria
from arbitrage.models import Ruling
from arbitrage.presentation.sentences import get_sanction_label
from arbitrage.services.decision_checks import MAX_POINTS
from arbitrage.views.decision_forms import ChoicesForm
from tournament.views.versions import EditForm


class LookPlanForm(EditForm):
    everything = forms.BooleanField(label=_("Tous les bulletins"), required=False)
    sanctioned = forms.BooleanField(label=_("Les zéros et les pénalités"), required=False)
    tops = forms.BooleanField(
        label=_("Les tops : ce qui vaut autant que la meilleure solution"), required=False
    )
    every = forms.IntegerField(
        label=_("Un bulletin sur"),
        min_value=1,
        max_value=MAX_EVERY,
        required=False,
        help_text=_(
            "Ceux dont les numéros de table et de coup font ensemble un multiple de ce nombre : "
            "d’autres tables à chaque coup. Vide : aucun."
        ),
    )
    first = forms.IntegerField(
        label=_("Les premiers du classement"),
        min_value=1,
        max_value=MAX_FIRST,
        required=False,
        help_text=_(
            "Combien, d’après les bulletins de la partie décidés à l’ouverture du coup. "
            "Vide : aucun."
        ),
    )

    @classmethod
    def from_criteria(cls, plan: LookCriteria, data: Any = None) -> Self:
        fields = plan.to_dict()
        return cls(data, initial={name: value or None for name, value in fields.items()})

    @property
    def plan(self) -> LookCriteria:
        return LookCriteria.from_dict(
            {name: value or 0 for name, value in self.cleaned_data.items()}
        )

    def list_checkboxes(self) -> list[forms.BoundField]:
        return [self["everything"], self["sanctioned"], self["tops"]]


def sign_ruling(ruling: Ruling) -> str:
    """Return an opaque token of a ruling.

    Its version would reveal to the double arbiter that somebody decided.
    """
    salt = "arbitrage.second-look"
    return salted_hmac(salt, str(ruling.pk), algorithm="sha256").hexdigest()[:32]


class VerdictForm(ChoicesForm):
    """The verdict of a second look; ``seal``: the token of the ruling that was in force."""

    seal = forms.CharField(max_length=40, widget=forms.HiddenInput)
    points = forms.IntegerField(
        label=_("Points"),
        min_value=0,
        max_value=MAX_POINTS,
        help_text=_("Ceux que le joueur reçoit, la pénalité de 5 points déjà retirée."),
        error_messages={"required": _("Donnez les points.")},
    )
    sanction = forms.ChoiceField(
        label=_("Sanction"),
        choices=[(sanction.value, sanction) for sanction in Sanction],
        widget=forms.RadioSelect,
        error_messages={"required": _("Choisissez la sanction.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.set_choices(
            "sanction", [(sanction.value, get_sanction_label(sanction)) for sanction in Sanction]
        )

    def is_about(self, ruling: Ruling) -> bool:
        return constant_time_compare(self.cleaned_data["seal"], sign_ruling(ruling))


class DifferenceForm(forms.Form):
    command = forms.CharField(max_length=10)
    text = forms.CharField(max_length=300, required=False)
