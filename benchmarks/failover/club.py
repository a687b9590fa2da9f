"""A club whose database is not its own."""

from collections.abc import Mapping
from typing import Any

from benchmarks.chaos.club import Club


class OutsideClub(Club):
    """``given`` says where the database is, and how it is reached."""

    def __init__(self, given: Mapping[str, str]) -> None:
        super().__init__()
        self._given = dict(given)

    def _own_environment(self) -> dict[str, str]:
        return super()._own_environment() | self._given

    def environment(self, *where: Any) -> dict[str, str]:
        return super().environment(*where) | self._given
