"""The time of a round on paper: the common one with its commands, and clocks of tables."""

from collections.abc import Collection
from typing import Any

from tournament.classic.core.rounds.states import RESULT_STATES, RoundState
from tournament.classic.core.terms import MatchTerms
from tournament.classic.models import MatchRound
from tournament.classic.presentation.rounds import COUNTDOWN_COMMANDS
from tournament.classic.queries.table_clocks import (
    has_common_time,
    has_games_in_round,
    load_countdown,
)
from tournament.classic.views.match_display import build_countdown_face
from tournament.core.states import Role
from tournament.queries.clock import now, to_milliseconds

#: Roles that may change the common time.
COUNTDOWN_ROLES = (Role.JUDGE, Role.ORGANISER)


def build_round_time(match_round: MatchRound, roles: Collection[Role]) -> dict[str, Any]:
    """Return the time of the round for its page in the office, for a user with ``roles``."""
    terms = MatchTerms.from_json(match_round.tournament.classic)
    countdown, moment = load_countdown(match_round), now()
    has_common = has_common_time(match_round)
    can_change = (
        has_common
        and match_round.state == RoundState.RUNNING
        and any(role in roles for role in COUNTDOWN_ROLES)
    )
    commands = countdown.list_commands(to_milliseconds(moment)) if can_change else []
    return {
        "common": build_countdown_face(countdown, moment) if has_common else None,
        "countdown": [(command, COUNTDOWN_COMMANDS[command]) for command in commands],
        "minutes": f"{terms.time_s / 60:g}",
        "warn": terms.warn_s * 1000,
        "clocks": match_round.state in RESULT_STATES and not has_games_in_round(match_round),
    }
