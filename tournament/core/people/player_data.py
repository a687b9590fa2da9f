"""Data of a player, and how lists write it: names in one cell, dates of birth."""

import re
from dataclasses import dataclass, fields
from datetime import date, timedelta
from typing import Any

from tournament.core.files.cells import normalise_text
from tournament.core.people.names import fold_licence


@dataclass(frozen=True, slots=True)
class PlayerData:
    """A player as typed or read; fields are empty where unknown."""

    last_name: str
    first_name: str = ""
    licence: str = ""
    club: str = ""
    federation: str = ""
    country: str = ""
    birth_year: int | None = None
    series: str = ""
    category: str = ""

    @property
    def name(self) -> str:
        return f"{self.last_name} {self.first_name}".strip()


#: Fields of a player, in the order in which they are displayed.
PLAYER_FIELDS = tuple(field.name for field in fields(PlayerData))
FIRST_YEAR, LAST_YEAR = 1900, 2099
#: Years of two digits from here on belong to the last century.
_PIVOT = 30
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_SHORT_DATE = re.compile(r"\d{1,2}[/.\- ]\d{1,2}[/.\- ](\d\d)")
#: Day zero of a spreadsheet, which shows a number of days if a date lost its format.
_DAY_ZERO = date(1899, 12, 30)
_DAY_COUNT = re.compile(r"\d{4,5}")


def normalise_player(data: PlayerData) -> PlayerData:
    """Return the data with every text on one line, without spaces around it, and no licence where
    a sign stands for none."""
    values: dict[str, Any] = {name: getattr(data, name) for name in PLAYER_FIELDS}
    values |= {name: normalise_text(text) for name, text in values.items() if isinstance(text, str)}
    if not fold_licence(data.licence):
        values["licence"] = ""
    return PlayerData(**values)


def read_year(text: str) -> tuple[int | None, bool]:
    """Return the year in a year or date of birth, and whether it is written with four digits; None
    if there is no year."""
    if years := set(_YEAR.findall(text)):
        return (int(years.pop()), True) if len(years) == 1 else (None, False)
    if short_date := _SHORT_DATE.fullmatch(text):
        year = int(short_date[1])
        return (1900 if year >= _PIVOT else 2000) + year, False
    if _DAY_COUNT.fullmatch(text):
        day = _DAY_ZERO + timedelta(days=int(text))
        return (day.year, False) if FIRST_YEAR <= day.year <= LAST_YEAR else (None, False)
    return None, False


def split_full_name(text: str) -> tuple[str, str, bool]:
    """Return last name, first name, and whether the text distinguishes them: "LE GOFF Anne", "Anne
    LE GOFF", "Le Goff, Anne" do; otherwise the last word is taken as the first name."""
    last, comma, first = text.partition(",")
    if comma and last.strip() and first.strip():
        return last.strip(), first.strip(), True
    words = text.split()
    capitals = [index for index, word in enumerate(words) if _is_capital(word)]
    if capitals and len(capitals) < len(words):
        if not _is_capital(words[-1]):
            return " ".join(words[: capitals[-1] + 1]), " ".join(words[capitals[-1] + 1 :]), True
        if not _is_capital(words[0]):
            return " ".join(words[capitals[0] :]), " ".join(words[: capitals[0]]), True
    if len(words) < 2:
        return text, "", True
    return " ".join(words[:-1]), words[-1], False


def _is_capital(word: str) -> bool:
    return word.isupper() and sum(char.isalpha() for char in word) > 1
