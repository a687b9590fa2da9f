"""Problems of results, read before these are sent to a federation."""

from django.db.models import Prefetch

from tournament.core.people.default_groups import DEFAULT_GROUPS
from tournament.core.ranking.result_checks import (
    CheckedEntry,
    CheckedPlayer,
    ResultFinding,
    find_problems,
)
from tournament.core.states import GameState, GroupKind
from tournament.models import Entry, Group, Player, Tournament
from tournament.queries.results.ranking import RankingData

_CHECKED_PLAYERS = Prefetch(
    "players",
    Player.objects.only("last_name", "first_name", "licence", "federation").order_by("pk"),
)


def find_result_problems(ranking: RankingData) -> list[ResultFinding]:
    """List the problems of the results of a tournament."""
    missed = {
        entrant.key: [
            game.number
            for game, result in zip(ranking.games, entrant.results, strict=True)
            if not result.has_played
        ]
        for entrant in ranking.ranking_input.entrants
    }
    entries = Entry.objects.filter(pk__in=missed).select_related("table").order_by("table__number")
    entries = entries.only("name", "withdrawn", "table__number").prefetch_related(_CHECKED_PLAYERS)
    provisional = [game.number for game in ranking.games if ranking.is_provisional([game])]
    waiting = ranking.tournament.games.exclude(
        state__in=[GameState.FINISHED, GameState.VOID]
    ).exclude(pk__in=[game.pk for game in ranking.games])
    return find_problems(
        [_check_entry(entry, missed[entry.pk]) for entry in entries],
        _list_federations(ranking.tournament),
        sorted([*provisional, *waiting.values_list("number", flat=True)]),
    )


def _check_entry(entry: Entry, missed: list[int]) -> CheckedEntry:
    return CheckedEntry(
        pk=entry.pk,
        table=entry.table.number,
        name=entry.name,
        players=[
            CheckedPlayer(str(player), player.licence, player.federation)
            for player in entry.players.all()
        ],
        withdrawn=entry.withdrawn,
        missed_games=missed,
    )


def _list_federations(tournament: Tournament) -> list[str]:
    """Return the codes in the lists of the organisation; without such a list, the usual ones."""
    groups = Group.objects.filter(
        organisation=tournament.organisation_id, kind=GroupKind.FEDERATION
    )
    return list(groups.values_list("code", flat=True)) or [
        group.code for group in DEFAULT_GROUPS if group.kind is GroupKind.FEDERATION
    ]
