"""The forms of the commands of the judge's desk."""

from collections.abc import Mapping
from typing import Any, Self

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.services.play.games import MAX_SECONDS, MIN_SECONDS
from tournament.services.play.interruption_end import IRREGULAR

OTHER = "other"
#: Errors for which the judge cancels a turn (3.6). A turn without any solution has a command of its
#: own, offered by the software.
CANCEL_REASONS: Mapping[str, Promise] = {
    "timing": _("erreur de chronométrage"),
    "spelling": _("erreur d’épellation"),
    "placement": _("erreur de placement d’un mot"),
    "acceptance": _("erreur d’acceptation d’un mot"),
    OTHER: _("autre erreur (à préciser)"),
}
#: Errors in the announced word (3.4, 3.6).
FAULT_REASONS: Mapping[str, Promise] = {
    "choice": _("mot mal choisi"),
    "announcement": _("mot mal annoncé"),
    "placement": _("mot mal placé"),
    OTHER: _("autre erreur (à préciser)"),
}
#: Reasons for which a judge ends a game. The other reasons of 3.7 follow from the remaining
#: letters: ``queries.ending`` finds them, and the main button of the desk ends the game.
FINISH_REASONS: Mapping[str, Promise] = {
    "interrupted": _("partie interrompue trop longtemps d’affilée"),
    IRREGULAR: _(
        "partie interrompue trop longtemps, dernier coup ramassé joué dans de mauvaises conditions"
    ),
    OTHER: _("autre raison (à préciser)"),
}


class CommandForm(forms.Form):
    """The game and the turn that the judge saw, sent with every command."""

    game = forms.IntegerField(widget=forms.HiddenInput)
    turn = forms.IntegerField(widget=forms.HiddenInput, required=False)


class EndingForm(CommandForm):
    """A command that may end the game: the judge confirms it if bulletins are still open."""

    open_bulletins_stay = forms.BooleanField(
        label=_("Terminer quand même : le classement reste provisoire"), required=False
    )


class LettersForm(CommandForm):
    """Letters that the judge types in a game drawn by hand."""

    letters = forms.CharField(max_length=30, required=False, strip=True)


class RackForm(LettersForm):
    """Letters of a rack that is replaced; ``refused``: racks typed before them that 3.2 refused."""

    refused = forms.CharField(max_length=300, required=False, widget=forms.HiddenInput)

    @property
    def refused_racks(self) -> list[str]:
        return str(self["refused"].value() or "").split()

    def build_next(self) -> Self:
        """Return the form for the next rack, the letters typed here being refused."""
        letters = "".join(str(self["letters"].value()).upper().split())
        shown_keys = {name: self.data.get(name) for name in ("game", "turn")}
        typed = {"refused": " ".join([*self.refused_racks, letters]), "letters": ""}
        return type(self)(shown_keys | typed)


class DrawForm(LettersForm, EndingForm):
    pass


class RevealForm(CommandForm):
    #: Word and reference, as formatted by ``ListedTop.value``.
    top = forms.RegexField(
        r"^[A-Za-z]{2,15} (?:[A-O]\d{1,2}|\d{1,2}[A-O])$",
        error_messages={"required": _("Choisissez le mot à retenir.")},
    )


class ReasonForm(CommandForm):
    """A reason from a list, or another one in the judge's words."""

    reason = forms.ChoiceField(widget=forms.RadioSelect)
    detail = forms.CharField(label=_("Précision"), max_length=200, required=False)
    missing_detail: Promise

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("reason") == OTHER and not data.get("detail"):
            self.add_error("detail", str(self.missing_detail))
        return data


class TimeForm(CommandForm):
    seconds = forms.IntegerField(
        label=_("Temps de jeu, en secondes"), min_value=MIN_SECONDS, max_value=MAX_SECONDS
    )
    scope = forms.ChoiceField(
        label=_("Pour"),
        choices=[("turn", _("ce coup seulement")), ("rest", _("ce coup et tous les suivants"))],
        initial="turn",
        widget=forms.RadioSelect,
    )


class InterruptForm(CommandForm):
    minutes = forms.IntegerField(
        label=_("Pause annoncée, en minutes (facultatif)"), min_value=1, required=False
    )


class LateResumeForm(CommandForm):
    detail = forms.CharField(
        label=_("Pourquoi continuer (au journal)"),
        max_length=200,
        error_messages={"required": _("Dites pourquoi la partie continue.")},
    )


class CancelForm(ReasonForm):
    reason = forms.ChoiceField(
        label=_("Motif"),
        choices=list(CANCEL_REASONS.items()),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choisissez le motif de l’annulation.")},
    )
    missing_detail = _("Précisez l’erreur.")


class TakeBackForm(ReasonForm):
    reason = forms.ChoiceField(
        label=_("Erreur"),
        choices=list(FAULT_REASONS.items()),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choisissez l’erreur à corriger.")},
    )
    missing_detail = _("Précisez l’erreur.")


class FinishForm(ReasonForm, EndingForm):
    reason = forms.ChoiceField(
        label=_("Raison"),
        choices=list(FINISH_REASONS.items()),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choisissez la raison de la fin.")},
    )
    missing_detail = _("Précisez la raison.")
