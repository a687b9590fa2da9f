"""The commands of the judge's desk: name, form, service."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from tournament.core.errors import BadChoice, LostRace
from tournament.core.states import Source
from tournament.models import Game, Tournament, Turn
from tournament.queries.clock import now
from tournament.queries.position import list_turns_current_first, load_position
from tournament.services.play import games, interruptions, rack_changes, turns
from tournament.services.play.interruption_end import IRREGULAR, end_interrupted_game
from tournament.services.play.playing_time import set_playing_time
from tournament.services.play.top_withdrawal import take_back_word
from tournament.views.judge.forms import (
    OTHER,
    CancelForm,
    CommandForm,
    DrawForm,
    FinishForm,
    InterruptForm,
    LateResumeForm,
    LettersForm,
    RackForm,
    RevealForm,
    TakeBackForm,
    TimeForm,
)


@dataclass(frozen=True)
class CommandRequest:
    """A command of the judge, with the rows named in its form."""

    game: Game
    turn: Turn | None
    form: CommandForm
    by: User

    @property
    def required_turn(self) -> Turn:
        """Return the turn. Raise LostRace if the desk showed none, or one of another game."""
        if self.turn is None:
            raise LostRace("turn")
        return self.turn

    @property
    def author_and_time(self) -> dict[str, Any]:
        return {"by": self.by, "now": now()}


def build_command_request(tournament: Tournament, form: CommandForm, by: User) -> CommandRequest:
    """Return the request. Raise LostRace if the game is no longer one of this tournament."""
    data = form.cleaned_data
    games_of_tournament = Game.objects.select_related("tournament").filter(tournament=tournament)
    game_row = games_of_tournament.filter(pk=data["game"]).first()
    if game_row is None:
        raise LostRace("game")
    turn = Turn.objects.filter(game=game_row, pk=data["turn"]).first() if data["turn"] else None
    if turn is not None:
        turn.game = game_row
    return CommandRequest(game_row, turn, form, by)


def _require_current_turn(command_request: CommandRequest) -> None:
    """Raise LostRace if the desk showed another turn than the current one."""
    if list_turns_current_first(command_request.game).first() != command_request.turn:
        raise LostRace("turn")


def _draw(command_request: CommandRequest) -> None:
    _require_current_turn(command_request)
    stay = command_request.form.cleaned_data["open_bulletins_stay"]
    turns.draw_turn(
        game=command_request.game,
        letters=_get_letters(command_request),
        open_bulletins_stay=stay,
        **command_request.author_and_time,
    )


def _retype_refused(command_request: CommandRequest) -> None:
    _require_current_turn(command_request)
    letters = _get_letters(command_request)
    turns.draw_turn(
        game=command_request.game, letters=letters, mistyped=True, **command_request.author_and_time
    )


def _get_letters(command_request: CommandRequest) -> str | None:
    if command_request.game.source != Source.HAND:
        return None
    return str(command_request.form.cleaned_data["letters"])


def _build_rack_command(service: Callable[..., object]) -> Callable[[CommandRequest], None]:
    def run(command_request: CommandRequest) -> None:
        data = command_request.form.cleaned_data
        racks = {"letters": data["letters"], "refused": data["refused"].split()}
        service(turn=command_request.required_turn, **racks, **command_request.author_and_time)

    return run


def _reveal(command_request: CommandRequest) -> None:
    word, _space, ref = str(command_request.form.cleaned_data["top"]).partition(" ")
    if not ref:
        raise BadChoice("not-a-top", word=word, ref=ref)
    turns.reveal_turn(
        turn=command_request.required_turn, word=word, ref=ref, **command_request.author_and_time
    )


def _cancel(command_request: CommandRequest) -> None:
    reason_fields = {name: command_request.form.cleaned_data[name] for name in ("reason", "detail")}
    turns.cancel_turn(
        turn=command_request.required_turn, **reason_fields, **command_request.author_and_time
    )


def _set_time(command_request: CommandRequest) -> None:
    data = command_request.form.cleaned_data
    seconds, rest = data["seconds"], data["scope"] == "rest"
    set_playing_time(
        turn=command_request.required_turn,
        seconds=seconds,
        for_later_turns=rest,
        **command_request.author_and_time,
    )


def _take_back(command_request: CommandRequest) -> None:
    _require_current_turn(command_request)
    turn = load_position(command_request.game).correctable_turn
    if turn is None:
        raise LostRace("turn")
    turn.game = command_request.game
    reason_fields = {name: command_request.form.cleaned_data[name] for name in ("reason", "detail")}
    take_back_word(turn=turn, **reason_fields, **command_request.author_and_time)


def _finish(command_request: CommandRequest) -> None:
    data = command_request.form.cleaned_data
    arguments = {
        name: data[name] for name in ("detail", "open_bulletins_stay")
    } | command_request.author_and_time
    if data["reason"] == OTHER:
        games.finish_game(
            game=command_request.game, reason="judge_decision", article="", **arguments
        )
    else:
        is_regular = data["reason"] != IRREGULAR
        end_interrupted_game(game=command_request.game, last_turn_regular=is_regular, **arguments)


def _interrupt(command_request: CommandRequest) -> None:
    minutes = command_request.form.cleaned_data["minutes"]
    interruptions.interrupt_game(
        game=command_request.game, minutes=minutes, **command_request.author_and_time
    )


def _resume_late(command_request: CommandRequest) -> None:
    detail = command_request.form.cleaned_data["detail"]
    interruptions.resume_game(
        game=command_request.game, past_limit=True, detail=detail, **command_request.author_and_time
    )


def _build_game_command(service: Callable[..., object]) -> Callable[[CommandRequest], None]:
    def run(command_request: CommandRequest) -> None:
        service(game=command_request.game, **command_request.author_and_time)

    return run


def _build_turn_command(service: Callable[..., object]) -> Callable[[CommandRequest], None]:
    def run(command_request: CommandRequest) -> None:
        service(turn=command_request.required_turn, **command_request.author_and_time)

    return run


@dataclass(frozen=True)
class JudgeCommand:
    """A command of the desk; ``confirms``: a dialog comes first, because the command needs a reason
    or cannot be undone."""

    run: Callable[[CommandRequest], None]
    form: type[CommandForm] = CommandForm
    confirms: bool = False


COMMANDS: Mapping[str, JudgeCommand] = {
    "prepare": JudgeCommand(_build_game_command(games.prepare_game)),
    "start": JudgeCommand(_build_game_command(games.start_game)),
    "draw": JudgeCommand(_draw, DrawForm),
    "retype-refused": JudgeCommand(_retype_refused, LettersForm, confirms=True),
    "retype": JudgeCommand(_build_rack_command(rack_changes.retype_turn), RackForm, confirms=True),
    "redraw": JudgeCommand(_build_rack_command(rack_changes.redraw_turn), RackForm, confirms=True),
    "announce": JudgeCommand(_build_turn_command(turns.announce_turn)),
    "rectify": JudgeCommand(
        _build_rack_command(rack_changes.rectify_turn), RackForm, confirms=True
    ),
    "time": JudgeCommand(_set_time, TimeForm, confirms=True),
    "open": JudgeCommand(_build_turn_command(turns.open_turn)),
    "stop": JudgeCommand(_build_turn_command(turns.stop_clock), confirms=True),
    "reveal": JudgeCommand(_reveal, RevealForm),
    "read-out": JudgeCommand(_build_turn_command(turns.record_solution_read_out)),
    "take-back": JudgeCommand(_take_back, TakeBackForm, confirms=True),
    "cancel": JudgeCommand(_cancel, CancelForm, confirms=True),
    "cancel-unplayable": JudgeCommand(_build_turn_command(turns.cancel_unplayable_turn)),
    "interrupt": JudgeCommand(_interrupt, InterruptForm, confirms=True),
    "resume": JudgeCommand(_build_game_command(interruptions.resume_game)),
    "resume-late": JudgeCommand(_resume_late, LateResumeForm, confirms=True),
    "finish": JudgeCommand(_finish, FinishForm, confirms=True),
}
