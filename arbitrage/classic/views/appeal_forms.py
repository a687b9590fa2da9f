"""What the director judges of an appeal, and how an officer takes back what he decided."""

from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from arbitrage.classic.presentation.rulings import JUDGEMENTS, ruling_told
from arbitrage.classic.views.office_form import OfficeForm, Steps, answer_of, choice, number, why
from tournament.classic.core.commands import Command
from tournament.classic.core.rulings import DirectorDecision, RulingKind
from tournament.classic.core.sides import Side

#: A decision that is no sanction is right, or it is not.
_PLAIN = (DirectorDecision.CONFIRM, DirectorDecision.OVERTURN)
_CHANGES = {DirectorDecision.SOFTEN, DirectorDecision.STRENGTHEN}


class JudgeForm(OfficeForm):
    """The director confirms, softens, strengthens or overturns, in the last resort (9.3)."""

    decision = choice(gettext_lazy("Décision du directeur"))
    sanction = choice(gettext_lazy("Nouvelle sanction"), required=False)
    score = number(gettext_lazy("Score juste"))
    x = number("")
    y = number("")
    reason = why()

    def prepare(self) -> None:
        appealed = self.file.appealed
        self.kind = appealed.ruling.kind if appealed else RulingKind.SANCTION
        known = JUDGEMENTS if self.kind is RulingKind.SANCTION else _PLAIN
        self.choose("decision", [(one.value, _(JUDGEMENTS[one])) for one in known])
        self.choose_sanction()
        self._keep_what_is_asked()

    def _keep_what_is_asked(self) -> None:
        """Of a verdict each word again, of a score the right one, of totals both."""
        asked = {
            RulingKind.SANCTION: {"sanction"},
            RulingKind.SCORE: {"score"},
            RulingKind.TOTALS: {"x", "y"},
            RulingKind.VERDICT: set(),
        }[self.kind]
        for name in {"sanction", "score", "x", "y"} - asked:
            del self.fields[name]
        for name, side in (("x", Side.X), ("y", Side.Y)):
            if name in self.fields:
                self.fields[name].label = _("Total de %(name)s") % {"name": self.file.names[side]}
        self.words = self._words() if self.kind is RulingKind.VERDICT else {}
        for place, (word, answer) in enumerate(self.words.items()):
            self.fields[f"word-{place}"] = answer_of(word, admitted=answer)
        names = ["decision", "sanction", "score", "x", "y"]
        self.order_fields([*names, *(f"word-{at}" for at in range(len(self.words))), "reason"])

    def _words(self) -> dict[str, bool]:
        appealed = self.file.appealed
        words = appealed.given.data.get("words", {}) if appealed else {}
        return dict(words)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("decision") in _CHANGES and not data.get("sanction"):
            self.add_error("sanction", _("Choisissez la nouvelle sanction."))
        return data

    @property
    def steps(self) -> Steps:
        data, appealed = self.cleaned_data, self.file.appealed
        told: dict[str, Any] = {"decision": data["decision"]}
        if appealed is not None:
            told["ruling"] = appealed.number
        if data["decision"] in _CHANGES:
            told["sanction"] = data["sanction"]
        if data["decision"] == DirectorDecision.OVERTURN:
            told |= self._instead()
        return [(Command.DECIDE, told)]

    def _instead(self) -> dict[str, Any]:
        """What counts in place of a decision that is overturned."""
        data = self.cleaned_data
        if self.kind is RulingKind.VERDICT:
            return {
                "words": {word: data[f"word-{at}"] == "yes" for at, word in enumerate(self.words)}
            }
        if self.kind is RulingKind.SCORE and data.get("score") is not None:
            return {"score": data["score"]}
        if self.kind is RulingKind.TOTALS and None not in (data.get("x"), data.get("y")):
            return {"X": data["x"], "Y": data["y"]}
        return {}


class LiftForm(OfficeForm):
    """A sanction is taken back: what is decided now takes its place."""

    ruling = choice(gettext_lazy("Décision à reprendre"))
    reason = why()

    def prepare(self) -> None:
        held = [
            one
            for one in self.file.rulings
            if one.ruling.kind is RulingKind.SANCTION and one.ruling.sanction is not None
        ]
        told = [
            (str(one.number), ruling_told(one.ruling, self.file.state, self.file.names))
            for one in held
        ]
        self.choose("ruling", told)

    @property
    def steps(self) -> Steps:
        return [(Command.LIFT, {"ruling": int(self.cleaned_data["ruling"])})]


class AnewForm(OfficeForm):
    """The words of the last challenge are answered otherwise, while nothing was played since."""

    reason = why()

    def prepare(self) -> None:
        given = self.file.verdict_to_change
        self.number = given.number if given else 0
        self.words = dict(given.ruling.answers) if given else {}
        names = []
        for place, (word, answer) in enumerate(self.words.items()):
            names.append(f"word-{place}")
            self.fields[names[-1]] = answer_of(word, admitted=answer)
        self.order_fields([*names, "reason"])

    def _answers(self, data: dict[str, Any]) -> dict[str, bool]:
        return {word: data.get(f"word-{at}") == "yes" for at, word in enumerate(self.words)}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.words and self._answers(data) == self.words:
            self.add_error(None, _("C’est le verdict déjà rendu : changez la réponse d’un mot."))
        return data

    @property
    def steps(self) -> Steps:
        told = {"ruling": self.number, "words": self._answers(self.cleaned_data)}
        return [(Command.LIFT, told)]


class NoAbandonForm(OfficeForm):
    """Nobody had said that he gives up: the game goes on where it stood (10.7)."""

    reason = why()

    @property
    def steps(self) -> Steps:
        return [(Command.LIFT, {"abandon": True})]
