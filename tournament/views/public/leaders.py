"""The leaders of the public general ranking, for pages that show more than a ranking."""

from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language

from tournament.core.ranking.measures import MODES
from tournament.core.ranking.ranked_line import RankedLine
from tournament.core.ranking.table import FixedColumn
from tournament.models import Tournament
from tournament.presentation.ranking import format_value
from tournament.queries.freshness import compute_people_fingerprint, compute_tournament_fingerprint
from tournament.views.public.ranking import Ranking, load_general_ranking

#: Number of leaders on home and tournament pages, and of tournaments whose leaders are stored.
LEADERS, MAX_STORED = 5, 64


def list_ranked_lines(ranking: Ranking) -> list[RankedLine]:
    """Return the lines of a ranking; empty before the first game."""
    if not ranking.games:
        return []
    columns = {column.content: index for index, column in enumerate(ranking.table.columns)}
    rank_index = columns[FixedColumn.RANK]
    value_index = columns[MODES[ranking.specification.settings.mode].measure]
    column = ranking.table.columns[value_index]
    return [
        RankedLine(
            row.values[rank_index], row.name, format_value(column, row.values[value_index]), row.key
        )
        for row in ranking.table.rows
    ]


class Leaders(NamedTuple):
    """The first lines of a ranking; none before the first turn that counts."""

    lines: tuple[RankedLine, ...] = ()
    is_provisional: bool = False


def load_leaders(tournament: Tournament) -> Leaders:
    """Return the leaders of the public general ranking."""
    stamp = compute_tournament_fingerprint(
        tournament, compute_people_fingerprint(tournament), get_language()
    )
    return _load_leaders(tournament.pk, stamp)


@lru_cache(maxsize=MAX_STORED)
def _load_leaders(tournament_id: int, _stamp: str) -> Leaders:
    tournament = Tournament.objects.select_related("organisation").get(pk=tournament_id)
    ranking = load_general_ranking(tournament)
    if not ranking.has_ranks:
        return Leaders()
    return Leaders(tuple(list_ranked_lines(ranking)[:LEADERS]), ranking.is_provisional)
