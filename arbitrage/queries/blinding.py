"""What a double arbiter may not know yet: the decisions on bulletins that wait for his own look.

Every page of the arbiters' office that tells of a decision asks here first, as all pages of the
staff ask ``tournament.queries.spoilers`` for a judge who plays.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping

from django.contrib.auth.models import User
from django.db.models import Q

from arbitrage.models import LookPlan
from arbitrage.queries.second_looks import LookPlace, Looks
from tournament.core.states import Role
from tournament.models import Game, Score, StaffMember, Tournament, Turn


def is_second(user: User, tournament: Tournament) -> bool:
    held = StaffMember.objects.filter(tournament=tournament, user=user, role=Role.DOUBLE_ARBITER)
    return held.exists()


def veiled_in(game: Game, user: User) -> frozenset[LookPlace]:
    """The bulletins that wait for his own look: of these no page tells him what is decided."""
    return _veiled(Looks.in_game(game), user)


def veiled_everywhere(tournament: Tournament, user: User) -> frozenset[LookPlace]:
    return _veiled(Looks(tournament), user)


def veiled_of(turn: Turn, user: User) -> frozenset[int]:
    """The entries of ``turn`` among them."""
    return frozenset(entry for _turn, entry in _veiled(Looks.on_turn(turn), user))


def _veiled(looks: Looks, user: User) -> frozenset[LookPlace]:
    if not LookPlan.objects.filter(tournament=looks.tournament).exists():
        return frozenset()
    if not is_second(user, looks.tournament):
        return frozenset()
    return frozenset(looks.pending_for(user))


def veil(places: Collection[LookPlace]) -> Q:
    """Rows about these bulletins, by their ``turn`` and ``entry``."""
    by_turn: defaultdict[int, list[int]] = defaultdict(list)
    for turn, entry in places:
        by_turn[turn].append(entry)
    found = Q(pk__in=())
    for turn, entries in by_turn.items():
        found |= Q(turn=turn, entry__in=entries)
    return found


def without_veiled(warnings: Mapping[int, int], places: Collection[LookPlace]) -> dict[int, int]:
    """Warnings in a game, by entry, but those for the bulletins of ``places``."""
    found = dict(warnings)
    if places:
        rows = Score.objects.filter(veil(places), warnings__gt=0)
        for entry, count in rows.values_list("entry", "warnings"):
            found[entry] = found.get(entry, 0) - count
    return found
