"""Every address of the site, filled with what is one organisation's or another's.

Also those that were added since: an argument that nobody has explained fails by its name.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.urls import URLPattern, get_resolver, reverse

from tests.tournament.views.addresses import DOORS, MANY, PUBLIC, patterns
from tests.tournament.views.two_sides import MANAGER, Side
from tournament.core.states import Role

#: Addresses whose argument belongs to no organisation, or is itself the secret that opens it.
OPEN = {
    *("regulation-edition", "regulation-differences", "table-road"),
    *("training", "training-new", "training-name", "training-forget", "training-game"),
    *("training-start", "training-say", "training-stop", "training-result"),
    *("table-topping", "table-topping-start", "table-topping-say"),
    *("enter-by-key", "sign-in-link", "invitation", "new-password", "sign-up-confirm"),
}


def reaches(account: str, name: str) -> bool:
    """Whether an address may be there for an account in its own tournament.

    What ``DOORS`` gives to other roles is refused to it there already (``test_permissions``), and
    what is public is the same for it; whoever holds every power is at all of them.
    """
    if account == MANAGER:
        return True
    doors = DOORS.get(name)
    return name not in PUBLIC and (doors is None or Role(account) in doors.read | doors.post)


def _choices(one: URLPattern, values: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    """Every way to fill the arguments of an address."""
    known = dict(values)
    if one.name in MANY:
        known["name"] = MANY[one.name]
    arguments = list(one.pattern.converters)
    if missing := [argument for argument in arguments if argument not in known]:
        pytest.fail(
            f"the address {one.name!r} has an argument that tests/tournament/views/"
            f"two_walks.py does not know: {missing}. Say in two_sides.py which value of "
            "the first organisation it has, or in OPEN why it belongs to none."
        )
    for chosen in product(*(known[argument] for argument in arguments)):
        yield dict(zip(arguments, chosen, strict=True))


def addresses_of(side: Side, inner: Side | None = None) -> Iterator[tuple[str, str]]:
    """Name and path of every address of what is a side's own.

    With ``inner``: the tournament or organisation is the side's, what is in it the other's.
    """
    for one in patterns(get_resolver()):
        arguments = set(one.pattern.converters)
        if not arguments or one.name in OPEN | PUBLIC:
            continue
        assert one.name
        values = side.values
        if inner is not None:
            outer = {"slug", "organisation_id"} & arguments
            if not outer or not any(name.endswith("_id") for name in arguments - outer):
                continue
            values = inner.values | {name: side.values[name] for name in outer}
        for given in _choices(one, values):
            yield one.name, _reversed(one.name, given)


def _reversed(name: str, given: Any) -> str:
    """The interface for programs has names of its own."""
    own = name.startswith(("api-", "openapi-"))
    return reverse(f"api-v1:{name}" if own else name, kwargs=given)


def own_paths(ours: Side) -> Iterator[tuple[str, str]]:
    """Every address that could show something to an account of this organisation."""
    own: dict[str, list[Any]] = {
        "number": [1],
        "ordinal": [1],
        "turn": [1],
        "case": [1],
        "job_id": [1],
        "name": ["essai"],
        "game": [1],
        "kind": ["csv"],
    }
    for one in patterns(get_resolver()):
        if one.name is None or one.name in OPEN:
            continue
        known = {argument: [1] for argument in one.pattern.converters} | own | ours.values
        for given in _choices(one, known):
            yield one.name, _reversed(one.name, given)


def public_paths(side: Side) -> Iterator[tuple[str, str]]:
    """Every address at which the public sees something of this organisation."""
    of_games = {"number": [1], "turn": [1], "other_id": side.values["entry_id"]}
    of_games |= {"kind": ["csv"], "match_id": [1]}
    for one in patterns(get_resolver()):
        if one.name in PUBLIC:
            for given in _choices(one, side.values | of_games):
                yield one.name, _reversed(one.name, given)
