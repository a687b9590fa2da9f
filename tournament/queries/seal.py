"""The seal of a game whose letters and words are fixed before it is played."""

from tournament import ports
from tournament.core.errors import NotAllowed
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
    is_over = game.state in OVER_GAME_STATES
    return bool(game.script) and (not is_over or is_sheet_secret(game))


def is_sheet_secret(game: Game) -> bool:
    """Return True for a sheet that nobody may read yet, not even the organiser."""
    return any(is_secret(game) for is_secret in ports.is_sheet_secret)


def require_readable(game: Game) -> None:
    """Raise NotAllowed for a sheet that nobody may read yet."""
    if is_sheet_secret(game):
        raise NotAllowed("sheet-secret", number=game.number)


def require_changeable(game: Game) -> None:
    """Raise NotAllowed for a game whose secret sheet would be lost or read by changing it."""
    if is_sheet_secret(game):
        raise NotAllowed("sheet-fixed", number=game.number)
