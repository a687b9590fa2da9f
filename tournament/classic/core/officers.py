"""The role in which the staff of a tournament decides (9.2, 9.3)."""

from collections.abc import Set as AbstractSet

from tournament.classic.core.sides import Actor
from tournament.core.states import Role

ARBITERS = frozenset({Role.ARBITER, Role.DOUBLE_ARBITER})


def choose_officer(roles: AbstractSet[Role]) -> Actor:
    """Return the role of a first decision: arbiter, so that a player can appeal (9.2).

    Only a director without an arbiter's role decides as director.
    """
    return Actor.DIRECTOR if Role.JUDGE in roles and not roles & ARBITERS else Actor.ARBITER
