"""What the letters that are left cost and bring at the end of a game (4.2.2, 7.1, 7.3.2)."""

from engine.rules.classic.letters import count_points

type PointsPair = tuple[int, int]


def deduct_own_letters(left: tuple[str, str]) -> PointsPair:
    """Each loses the value of his own letters, and nothing is added (4.2.2, 7.3.2, C-06)."""
    return -count_points(left[0]), -count_points(left[1])


def credit_player_out(left: tuple[str, str]) -> PointsPair:
    """Who has no letter left gains what the other one loses (7.1)."""
    first, second = count_points(left[0]), count_points(left[1])
    return second - first, first - second


def find_fewest_points(left: tuple[str, str]) -> int | None:
    """The rank of the player whose letters are worth less (8.2); None: as much."""
    first, second = count_points(left[0]), count_points(left[1])
    return None if first == second else int(second < first)
