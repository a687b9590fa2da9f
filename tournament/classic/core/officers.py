"""As whom the staff of a tournament decides of its games (9.2, 9.3)."""

from collections.abc import Set as AbstractSet

from tournament.classic.core.sides import Actor
from tournament.core.states import Role

ARBITERS = frozenset({Role.ARBITER, Role.DOUBLE_ARBITER})


def first_instance(roles: AbstractSet[Role]) -> Actor:
    """As an arbiter, so that a player can appeal (9.2): as the director only who is no arbiter
    beside it."""
    return Actor.DIRECTOR if Role.JUDGE in roles and not roles & ARBITERS else Actor.ARBITER
