"""What a player or a recorder does in one gesture that the rules know as several commands."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tournament.classic.core.commands import Command
from tournament.classic.core.endings import scores
from tournament.classic.core.expiry import turned_by_the_bell
from tournament.classic.core.opening import to_draw
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import MatchPhase, MatchState
from tournament.classic.models import MatchEvent, MatchGame
from tournament.classic.queries.games import state_of
from tournament.classic.services.play import SentCommand, command
from tournament.core.errors import ClassicRefused

#: What is done with one's own letters, in one's own turn: sent too late, it is of another turn.
OF_A_TURN = frozenset({Command.PLAY, Command.PASS, Command.EXCHANGE})


def act(
    *,
    game: MatchGame,
    what: Command,
    side: Side,
    data: Mapping[str, Any],
    key: str,
    moves: int | None = None,
    now: datetime,
) -> None:
    """A command from a player's tablet. ``moves``: how many had been made when he gave it.

    Raises ClassicRefused.
    """
    if what in OF_A_TURN and moves is not None and not _done(game, key):
        game.refresh_from_db()
        if len(state_of(game).moves) != moves:
            raise ClassicRefused("moved-on")
    command(
        game_id=game.pk,
        what=what,
        actor=Actor(side.value),
        data=_counted(game, side, what, data),
        sent=SentCommand(key),
        now=now,
    )


def _counted(
    game: MatchGame, side: Side, what: Command, data: Mapping[str, Any]
) -> Mapping[str, Any]:
    """How many letters are drawn or changed, where the tablet does not say it."""
    match what:
        case Command.DRAW if "n" not in data:
            return {**data, "n": to_draw(state_of(game), side)}
        case Command.EXCHANGE:
            return {**data, "n": len(str(data.get("letters", "")))}
    return data


def _done(game: MatchGame, key: str) -> bool:
    return MatchEvent.objects.filter(game=game, key=key).exists()


def turn_and_press(*, game: MatchGame, side: Side, key: str, now: datetime) -> None:
    """The board is turned, and the chess clock pressed where there is one (4.1.3); who is late
    behind the bell of his move finds it done. Raises ClassicRefused."""
    actor = Actor(side.value)
    try:
        turned = command(
            game_id=game.pk, what=Command.TURN, actor=actor, sent=SentCommand(f"{key}:t"), now=now
        )
    except ClassicRefused:
        game.refresh_from_db()
        if turned_by_the_bell(state_of(game), side):
            return
        raise
    if turned.phase == MatchPhase.TURNED:
        command(game_id=game.pk, what=Command.PRESS, actor=actor, sent=SentCommand(key), now=now)


def let_be(*, game: MatchGame, side: Side, key: str, now: datetime) -> None:
    """The last word is not challenged, or its verdict is accepted: letters left count (C-02)."""
    command(
        game_id=game.pk, what=Command.DECLARE_TOTALS, actor=Actor(side.value),
        sent=SentCommand(key), now=now,
    )  # fmt: skip


def sign(*, game: MatchGame, side: Side, totals: tuple[int, int], key: str, now: datetime) -> None:
    """The player agrees to the totals of X and Y that he was shown (2.1.2, 10.4).

    Raises ClassicRefused for others than those that are recorded now.
    """
    if not _done(game, key):
        game.refresh_from_db()
        check_totals(state_of(game), totals, side)
    command(
        game_id=game.pk, what=Command.DECLARE_TOTALS, actor=Actor(side.value),
        data={"X": totals[0], "Y": totals[1]}, sent=SentCommand(key), now=now,
    )  # fmt: skip


def check_totals(state: MatchState, totals: tuple[int, int], first: Side = Side.X) -> None:
    """Those that were shown are those that are recorded, all letters counted; a refusal says which
    these are, of ``first`` and of the other. Raises ClassicRefused."""
    if state.end is not None and state.window is not None:
        raise ClassicRefused("last-word-open")
    recorded = scores(state)
    if totals != recorded:
        own, other = recorded if first is Side.X else recorded[::-1]
        raise ClassicRefused("other-totals", own=own, other=other)
