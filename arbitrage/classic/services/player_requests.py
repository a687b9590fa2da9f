"""Requests of a player to the officers: a call for an arbiter, an appeal to the director."""

from datetime import datetime

from django.contrib.auth.models import User

from arbitrage.classic.core.calls import CallKind
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.transitions import TRANSITIONS
from tournament.classic.models import MatchGame
from tournament.classic.queries.games import load_state
from tournament.classic.services.play import SenderFields, run_command

_BOARD_COMMANDS = {CallKind.BOARD: Command.UPSET, CallKind.SET: Command.INCOMPLETE}


def call_arbiter(
    *,
    game: MatchGame,
    side: Side,
    about: CallKind,
    text: str = "",
    by: User | None = None,
    now: datetime,
) -> MatchGame:
    """Call an arbiter. ``by``: the account that records it for the player; None for the player's
    own tablet. Raise ClassicRefused."""
    return run_command(
        game_id=game.pk, command=_choose_command(game, about), actor=Actor(side.value),
        data={"about": about.value}, sender_fields=SenderFields(reason=text), by=by, now=now,
    )  # fmt: skip


def _choose_command(game: MatchGame, about: CallKind) -> Command:
    """Return the command of the call. On a real board, two kinds do more than call an arbiter: a
    board that is upset stops the clock (10.2). A board on a tablet cannot be upset, nor lose
    letters."""
    command_name = _BOARD_COMMANDS.get(about, Command.CALL_ARBITER)
    possible = (load_state(game).phase, command_name) in TRANSITIONS
    return command_name if game.parsed_terms.real_tiles and possible else Command.CALL_ARBITER


def file_match_appeal(
    *,
    game: MatchGame,
    side: Side,
    ruling: int,
    grounds: str,
    by: User | None = None,
    now: datetime,
) -> MatchGame:
    """Appeal to the director against a decision of an arbiter (9.2), which stands until then
    (reading C-29). Raise ClassicRefused."""
    return run_command(
        game_id=game.pk, command=Command.APPEAL, actor=Actor(side.value), data={"ruling": ruling},
        sender_fields=SenderFields(reason=grounds), by=by, now=now,
    )  # fmt: skip
