"""The seal of a game whose letters and words are fixed before it is played."""

from tournament.core.seal import seal_of_script, sheet_of_script
from tournament.core.states import OVER
from tournament.models import Game


def sheet_of_game(game: Game) -> str:
    """Print the sheet of a scripted game; "" for a game without script."""
    return sheet_of_script(game.script) if game.script else ""


def seal_of(game: Game) -> str | None:
    """Compute the HMAC-SHA256 of the sheet with the game's seed as key; None without script.

    Published before the game. With the seed, which is published after it, anybody can check that
    the sheet is the one that was sealed.
    """
    return seal_of_script(bytes.fromhex(game.seed), game.script) if game.script else None


def is_sealed(game: Game) -> bool:
    return bool(game.script) and game.state not in OVER
