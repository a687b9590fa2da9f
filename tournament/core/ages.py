"""The age category of a player, by the lists of his organisation."""

from collections.abc import Iterable
from typing import Protocol


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


def _covers(category: AgeRange, age: int) -> bool:
    low, high = category.age_from, category.age_to
    if low is None and high is None:
        return False
    return (low is None or age >= low) and (high is None or age <= high)
