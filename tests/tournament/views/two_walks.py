"""Every address of the site, filled with ids of one organisation or another.

New addresses are included: an unknown argument fails with its name.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.urls import URLPattern, get_resolver, reverse

from tests.tournament.views.addresses import MANY, PUBLIC_ADDRESSES, list_methods, list_patterns
from tests.tournament.views.two_sides import RESULT_FILE, Side

#: Addresses whose argument belongs to no organisation, or is itself the secret.
OPEN = {
    *("regulation-edition", "regulation-differences", "table-road"),
    *("training", "training-new", "training-name", "training-forget", "training-game"),
    *("training-start", "training-say", "training-stop", "training-result"),
    *("table-topping", "table-topping-start", "table-topping-say"),
    *("practice-trial-turn", "practice-play", "practice-replay"),  # for everybody, signed or public
    *("practice-search", "practice-search-begin", "practice-search-retry"),  # of one session
    *("practice-account-play", "practice-account-command", "practice-delete"),  # of one account
    *("centre-upload-piece", "centre-key"),  # of a centre, with its token
    *("enter-by-key", "sign-in-link", "invitation", "new-password", "sign-up-confirm"),
}


def _list_choices(pattern: URLPattern, values: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    """Yield every way to fill the arguments of an address."""
    values_by_argument = dict(values)
    if pattern.name in MANY:
        values_by_argument["name"] = MANY[pattern.name]
    arguments = list(pattern.pattern.converters)
    if missing := [argument for argument in arguments if argument not in values_by_argument]:
        pytest.fail(
            f"the address {pattern.name!r} has an argument that tests/tournament/views/"
            f"two_walks.py does not know: {missing}. Say in two_sides.py which value of "
            "the first organisation it has, or in OPEN why it belongs to none."
        )
    for combination in product(*(values_by_argument[argument] for argument in arguments)):
        yield dict(zip(arguments, combination, strict=True))


def list_addresses(side: Side, inner: Side | None = None) -> Iterator[tuple[str, str]]:
    """Yield name and path of every address of a side's data.

    With ``inner``: the tournament or organisation is the side's, the rest the other's.
    """
    for pattern in list_patterns(get_resolver()):
        arguments = set(pattern.pattern.converters)
        if not arguments or pattern.name in OPEN | PUBLIC_ADDRESSES:
            continue
        assert pattern.name
        values = side.values
        if inner is not None:
            outer = {"slug", "organisation_id"} & arguments
            if not outer or not any(name.endswith("_id") for name in arguments - outer):
                continue
            values = inner.values | {name: side.values[name] for name in outer}
        for arguments_of_address in _list_choices(pattern, values):
            yield pattern.name, _reverse(pattern.name, arguments_of_address)


def _reverse(name: str, arguments: Any) -> str:
    """Return the path; the API has its own URL names."""
    is_api = name.startswith(("api-", "openapi-"))
    return reverse(f"api-v1:{name}" if is_api else name, kwargs=arguments)


def list_own_paths(ours: Side, method: str) -> Iterator[tuple[str, str]]:
    """Yield every address that could show something to an account of this organisation, or take
    something from it."""
    own_values: dict[str, list[Any]] = {
        "number": [1],
        "ordinal": [1],
        "turn": [1],
        "case": [1],
        "job_id": [1],
        "name": ["essai"],
        "game": [1],
        "kind": ["csv"],
        "uid": ["00000000-0000-4000-8000-000000000000"],
        **RESULT_FILE,
    }
    for pattern in list_patterns(get_resolver()):
        if pattern.name is None or pattern.name in OPEN:
            continue
        if method not in list_methods(pattern.callback):
            continue
        values = (
            {argument: [1] for argument in pattern.pattern.converters} | own_values | ours.values
        )
        for arguments in _list_choices(pattern, values):
            yield pattern.name, _reverse(pattern.name, arguments)


def list_public_paths(side: Side) -> Iterator[tuple[str, str]]:
    """Yield every public address that shows something of this organisation."""
    of_games = {"number": [1], "turn": [1], "other_id": side.values["entry_id"]}
    of_games |= {"kind": ["csv"], "match_id": [1]}
    for pattern in list_patterns(get_resolver()):
        if pattern.name in PUBLIC_ADDRESSES:
            for arguments in _list_choices(pattern, side.values | of_games):
                yield pattern.name, _reverse(pattern.name, arguments)
