"""The club's day with failovers. Imported only once Django is set up."""

from dataclasses import dataclass
from random import Random

from benchmarks.chaos.programme import Programme
from benchmarks.chaos.tablets import Tablet
from benchmarks.failover.blows import Failovers
from benchmarks.failover.bouncer import Bouncer
from benchmarks.failover.pair import Pair


@dataclass(kw_only=True)
class FailoverProgramme(Programme):
    pair: Pair
    bouncer: Bouncer | None

    def _striker(self, chance: Random, _tablets: list[Tablet]) -> Failovers:
        return Failovers(self.club, chance, self.pair, self.bouncer)
