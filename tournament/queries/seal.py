"""The seal of a game whose letters and words are fixed before it is played."""

from tournament.core.seal import compute_script_seal, format_script_sheet
from tournament.core.states import OVER_GAME_STATES
from tournament.models import Game


def format_game_sheet(game: Game) -> str:
    """Return the text of the sheet of a scripted game; "" for a game without script."""
    return format_script_sheet(game.script) if game.script else ""


def compute_seal(game: Game) -> str | None:
    """Compute the HMAC-SHA256 of the sheet with the game's seed as key; None without script.

    Published before the game. With the seed, which is published after it, anybody can check that
    the sheet is the one that was sealed.
    """
    return compute_script_seal(bytes.fromhex(game.seed), game.script) if game.script else None


def is_sealed(game: Game) -> bool:
    return bool(game.script) and game.state not in OVER_GAME_STATES
