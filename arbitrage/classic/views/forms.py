"""What an arbiter writes to decide of a challenge, of a score, and of a player."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from arbitrage.classic.core.articles import LIKELY, SANCTION_ARTICLES, USUAL
from arbitrage.classic.core.calls import CallKind
from arbitrage.classic.models import MOST_WHY
from arbitrage.classic.views.office_form import (
    MOST_POINTS,
    NONE,
    OfficeForm,
    Steps,
    answer_of,
    choice,
    why,
)
from tournament.classic.core.commands import Command
from tournament.classic.core.state import MatchMove


class WordsForm(OfficeForm):
    """For each word of the slip, admitted or not; the word list's answer is proposed (5.2)."""

    otherwise = forms.CharField(
        label=gettext_lazy("Pourquoi autrement que la liste de mots"),
        max_length=MOST_WHY,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("Seulement si vous vous en écartez ; les joueurs ne le lisent pas."),
    )

    def prepare(self) -> None:
        self.words = list(dict.fromkeys(self.file.slip))
        for number, word in enumerate(self.words):
            self.fields[f"word-{number}"] = answer_of(word, admitted=self.file.proposed[word])
        self.order_fields([*(f"word-{number}" for number in range(len(self.words))), "otherwise"])

    @property
    def answers(self) -> dict[str, bool]:
        return {
            word: self.cleaned_data.get(f"word-{number}") == "yes"
            for number, word in enumerate(self.words)
        }

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        self.cleaned_data = data
        whole = all(f"word-{number}" in data for number in range(len(self.words)))
        if whole and self.answers != self.file.proposed and not data.get("otherwise", "").strip():
            said = _("Dites pourquoi vous décidez autrement que la liste de mots : c’est consigné.")
            self.add_error("otherwise", said)
        return data

    @property
    def steps(self) -> Steps:
        return [(Command.VERDICT, {"words": self.answers})]


class SanctionForm(OfficeForm):
    """A player is sanctioned, with the article and the reason (9.2)."""

    side = choice(gettext_lazy("Joueur"))
    sanction = choice(gettext_lazy("Sanction"))
    article = forms.ChoiceField(label=gettext_lazy("Article"))
    reason = why()
    #: What else is done with it, first.
    before: ClassVar[Steps] = []

    def prepare(self) -> None:
        call = self.file.call
        kind = CallKind(call.kind) if call else None
        self.choose_side(initial=self.file.suspect)
        self.choose_sanction()
        articles = [(one, _("art. %(article)s") % {"article": one}) for one in SANCTION_ARTICLES]
        self.choose("article", articles, LIKELY.get(kind, USUAL) if kind else USUAL)

    @property
    def steps(self) -> Steps:
        data = {name: self.cleaned_data[name] for name in ("side", "sanction", "article")}
        return [*self.before, (Command.SANCTION, data)]


class DismissForm(OfficeForm):
    """The challenge was of no word just played: to gain time, from a warning to the loss of the
    game, or nothing (5.2; reading C-26)."""

    sanction = choice(gettext_lazy("Sanction de qui a contesté"))
    reason = why()

    def prepare(self) -> None:
        self.choose_sanction(none=_("aucune"))

    @property
    def steps(self) -> Steps:
        dismissed: Steps = [(Command.DISMISS, {})]
        challenge = self.file.state.challenge
        if self.cleaned_data["sanction"] == NONE or challenge is None:
            return dismissed
        data = {"side": challenge.by.value, "sanction": self.cleaned_data["sanction"]}
        return [*dismissed, (Command.SANCTION, {**data, "article": "5.2"})]


class ScoreForm(OfficeForm):
    """The right score of a word, or the one announced stays (4.1.6)."""

    move = forms.TypedChoiceField(label=gettext_lazy("Coup"), coerce=int)
    outcome = choice(gettext_lazy("Score"))
    score = forms.IntegerField(
        label=gettext_lazy("Score juste"), min_value=0, max_value=MOST_POINTS, required=False
    )
    reason = why(required=False)

    def prepare(self) -> None:
        contest = self.file.state.contest
        plays = [(str(number), self._told(move)) for number, move in self.file.plays]
        self.choose("move", plays, str(contest.move) if contest else "")
        self.choose("outcome", [("keep", _("le score reste")), ("set", _("le corriger"))])
        if contest is not None:
            right = self.file.right_score(contest.move)
            announced = self.file.state.moves[contest.move].points
            self.fields["score"].initial = right
            self.fields["outcome"].initial = "keep" if right == announced else "set"

    def _told(self, move: MatchMove) -> str:
        said = {"who": self.file.names[move.side], "word": move.word.upper(), "n": move.points}
        return _("%(who)s : %(word)s, %(n)s points") % said

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("outcome") == "set" and data.get("score") is None:
            self.add_error("score", _("Donnez le score juste."))
        return data

    @property
    def steps(self) -> Steps:
        data = self.cleaned_data
        if data["outcome"] == "set":
            return [(Command.SET_SCORE, {"move": data["move"], "score": data["score"]})]
        return [(Command.DROP_CONTEST, {})] if self.file.state.contest else []
