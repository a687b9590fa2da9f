"""What the letters that are left cost and bring at the end of a game (4.2.2, 7.1, 7.3.2)."""

from engine.rules.classic.letters import value

type Two = tuple[int, int]


def each_deducts(left: tuple[str, str]) -> Two:
    """Each loses the value of his own letters, and nothing is added (4.2.2, 7.3.2, C-06)."""
    return -value(left[0]), -value(left[1])


def goes_out(left: tuple[str, str]) -> Two:
    """Who has no letter left gains what the other one loses (7.1)."""
    first, second = value(left[0]), value(left[1])
    return second - first, first - second


def fewest(left: tuple[str, str]) -> int | None:
    """The rank of the player whose letters are worth less (8.2); None: as much."""
    first, second = value(left[0]), value(left[1])
    return None if first == second else int(second < first)
