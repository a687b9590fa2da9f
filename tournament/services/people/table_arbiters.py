"""The arbiters to whom tables are given, and the tables newly in use."""

from collections.abc import Collection

from django.contrib.auth.models import User

from tournament.core.states import CORRECTING_ROLES, Role
from tournament.models import Tournament
from tournament.queries.people.accounts import list_officers
from tournament.services.accounts.staff import release_foreign_tables


def lock_arbiters(tournament: Tournament | int, *roles: Role) -> list[User]:
    """Return the open accounts that correct, with one of ``roles`` or any, by name. None is closed
    before the transaction ends."""
    arbiters = list_officers(tournament, *(roles or CORRECTING_ROLES))
    return list(arbiters.select_for_update(no_key=True))


def assign_new_tables_to_sole_arbiter(tournament: Tournament, numbers: Collection[int]) -> None:
    """Give the tables with these numbers, newly in use, to the only arbiter, if all other tables
    are theirs. Else they stay without an arbiter, and every arbiter is offered them."""
    tables = tournament.tables.order_by()
    owners = set(tables.exclude(arbiter=None).values_list("arbiter", flat=True))
    if len(owners) != 1 or owners != {user.pk for user in lock_arbiters(tournament, Role.ARBITER)}:
        return
    without = tables.filter(arbiter=None, entry__withdrawn=False)
    if not without.exclude(number__in=numbers).exists():
        without.filter(number__in=numbers).update(arbiter=owners.pop())
        release_foreign_tables(tournament.pk)
