"""The toss: the player whose letter is nearest to A begins (3.1)."""

from engine.board.letters import WILD


def is_toss_letter(letter: str) -> bool:
    """Return False for a joker: the player draws another letter."""
    return letter != WILD


def find_toss_winner(first: str, second: str) -> int | None:
    """Return 0 or 1, the player who begins; None if the letters are equal: both draw again."""
    return None if first == second else int(second < first)
