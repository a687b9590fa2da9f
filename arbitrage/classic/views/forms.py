"""Forms to decide a challenge, a score, a sanction."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from arbitrage.classic.core.articles import ARTICLES_BY_CALL, DEFAULT_ARTICLE, SANCTION_ARTICLES
from arbitrage.classic.core.calls import CallKind
from arbitrage.classic.models import MAX_REASON_LENGTH
from arbitrage.classic.views.office_form import (
    MAX_POINTS,
    NONE,
    OfficeForm,
    Steps,
    build_answer_field,
    build_radio_field,
    build_reason_field,
)
from tournament.classic.core.commands import Command
from tournament.classic.core.state import MatchMove


class WordsForm(OfficeForm):
    """For each word of the slip: admitted or not; the word list's answer is preset (5.2)."""

    otherwise = forms.CharField(
        label=gettext_lazy("Pourquoi autrement que la liste de mots"),
        max_length=MAX_REASON_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("Seulement si vous vous en écartez ; les joueurs ne le lisent pas."),
    )

    def prepare(self) -> None:
        self.words = list(dict.fromkeys(self.officer_game.slip))
        for number, word in enumerate(self.words):
            self.fields[f"word-{number}"] = build_answer_field(
                word, admitted=self.officer_game.proposed_answers[word]
            )
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
        all_answered = all(f"word-{number}" in data for number in range(len(self.words)))
        if (
            all_answered
            and self.answers != self.officer_game.proposed_answers
            and not data.get("otherwise", "").strip()
        ):
            message = _(
                "Dites pourquoi vous décidez autrement que la liste de mots : c’est consigné."
            )
            self.add_error("otherwise", message)
        return data

    @property
    def steps(self) -> Steps:
        return [(Command.VERDICT, {"words": self.answers})]


class SanctionForm(OfficeForm):
    """A sanction of a player, with article and reason (9.2)."""

    side = build_radio_field(gettext_lazy("Joueur"))
    sanction = build_radio_field(gettext_lazy("Sanction"))
    article = forms.ChoiceField(label=gettext_lazy("Article"))
    reason = build_reason_field()
    #: Commands that come before the sanction.
    before: ClassVar[Steps] = []

    def prepare(self) -> None:
        call = self.officer_game.call
        kind = CallKind(call.kind) if call else None
        self.set_side_choices(initial=self.officer_game.suspected_side)
        self.set_sanction_choices()
        articles = [
            (article, _("art. %(article)s") % {"article": article}) for article in SANCTION_ARTICLES
        ]
        self.set_choices(
            "article",
            articles,
            ARTICLES_BY_CALL.get(kind, DEFAULT_ARTICLE) if kind else DEFAULT_ARTICLE,
        )

    @property
    def steps(self) -> Steps:
        data = {name: self.cleaned_data[name] for name in ("side", "sanction", "article")}
        return [*self.before, (Command.SANCTION, data)]


class DismissForm(OfficeForm):
    """A challenge of no word just played, to gain time: from a warning to the loss of the game, or
    no sanction (5.2; reading C-26)."""

    sanction = build_radio_field(gettext_lazy("Sanction de qui a contesté"))
    reason = build_reason_field()

    def prepare(self) -> None:
        self.set_sanction_choices(none=_("aucune"))

    @property
    def steps(self) -> Steps:
        steps_without_sanction: Steps = [(Command.DISMISS, {})]
        challenge = self.officer_game.state.challenge
        if self.cleaned_data["sanction"] == NONE or challenge is None:
            return steps_without_sanction
        data = {"side": challenge.challenger.value, "sanction": self.cleaned_data["sanction"]}
        return [*steps_without_sanction, (Command.SANCTION, {**data, "article": "5.2"})]


class ScoreForm(OfficeForm):
    """The right score of a word, or confirmation of the one announced (4.1.6)."""

    move = forms.TypedChoiceField(label=gettext_lazy("Coup"), coerce=int)
    outcome = build_radio_field(gettext_lazy("Score"))
    score = forms.IntegerField(
        label=gettext_lazy("Score juste"), min_value=0, max_value=MAX_POINTS, required=False
    )
    reason = build_reason_field(required=False)

    def prepare(self) -> None:
        contest = self.officer_game.state.contest
        plays = [
            (str(number), self._describe_move(move))
            for number, move in self.officer_game.scored_moves
        ]
        self.set_choices("move", plays, str(contest.move_number) if contest else "")
        self.set_choices("outcome", [("keep", _("le score reste")), ("set", _("le corriger"))])
        if contest is not None:
            right = self.officer_game.compute_score(contest.move_number)
            announced = self.officer_game.state.moves[contest.move_number].points
            self.fields["score"].initial = right
            self.fields["outcome"].initial = "keep" if right == announced else "set"

    def _describe_move(self, move: MatchMove) -> str:
        values = {
            "who": self.officer_game.names[move.side],
            "word": move.word.upper(),
            "n": move.points,
        }
        return (
            ngettext(
                "%(who)s : %(word)s, %(n)s point", "%(who)s : %(word)s, %(n)s points", move.points
            )
            % values
        )

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
        return [(Command.DROP_CONTEST, {})] if self.officer_game.state.contest else []
