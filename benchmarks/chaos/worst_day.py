"""The club's day with every kind of blow. Imported only once Django is set up."""

from collections.abc import Collection
from dataclasses import dataclass
from random import Random

from benchmarks.chaos.blows.blow import Target
from benchmarks.chaos.blows.kinds import KINDS
from benchmarks.chaos.blows.striker import Blows
from benchmarks.chaos.programme import Programme
from benchmarks.chaos.struck import StruckClub
from benchmarks.chaos.tablets import Tablet


@dataclass
class WorstDay(Programme):
    club: StruckClub
    kinds: Collection[str] = tuple(KINDS)

    def _striker(self, chance: Random, tablets: list[Tablet]) -> Blows:
        return Blows(Target(self.club, tablets), chance, self.kinds)
