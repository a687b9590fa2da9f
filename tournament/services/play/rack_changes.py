"""Replaces the rack of a turn that is not open: put back, or typed wrong (3.1, 3.2)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from tournament.core.errors import LettersRefused, LostRace, WrongState
from tournament.core.events import EventKind
from tournament.core.states import Source, TurnCommand, TurnState
from tournament.models import Solutions, Turn, WorkKind
from tournament.services.play import draws
from tournament.services.play.transitions import (
    By,
    find_turn_target,
    move_turn,
    require_running,
)
from tournament.services.play.work import queue_work
from tournament.services.screen import end_scene

#: Kind of the journal row for each command.
_KINDS = {
    TurnCommand.REDRAW: EventKind.RACK_DRAWN,
    TurnCommand.RETYPE: EventKind.RACK_RETYPED,
    TurnCommand.RECTIFY: EventKind.RACK_RECTIFIED,
}


def redraw_turn(
    *, turn: Turn, letters: str = "", refused: Sequence[str] = (), by: By, now: datetime
) -> Turn:
    """Put a rack back that is valid only by counting a joker or Y favourably (3.2), and draw again.

    In a game drawn by hand the judge types ``letters``; ``refused``: racks typed before them, each
    refused by 3.2.

    Raise WrongState, LostRace, LettersRefused: nothing is changed.
    """
    require_running(turn.game)
    if not turn.may_reject:
        raise WrongState("draw-is-valid")
    with transaction.atomic():
        _lock_turn(turn, TurnCommand.REDRAW)
        new_draw = draws.draw_again(turn, [*refused, letters])
        put_back = [[turn.kept, turn.drawn], *new_draw.rejected]
        _replace_rack(turn, new_draw, put_back, TurnCommand.REDRAW, by=by, now=now, redraw=True)
    return turn


def retype_turn(
    *, turn: Turn, letters: str, refused: Sequence[str] = (), by: By, now: datetime
) -> Turn:
    """Replace letters typed wrong, or in the wrong order, that the hall has not seen yet.

    Arguments and errors as of ``redraw_turn``.
    """
    return _correct(turn, [*refused, letters], TurnCommand.RETYPE, by=by, now=now)


def rectify_turn(
    *, turn: Turn, letters: str, refused: Sequence[str] = (), by: By, now: datetime
) -> Turn:
    """Replace letters typed wrong that the hall has seen, and tell the hall (reading B-46).

    Arguments and errors as of ``redraw_turn``.
    """
    return _correct(turn, [*refused, letters], TurnCommand.RECTIFY, by=by, now=now)


def _correct(
    turn: Turn, racks: Sequence[str], command: TurnCommand, *, by: By, now: datetime
) -> Turn:
    require_running(turn.game)
    if turn.game.source != Source.HAND:
        raise WrongState("not-by-hand")
    with transaction.atomic():
        if command is TurnCommand.RECTIFY:
            end_scene(turn.game.tournament_id, now)
        _lock_turn(turn, command)
        new_draw = draws.replace_mistyped_rack(turn, racks)
        if (new_draw.last.kept, new_draw.last.drawn) == (turn.kept, turn.drawn):
            raise LettersRefused("unchanged", letters=turn.drawn)
        _replace_rack(turn, new_draw, new_draw.rejected, command, by=by, now=now)
    return turn


def _lock_turn(turn: Turn, command: TurnCommand) -> None:
    """Lock the turn. Raise WrongState for its state, LostRace if its letters changed meanwhile."""
    find_turn_target(TurnState(turn.state), command)
    locked_turn = Turn.objects.select_for_update().filter(pk=turn.pk)
    if not locked_turn.filter(kept=turn.kept, drawn=turn.drawn).exists():
        raise LostRace("turn", command=command, state=turn.state)


def _replace_rack(
    turn: Turn,
    new_draw: draws.Draw,
    put_back: list[list[str]],
    command: TurnCommand,
    *,
    by: By,
    now: datetime,
    **data: Any,
) -> None:
    """Give the turn the last rack of ``new_draw``; ``put_back``: the racks refused since (3.2)."""
    Solutions.objects.filter(turn=turn).delete()
    move_turn(
        turn,
        command,
        _KINDS[command],
        by=by,
        now=now,
        data=new_draw.describe(turn.game) | data,
        kept=new_draw.last.kept,
        drawn=new_draw.last.drawn,
        rejected=[*turn.rejected, *put_back],
        may_reject=new_draw.may_reject,
        solved_at=None,
    )
    queue_work(WorkKind.SOLVE, turn.pk)
