"""Closed accounts that stand for the people of a tournament which came from elsewhere."""

from collections.abc import Iterator, Mapping

from django.contrib.auth.models import User

from arbitrage.archive.models import Placeholder
from tournament.models import Tournament

#: What tells their names from those of accounts that can be opened.
SUFFIX = "@archive"
_LONGEST = 150


def make_placeholders(tournament: Tournament, accounts: Mapping[str, str]) -> dict[str, int]:
    """One for each of ``accounts``, names by key; gives their keys in this database."""
    made = {}
    taken = set(User.objects.filter(username__contains=SUFFIX).values_list("username", flat=True))
    for key, name in accounts.items():
        username = next(one for one in _usernames(name) if one not in taken)
        taken.add(username)
        user = User(username=username, is_active=False)
        user.set_unusable_password()
        user.save()
        Placeholder.objects.create(user=user, tournament=tournament, key=key, name=name)
        made[key] = user.pk
    return made


def _usernames(name: str) -> Iterator[str]:
    base = name[: _LONGEST - len(SUFFIX) - 5]
    yield f"{base}{SUFFIX}"
    number = 2
    while True:
        yield f"{base}{SUFFIX}-{number}"
        number += 1


def remove_placeholders(tournament: Tournament) -> None:
    """Those of a tournament that is deleted."""
    User.objects.filter(placeholder__tournament=tournament).delete()
