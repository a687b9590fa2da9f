"""The forms of a case: bringing it, statements, the commission's decision."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from arbitrage.core.appeals import CaseSubject
from arbitrage.core.codes import Motive, Sanction
from arbitrage.models import Act, ActKind
from arbitrage.models.appeals import MAX_STATEMENT_LENGTH
from arbitrage.presentation.acts import get_act_label, get_reason
from arbitrage.presentation.appeals import SUBJECTS, format_turn
from arbitrage.presentation.sentences import format_points, get_motive_label, get_sanction_label
from arbitrage.queries.case_file import CaseFile
from arbitrage.services.appeals import ContestedDecision
from arbitrage.services.commission import MAX_REASON_LENGTH, BulletinDecision, CommissionDecision
from arbitrage.services.decision_checks import MAX_POINTS
from arbitrage.services.federation import is_only_an_order
from arbitrage.views.decision_forms import ChoicesForm, PointsForm
from tournament.models import Entry, Turn
from tournament.views.versions import CreationForm

#: The prefix of a choice of an act, before its number.
_ACT_PREFIX = "act-"
DISMISS, OTHERWISE, ALLOW, SHELVE = "dismiss", "otherwise", "allow", "shelve"
_READING_PREFIX = "reading-"


class ContestedForm(ChoicesForm):
    """The turn and decision that are contested, and the grounds."""

    turn = forms.ChoiceField(
        label=gettext_lazy("Coup"),
        error_messages={
            "required": gettext_lazy("Choisissez le coup."),
            "invalid_choice": gettext_lazy("Ce coup n’est plus de ceux qui se contestent."),
        },
    )
    subject = forms.ChoiceField(
        label=gettext_lazy("Ce qui est contesté"),
        widget=forms.RadioSelect,
        error_messages={
            "required": gettext_lazy("Choisissez ce qui est contesté."),
            "invalid_choice": gettext_lazy("Ce choix n’est plus possible : voici ce qui l’est."),
        },
    )
    grounds = forms.CharField(
        label=gettext_lazy("Pourquoi"),
        max_length=MAX_STATEMENT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": gettext_lazy("Dites ce que vous contestez, et pourquoi.")},
    )

    def __init__(
        self, *args: Any, turns: Sequence[Turn], acts: Sequence[Act], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._turns = {str(turn.pk): turn for turn in turns}
        self._acts = {f"{_ACT_PREFIX}{act.pk}": act for act in acts}
        self.set_choices("turn", [(pk, format_turn(turn)) for pk, turn in self._turns.items()])
        self.set_choices(
            "subject",
            [
                (CaseSubject.RULING.value, _(SUBJECTS[CaseSubject.RULING])),
                *((name, _describe_act(act)) for name, act in self._acts.items()),
                (CaseSubject.DECISION.value, _(SUBJECTS[CaseSubject.DECISION])),
            ],
        )

    def get_contested(self, entry: Entry) -> ContestedDecision:
        """Return the contested decision of a valid form; an act determines its own turn."""
        choice = self.cleaned_data["subject"]
        if act := self._acts.get(choice):
            return ContestedDecision(act.turn, entry, CaseSubject.ACT, act)
        return ContestedDecision(self._turns[self.cleaned_data["turn"]], entry, CaseSubject(choice))


def _describe_act(act: Act) -> str:
    """Return a label for an act; an annulment of scores covers several turns."""
    data = {
        "act": get_act_label(act.kind),
        "turn": format_turn(act.turn),
        "reason": get_reason(act),
    }
    if act.kind == ActKind.CHEATING:
        return _("%(act)s (tous les coups joués jusque-là) : %(reason)s") % data
    return _("%(act)s (%(turn)s) : %(reason)s") % data


class ArbiterCaseForm(ContestedForm, CreationForm):
    """The form for an arbiter, who chooses whether the player or the arbiters bring the case."""

    whose = forms.ChoiceField(
        label=gettext_lazy("Qui saisit la commission"),
        widget=forms.RadioSelect,
        choices=[
            ("player", gettext_lazy("le joueur, qui forme un recours par vous")),
            ("arbiter", gettext_lazy("le corps arbitral, de lui-même")),
        ],
        error_messages={"required": gettext_lazy("Dites qui saisit la commission.")},
    )


class StatementForm(CreationForm):
    speaker = forms.CharField(
        label=gettext_lazy("Qui parle"),
        max_length=100,
        error_messages={"required": gettext_lazy("Dites qui a parlé.")},
    )
    text = forms.CharField(
        label=gettext_lazy("Ce qui est dit"),
        max_length=MAX_STATEMENT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": gettext_lazy("Écrivez ce qui a été dit.")},
    )


class DecideForm(PointsForm, ChoicesForm):
    """The commission's decision, its reason and the members who sit."""

    version = forms.IntegerField(widget=forms.HiddenInput, required=False)
    outcome = forms.ChoiceField(
        label=gettext_lazy("La commission"),
        widget=forms.RadioSelect,
        error_messages={
            "required": gettext_lazy("Choisissez ce que la commission décide."),
            "invalid_choice": gettext_lazy("Ce choix n’est plus possible : relisez le cas."),
        },
    )
    points = forms.IntegerField(
        label=gettext_lazy("Points"), min_value=0, max_value=MAX_POINTS, required=False
    )
    sanction = forms.ChoiceField(
        label=gettext_lazy("Sanction"),
        choices=[(sanction.value, sanction) for sanction in Sanction],
        required=False,
    )
    motives = forms.MultipleChoiceField(
        label=gettext_lazy("Motifs du billet"),
        choices=[(motive.value, motive) for motive in Motive],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    article = forms.CharField(label=gettext_lazy("Article"), max_length=20, required=False)
    order = forms.CharField(
        label=gettext_lazy("Ce que le juge-arbitre doit faire"),
        max_length=MAX_REASON_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Il le lira sur son pupitre."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Motif de la décision"),
        max_length=MAX_REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Le joueur lira cette phrase."),
        error_messages={"required": gettext_lazy("Donnez le motif de la décision.")},
    )
    sitting = forms.MultipleChoiceField(
        label=gettext_lazy("Siègent"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Cochez qui siège.")},
    )

    def __init__(self, *args: Any, file: CaseFile, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._file = file
        #: True if allowing the appeal only gives an order to the judge.
        self.is_order = file.case.subject == CaseSubject.DECISION
        self.set_choices("sitting", [(str(seat.user.pk), seat.user) for seat in file.seats])
        self._set_decision_choices()

    def _set_decision_choices(self) -> None:
        self.set_choices(
            "sanction", [(sanction.value, get_sanction_label(sanction)) for sanction in Sanction]
        )
        self.set_choices("motives", [(motive.value, get_motive_label(motive)) for motive in Motive])
        self.set_choices(
            "outcome", [(DISMISS, _("rejette : la décision reste")), *self._list_allowing_choices()]
        )

    def _list_allowing_choices(self) -> list[tuple[str, str]]:
        if self.is_order:
            return [(ALLOW, _("admet : le juge-arbitre fait ce qui suit"))]
        if self._file.case.subject == CaseSubject.ACT:
            return [(ALLOW, _("admet : la décision sur le joueur est reprise"))]
        readings = [
            (f"{_READING_PREFIX}{index}", self._format_reading(index))
            for index, reading in enumerate(self._file.readings)
            if not self._file.is_decided(reading)
        ]
        return [*readings, (OTHERWISE, _("admet : une autre décision"))]

    def _format_reading(self, index: int) -> str:
        reading = self._file.readings[index]
        outcome = format_points(reading.points)
        if reading.sanction != Sanction.NONE:
            outcome = f"{outcome}, {get_sanction_label(reading.sanction)}"
        data = {"word": reading.word.upper(), "place": reading.placement, "pays": outcome}
        if index == 0 and len(self._file.readings) > 1:
            pattern = _("admet : %(word)s en %(place)s, %(pays)s (la plus favorable au joueur)")
            return pattern % data
        return _("admet : %(word)s en %(place)s, %(pays)s") % data

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("outcome") == OTHERWISE:
            if data.get("points") is None:
                self.add_error("points", _("Donnez les points."))
            if not data.get("sanction"):
                self.add_error("sanction", _("Choisissez la sanction."))
            elif data["sanction"] != Sanction.NONE and not data.get("motives"):
                self.add_error("motives", _("Cochez au moins un motif du billet (5.9)."))
            if data.get("sanction") == Sanction.ZERO and data.get("points"):
                self.add_error("points", _("Un zéro rapporte 0 point."))
        if self.is_order and data.get("outcome") == ALLOW and not data.get("order", "").strip():
            self.add_error("order", _("Dites ce que le juge-arbitre doit faire."))
        return data

    @property
    def decision(self) -> CommissionDecision:
        """The decision of a valid form."""
        data = self.cleaned_data
        return CommissionDecision(
            allowed=data["outcome"] != DISMISS,
            reason=data["reason"],
            new_decision=self._get_ruling(),
            order=data["order"],
        )

    def _get_ruling(self) -> BulletinDecision | None:
        data = self.cleaned_data
        choice = data["outcome"]
        if choice.startswith(_READING_PREFIX):
            reading = self._file.readings[int(choice.removeprefix(_READING_PREFIX))]
            return BulletinDecision(
                points=reading.points,
                sanction=reading.sanction.value,
                motives=tuple(motive.value for motive in reading.motives),
                article=reading.article,
                above_top=data["above_top"],
            )
        if choice != OTHERWISE:
            return None
        return BulletinDecision(
            points=data["points"],
            sanction=data["sanction"],
            motives=tuple(data["motives"]),
            article=data["article"],
            above_top=data["above_top"],
        )

    @property
    def seats(self) -> list[int]:
        return [int(pk) for pk in self.cleaned_data["sitting"]]


class AnswerForm(DecideForm):
    """The answer of the federation; its members do not sit here."""

    sitting = None  # type: ignore[assignment]  # None removes the inherited field (Django)

    def __init__(self, *args: Any, file: CaseFile, **kwargs: Any) -> None:
        forms.Form.__init__(self, *args, **kwargs)
        self._file = file
        self.is_order = is_only_an_order(file.case)
        self.fields["outcome"].label = _("La fédération")
        self._set_decision_choices()

    def _list_allowing_choices(self) -> list[tuple[str, str]]:
        pattern = _("classe le dossier, jamais complété : la décision reste (art. %(article)s)")
        choice = (SHELVE, pattern % {"article": self._file.further_appeal_article})
        return [*super()._list_allowing_choices(), choice]

    @property
    def is_shelved(self) -> bool:
        return bool(self.cleaned_data["outcome"] == SHELVE)
