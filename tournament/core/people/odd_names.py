"""Names of lines that probably name nobody. Pure."""

import re

from tournament.core.people.columns import GROUP_HEADINGS, NAME_HEADINGS
from tournament.core.people.names import fold_name
from tournament.core.people.player_data import PlayerData

#: Signs of addresses and titles, and long numbers: no name has them.
_SIGNS_IN_NO_NAME = re.compile(r"[@:]|\d{4}")


def is_odd_name(person: PlayerData) -> bool:
    """Return True for the name of a line that probably names nobody: a heading, a sum, an address,
    or a part without letters."""
    parts = [part for part in (person.last_name, person.first_name) if part]
    without_letters = any(not any(map(str.isalpha, part)) for part in parts)
    texts = {fold_name(person.last_name), fold_name(person.name)}
    is_heading = not NAME_HEADINGS.isdisjoint(texts)
    is_group = any(
        _drop_numbers(text) in GROUP_HEADINGS and text not in GROUP_HEADINGS for text in texts
    )
    return (
        without_letters
        or is_heading
        or is_group
        or _SIGNS_IN_NO_NAME.search(person.name) is not None
    )


def _drop_numbers(text: str) -> str:
    return " ".join(word for word in text.split() if not word.isdecimal())
