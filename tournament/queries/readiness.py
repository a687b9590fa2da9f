"""Readiness of a tournament before its first turn."""

from dataclasses import dataclass
from typing import Self

from django.db.models import Count, Exists, Q

from tournament.core.states import CORRECTING_ROLES, GameState, Role, TournamentState
from tournament.models import Centre, Tournament

_PRESENT = Q(withdrawn=False)
#: Roles of accounts that are not closed.
_OPEN = Q(user__is_active=True)
#: Games that are neither in draft nor void.
_PREPARED = ~Q(state__in=[GameState.DRAFT, GameState.VOID])


@dataclass(frozen=True)
class Readiness:
    """Counts of what is ready for the first turn; three queries, whatever the number of entries."""

    #: Entries that play, and those of them checked in at the door.
    entry_count: int
    checked_in_count: int
    #: Their tables without an arbiter.
    unassigned_table_count: int
    #: Their tables in no centre, where the tournament has some: no arbiter of a centre has them.
    outside_table_count: int
    judge_count: int
    arbiter_count: int
    #: Members of the *commission d'arbitrage*, which some competitions must have (6.4.1).
    commission_count: int
    game_count: int
    ready_game_count: int
    is_published: bool

    @property
    def are_tables_assigned(self) -> bool:
        return self.entry_count > 0 and self.unassigned_table_count == 0

    @property
    def are_games_ready(self) -> bool:
        return self.game_count > 0 and self.ready_game_count == self.game_count

    @classmethod
    def load(cls, tournament: Tournament) -> Self:
        has_centres = Exists(Centre.objects.filter(tournament=tournament))
        entries = tournament.entries.aggregate(
            entry_count=Count("pk", filter=_PRESENT),
            checked_in_count=Count("pk", filter=_PRESENT & Q(checked_in_at__isnull=False)),
            unassigned_table_count=Count("pk", filter=_PRESENT & Q(table__arbiter=None)),
            outside_table_count=Count("pk", filter=_PRESENT & Q(has_centres, table__centre=None)),
        )
        staff = tournament.staff.aggregate(
            judge_count=Count("user", filter=_OPEN & Q(role=Role.JUDGE), distinct=True),
            arbiter_count=Count("user", filter=_OPEN & Q(role__in=CORRECTING_ROLES), distinct=True),
            commission_count=Count("user", filter=_OPEN & Q(role=Role.COMMISSION), distinct=True),
        )
        games = tournament.games.aggregate(
            game_count=Count("pk", filter=~Q(state=GameState.VOID)),
            ready_game_count=Count("pk", filter=_PREPARED),
        )
        is_published = tournament.state != TournamentState.DRAFT
        return cls(**entries, **staff, **games, is_published=is_published)
