"""Ranks and rankings (introduction; places: section 7 of the editions before 2023)."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from engine.regulation.edition import Edition
from engine.regulation.values import Mode
from tournament.core.errors import BadSetting

HUNDREDTH = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Ranked[K]:
    """A line of a ranking; ``games`` and ``places`` are in the order of the games.

    ``percent`` of the tops' total with two decimals, None where there is no top yet;
    ``negative`` is what lacks to it, 0 or less unless a solo's bonus goes beyond.
    """

    key: K
    rank: int
    games: tuple[int, ...]
    places: tuple[int, ...]
    total: int
    sum_of_places: int
    percent: Decimal | None
    negative: int


def rank[K: Hashable](totals: Mapping[K, int]) -> dict[K, int]:
    """Rank of each key by decreasing total; equal totals share a rank, the next is skipped."""
    first: dict[int, int] = {}
    for place, value in enumerate(sorted(totals.values(), reverse=True), start=1):
        first.setdefault(value, place)
    return {key: first[value] for key, value in totals.items()}


def ranking[K: Hashable](
    totals: Mapping[K, Sequence[int]],
    tops: Sequence[int],
    *,
    edition: Edition,
    mode: Mode = Mode.POINTS,
) -> list[Ranked[K]]:
    """Rank over several games, best first; equal ones in the order of ``totals``.

    ``totals`` holds the final total of each game, ``tops`` the sum of its tops.

    Raises BadSetting for a mode that the edition does not know.
    """
    if mode not in edition.scores.modes.value:
        raise BadSetting("unknown-mode", mode=mode, edition=edition.key)
    by_game = [rank({key: games[i] for key, games in totals.items()}) for i in range(len(tops))]
    places = {key: tuple(ranks[key] for ranks in by_game) for key in totals}
    # The fewer the places add up to, the better.
    value = {
        key: sum(games) if mode == Mode.POINTS else -sum(places[key])
        for key, games in totals.items()
    }
    ranks = rank(value)
    rows = [
        _ranked(key, ranks[key], tuple(games), places[key], sum(tops))
        for key, games in totals.items()
    ]
    return sorted(rows, key=lambda row: row.rank)


def _ranked[K](
    key: K, place: int, games: tuple[int, ...], places: tuple[int, ...], top_total: int
) -> Ranked[K]:
    total = sum(games)
    return Ranked(
        key=key,
        rank=place,
        games=games,
        places=places,
        total=total,
        sum_of_places=sum(places),
        percent=percent(total, top_total),
        negative=total - top_total,
    )


def percent(total: int, top_total: int) -> Decimal | None:
    """``total`` in hundredths of ``top_total``, two decimals, half up."""
    if not top_total:
        return None
    return (Decimal(100 * total) / top_total).quantize(HUNDREDTH, ROUND_HALF_UP)
