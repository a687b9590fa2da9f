"""Applies the command of a life cycle: compare-and-swap, one journal row, publication."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournament import ports
from tournament.core.errors import LostRace, WrongState
from tournament.core.events import EventKind
from tournament.core.states import (
    GAME_TRANSITIONS,
    TURN_TRANSITIONS,
    GameCommand,
    GameState,
    TurnCommand,
    TurnState,
)
from tournament.models import Game, Turn
from tournament.services.journal import append_event
from tournament.services.play.mort_subite import update_eliminated

type By = User | None

#: Commands on a turn that need a running game.
COMMANDS_OF_RUNNING_GAMES = frozenset(
    {
        *(TurnCommand.RETYPE, TurnCommand.REDRAW, TurnCommand.ANNOUNCE, TurnCommand.RECTIFY),
        *(TurnCommand.OPEN, TurnCommand.REVEAL, TurnCommand.READ_OUT, TurnCommand.TAKE_BACK),
    }
)

#: Commands after which the arbitration is notified to inform the players.
COMMANDS_SHOWN_TO_PLAYERS = frozenset({TurnCommand.REVEAL, TurnCommand.CANCEL})
#: Commands that may change who is eliminated from a *mort subite*.
COMMANDS_CHANGING_ELIMINATIONS = COMMANDS_SHOWN_TO_PLAYERS | {TurnCommand.TAKE_BACK}


def find_game_target(state: GameState, command: GameCommand) -> GameState:
    """Return the state after ``command``; raises WrongState if there is no such transition."""
    try:
        return GAME_TRANSITIONS[state, command]
    except KeyError:
        raise WrongState("game", command=command, state=state) from None


def find_turn_target(state: TurnState, command: TurnCommand) -> TurnState:
    """Return the state after ``command``; raises WrongState if there is no such transition."""
    try:
        return TURN_TRANSITIONS[state, command]
    except KeyError:
        raise WrongState("turn", command=command, state=state) from None


def move_game(
    game: Game,
    command: GameCommand,
    *,
    by: By,
    now: datetime,
    data: dict[str, Any] | None = None,
    **fields: Any,
) -> Game:
    """Apply ``command`` to ``game`` and write ``fields`` with it.

    Raises:
        WrongState: there is no such transition.
        LostRace: its state is no longer the one that the caller read.
    """
    target = find_game_target(GameState(game.state), command)
    with transaction.atomic():
        is_moved = Game.objects.filter(pk=game.pk, state=game.state).update(state=target, **fields)
        if not is_moved:
            raise LostRace("game", command=command, state=game.state)
        game.refresh_from_db()
        append_event(
            game, EventKind.GAME_CHANGED, by=by, now=now, data={"command": command, **(data or {})}
        )
    return game


def move_turn(
    turn: Turn,
    command: TurnCommand,
    kind: EventKind,
    *,
    by: By,
    now: datetime,
    data: dict[str, Any] | None = None,
    **fields: Any,
) -> Turn:
    """Apply ``command`` to ``turn`` and write ``fields`` with it; raises as ``move_game``, and
    WrongState for a command of ``COMMANDS_OF_RUNNING_GAMES`` if the game does not run any more."""
    target = find_turn_target(TurnState(turn.state), command)
    with transaction.atomic():
        is_moved = Turn.objects.filter(pk=turn.pk, state=turn.state).update(state=target, **fields)
        if not is_moved:
            raise LostRace("turn", command=command, state=turn.state)
        turn.refresh_from_db()
        if command in COMMANDS_OF_RUNNING_GAMES:
            require_running(Game.objects.select_for_update().only("state").get(pk=turn.game_id))
        eliminations = (
            update_eliminated(turn.game) if command in COMMANDS_CHANGING_ELIMINATIONS else {}
        )
        append_event(
            turn.game, kind, turn=turn, by=by, now=now, data={**(data or {}), **eliminations}
        )
        if command in COMMANDS_SHOWN_TO_PLAYERS:
            for notify in ports.handle_shown_turn:
                notify(turn, now=now)
    return turn


def require_running(game: Game) -> None:
    """Raise WrongState unless the game is running."""
    if game.state != GameState.RUNNING:
        raise WrongState("not-running", state=game.state)
