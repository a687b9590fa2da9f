"""The list of a festival's players, as an organiser sends one: names that are nobody's."""

import csv
import io
from random import Random

from engine.rules.spelling import COUNTRIES

CLUBS, TEAMS = 40, 60
SERIES = ("1A", "1B", "2", "3", "4", "5", "6", "7")
_COUNTRIES = tuple(name for letter, name in sorted(COUNTRIES.items()) if letter != "?")
_HEADING = ("Nom", "Prénom", "Licence", "Club", "Pays", "Année de naissance", "Série")

type Row = tuple[str, ...]


def people(count: int, chance: Random) -> list[Row]:
    """A row for each: as long and as varied as a real list, which is what a page weighs."""
    names: dict[str, None] = {}
    while len(names) < count:
        names[_name(chance)] = None
    return [
        (
            name,
            chance.choice(_COUNTRIES),
            f"{number:07d}",
            f"Club {1 + number % CLUBS}",
            chance.choice(_COUNTRIES),
            str(chance.randint(1935, 2012)),
            chance.choice(SERIES),
        )
        for number, name in enumerate(names, start=1)
    ]


def _name(chance: Random) -> str:
    syllables = (chance.choice("BCDFGJLMNPRSTVZ") + chance.choice("AEIOU") for _ in range(4))
    return "".join(syllables)[: chance.randint(5, 8)]


def as_file(rows: list[Row], *, pairs: bool) -> bytes:
    """Everybody in a team, or two by two."""
    written = io.StringIO()
    sheet = csv.writer(written, delimiter=";")
    sheet.writerow((*_HEADING, "Paire" if pairs else "Équipe"))
    for at, row in enumerate(rows):
        sheet.writerow((*row, at // 2 + 1 if pairs else f"Équipe {1 + at % TEAMS}"))
    return written.getvalue().encode()
