"""Points for the letters that players still have at the end of a game (4.2.2, 7.1, 7.3.2)."""

from engine.rules.classic.letters import count_points

type PointsPair = tuple[int, int]


def deduct_own_letters(racks: tuple[str, str]) -> PointsPair:
    """Deduct from each player the value of their own letters (4.2.2, 7.3.2, C-06)."""
    return -count_points(racks[0]), -count_points(racks[1])


def credit_player_without_letters(racks: tuple[str, str]) -> PointsPair:
    """Add to the player without letters the points that the other player loses (7.1)."""
    first, second = count_points(racks[0]), count_points(racks[1])
    return second - first, first - second


def find_player_with_fewest_points(racks: tuple[str, str]) -> int | None:
    """Return 0 or 1, the player whose letters are worth less (8.2); None if they are equal."""
    first, second = count_points(racks[0]), count_points(racks[1])
    return None if first == second else int(second < first)
