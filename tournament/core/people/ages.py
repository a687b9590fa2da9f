"""The age category of a player, by the lists of his organisation."""

from collections.abc import Iterable
from typing import Protocol

#: Age of majority in every country of the federations.
MAJORITY = 18


class AgeRange(Protocol):
    """A category; ages in years, both included, None: open. Without either it is given by hand."""

    @property
    def code(self) -> str: ...
    @property
    def age_from(self) -> int | None: ...
    @property
    def age_to(self) -> int | None: ...


def category_of(
    given: str, birth_year: int | None, year: int, categories: Iterable[AgeRange]
) -> str:
    """The category that was ``given`` to a player, or else the first of ``categories`` of his age.

    The age is that which he reaches in the civil ``year`` of the tournament; empty where nothing
    says which one is his.
    """
    if given or birth_year is None:
        return given
    age = year - birth_year
    return next((one.code for one in categories if _covers(one, age)), "")


def may_be_minor(
    given: str, birth_year: int | None, year: int, categories: Iterable[AgeRange]
) -> bool:
    """Whether a player may be under age at a tournament in the civil ``year``.

    Who comes of age in that year may have his birthday after it. Without a year of birth, the
    category ``given`` to him decides, where all of its ages may be under age; nothing known: no.
    """
    if birth_year is not None:
        return year - birth_year <= MAJORITY
    code = given.casefold()
    oldest = next((one.age_to for one in categories if code and one.code.casefold() == code), None)
    return oldest is not None and oldest <= MAJORITY


def _covers(category: AgeRange, age: int) -> bool:
    low, high = category.age_from, category.age_to
    if low is None and high is None:
        return False
    return (low is None or age >= low) and (high is None or age <= high)
