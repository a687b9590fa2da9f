"""What a player asks of the officers: an arbiter at his table, the director's judgement."""

from datetime import datetime

from django.contrib.auth.models import User

from arbitrage.classic.core.calls import CallKind
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.transitions import TRANSITIONS
from tournament.classic.models import MatchGame
from tournament.classic.queries.games import state_of
from tournament.classic.services.play import SentCommand, command

_ON_A_BOARD = {CallKind.BOARD: Command.UPSET, CallKind.SET: Command.INCOMPLETE}


def call_arbiter(
    *,
    game: MatchGame,
    side: Side,
    about: CallKind,
    said: str = "",
    by: User | None = None,
    now: datetime,
) -> MatchGame:
    """``by``: the account that writes it down for him; None: he himself. Raises ClassicRefused."""
    return command(
        game_id=game.pk, what=_command_of(game, about), actor=Actor(side.value),
        data={"about": about.value}, sent=SentCommand(reason=said), by=by, now=now,
    )  # fmt: skip


def _command_of(game: MatchGame, about: CallKind) -> Command:
    """On a real board more follows from two of them than an arbiter who comes: a board that is
    upset stops the clock (10.2). A tablet has no board to upset, and no letter to lose."""
    what = _ON_A_BOARD.get(about, Command.CALL_ARBITER)
    possible = (state_of(game).phase, what) in TRANSITIONS
    return what if game.agreed.real_tiles and possible else Command.CALL_ARBITER


def appeal(
    *,
    game: MatchGame,
    side: Side,
    ruling: int,
    grounds: str,
    by: User | None = None,
    now: datetime,
) -> MatchGame:
    """He asks the director about what an arbiter decided (9.2), which holds until then (reading
    C-29). Raises ClassicRefused."""
    return command(
        game_id=game.pk, what=Command.APPEAL, actor=Actor(side.value), data={"ruling": ruling},
        sent=SentCommand(reason=grounds), by=by, now=now,
    )  # fmt: skip
