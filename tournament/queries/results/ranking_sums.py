"""What the revealed turns of games add up to, by entry: added up by the database, in two queries
however many the games and the entries.

A line of the scoreboard and its row of the journal are one transaction (`services.scoreboard`), so
a game of which nothing new is in the journal adds up to what it did: a process keeps that.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

from django.db import connection
from django.db.models import BigIntegerField, Count, F, Max, Q, QuerySet, Sum
from django.db.models.functions import Cast

from tournament.core import solo
from tournament.core.game_results import GameSum, GameSums
from tournament.core.states import PLACED_TURN_STATES
from tournament.models import Game, Journal, Score, Turn

#: Games of which the sums are kept, the last that were asked for.
KEPT = 32
#: A score and an entry in one number, so that the greatest is found in one reading.
_ENTRIES = 2**40


def sums_of(games: Sequence[Game]) -> dict[int, GameSums[int]]:
    """By game, of the games given."""
    if connection.in_atomic_block:  # what is not committed may never have been
        return _read([game.pk for game in games])
    newest = Journal.objects.filter(game__in=games).order_by().values_list("game")
    stamps = dict(newest.annotate(Max("pk")))
    found = _kept.those_at(stamps)
    missing = [game.pk for game in games if game.pk not in found]
    read = _read(missing) if missing else {}
    _kept.keep(read, stamps)
    return found | read


def _read(games: Sequence[int]) -> dict[int, GameSums[int]]:
    placed = Turn.objects.filter(game__in=games, state__in=list(PLACED_TURN_STATES)).order_by()
    game_of = dict(placed.values_list("pk", "game"))
    tops = dict(placed.values_list("game").annotate(Sum("score")))
    lines = Score.objects.filter(turn__in=game_of).order_by()
    by_game: defaultdict[int, dict[int, GameSum]] = defaultdict(dict)
    for game, entry, *sums in lines.values_list("turn__game", "entry").annotate(
        in_all=Sum("points"),
        warned=Sum("warnings"),
        averages=Count("pk", filter=Q(average=True)),
    ):
        by_game[game][entry] = GameSum(*sums)
    for turn, entry in _solos(lines):
        mine = by_game[game_of[turn]]
        mine[entry] = mine[entry]._replace(solos=mine[entry].solos + 1)
    return {game: GameSums(tops.get(game), by_game[game]) for game in games}


@dataclass(frozen=True, slots=True)
class _Scored:
    """What a solo depends on."""

    entry_id: int
    gross: int
    average: bool = False


def _solos(lines: QuerySet[Score]) -> Iterator[tuple[int, int]]:
    """Turn and entry of every solo of ``lines``.

    Of each turn the best score, with the last and the first entry that had it: nobody else says
    whether somebody was alone.
    """
    played = lines.filter(average=False, gross__gt=0).values_list("turn")
    scaled = Cast("gross", BigIntegerField()) * _ENTRIES
    for turn, last, first in played.annotate(
        last=Max(scaled + F("entry")), first=Max(scaled - F("entry"))
    ):
        gross, one = divmod(last, _ENTRIES)
        other = gross * _ENTRIES - first
        if (alone := solo.solo([_Scored(entry, gross) for entry in {one, other}])) is not None:
            yield turn, alone


class _Kept:
    """The sums of the last games that were asked for, each as of a row of its journal."""

    def __init__(self) -> None:
        self._games: dict[int, tuple[int, GameSums[int]]] = {}
        self._lock = Lock()

    def those_at(self, stamps: Mapping[int, int]) -> dict[int, GameSums[int]]:
        with self._lock:
            return {
                game: self._games[game][1]
                for game, stamp in stamps.items()
                if game in self._games and self._games[game][0] == stamp
            }

    def keep(self, read: Mapping[int, GameSums[int]], stamps: Mapping[int, int]) -> None:
        with self._lock:
            for game in read.keys() & stamps.keys():
                self._games.pop(game, None)
                self._games[game] = (stamps[game], read[game])
            while len(self._games) > KEPT:
                del self._games[next(iter(self._games))]


_kept = _Kept()
