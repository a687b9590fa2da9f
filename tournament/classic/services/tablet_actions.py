"""Actions on a tablet that consist of one or several commands."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tournament.classic.core.commands import Command
from tournament.classic.core.endings import compute_scores
from tournament.classic.core.expiry import is_turned_by_expiry
from tournament.classic.core.opening import count_letters_to_draw
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import MatchState
from tournament.classic.models import MatchEvent, MatchGame
from tournament.classic.queries.games import load_state
from tournament.classic.services.play import SenderFields, run_command
from tournament.core.errors import ClassicRefused

#: Commands that belong to one turn: sent too late, they would apply to another one.
TURN_COMMANDS = frozenset({Command.PLAY, Command.PASS, Command.EXCHANGE})


def run_tablet_command(
    *,
    game: MatchGame,
    command: Command,
    side: Side,
    data: Mapping[str, Any],
    key: str,
    moves: int | None = None,
    now: datetime,
) -> None:
    """Run a command from a tablet; ``moves``: number of moves that the tablet showed.

    Raise ClassicRefused.
    """
    if command in TURN_COMMANDS and moves is not None and not _is_done(game, key):
        game.refresh_from_db()
        if len(load_state(game).moves) != moves:
            raise ClassicRefused("moved-on")
    run_command(
        game_id=game.pk,
        command=command,
        actor=Actor(side.value),
        data=_add_letter_count(game, side, command, data),
        sender_fields=SenderFields(key),
        now=now,
    )


def _add_letter_count(
    game: MatchGame, side: Side, command: Command, data: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Add the number of letters drawn or exchanged."""
    match command:
        case Command.DRAW if "n" not in data:
            return {**data, "n": count_letters_to_draw(load_state(game), side)}
        case Command.EXCHANGE:
            return {**data, "n": len(str(data.get("letters", "")))}
    return data


def _is_done(game: MatchGame, key: str) -> bool:
    return MatchEvent.objects.filter(game=game, key=key).exists()


def turn_and_press(*, game: MatchGame, side: Side, key: str, now: datetime) -> None:
    """Turn the board and, if there is a chess clock, press it (4.1.3).

    Do nothing if the turn just ended by time. Raise ClassicRefused.
    """
    actor = Actor(side.value)
    try:
        turned = run_command(
            game_id=game.pk,
            command=Command.TURN_BOARD,
            actor=actor,
            sender_fields=SenderFields(f"{key}:t"),
            now=now,
        )
    except ClassicRefused:
        game.refresh_from_db()
        if is_turned_by_expiry(load_state(game), side):
            return
        raise
    if turned.phase == MatchPhase.TURNED:
        run_command(
            game_id=game.pk,
            command=Command.PRESS,
            actor=actor,
            sender_fields=SenderFields(key),
            now=now,
        )


def accept_last_word(*, game: MatchGame, side: Side, key: str, now: datetime) -> None:
    """Accept the last word or its verdict, so that the remaining letters count (C-02)."""
    run_command(
        game_id=game.pk, command=Command.DECLARE_TOTALS, actor=Actor(side.value),
        sender_fields=SenderFields(key), now=now,
    )  # fmt: skip


def sign(*, game: MatchGame, side: Side, totals: tuple[int, int], key: str, now: datetime) -> None:
    """Sign the totals of X and Y that the player was shown (2.1.2, 10.4).

    Raise ClassicRefused if they are not the recorded ones.
    """
    if not _is_done(game, key):
        game.refresh_from_db()
        check_totals(load_state(game), totals, side)
    run_command(
        game_id=game.pk, command=Command.DECLARE_TOTALS, actor=Actor(side.value),
        data={"X": totals[0], "Y": totals[1]}, sender_fields=SenderFields(key), now=now,
    )  # fmt: skip


def check_totals(state: MatchState, totals: tuple[int, int], first: Side = Side.X) -> None:
    """Raise ClassicRefused if ``totals`` are not the recorded ones; the error gives them, those of
    ``first`` first."""
    if state.end is not None and state.open_move_number is not None:
        raise ClassicRefused("last-word-open")
    recorded = compute_scores(state)
    if totals != recorded:
        own, other = first.put_first(recorded)
        raise ClassicRefused("other-totals", own=own, other=other)
