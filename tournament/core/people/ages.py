"""The age category of a player, from the lists of the organisation."""

from collections.abc import Iterable
from typing import Protocol

#: Age of majority in every country of the federations.
MAJORITY = 18


class AgeRange(Protocol):
    """A category; ages in years, both included, None: open. Without both it is assigned by hand."""

    @property
    def code(self) -> str: ...
    @property
    def age_from(self) -> int | None: ...
    @property
    def age_to(self) -> int | None: ...


def find_category(
    assigned: str, birth_year: int | None, year: int, categories: Iterable[AgeRange]
) -> str:
    """Return the ``assigned`` category of a player, else the first of ``categories`` for their age.

    The age is the one reached in the civil ``year`` of the tournament; empty if unknown.
    """
    if assigned or birth_year is None:
        return assigned
    age = year - birth_year
    return next((category.code for category in categories if _has_age(category, age)), "")


def can_be_minor(
    assigned: str, birth_year: int | None, year: int, categories: Iterable[AgeRange]
) -> bool:
    """Return True if a player may be under age at a tournament in the civil ``year``.

    A player who comes of age in that year may have a later birthday. Without a year of birth, the
    ``assigned`` category decides, if all of its ages may be under age; False if nothing is known.
    """
    if birth_year is not None:
        return year - birth_year <= MAJORITY
    code = assigned.casefold()
    oldest = next(
        (category.age_to for category in categories if code and category.code.casefold() == code),
        None,
    )
    return oldest is not None and oldest <= MAJORITY


def _has_age(category: AgeRange, age: int) -> bool:
    low, high = category.age_from, category.age_to
    if low is None and high is None:
        return False
    return (low is None or age >= low) and (high is None or age <= high)
