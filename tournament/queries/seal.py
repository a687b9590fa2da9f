"""The seal of a game whose letters and words are written down before it is played."""

import hmac

from engine.record.game_sheet import print_sheet
from engine.record.sheet_record import lines_of
from tournament.core.states import GameState
from tournament.models import Game

#: Once in one of these states, a game has no secret any more.
OVER = frozenset({GameState.FINISHED, GameState.VOID})


def sheet_of_game(game: Game) -> str:
    """The sheet of a scripted game, as printed; "" for a game without script."""
    return print_sheet(lines_of(game.script)) if game.script else ""


def seal_of(game: Game) -> str | None:
    """HMAC-SHA256 of the sheet with the game's seed as key; None without script.

    Published before the game: with the seed, published after it, anybody can check that the
    sheet is the one that was sealed.
    """
    if not game.script:
        return None
    return hmac.digest(bytes.fromhex(game.seed), sheet_of_game(game).encode(), "sha256").hex()


def is_sealed(game: Game) -> bool:
    return bool(game.script) and game.state not in OVER
