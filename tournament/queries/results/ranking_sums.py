"""Sums of the revealed turns of games by entry, added up by the database in two queries, whatever
the numbers of games and entries.

A line of the scoreboard and its row of the journal are written in one transaction
(`services.play.scoreboard`). While the journal of a game has no new row, its sums are unchanged and
cached in the process.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from threading import Lock

from django.db import connection
from django.db.models import BigIntegerField, Count, F, Max, Q, QuerySet, Sum
from django.db.models.functions import Cast

from tournament.core import solo
from tournament.core.game_results import GameSum, GameSums
from tournament.core.states import PLACED_TURN_STATES
from tournament.models import Game, Journal, Score, Turn

#: Number of games whose sums are cached, the last ones used.
CACHED_GAMES = 32
#: Combines a score and an entry in one number, so that the maximum is found in one pass.
_ENTRY_FACTOR = 2**40


def load_sums(games: Sequence[Game]) -> dict[int, GameSums[int]]:
    """Return the sums by game."""
    if connection.in_atomic_block:  # uncommitted data must not be cached
        return _read_sums([game.pk for game in games])
    newest = Journal.objects.filter(game__in=games).order_by().values_list("game")
    stamps = dict(newest.annotate(Max("pk")))
    cached = _cache.find_current(stamps)
    missing = [game.pk for game in games if game.pk not in cached]
    sums = _read_sums(missing) if missing else {}
    _cache.store(sums, stamps)
    return cached | sums


def _read_sums(games: Sequence[int]) -> dict[int, GameSums[int]]:
    turns = Turn.objects.filter(game__in=games, state__in=list(PLACED_TURN_STATES)).order_by()
    game_by_turn = dict(turns.values_list("pk", "game"))
    tops = dict(turns.values_list("game").annotate(Sum("score")))
    lines = Score.objects.filter(turn__in=game_by_turn).order_by()
    by_game: defaultdict[int, dict[int, GameSum]] = defaultdict(dict)
    for game, entry, *sums in lines.values_list("turn__game", "entry").annotate(
        in_all=Sum("points"),
        warned=Sum("warnings"),
        averages=Count("pk", filter=Q(average=True)),
    ):
        by_game[game][entry] = GameSum(*sums)
    for turn, entry in _find_solos(lines):
        entry_sums = by_game[game_by_turn[turn]]
        entry_sums[entry] = entry_sums[entry]._replace(solos=entry_sums[entry].solos + 1)
    return {game: GameSums(tops.get(game), by_game[game]) for game in games}


def _find_solos(lines: QuerySet[Score]) -> Iterator[tuple[int, int]]:
    """Yield turn and entry of every solo in ``lines``.

    The query returns for each turn the best score with the last and the first entry that had it:
    the solo is single if both are the same.
    """
    lines_with_points = lines.filter(average=False, gross__gt=0).values_list("turn")
    scaled = Cast("gross", BigIntegerField()) * _ENTRY_FACTOR
    for turn, last, first in lines_with_points.annotate(
        last=Max(scaled + F("entry")), first=Max(scaled - F("entry"))
    ):
        gross, last_entry = divmod(last, _ENTRY_FACTOR)
        first_entry = gross * _ENTRY_FACTOR - first
        if (
            solo_entry := solo.find_solo(
                [solo.SoloScore(entry, gross) for entry in {last_entry, first_entry}]
            )
        ) is not None:
            yield turn, solo_entry


class _SumsCache:
    """The sums of the games used last, each with the journal row at which it was read."""

    def __init__(self) -> None:
        self._games: dict[int, tuple[int, GameSums[int]]] = {}
        self._lock = Lock()

    def find_current(self, stamps: Mapping[int, int]) -> dict[int, GameSums[int]]:
        with self._lock:
            return {
                game: self._games[game][1]
                for game, stamp in stamps.items()
                if game in self._games and self._games[game][0] == stamp
            }

    def store(self, sums: Mapping[int, GameSums[int]], stamps: Mapping[int, int]) -> None:
        with self._lock:
            for game in sums.keys() & stamps.keys():
                self._games.pop(game, None)
                self._games[game] = (stamps[game], sums[game])
            while len(self._games) > CACHED_GAMES:
                del self._games[next(iter(self._games))]


_cache = _SumsCache()
