"""Closed accounts that stand for the accounts of the server an archive came from."""

from collections.abc import Iterator, Mapping

from django.contrib.auth.models import User

from arbitrage.archive.models import Placeholder
from tournament.models import Tournament

#: Suffix of the usernames of placeholders: no other account has it.
SUFFIX = "@archive"
_MAX_LENGTH = 150


def create_placeholders(tournament: Tournament, accounts: Mapping[str, str]) -> dict[str, int]:
    """Create one account for each of ``accounts``, displayed names by name in the archive; return
    their primary keys by name in the archive."""
    primary_keys = {}
    used_names = set(
        User.objects.filter(username__contains=SUFFIX).values_list("username", flat=True)
    )
    for key, name in accounts.items():
        username = next(
            candidate for candidate in _iterate_usernames(name) if candidate not in used_names
        )
        used_names.add(username)
        user = User(username=username, is_active=False)
        user.set_unusable_password()
        user.save()
        Placeholder.objects.create(user=user, tournament=tournament, key=key, name=name)
        primary_keys[key] = user.pk
    return primary_keys


def _iterate_usernames(name: str) -> Iterator[str]:
    base = name[: _MAX_LENGTH - len(SUFFIX) - 5]
    yield f"{base}{SUFFIX}"
    number = 2
    while True:
        yield f"{base}{SUFFIX}-{number}"
        number += 1


def delete_placeholders(tournament: Tournament) -> None:
    """Delete the placeholders of a tournament that is being deleted."""
    User.objects.filter(placeholder__tournament=tournament).delete()
