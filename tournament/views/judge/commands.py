"""The commands of the judge's desk: name, form, service."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.core.errors import BadChoice, LostRace
from tournament.core.states import Source
from tournament.models import Game, Tournament, Turn
from tournament.queries.clock import now
from tournament.queries.position import position_of, turns_at_hand
from tournament.services.play import games, interruptions, turns
from tournament.services.play.abandonment import IRREGULAR, break_off_game
from tournament.services.play.games import MAX_SECONDS, MIN_SECONDS
from tournament.services.play.playing_time import set_playing_time
from tournament.services.play.top_withdrawal import take_back_word

OTHER = "other"
#: The error for which a turn is cancelled (3.6). That there is no solution is for the software to
#: say.
CANCEL_REASONS: Mapping[str, Promise] = {
    "timing": _("erreur de chronométrage"),
    "spelling": _("erreur d’épellation"),
    "placement": _("erreur de placement d’un mot"),
    "acceptance": _("erreur d’acceptation d’un mot"),
    OTHER: _("autre erreur (à préciser)"),
}
#: What was wrong with a word that was given (3.4, 3.6).
FAULT_REASONS: Mapping[str, Promise] = {
    "choice": _("mot mal choisi"),
    "announcement": _("mot mal annoncé"),
    "placement": _("mot mal placé"),
    OTHER: _("autre erreur (à préciser)"),
}
#: Why a judge ends a game by hand. The other reasons of 3.7 follow from the letters left and are
#: not his to choose: ``queries.ending`` finds them, and the button of the desk then says so.
FINISH_REASONS: Mapping[str, Promise] = {
    "interrupted": _("partie interrompue trop longtemps d’affilée"),
    IRREGULAR: _(
        "partie interrompue trop longtemps, dernier coup ramassé joué dans de mauvaises conditions"
    ),
    OTHER: _("autre raison (à préciser)"),
}


class OrderForm(forms.Form):
    """What every command carries: the game and the turn that the judge saw."""

    game = forms.IntegerField(widget=forms.HiddenInput)
    turn = forms.IntegerField(widget=forms.HiddenInput, required=False)


class EndingForm(OrderForm):
    """What may end the game says whether bulletins may be open then."""

    open_bulletins_stay = forms.BooleanField(
        label=_("Terminer quand même : le classement reste provisoire"), required=False
    )


class LettersForm(OrderForm):
    letters = forms.CharField(max_length=30, required=False, strip=True)


class DrawForm(LettersForm, EndingForm):
    pass


class RevealForm(OrderForm):
    #: Word and reference, as ``ListedTop.value`` writes them.
    top = forms.RegexField(
        r"^[A-Za-z]{2,15} (?:[A-O]\d{1,2}|\d{1,2}[A-O])$",
        error_messages={"required": _("Choisissez le mot à retenir.")},
    )


class ReasonForm(OrderForm):
    """A reason out of a list, or another one in the judge's words."""

    reason = forms.ChoiceField(widget=forms.RadioSelect)
    detail = forms.CharField(label=_("Précision"), max_length=200, required=False)
    unsaid: Promise

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("reason") == OTHER and not data.get("detail"):
            self.add_error("detail", str(self.unsaid))
        return data


class TimeForm(OrderForm):
    seconds = forms.IntegerField(
        label=_("Temps de jeu, en secondes"), min_value=MIN_SECONDS, max_value=MAX_SECONDS
    )
    scope = forms.ChoiceField(
        label=_("Pour"),
        choices=[("turn", _("ce coup seulement")), ("rest", _("ce coup et tous les suivants"))],
        initial="turn",
        widget=forms.RadioSelect,
    )


class InterruptForm(OrderForm):
    minutes = forms.IntegerField(
        label=_("Pause annoncée, en minutes (facultatif)"), min_value=1, required=False
    )


class LateResumeForm(OrderForm):
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
    unsaid = _("Précisez l’erreur.")


class TakeBackForm(ReasonForm):
    reason = forms.ChoiceField(
        label=_("Erreur"),
        choices=list(FAULT_REASONS.items()),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choisissez l’erreur à corriger.")},
    )
    unsaid = _("Précisez l’erreur.")


class FinishForm(ReasonForm, EndingForm):
    reason = forms.ChoiceField(
        label=_("Raison"),
        choices=list(FINISH_REASONS.items()),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choisissez la raison de la fin.")},
    )
    unsaid = _("Précisez la raison.")


@dataclass(frozen=True)
class JudgeOrder:
    """A command of the judge, with the rows that its form names."""

    game: Game
    turn: Turn | None
    form: OrderForm
    by: User

    @property
    def that_turn(self) -> Turn:
        """Raises LostRace when the desk showed no turn, or one of another game."""
        if self.turn is None:
            raise LostRace("turn")
        return self.turn

    @property
    def who_and_when(self) -> dict[str, Any]:
        return {"by": self.by, "now": now()}


