"""Who begins: the letter that is the nearest to A (3.1)."""

from engine.board.letters import WILD


def is_counted(letter: str) -> bool:
    """A joker is not taken into account: another letter is drawn."""
    return letter != WILD


def find_toss_winner(first: str, second: str) -> int | None:
    """0 or 1, the rank of the letter that wins; None: both drew the same, and draw again."""
    return None if first == second else int(second < first)
