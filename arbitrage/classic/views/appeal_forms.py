"""Forms to judge an appeal, and to take back a decision."""

from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from arbitrage.classic.presentation.rulings import JUDGEMENTS, describe_ruling
from arbitrage.classic.views.office_form import (
    OfficeForm,
    Steps,
    build_answer_field,
    build_radio_field,
    build_reason_field,
    build_score_field,
)
from tournament.classic.core.commands import Command
from tournament.classic.core.rulings import DirectorDecision, RulingKind
from tournament.classic.core.sides import Side

#: Decisions on rulings other than sanctions.
_OTHER_DECISIONS = (DirectorDecision.CONFIRM, DirectorDecision.OVERTURN)
_SANCTION_CHANGES = {DirectorDecision.SOFTEN, DirectorDecision.STRENGTHEN}


class JudgeForm(OfficeForm):
    """The director confirms, softens, strengthens or overturns a ruling (9.3)."""

    decision = build_radio_field(gettext_lazy("Décision du directeur"))
    sanction = build_radio_field(gettext_lazy("Nouvelle sanction"), required=False)
    score = build_score_field(gettext_lazy("Score juste"))
    x = build_score_field("")
    y = build_score_field("")
    reason = build_reason_field()

    def prepare(self) -> None:
        appealed = self.officer_game.appealed_ruling
        self.kind = appealed.ruling.kind if appealed else RulingKind.SANCTION
        decisions = JUDGEMENTS if self.kind is RulingKind.SANCTION else _OTHER_DECISIONS
        self.set_choices(
            "decision", [(decision.value, _(JUDGEMENTS[decision])) for decision in decisions]
        )
        self.set_sanction_choices()
        self._select_fields()

    def _select_fields(self) -> None:
        """Keep the fields for the kind of ruling: each word of a verdict, the right score, both
        totals."""
        kept_fields = {
            RulingKind.SANCTION: {"sanction"},
            RulingKind.SCORE: {"score"},
            RulingKind.TOTALS: {"x", "y"},
            RulingKind.VERDICT: set(),
        }[self.kind]
        for name in {"sanction", "score", "x", "y"} - kept_fields:
            del self.fields[name]
        for name, side in (("x", Side.X), ("y", Side.Y)):
            if name in self.fields:
                self.fields[name].label = _("Total de %(name)s") % {
                    "name": self.officer_game.names[side]
                }
        self.words = self._list_words() if self.kind is RulingKind.VERDICT else {}
        for index, (word, answer) in enumerate(self.words.items()):
            self.fields[f"word-{index}"] = build_answer_field(word, admitted=answer)
        names = ["decision", "sanction", "score", "x", "y"]
        self.order_fields(
            [*names, *(f"word-{index}" for index in range(len(self.words))), "reason"]
        )

    def _list_words(self) -> dict[str, bool]:
        appealed = self.officer_game.appealed_ruling
        words = appealed.ruling_event.data.get("words", {}) if appealed else {}
        return dict(words)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("decision") in _SANCTION_CHANGES and not data.get("sanction"):
            self.add_error("sanction", _("Choisissez la nouvelle sanction."))
        return data

    @property
    def steps(self) -> Steps:
        data, appealed = self.cleaned_data, self.officer_game.appealed_ruling
        values: dict[str, Any] = {"decision": data["decision"]}
        if appealed is not None:
            values["ruling"] = appealed.number
        if data["decision"] in _SANCTION_CHANGES:
            values["sanction"] = data["sanction"]
        if data["decision"] == DirectorDecision.OVERTURN:
            values |= self._build_replacement()
        return [(Command.DECIDE, values)]

    def _build_replacement(self) -> dict[str, Any]:
        """Return what replaces a ruling that is overturned."""
        data = self.cleaned_data
        if self.kind is RulingKind.VERDICT:
            return {
                "words": {
                    word: data[f"word-{index}"] == "yes" for index, word in enumerate(self.words)
                }
            }
        if self.kind is RulingKind.SCORE and data.get("score") is not None:
            return {"score": data["score"]}
        if self.kind is RulingKind.TOTALS and None not in (data.get("x"), data.get("y")):
            return {"X": data["x"], "Y": data["y"]}
        return {}


class LiftForm(OfficeForm):
    """An officer takes back a sanction."""

    ruling = build_radio_field(gettext_lazy("Décision à reprendre"))
    reason = build_reason_field()

    def prepare(self) -> None:
        sanctions = [
            history
            for history in self.officer_game.rulings
            if history.ruling.kind is RulingKind.SANCTION and history.ruling.sanction is not None
        ]
        choices = [
            (
                str(history.number),
                describe_ruling(history.ruling, self.officer_game.state, self.officer_game.names),
            )
            for history in sanctions
        ]
        self.set_choices("ruling", choices)

    @property
    def steps(self) -> Steps:
        return [(Command.LIFT, {"ruling": int(self.cleaned_data["ruling"])})]


class ChangeVerdictForm(OfficeForm):
    """An officer changes the answers of the last challenge, while nothing was played since."""

    reason = build_reason_field()

    def prepare(self) -> None:
        verdict = self.officer_game.verdict_to_change
        self.number = verdict.number if verdict else 0
        self.words = dict(verdict.ruling.answers) if verdict else {}
        names = []
        for index, (word, answer) in enumerate(self.words.items()):
            names.append(f"word-{index}")
            self.fields[names[-1]] = build_answer_field(word, admitted=answer)
        self.order_fields([*names, "reason"])

    def _read_answers(self, data: dict[str, Any]) -> dict[str, bool]:
        return {word: data.get(f"word-{index}") == "yes" for index, word in enumerate(self.words)}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.words and self._read_answers(data) == self.words:
            self.add_error(None, _("C’est le verdict déjà rendu : changez la réponse d’un mot."))
        return data

    @property
    def steps(self) -> Steps:
        values = {"ruling": self.number, "words": self._read_answers(self.cleaned_data)}
        return [(Command.LIFT, values)]


class UndoAbandonForm(OfficeForm):
    """An officer takes back an abandonment recorded by mistake: the game goes on (10.7)."""

    reason = build_reason_field()

    @property
    def steps(self) -> Steps:
        return [(Command.LIFT, {"abandon": True})]