def order_of(tournament: Tournament, form: OrderForm, by: User) -> JudgeOrder:
    """Raises LostRace when the game is not one of this tournament any more."""
    data = form.cleaned_data
    game = Game.objects.select_related("tournament").filter(tournament=tournament)
    found = game.filter(pk=data["game"]).first()
    if found is None:
        raise LostRace("game")
    turn = Turn.objects.filter(game=found, pk=data["turn"]).first() if data["turn"] else None
    if turn is not None:
        turn.game = found
    return JudgeOrder(found, turn, form, by)


def _require_at_hand(order: JudgeOrder) -> None:
    """Raises LostRace when the desk showed another turn than the one at hand."""
    if turns_at_hand(order.game).first() != order.turn:
        raise LostRace("turn")


def _draw(order: JudgeOrder) -> None:
    _require_at_hand(order)
    stay = order.form.cleaned_data["open_bulletins_stay"]
    turns.draw_turn(
        game=order.game, letters=_letters(order), open_bulletins_stay=stay, **order.who_and_when
    )


def _redraw(order: JudgeOrder) -> None:
    turns.redraw_turn(turn=order.that_turn, letters=_letters(order), **order.who_and_when)


def _letters(order: JudgeOrder) -> str | None:
    if order.game.source != Source.HAND:
        return None
    return str(order.form.cleaned_data["letters"])


def _reveal(order: JudgeOrder) -> None:
    word, _space, ref = str(order.form.cleaned_data["top"]).partition(" ")
    if not ref:
        raise BadChoice("not-a-top", word=word, ref=ref)
    turns.reveal_turn(turn=order.that_turn, word=word, ref=ref, **order.who_and_when)


def _cancel(order: JudgeOrder) -> None:
    said = {name: order.form.cleaned_data[name] for name in ("reason", "detail")}
    turns.cancel_turn(turn=order.that_turn, **said, **order.who_and_when)


def _set_time(order: JudgeOrder) -> None:
    data = order.form.cleaned_data
    seconds, rest = data["seconds"], data["scope"] == "rest"
    set_playing_time(turn=order.that_turn, seconds=seconds, rest=rest, **order.who_and_when)


def _take_back(order: JudgeOrder) -> None:
    _require_at_hand(order)
    turn = position_of(order.game).correctable
    if turn is None:
        raise LostRace("turn")
    turn.game = order.game
    said = {name: order.form.cleaned_data[name] for name in ("reason", "detail")}
    take_back_word(turn=turn, **said, **order.who_and_when)


def _finish(order: JudgeOrder) -> None:
    data = order.form.cleaned_data
    said = {name: data[name] for name in ("detail", "open_bulletins_stay")} | order.who_and_when
    if data["reason"] == OTHER:
        games.finish_game(game=order.game, reason="judge_decision", article="", **said)
    else:
        regular = data["reason"] != IRREGULAR
        break_off_game(game=order.game, last_turn_regular=regular, **said)


def _interrupt(order: JudgeOrder) -> None:
    minutes = order.form.cleaned_data["minutes"]
    interruptions.interrupt_game(game=order.game, minutes=minutes, **order.who_and_when)


def _resume_late(order: JudgeOrder) -> None:
    detail = order.form.cleaned_data["detail"]
    interruptions.resume_game(game=order.game, past_limit=True, detail=detail, **order.who_and_when)


def _of_game(service: Callable[..., object]) -> Callable[[JudgeOrder], None]:
    def run(order: JudgeOrder) -> None:
        service(game=order.game, **order.who_and_when)

    return run


def _of_turn(service: Callable[..., object]) -> Callable[[JudgeOrder], None]:
    def run(order: JudgeOrder) -> None:
        service(turn=order.that_turn, **order.who_and_when)

    return run


@dataclass(frozen=True)
class JudgeCommand:
    """``asks``: a dialog comes first, for what cannot be taken back or needs a reason."""

    run: Callable[[JudgeOrder], None]
    form: type[OrderForm] = OrderForm
    asks: bool = False


COMMANDS: Mapping[str, JudgeCommand] = {
    "prepare": JudgeCommand(_of_game(games.prepare_game)),
    "start": JudgeCommand(_of_game(games.start_game)),
    "draw": JudgeCommand(_draw, DrawForm),
    "redraw": JudgeCommand(_redraw, LettersForm, asks=True),
    "announce": JudgeCommand(_of_turn(turns.announce_turn)),
    "time": JudgeCommand(_set_time, TimeForm, asks=True),
    "open": JudgeCommand(_of_turn(turns.open_turn)),
    "stop": JudgeCommand(_of_turn(turns.stop_clock), asks=True),
    "reveal": JudgeCommand(_reveal, RevealForm),
    "take-back": JudgeCommand(_take_back, TakeBackForm, asks=True),
    "cancel": JudgeCommand(_cancel, CancelForm, asks=True),
    "cancel-unplayable": JudgeCommand(_of_turn(turns.cancel_unplayable_turn)),
    "interrupt": JudgeCommand(_interrupt, InterruptForm, asks=True),
    "resume": JudgeCommand(_of_game(interruptions.resume_game)),
    "resume-late": JudgeCommand(_resume_late, LateResumeForm, asks=True),
    "finish": JudgeCommand(_finish, FinishForm, asks=True),
}
