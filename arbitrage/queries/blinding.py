"""Hides from a double arbiter the decisions on bulletins that wait for their own second look.

Every page of the arbiters that shows a decision asks here first, as all pages of the staff ask
``tournament.queries.spoilers`` for a judge who plays.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping

from django.contrib.auth.models import User
from django.db.models import Q

from arbitrage.models import LookPlan
from arbitrage.queries.second_looks import SecondLooks, TurnEntry
from tournament.core.states import Role
from tournament.models import Game, Score, StaffMember, Tournament, Turn


def is_double_arbiter(user: User, tournament: Tournament) -> bool:
    roles = StaffMember.objects.filter(tournament=tournament, user=user, role=Role.DOUBLE_ARBITER)
    return roles.exists()


def list_blinded_in_game(game: Game, user: User) -> frozenset[TurnEntry]:
    """Return the bulletins of a game that wait for the user's second look."""
    return _list_blinded(SecondLooks.from_game(game), user)


def list_blinded(tournament: Tournament, user: User) -> frozenset[TurnEntry]:
    return _list_blinded(SecondLooks(tournament), user)


def list_blinded_on_turn(turn: Turn, user: User) -> frozenset[int]:
    """Return the entries of ``turn`` whose bulletin waits for the user's second look."""
    return frozenset(entry for _turn, entry in _list_blinded(SecondLooks.from_turn(turn), user))


def _list_blinded(looks: SecondLooks, user: User) -> frozenset[TurnEntry]:
    if not LookPlan.objects.filter(tournament=looks.tournament).exists():
        return frozenset()
    if not is_double_arbiter(user, looks.tournament):
        return frozenset()
    return frozenset(looks.list_assignable(user))


def build_blinding_filter(places: Collection[TurnEntry]) -> Q:
    """Return a filter for rows about these bulletins, by their ``turn`` and ``entry``."""
    by_turn: defaultdict[int, list[int]] = defaultdict(list)
    for turn, entry in places:
        by_turn[turn].append(entry)
    condition = Q(pk__in=())
    for turn, entries in by_turn.items():
        condition |= Q(turn=turn, entry__in=entries)
    return condition


def subtract_blinded(warnings: Mapping[int, int], places: Collection[TurnEntry]) -> dict[int, int]:
    """Return the warnings in a game, by entry, without those for the bulletins of ``places``."""
    remaining = dict(warnings)
    if places:
        rows = Score.objects.filter(build_blinding_filter(places), warnings__gt=0)
        for entry, count in rows.values_list("entry", "warnings"):
            remaining[entry] = remaining.get(entry, 0) - count
    return remaining
