"""Solutions that a judge who plays may not see yet, and no page of the staff shows.

Every page and message of the staff that shows a solution, the score of a top, a verdict or points
of a turn that is not revealed checks here first.
"""

from collections.abc import Iterable

from django.db.models import Q

from tournament.core.states import (
    NOT_EXPECTED_MEDIA,
    PLACED_TURN_STATES,
    UNDER_WAY_GAME_STATES,
    TurnState,
)
from tournament.models import Bulletin, Game, Tournament, Turn, TurnParticipation
from tournament.queries.people.seating import get_table_number

#: States of turns that have no secret any more.
_OVER = PLACED_TURN_STATES | {TurnState.CANCELLED}


def find_awaited_table(turn: Turn) -> int | None:
    """Return the table of the judge while their own bulletin for ``turn`` is missing; else None.

    It must be stored when the turn closes, from the tablet or typed in from paper: until then the
    judge could still write what these pages show.
    """
    game = turn.game
    entry = game.judge_plays
    if (
        entry is None
        or entry.withdrawn
        or game.state not in UNDER_WAY_GAME_STATES
        or turn.state in _OVER
    ):
        return None
    number = get_table_number(game.pk, entry)
    if turn.state != TurnState.CLOSED:
        return number
    part = TurnParticipation.objects.filter(turn=turn, entry=entry)
    # A typed bulletin is stored; an absent entry hands nothing in.
    typed_or_absent = part.filter(~Q(typed="") | Q(plays_on__in=NOT_EXPECTED_MEDIA))
    bulletins = Bulletin.objects.filter(turn=turn, entry=entry)
    return None if bulletins.exists() or typed_or_absent.exists() else number


def are_solutions_open(turn: Turn) -> bool:
    """Return True if the pages of the staff may show the solutions and verdicts of ``turn``."""
    return find_awaited_table(turn) is None


def list_hidden_turns(tournaments: Iterable[Tournament]) -> list[Turn]:
    """List the turns of ``tournaments`` whose solutions and verdicts the staff may not see yet."""
    games = Game.objects.filter(tournament__in=tournaments, judge_plays__isnull=False)
    games = games.filter(state__in=UNDER_WAY_GAME_STATES).order_by()
    if not (game_keys := list(games.values_list("pk", flat=True))):
        return []
    turns = Turn.objects.filter(game__in=game_keys)
    related = ("game__tournament", "game__judge_plays")
    playing = turns.exclude(state__in=_OVER).select_related(*related)
    return [turn for turn in playing if not are_solutions_open(turn)]
